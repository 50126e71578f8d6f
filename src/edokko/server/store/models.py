"""The tables of the database.

A game is event-sourced: ``tables`` has its setup, ``rows`` an append-only row for each event. Everything else about a
running game derives from them. ``tables`` also has a summary for lists (status, month, whose turn), which is updated in
the transaction that appends a row.
"""

from __future__ import annotations

from sqlalchemy import JSON, BigInteger, Boolean, Float, ForeignKey, Index, Integer, String, Text, UniqueConstraint
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

ID = String(40)


class Base(DeclarativeBase):
    """The base of all tables."""


class Secret(Base):
    """A key that all processes share."""

    __tablename__ = "secrets"
    name: Mapped[str] = mapped_column(String(40), primary_key=True)
    value: Mapped[str] = mapped_column(String(200))


class Guest(Base):
    """A guest, identified by a cookie or a token."""

    __tablename__ = "guests"
    id: Mapped[str] = mapped_column(ID, primary_key=True)
    name: Mapped[str] = mapped_column(String(60))
    created: Mapped[float] = mapped_column(Float)
    seen: Mapped[float] = mapped_column(Float)
    banned: Mapped[bool] = mapped_column(Boolean, default=False)


class Token(Base):
    """A bearer token; only its digest is stored."""

    __tablename__ = "tokens"
    id: Mapped[str] = mapped_column(ID, primary_key=True)
    guest: Mapped[str] = mapped_column(ForeignKey("guests.id", ondelete="CASCADE"), index=True)
    name: Mapped[str] = mapped_column(String(120))
    digest: Mapped[str] = mapped_column(String(64), unique=True)
    created: Mapped[float] = mapped_column(Float)


class Moving(Base):
    """A one-time code by which another device becomes a guest."""

    __tablename__ = "moving"
    digest: Mapped[str] = mapped_column(String(64), primary_key=True)
    guest: Mapped[str] = mapped_column(ForeignKey("guests.id", ondelete="CASCADE"))
    expires: Mapped[float] = mapped_column(Float)


class Table(Base):
    """A table: its settings, the setup of its game, and a summary of its rows."""

    __tablename__ = "tables"
    __table_args__ = (Index("tables_by_status", "status", "listed", "changed"),)
    id: Mapped[str] = mapped_column(ID, primary_key=True)
    host: Mapped[str] = mapped_column(ID, index=True)
    name: Mapped[str] = mapped_column(String(120))
    edition: Mapped[str] = mapped_column(String(8))
    rules_version: Mapped[int] = mapped_column(Integer)
    overlay: Mapped[dict[str, object] | None] = mapped_column(JSON)
    players: Mapped[int] = mapped_column(Integer)
    listed: Mapped[bool] = mapped_column(Boolean)
    pace: Mapped[str] = mapped_column(String(8))
    hints: Mapped[bool] = mapped_column(Boolean)
    rated: Mapped[bool] = mapped_column(Boolean)
    spectators: Mapped[bool] = mapped_column(Boolean)
    random_seats: Mapped[bool] = mapped_column(Boolean)
    coach: Mapped[bool] = mapped_column(Boolean)
    chat: Mapped[bool] = mapped_column(Boolean)
    created: Mapped[float] = mapped_column(Float)
    changed: Mapped[float] = mapped_column(Float)
    status: Mapped[str] = mapped_column(String(8))
    version: Mapped[int] = mapped_column(Integer)
    """The number of rows."""
    month: Mapped[int] = mapped_column(Integer)
    decides: Mapped[int | None] = mapped_column(Integer)
    """The seat that decides."""
    bot_decides: Mapped[bool] = mapped_column(Boolean)
    rematch: Mapped[str | None] = mapped_column(ID, index=True)
    origin: Mapped[str | None] = mapped_column(String(16))
    """A hash of the creator's address: :func:`edokko.server.web.addresses.origin_of`."""
    clock: Mapped[dict[str, object] | None] = mapped_column(JSON(none_as_null=True))
    """The settings of the clock: :class:`edokko.server.core.clocks.Clock`."""
    deadline: Mapped[float | None] = mapped_column(Float, index=True)
    """When the deciding person's time runs out, in seconds since 1970."""
    series: Mapped[str | None] = mapped_column(ID)
    """The series whose game is played at the table."""
    event: Mapped[str | None] = mapped_column(ID)
    """The event whose game is played at the table."""
    start: Mapped[str | None] = mapped_column(Text)
    """The position string of the position where the game begins; NULL for a game from its setup."""


