"""Errors."""

from __future__ import annotations

from msgspec import UNSET, UnsetType, field

from edokko.table.shapes.base import ResponseShape
from edokko.table.shapes.position import Unavailable
from edokko.table.shapes.tables import TableView


class Problem(ResponseShape):
    """The body of all 4xx and 5xx answers, as ``application/problem+json``."""

    type: str
    """Stable: ``urn:edokko:problem:<code>``."""
    title: str
    status: int
    code: str
    """The end of ``type``, such as ``stale_ply``."""
    detail: str = ""
    """Details, like ``title`` in the language that ``Accept-Language`` prefers."""
    reason: str | None = None
    """A stable identifier of ``detail``, such as ``chance_revealed`` or ``missing``."""
    arguments: dict[str, str | int] = field(default_factory=dict)
    """The values in ``detail``: ``where`` in the request, a ``bound`` and so on."""
    refusal: Unavailable | None = None
    """Why a move is illegal."""
    place: int | None = None
    """The index of that move in the request, from 0."""
    view: TableView | UnsetType = UNSET
    """The newest view, if moves or an undo were refused because the client's view may be stale, as with
    ``stale_ply``, and the client may see the table."""
    retry: float | None = None
    """Seconds after which the request may succeed."""
