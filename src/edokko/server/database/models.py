"""What the database holds.

A game is its record: a row of ``tables`` with the setup, a row of ``rows`` for each thing that happened. Rows are only
ever added. Everything else about a running game follows from them; ``tables`` repeats what lists of tables ask for
(status, month, whose turn), written in the transaction that adds the row.
"""

from __future__ import annotations

from sqlalchemy import JSON, BigInteger, Boolean, Float, ForeignKey, Index, Integer, String, Text
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

ID = String(40)


class Base(DeclarativeBase):
    """All tables."""


class Secret(Base):
    """Keys that all processes share."""

    __tablename__ = "secrets"
    name: Mapped[str] = mapped_column(String(40), primary_key=True)
    value: Mapped[str] = mapped_column(String(200))


class Guest(Base):
    """Somebody with a cookie."""

    __tablename__ = "guests"
    id: Mapped[str] = mapped_column(ID, primary_key=True)
    name: Mapped[str] = mapped_column(String(60))
    created: Mapped[float] = mapped_column(Float)
    seen: Mapped[float] = mapped_column(Float)
    banned: Mapped[bool] = mapped_column(Boolean, default=False)


class Token(Base):
    """A bearer token; only its digest is kept."""

    __tablename__ = "tokens"
    id: Mapped[str] = mapped_column(ID, primary_key=True)
    guest: Mapped[str] = mapped_column(ForeignKey("guests.id", ondelete="CASCADE"), index=True)
    name: Mapped[str] = mapped_column(String(120))
    digest: Mapped[str] = mapped_column(String(64), unique=True)
    created: Mapped[float] = mapped_column(Float)


class Moving(Base):
    """A code by which another device becomes a guest, once."""

    __tablename__ = "moving"
    digest: Mapped[str] = mapped_column(String(64), primary_key=True)
    guest: Mapped[str] = mapped_column(ForeignKey("guests.id", ondelete="CASCADE"))
    expires: Mapped[float] = mapped_column(Float)


class Table(Base):
    """A table: the setup of its game, and where it stands."""

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
    created: Mapped[float] = mapped_column(Float)
    changed: Mapped[float] = mapped_column(Float)
    status: Mapped[str] = mapped_column(String(8))
    version: Mapped[int] = mapped_column(Integer)
    """How many rows it has."""
    month: Mapped[int] = mapped_column(Integer)
    decides: Mapped[int | None] = mapped_column(Integer)
    """The seat."""
    bot_decides: Mapped[bool] = mapped_column(Boolean)
    rematch: Mapped[str | None] = mapped_column(ID, index=True)
    origin: Mapped[str | None] = mapped_column(String(16))
    """A mark of the address that has made it: :func:`edokko.server.quotas.origin_of`."""
    clock: Mapped[dict[str, object] | None] = mapped_column(JSON(none_as_null=True))
    """What is agreed on: :class:`edokko.server.clocks.Clock`."""
    deadline: Mapped[float | None] = mapped_column(Float, index=True)
    """When the time of the person who decides is over."""


class Seat(Base):
    """Who sits where."""

    __tablename__ = "seats"
    table: Mapped[str] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)
    seat: Mapped[int] = mapped_column(Integer, primary_key=True)
    kind: Mapped[str] = mapped_column(String(8))
    name: Mapped[str] = mapped_column(String(60))
    guest: Mapped[str | None] = mapped_column(ID, index=True)
    level: Mapped[str | None] = mapped_column(String(20))
    resigned: Mapped[str | None] = mapped_column(ID)
    """The guest for whom a computer player goes on."""
    crest: Mapped[int] = mapped_column(Integer)
    """The sign and colour of whoever sits there."""
    ready: Mapped[bool] = mapped_column(Boolean)
    """Of a person: whether the game may begin."""