class Seat(Base):
    """A seat of a table, and its player."""

    __tablename__ = "seats"
    table: Mapped[str] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)
    seat: Mapped[int] = mapped_column(Integer, primary_key=True)
    kind: Mapped[str] = mapped_column(String(8))
    name: Mapped[str] = mapped_column(String(60))
    guest: Mapped[str | None] = mapped_column(ID, index=True)
    level: Mapped[str | None] = mapped_column(String(20))
    resigned: Mapped[str | None] = mapped_column(ID)
    """The guest whom a computer player has replaced."""
    crest: Mapped[int] = mapped_column(Integer)
    """The sign and colour of the player."""
    ready: Mapped[bool] = mapped_column(Boolean)
    """Whether the person is ready for the game to begin."""


class Row(Base):
    """An event at a table."""

    __tablename__ = "rows"
    table: Mapped[str] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)
    row: Mapped[int] = mapped_column(Integer, primary_key=True)
    """The number, from 0 without gaps. As part of the primary key it makes one of two concurrent writers fail."""
    kind: Mapped[str] = mapped_column(String(8))
    """``made``, ``join``, ``leave``, ``seat``, ``start``, ``move``, ``undo``, ``rematch``, ``close``; ``bot`` and
    ``time`` hand a seat to a computer player, on a player's request and after a timeout; ``report`` is a player's
    report of a message of the chat.
    """
    ply: Mapped[int] = mapped_column(Integer)
    """The ply before the event; for ``undo`` the ply after it."""
    seat: Mapped[int | None] = mapped_column(Integer)
    text: Mapped[str] = mapped_column(Text)
    """The words of a move; the number of moves of an undo; the level of a computer player; the id of a rematch;
    the number of a reported message."""
    chance: Mapped[str] = mapped_column(Text)
    """The outcomes of chance after the event, one a line."""
    batch: Mapped[int] = mapped_column(Integer)
    """The number of the first row of the same request; its moves are taken back together."""
    guest: Mapped[str | None] = mapped_column(ID)
    request: Mapped[str | None] = mapped_column(String(110))
    """The guest and the idempotency key, on the first row of a batch."""
    time: Mapped[float] = mapped_column(Float)


class Outcome(Base):
    """The result of a seat of a finished game."""

    __tablename__ = "outcomes"
    table: Mapped[str] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)
    seat: Mapped[int] = mapped_column(Integer, primary_key=True)
    guest: Mapped[str | None] = mapped_column(ID, index=True)
    name: Mapped[str] = mapped_column(String(60))
    players: Mapped[int] = mapped_column(Integer)
    place: Mapped[int] = mapped_column(Integer)
    points: Mapped[int] = mapped_column(Integer)
    change: Mapped[float | None] = mapped_column(Float)
    """The change of the rating; NULL if the game was not rated."""
    time: Mapped[float] = mapped_column(Float)


class Review(Base):
    """The review of a finished game, stored after the first request for it."""

    __tablename__ = "reviews"
    table: Mapped[str] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)
    body: Mapped[str] = mapped_column(Text)
    """The answer of the API, as JSON."""
    time: Mapped[float] = mapped_column(Float)


class Study(Base):
    """A tree of variations that a guest has saved. Anyone who knows its id may read it."""

    __tablename__ = "studies"
    id: Mapped[str] = mapped_column(ID, primary_key=True)
    guest: Mapped[str] = mapped_column(ForeignKey("guests.id", ondelete="CASCADE"), index=True)
    name: Mapped[str] = mapped_column(String(120))
    body: Mapped[str] = mapped_column(Text)
    """The study as its owner has sent it, as JSON."""
    created: Mapped[float] = mapped_column(Float)
    changed: Mapped[float] = mapped_column(Float)
    opened: Mapped[float] = mapped_column(Float)
    """When a client opened it last, to the day."""


