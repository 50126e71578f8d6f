"""The table of the answers to puzzles."""

from __future__ import annotations

from sqlalchemy import Boolean, Float, ForeignKey, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from edokko.server.store.models import Base


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
