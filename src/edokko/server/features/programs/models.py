"""The tables of programs and their invitations."""

from __future__ import annotations

from sqlalchemy import Float, ForeignKey, Integer, String
from sqlalchemy.orm import Mapped, mapped_column

from edokko.server.store.models import ID, Base


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