class PuzzleAnswer(Base):
    """The first answer of a guest to a puzzle."""

    __tablename__ = "puzzle_answers"
    puzzle: Mapped[str] = mapped_column(String(20), primary_key=True)
    guest: Mapped[str] = mapped_column(ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True, index=True)
    found: Mapped[bool] = mapped_column(Boolean)
    """Whether the guest has found the whole line."""
    moves: Mapped[str] = mapped_column(Text)
    """The words of the moves, one a line."""
    time: Mapped[float] = mapped_column(Float)


class Hired(Base):
    """The number of times a guest has hired a character, over finished games."""

    __tablename__ = "hired"
    guest: Mapped[str] = mapped_column(ID, primary_key=True)
    card: Mapped[str] = mapped_column(String(40), primary_key=True)
    count: Mapped[int] = mapped_column(Integer)


class Rating(Base):
    """The rating of a guest for a number of players."""

    __tablename__ = "ratings"
    guest: Mapped[str] = mapped_column(ID, primary_key=True)
    players: Mapped[int] = mapped_column(Integer, primary_key=True)
    mu: Mapped[float] = mapped_column(Float)
    sigma: Mapped[float] = mapped_column(Float)
    games: Mapped[int] = mapped_column(Integer)


class LessonProgress(Base):
    """The progress of a guest in a lesson."""

    __tablename__ = "lessons"
    guest: Mapped[str] = mapped_column(ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True)
    lesson: Mapped[str] = mapped_column(String(40), primary_key=True)
    step: Mapped[int] = mapped_column(Integer)
    """The step at which the guest goes on, from 0."""
    done: Mapped[bool] = mapped_column(Boolean)
    """Whether the guest has ever finished the lesson."""
    lanterns: Mapped[int] = mapped_column(Integer, server_default="3")
    """The lanterns that are lit; of a finished lesson, at its best end."""


class Series(Base):
    """A series of games for the same players."""

    __tablename__ = "series"
    id: Mapped[str] = mapped_column(ID, primary_key=True)
    games: Mapped[int | None] = mapped_column(Integer)
    """The number of games; NULL without an end."""
    over: Mapped[bool] = mapped_column(Boolean, index=True)
    """Whether no further game will be made."""
    created: Mapped[float] = mapped_column(Float)
    changed: Mapped[float] = mapped_column(Float)


class SeriesGame(Base):
    """A game of a series."""

    __tablename__ = "series_games"
    series: Mapped[str] = mapped_column(ForeignKey("series.id", ondelete="CASCADE"), primary_key=True)
    number: Mapped[int] = mapped_column(Integer, primary_key=True)
    """From 1. As part of the primary key it makes one of two processes fail that make the same game."""
    table: Mapped[str] = mapped_column(ID, index=True)


class Event(Base):
    """An event: rounds of tables for the same players."""

    __tablename__ = "events"
    __table_args__ = (Index("events_by_status", "status", "listed", "changed"),)
    id: Mapped[str] = mapped_column(ID, primary_key=True)
    organiser: Mapped[str] = mapped_column(ID, index=True)
    name: Mapped[str] = mapped_column(String(120))
    listed: Mapped[bool] = mapped_column(Boolean)
    settings: Mapped[dict[str, object]] = mapped_column(JSON)
    """:class:`edokko.server.features.competitions.events.event.EventSettings`."""
    status: Mapped[str] = mapped_column(String(8))
    round: Mapped[int] = mapped_column(Integer)
    """The current round; 0 before the first one."""
    due: Mapped[float | None] = mapped_column(Float, index=True)
    """When the next round is paired, in seconds since 1970; NULL while a round is played."""
    version: Mapped[int] = mapped_column(Integer)
    """Grows with every change. A process that has read an older version may not write."""
    plan: Mapped[dict[str, object] | None] = mapped_column(JSON(none_as_null=True))
    """:class:`edokko.server.features.competitions.events.event.Plan`."""
    origin: Mapped[str | None] = mapped_column(String(16))
    created: Mapped[float] = mapped_column(Float)
    changed: Mapped[float] = mapped_column(Float)


