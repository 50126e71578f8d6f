"""Errors of the API as HTTP problem details (RFC 9457): a stable code, its status, and a message of the catalogue."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from msgspec import UNSET

from edokko.table.shapes.position import Unavailable
from edokko.table.shapes.problem import Problem
from edokko.table.shapes.tables import TableView

if TYPE_CHECKING:
    from edokko.catalogue import Catalogue

MEDIA_TYPE = "application/problem+json"

_CODES = {
    400: "bad_request bad_overlay bad_position bad_record unknown_level bad_name reserved_name",
    401: "no_guest",
    403: "not_your_seat not_the_host no_hints no_coach no_spectators banned rated_game",
    404: "no_table no_record not_found",
    405: "method",
    409: "stale_ply already_started not_started seat_taken table_full seats_open not_ready crest_taken "
    "already_seated not_away no_undo game_over time_over not_over",
    422: "illegal_move unknown_move missing_chance impossible_chance",
    429: "too_many",
    500: "internal",
    503: "busy",
}
STATUS = {code: status for status, codes in _CODES.items() for code in codes.split()}
"""The status of each code; a process may add codes. A code never changes its meaning."""


Argument = str | int


@dataclass(frozen=True, slots=True)
class Complaint:
    """The detail of a problem, in a form that can be translated."""

    message: str  # the id of a message of the catalogue
    reason: str  # a stable identifier for programs
    arguments: Mapping[str, Argument] = field(default_factory=dict)  # the variables of the message


class ApiProblem(Exception):
    """An error that the client receives as the answer.

    Args:
        code: a key of :data:`STATUS`.
        detail: without translation, unlike ``complaint``: the words of a move, an error of a loader.
        refusal: why a move is illegal, whose index in the request is ``place``.
        view: the newest view, if the client's view is stale.
        retry: seconds after which the request may succeed.
    """

    def __init__(
        self,
        code: str,
        detail: str = "",
        *,
        complaint: Complaint | None = None,
        refusal: Unavailable | None = None,
        place: int | None = None,
        view: TableView | None = None,
        retry: float | None = None,
    ) -> None:
        self.code = code
        self.status = STATUS[code]
        self.detail = detail
        self.complaint = complaint
        self.extra: dict[str, Any] = {"refusal": refusal, "place": place, "retry": retry}
        self.view = view
        super().__init__(code)

    def shape(self, catalogue: Catalogue) -> Problem:
        """Return the body of the answer, in the language of a catalogue."""
        name, complaint = self.code.replace("_", "-"), self.complaint
        return Problem(
            type=f"urn:edokko:problem:{self.code}",
            title=catalogue.text(f"api-{name}"),
            status=self.status,
            code=self.code,
            detail=catalogue.text(complaint.message, **complaint.arguments) if complaint else self.detail,
            reason=complaint.reason if complaint else None,
            arguments=dict(complaint.arguments) if complaint else {},
            view=self.view if self.view is not None else UNSET,
            **self.extra,
        )
