"""What goes wrong, as problems of HTTP: a stable code, its status, and the words of the catalogue."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from msgspec import UNSET

from edokko.catalogue import Catalogue
from edokko.server import shapes

MEDIA_TYPE = "application/problem+json"

STATUS: Mapping[str, int] = {
    "bad_request": 400,
    "bad_overlay": 400,
    "unknown_level": 400,
    "bad_name": 400,
    "no_guest": 401,
    "bad_token": 401,
    "bad_code": 401,
    "not_your_seat": 403,
    "not_the_host": 403,
    "foreign_origin": 403,
    "no_hints": 403,
    "no_spectators": 403,
    "banned": 403,
    "no_table": 404,
    "no_player": 404,
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
    "too_large": 413,
    "foreign_host": 421,
    "illegal_move": 422,
    "unknown_move": 422,
    "too_many": 429,
    "internal": 500,
    "busy": 503,
    "storage_full": 503,
}
"""Every code with its status. A code never changes its meaning."""


Argument = str | int


@dataclass(frozen=True, slots=True)
class Complaint:
    """More than a code says, in a form that can be said in every language.

    Attributes:
        message: of the catalogue; with the arguments as its variables.
        reason: a stable word for it.
        arguments: what it is about.
    """

    message: str
    reason: str
    arguments: Mapping[str, Argument] = field(default_factory=dict)


class ApiProblem(Exception):
    """Something a client has to be told instead of an answer.

    Args:
        code: one of :data:`STATUS`.
        detail: more than the code's sentence, where no language says it otherwise: a move's words, what a loader says.
        complaint: more than the code's sentence, otherwise.
        refusal: why a move is not legal.
        place: which of the moves sent.
        view: the newer state.
        retry: seconds after which it may go well.
    """

    def __init__(
        self,
        code: str,
        detail: str = "",
        *,
        complaint: Complaint | None = None,
        refusal: shapes.Unavailable | None = None,
        place: int | None = None,
        view: shapes.TableView | None = None,
        retry: float | None = None,
    ) -> None:
        self.code = code
        self.status = STATUS[code]
        self.detail = detail
        self.complaint = complaint
        self.extra: dict[str, Any] = {"refusal": refusal, "place": place, "retry": retry}
        self.view = view
        super().__init__(code)

    def shape(self, catalogue: Catalogue) -> shapes.Problem:
        """The problem as it is sent.

        Args:
            catalogue: the language of its words.
        """
        name, found = self.code.replace("_", "-"), self.complaint
        return shapes.Problem(
            type=f"urn:edokko:problem:{self.code}",
            title=catalogue.text(f"api-{name}"),
            status=self.status,
            code=self.code,
            detail=catalogue.text(found.message, **found.arguments) if found else self.detail,
            reason=found.reason if found else None,
            arguments=dict(found.arguments) if found else {},
            view=self.view if self.view is not None else UNSET,
            **self.extra,
        )