class Row(Base):
    """One thing that happened at a table."""

    __tablename__ = "rows"
    table: Mapped[str] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)
    row: Mapped[int] = mapped_column(Integer, primary_key=True)
    """From 0 without a gap; two writers cannot both have a number."""
    kind: Mapped[str] = mapped_column(String(8))
    """``made``, ``join``, ``leave``, ``seat``, ``start``, ``move``, ``undo``, ``rematch``, ``close``; ``bot`` and
    ``time``: a computer player goes on for a seat, because somebody has decided it, because its time is over.
    """
    ply: Mapped[int] = mapped_column(Integer)
    """Before it; of ``undo`` the ply gone back to."""
    seat: Mapped[int | None] = mapped_column(Integer)
    text: Mapped[str] = mapped_column(Text)
    """A move's words; how many moves are taken back; the level of a computer player."""
    chance: Mapped[str] = mapped_column(Text)
    """What chance revealed after it, one outcome a line."""
    batch: Mapped[int] = mapped_column(Integer)
    """The first row of those that were sent together and are taken back together."""
    guest: Mapped[str | None] = mapped_column(ID)
    request: Mapped[str | None] = mapped_column(String(110))
    """The guest and the key under which it was sent, on the first row of a batch."""
    time: Mapped[float] = mapped_column(Float)


class Outcome(Base):
    """What a seat of a finished game has reached."""

    __tablename__ = "outcomes"
    table: Mapped[str] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)
    seat: Mapped[int] = mapped_column(Integer, primary_key=True)
    guest: Mapped[str | None] = mapped_column(ID, index=True)
    name: Mapped[str] = mapped_column(String(60))
    players: Mapped[int] = mapped_column(Integer)
    place: Mapped[int] = mapped_column(Integer)
    points: Mapped[int] = mapped_column(Integer)
    change: Mapped[float | None] = mapped_column(Float)
    """Of the rating."""
    time: Mapped[float] = mapped_column(Float)


class Review(Base):
    """What every decision of a finished game was worth, once somebody has asked."""

    __tablename__ = "reviews"
    table: Mapped[str] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)
    body: Mapped[str] = mapped_column(Text)
    """The answer, as JSON."""
    time: Mapped[float] = mapped_column(Float)


class Hired(Base):
    """How often a guest has hired a character, over finished games."""

    __tablename__ = "hired"
    guest: Mapped[str] = mapped_column(ID, primary_key=True)
    card: Mapped[str] = mapped_column(String(40), primary_key=True)
    count: Mapped[int] = mapped_column(Integer)


class Rating(Base):
    """How well a guest plays, by number of players."""

    __tablename__ = "ratings"
    guest: Mapped[str] = mapped_column(ID, primary_key=True)
    players: Mapped[int] = mapped_column(Integer, primary_key=True)
    mu: Mapped[float] = mapped_column(Float)
    sigma: Mapped[float] = mapped_column(Float)
    games: Mapped[int] = mapped_column(Integer)


class Process(Base):
    """A process on a PostgreSQL that several share."""

    __tablename__ = "processes"
    id: Mapped[str] = mapped_column(ID, primary_key=True)
    seen: Mapped[float] = mapped_column(Float)
    """Its last sign of life, by the database's clock."""


class Presence(Base):
    """Whose page is open at which table in which process, and whose was until a while ago."""

    __tablename__ = "presences"
    process: Mapped[str] = mapped_column(ForeignKey("processes.id", ondelete="CASCADE"), primary_key=True)
    table: Mapped[str] = mapped_column(ID, primary_key=True, index=True)
    guest: Mapped[str] = mapped_column(ID, primary_key=True)
    gone: Mapped[float | None]
    """When it was closed, in seconds since 1970 by the database's clock; nothing while it is open."""


class Notice(Base):
    """What somebody else than a serving process has changed: those that have it in memory read it anew."""

    __tablename__ = "notices"
    number: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    """Nanoseconds since 1970 when it was written."""
    kind: Mapped[str] = mapped_column(String(8))
    """``table``, ``guest``, or ``all`` after another database was put in the place of this one."""
    subject: Mapped[str] = mapped_column(ID)
    """The id."""