class EventPlayer(Base):
    """A player of an event."""

    __tablename__ = "event_players"
    __table_args__ = (UniqueConstraint("event", "guest"),)
    event: Mapped[str] = mapped_column(ForeignKey("events.id", ondelete="CASCADE"), primary_key=True)
    number: Mapped[int] = mapped_column(Integer, primary_key=True)
    guest: Mapped[str | None] = mapped_column(ID, index=True)
    name: Mapped[str] = mapped_column(String(60))
    first_round: Mapped[int] = mapped_column(Integer)
    withdrawn: Mapped[bool] = mapped_column(Boolean)


class EventTable(Base):
    """A table of a round of an event. It is paired first, and made afterwards."""

    __tablename__ = "event_tables"
    event: Mapped[str] = mapped_column(ForeignKey("events.id", ondelete="CASCADE"), primary_key=True)
    round: Mapped[int] = mapped_column(Integer, primary_key=True)
    number: Mapped[int] = mapped_column(Integer, primary_key=True)
    table: Mapped[str | None] = mapped_column(ID, index=True)
    """The id; NULL until it is made."""
    over: Mapped[bool] = mapped_column(Boolean)
    """Whether its game is finished, or closed without a result."""


class EventSeat(Base):
    """A seat of a table of a round. The result stays when the table is deleted."""

    __tablename__ = "event_seats"
    event: Mapped[str] = mapped_column(ForeignKey("events.id", ondelete="CASCADE"), primary_key=True)
    round: Mapped[int] = mapped_column(Integer, primary_key=True)
    number: Mapped[int] = mapped_column(Integer, primary_key=True)
    seat: Mapped[int] = mapped_column(Integer, primary_key=True)
    player: Mapped[int | None] = mapped_column(Integer)
    """The number of the player; NULL for a computer player that fills the table."""
    place: Mapped[int | None] = mapped_column(Integer)
    score: Mapped[int | None] = mapped_column(Integer)
    replaced: Mapped[bool] = mapped_column(Boolean)
    """Whether a computer player has taken over."""


class Program(Base):
    """A guest that is a program, which hosts may invite to their tables while it is online."""

    __tablename__ = "programs"
    guest: Mapped[str] = mapped_column(ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True)
    name: Mapped[str] = mapped_column(String(60))
    sentence: Mapped[str] = mapped_column(String(300))
    """What the program says about itself."""


class Invitation(Base):
    """A host's invitation of a program to a table. It stays with the table, so that the host sees the answer."""

    __tablename__ = "invitations"
    id: Mapped[str] = mapped_column(ID, primary_key=True)
    table: Mapped[str] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"), index=True)
    seat: Mapped[int] = mapped_column(Integer)
    host: Mapped[str] = mapped_column(ForeignKey("guests.id", ondelete="CASCADE"), index=True)
    guest: Mapped[str] = mapped_column(ForeignKey("guests.id", ondelete="CASCADE"), index=True)
    """The program."""
    state: Mapped[str] = mapped_column(String(8))
    """``open``, ``accepted`` or ``declined``; an ``open`` one has expired after ``expires``."""
    created: Mapped[float] = mapped_column(Float)
    expires: Mapped[float] = mapped_column(Float)


class Note(Base):
    """What a guest has noted at a table; no other guest sees it."""

    __tablename__ = "notes"
    table: Mapped[str] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)
    guest: Mapped[str] = mapped_column(ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True, index=True)
    text: Mapped[str] = mapped_column(Text)
    changed: Mapped[float] = mapped_column(Float)


