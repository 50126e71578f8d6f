"""The tables of series and events."""

from __future__ import annotations

from sqlalchemy import JSON, Boolean, Float, ForeignKey, Index, Integer, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from edokko.server.store.models import ID, Base


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
    """:class:`edokko.server.features.competitions.events.tournament.TournamentSettings`."""
    status: Mapped[str] = mapped_column(String(8))
    round: Mapped[int] = mapped_column(Integer)
    """The current round; 0 before the first one."""
    due: Mapped[float | None] = mapped_column(Float, index=True)
    """When the next round is paired, in seconds since 1970; NULL while a round is played."""
    version: Mapped[int] = mapped_column(Integer)
    """Grows with every change. A process that has read an older version may not write."""
    plan: Mapped[dict[str, object] | None] = mapped_column(JSON(none_as_null=True))
    """:class:`edokko.server.features.competitions.events.tournament.RoundPlan`."""
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
