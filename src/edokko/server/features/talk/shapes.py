"""What players share at a table besides moves, and what a guest notes there."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, field

from edokko.table.shapes.base import RequestShape, ResponseShape
from edokko.table.shapes.requests import SeatNumber

ReactionName = Literal["hello", "nice", "thanks", "ouch", "thinking", "game"]


class NewReaction(RequestShape):
    """Show a reaction beside your seat."""

    reaction: ReactionName
    seat: SeatNumber | None = None
    """One of your seats; ``None``: your first one."""


LONGEST_NOTE = 4_000


class NewNote(RequestShape):
    """Replace your note at a table; an empty one is deleted."""

    text: Annotated[str, Meta(max_length=LONGEST_NOTE)]


class Note(ResponseShape):
    """Your note at a table. Only you can read it."""

    text: str = ""
    changed: str | None = None
    """ISO 8601, UTC; ``None`` without a note."""


LONGEST_LINE = 300


class NewChatLine(RequestShape):
    """Write to the other players of the table; plain text of one line."""

    text: Annotated[str, Meta(min_length=1, max_length=LONGEST_LINE)]
    seat: SeatNumber | None = None
    """One of your seats, whose name the message has; ``None``: your first one."""


class ChatLine(ResponseShape):
    """A message of a player."""

    number: int
    guest: str
    name: str
    """The writer's name at the table."""
    text: str
    at: float
    """In seconds since 1970."""


class Chat(ResponseShape):
    """The chat of a table, without the messages of players whom you have muted."""

    lines: list[ChatLine] = field(default_factory=list)
    """The latest messages, in order."""
    muted: list[str] = field(default_factory=list)
    """The guests at this table whom you have muted."""


class Muting(RequestShape):
    """Mute a player of the table, or hear the player again; it counts at all tables."""

    guest: Annotated[str, Meta(min_length=1, max_length=40)]
    muted: bool


class LiveReaction(ResponseShape, tag="reaction", tag_field="type"):
    """A player shows a reaction. Players whom you have muted show you none."""

    seat: int
    reaction: ReactionName


class LiveChat(ResponseShape, tag="chat", tag_field="type"):
    """The chat of a table, for players with a seat, if the host has switched it on."""

    lines: list[ChatLine] = field(default_factory=list)
    """The messages since the last one that this channel has sent; with ``resync`` all, which replace the others."""
    muted: list[str] = field(default_factory=list)
    """The guests at this table whom you have muted."""
    resync: bool = False