class ChatLine(Base):
    """A message that a player has written at a table, for the players with a seat. No record of a game has it."""

    __tablename__ = "chat"
    table: Mapped[str] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)
    number: Mapped[int] = mapped_column(Integer, primary_key=True)
    """From 1, in the order in which the messages were written."""
    guest: Mapped[str] = mapped_column(ForeignKey("guests.id", ondelete="CASCADE"), index=True)
    name: Mapped[str] = mapped_column(String(60))
    """The name at the seat."""
    text: Mapped[str] = mapped_column(Text)
    time: Mapped[float] = mapped_column(Float)


class Mute(Base):
    """A guest who wants to read and see nothing of another one, at any table."""

    __tablename__ = "mutes"
    guest: Mapped[str] = mapped_column(ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True)
    muted: Mapped[str] = mapped_column(ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True, index=True)


class Process(Base):
    """A server process on a shared PostgreSQL."""

    __tablename__ = "processes"
    id: Mapped[str] = mapped_column(ID, primary_key=True)
    seen: Mapped[float] = mapped_column(Float)
    """The time of its last heartbeat, by the database's clock."""


class Presence(Base):
    """A guest who is connected to a table in a process, or has left it recently."""

    __tablename__ = "presences"
    process: Mapped[str] = mapped_column(ForeignKey("processes.id", ondelete="CASCADE"), primary_key=True)
    table: Mapped[str] = mapped_column(ID, primary_key=True, index=True)
    guest: Mapped[str] = mapped_column(ID, primary_key=True)
    gone: Mapped[float | None]
    """When the guest left, in seconds since 1970 by the database's clock; NULL while connected."""


class Task(Base):
    """A search that a worker process takes: :mod:`edokko.server.store.tasks`. Times are by the database's clock."""

    __tablename__ = "tasks"
    __table_args__ = (
        UniqueConstraint("kind", "subject", name="tasks_by_subject"),
        Index("tasks_by_state", "kind", "state", "due"),
    )
    id: Mapped[str] = mapped_column(ID, primary_key=True)
    kind: Mapped[str] = mapped_column(String(8))
    """``bots``, ``hints``, ``analyses`` or ``reviews``."""
    subject: Mapped[str] = mapped_column(ID)
    """The table of a computer player or a review; the guest of a hint or an analysis."""
    owner: Mapped[str] = mapped_column(ID)
    """The host of a computer player's table, or the guest who asks: owners take turns."""
    payload: Mapped[str] = mapped_column(Text)
    """The request as JSON; empty for a computer player."""
    urgent: Mapped[bool] = mapped_column(Boolean)
    """Whether a person waits."""
    round: Mapped[int] = mapped_column(Integer)
    """The turn of its owner: a round has one task of each owner."""
    serial: Mapped[int] = mapped_column(Integer)
    """How often it was requested. A request during the work keeps the task in the queue."""
    created: Mapped[float] = mapped_column(Float)
    due: Mapped[float] = mapped_column(Float)
    """The time from which a worker may take it."""
    state: Mapped[str] = mapped_column(String(8))
    """``waiting``, ``taken``, ``done`` or ``failed``."""
    worker: Mapped[str | None] = mapped_column(ID)
    """The id of the worker, a dot, and a random part: each take is another one."""
    lease: Mapped[float | None] = mapped_column(Float)
    """When another worker may take it over, because nothing has extended the lease."""
    attempts: Mapped[int] = mapped_column(Integer)
    done: Mapped[int] = mapped_column(Integer)
    """Decisions of a review, or updates of an analysis."""
    total: Mapped[int] = mapped_column(Integer)
    result: Mapped[str | None] = mapped_column(Text)
    """The answer so far, as JSON."""


class Notice(Base):
    """A change that an operator or the expiry has made: server processes invalidate their caches."""

    __tablename__ = "notices"
    number: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    """The time of the change, in nanoseconds since 1970."""
    kind: Mapped[str] = mapped_column(String(8))
    """``table``, ``guest``, or ``all`` after a backup was restored."""
    subject: Mapped[str] = mapped_column(ID)
    """The id of the table or the guest."""


