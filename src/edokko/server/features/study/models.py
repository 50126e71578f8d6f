"""The table of studies."""

from __future__ import annotations

from sqlalchemy import Float, ForeignKey, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from edokko.server.store.models import ID, Base


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
