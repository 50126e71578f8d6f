"""The tables of the chat, of muted guests and of notes."""

from __future__ import annotations

from sqlalchemy import Float, ForeignKey, Integer, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from edokko.server.store.models import Base


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
