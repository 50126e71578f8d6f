"""Errors of the API as HTTP problem details (RFC 9457): a stable code, its status, and a message of the catalogue."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from msgspec import UNSET

from edokko.catalogue import Catalogue
from edokko.server.views.shapes.position import Unavailable
from edokko.server.views.shapes.problem import Problem
from edokko.server.views.shapes.tables import TableView

MEDIA_TYPE = "application/problem+json"

STATUS: Mapping[str, int] = {
    "bad_request": 400,
    "bad_overlay": 400,
    "bad_position": 400,
    "bad_record": 400,
    "unknown_level": 400,
    "bad_name": 400,
    "bad_address": 400,
    "no_guest": 401,
    "bad_token": 401,
    "bad_code": 401,
    "not_your_seat": 403,
    "not_the_host": 403,
    "foreign_origin": 403,
    "no_hints": 403,
    "no_coach": 403,
    "no_chat": 403,
    "no_spectators": 403,
    "banned": 403,
    "rated_game": 403,
    "not_your_study": 403,
    "not_the_organiser": 403,
    "no_table": 404,
    "no_player": 404,
    "no_puzzle": 404,
    "no_study": 404,
    "no_series": 404,
    "no_event": 404,
    "no_program": 404,
    "no_challenge": 404,
    "no_channel": 404,
    "no_record": 404,
    "no_message": 404,
    "not_found": 404,
    "method": 405,
    "stale_ply": 409,
    "already_started": 409,
    "not_started": 409,
    "seat_taken": 409,
    "table_full": 409,
    "seats_open": 409,
    "not_ready": 409,
    "crest_taken": 409,
    "already_seated": 409,
    "not_away": 409,
    "no_undo": 409,
    "game_over": 409,
    "time_over": 409,
    "not_over": 409,
    "has_rematch": 409,
    "series_over": 409,
    "event_full": 409,
    "event_over": 409,
    "event_running": 409,
    "event_not_running": 409,
    "few_players": 409,
    "not_entered": 409,
    "no_mail": 409,
    "too_large": 413,
    "foreign_host": 421,
    "illegal_move": 422,
    "unknown_move": 422,
    "missing_chance": 422,
    "impossible_chance": 422,
    "too_many": 429,
    "internal": 500,
    "busy": 503,
    "storage_full": 503,
}
"""The status of each code. A code never changes its meaning."""


Argument = str | int


@dataclass(frozen=True, slots=True)
class Complaint:
    """The detail of a problem, in a form that can be translated.

    Attributes:
        message: the id of a message of the catalogue.
        reason: a stable identifier for programs.
        arguments: the variables of the message.
    """

    message: str
    reason: str
    arguments: Mapping[str, Argument] = field(default_factory=dict)


class ApiProblem(Exception):
    """An error that the client receives as the answer.

    Args:
        code: a key of :data:`STATUS`.
        detail: a detail without translation: the words of a move, an error of a loader.
        complaint: a detail with translations.
        refusal: why a move is illegal.
        place: the index of that move in the request.
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
