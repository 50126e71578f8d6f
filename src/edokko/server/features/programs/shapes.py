"""Programs that can be invited, invitations, and the events that a program reads."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, field

from edokko.table.shapes.base import PersonName, RequestShape, ResponseShape
from edokko.table.shapes.requests import SeatNumber


class NewProgram(RequestShape):
    """List yourself as a program."""

    name: PersonName
    """The name under which the program sits down."""
    sentence: Annotated[str, Meta(max_length=140)] = ""
    """What the program says about itself; plain text."""


class Program(ResponseShape):
    """A program that is listed."""

    guest: str
    """The public id, for the player's page and for an invitation."""
    name: str
    sentence: str = ""
    online: bool = False
    """Whether the program reads its event stream now."""
    playing: int = 0
    """The number of running games in which it has a seat."""


class ProgramList(ResponseShape):
    """The programs that are online."""

    programs: list[Program] = field(default_factory=list)
    you: Program | None = None
    """Your own entry, if you are listed, online or not."""


class NewInvitation(RequestShape):
    """Invite a program to a seat of your waiting table."""

    program: Annotated[str, Meta(min_length=1, max_length=40)]
    """Its id, from the list of programs."""
    seat: SeatNumber | None = None
    """An open seat; ``None``: the first one."""


class Invitation(ResponseShape):
    """An invitation, as the host sees it."""

    id: str
    program: str
    name: str
    """The name of the program."""
    seat: int
    state: Literal["open", "accepted", "declined", "expired"]
    expires: float
    """When an open one expires, in seconds since 1970."""


class InvitationList(ResponseShape):
    """The invitations of a table, the latest first."""

    invitations: list[Invitation] = field(default_factory=list)
    now: float = 0.0
    """The server's time, in seconds since 1970."""


class StreamTurn(ResponseShape, tag="turn", tag_field="type"):
    """It is your turn at a table. There is an event for every decision, also for one that your last move led to."""

    table: str
    version: int
    seat: int
    at: float
    deadline: float | None = None
    """When your time runs out, in seconds since 1970."""


class StreamChallenge(ResponseShape, tag="challenge", tag_field="type"):
    """A host invites you to a table: accept or decline before the invitation expires."""

    id: str
    table: str
    seat: int
    host: str
    """The name of the host."""
    edition: str
    players: int
    pace: str
    expires: float
    at: float
    overlay: bool = False
    """Whether the table plays with numbers of its own."""
    clock: bool = False
    """Whether the table has a clock."""


class StreamChallengeOver(ResponseShape, tag="challenge_over", tag_field="type"):
    """An invitation is no longer open: it was answered, withdrawn, has expired, or the game has begun."""

    id: str
    table: str
    at: float


class StreamGameOver(ResponseShape, tag="game_over", tag_field="type"):
    """A game in which you have a seat has ended, or its table was closed."""

    table: str
    status: Literal["finished", "closed"]
    at: float


class StreamLeft(ResponseShape, tag="left", tag_field="type"):
    """You no longer have a seat at a table: you left it, or a computer player has taken over."""

    table: str
    at: float


class StreamRematch(ResponseShape, tag="rematch", tag_field="type"):
    """A player of a finished table wants to play again: join the table ``rematch`` if you like."""

    table: str
    rematch: str
    at: float


class StreamReady(ResponseShape, tag="ready", tag_field="type"):
    """All that waited for you has been sent; from now on events come as they happen."""

    at: float


class StreamGone(ResponseShape, tag="gone", tag_field="type"):
    """The last line: the server ends the stream.

    ``shutdown``: connect again after ``retry`` seconds. ``replaced``: you have opened too many streams. ``refused``:
    your token was deleted, or you were banned.
    """

    reason: Literal["shutdown", "replaced", "refused"]
    at: float
    retry: float | None = None


StreamEvent = (
    StreamTurn
    | StreamChallenge
    | StreamChallengeOver
    | StreamGameOver
    | StreamLeft
    | StreamRematch
    | StreamReady
    | StreamGone
)
"""A line of the event stream. ``at`` is the server's time, in seconds since 1970: pass that of the last line as `since`
when you connect again."""


class LiveInvitations(InvitationList, tag="invitations", tag_field="type"):
    """For the host of a waiting table: the invitations of programs, the latest first, whenever they have changed."""