class AlertSettings(Base):
    """How a guest wants to be alerted: the language, and the hours in which nothing is sent."""

    __tablename__ = "alert_settings"
    guest: Mapped[str] = mapped_column(ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True)
    language: Mapped[str] = mapped_column(String(8))
    zone: Mapped[str] = mapped_column(String(64))
    """The time zone of the quiet hours, such as ``Europe/Paris``."""
    quiet_from: Mapped[int | None]
    """The minute of the day at which the quiet hours begin; NULL for none."""
    quiet_to: Mapped[int | None]


class AlertChannel(Base):
    """A way to reach a guest: a browser's push subscription, a webhook or an e-mail address."""

    __tablename__ = "alert_channels"
    id: Mapped[str] = mapped_column(ID, primary_key=True)
    guest: Mapped[str] = mapped_column(ForeignKey("guests.id", ondelete="CASCADE"), index=True)
    kind: Mapped[str] = mapped_column(String(8))
    """``push``, ``webhook`` or ``email``."""
    address: Mapped[str] = mapped_column(Text)
    """The endpoint, the URL or the e-mail address."""
    digest: Mapped[str] = mapped_column(String(64), index=True)
    """A hash of the address, by which a push subscription is found."""
    style: Mapped[str] = mapped_column(String(8))
    """The format of a webhook: ``json``, ``discord`` or ``slack``."""
    secret: Mapped[str] = mapped_column(Text)
    """The key that signs the requests of a webhook; the keys of a push subscription, as JSON."""
    label: Mapped[str] = mapped_column(String(60))
    """The name of the device of a push subscription."""
    origin: Mapped[str] = mapped_column(String(200))
    """The address of the site under which the guest has added it, for links."""
    confirmed: Mapped[bool] = mapped_column(Boolean)
    """Whether alerts may be sent; an e-mail address is confirmed by a link."""
    created: Mapped[float] = mapped_column(Float)
    sent: Mapped[float | None] = mapped_column(Float)
    """The time of the last alert that the receiver has accepted."""
    failures: Mapped[int] = mapped_column(Integer)
    """The number of alerts given up since then."""
    error: Mapped[str | None] = mapped_column(String(200))
    """Why the last alert was not accepted."""


class Alert(Base):
    """The last alert of each kind for a guest and a table. It stays, so that no process creates it twice."""

    __tablename__ = "alerts"
    __table_args__ = (UniqueConstraint("guest", "table", "kind"),)
    id: Mapped[str] = mapped_column(ID, primary_key=True)
    guest: Mapped[str] = mapped_column(ForeignKey("guests.id", ondelete="CASCADE"), index=True)
    table: Mapped[str] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"), index=True)
    kind: Mapped[str] = mapped_column(String(8))
    """``turn``, ``clock`` or ``over``."""
    turn: Mapped[int] = mapped_column(Integer)
    """The number of the history row with which the guest's turn began; 0 for ``over``."""
    deadline: Mapped[float | None] = mapped_column(Float)
    """When the clock runs out, for ``clock``."""
    due: Mapped[float | None] = mapped_column(Float, index=True)
    """When a process has to look at it; NULL when that is done."""
    outcome: Mapped[str | None] = mapped_column(String(12))
    """What became of it: ``queued``, ``open`` (the table was open in a tab), ``past``, ``quiet`` or ``none``."""


class AlertDelivery(Base):
    """An alert on its way over one channel. It is deleted when the receiver has accepted it."""

    __tablename__ = "alert_deliveries"
    id: Mapped[str] = mapped_column(ID, primary_key=True)
    alert: Mapped[str] = mapped_column(ForeignKey("alerts.id", ondelete="CASCADE"), index=True)
    channel: Mapped[str] = mapped_column(ForeignKey("alert_channels.id", ondelete="CASCADE"), index=True)
    turn: Mapped[int] = mapped_column(Integer)
    created: Mapped[float] = mapped_column(Float)
    attempts: Mapped[int] = mapped_column(Integer)
    due: Mapped[float | None] = mapped_column(Float, index=True)
    """When a process has to send it; NULL after the last attempt."""
    error: Mapped[str | None] = mapped_column(String(200))
    """Why the last attempt has failed."""
