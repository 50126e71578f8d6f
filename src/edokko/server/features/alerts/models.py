"""The tables of alerts: what a guest wants, the ways to reach them, and the alerts on their way."""

from __future__ import annotations

from sqlalchemy import Boolean, Float, ForeignKey, Integer, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from edokko.server.store.models import ID, Base


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
