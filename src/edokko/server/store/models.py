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
    """A hash of the creator's address: :func:`edokko.server.web.parameters.origin_of`."""
    clock: Mapped[dict[str, object] | None] = mapped_column(JSON(none_as_null=True))
    """The settings of the clock: :class:`edokko.table.clocks.Clock`."""
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
    report of a message of the chat; ``coach``, ``chat``, ``terms`` and ``series`` change what the table has.
    """
    ply: Mapped[int] = mapped_column(Integer)
    """The ply before the event; for ``undo`` the ply after it."""
    seat: Mapped[int | None] = mapped_column(Integer)
    text: Mapped[str] = mapped_column(Text)
    """The words of a move; the number of moves of an undo; the level of a computer player; the id of a rematch;
    the number of a reported message; ``on`` or ``off``; the id of a series."""
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
    """A search in :mod:`edokko.server.workers.postgres_queue`. Times are by the database's clock."""

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
