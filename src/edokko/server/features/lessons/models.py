"""The table of the progress in lessons."""

from __future__ import annotations

from sqlalchemy import Boolean, ForeignKey, Integer, String
from sqlalchemy.orm import Mapped, mapped_column

from edokko.server.store.models import Base


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
