"""What goes wrong, as problems of HTTP: a stable code, its status, and the words of the catalogue."""

from __future__ import annotations

from collections.abc import Mapping
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
    "already_seated": 409,
    "no_undo": 409,
    "game_over": 409,
    "time_over": 409,
    "not_over": 409,
    "too_large": 413,
    "illegal_move": 422,
    "unknown_move": 422,
    "too_many": 429,
    "internal": 500,
    "busy": 503,
}
"""Every code with its status. A code never changes its meaning."""


class ApiProblem(Exception):
    """Something a client has to be told instead of an answer.

    Args:
        code: one of :data:`STATUS`.
        detail: more than the code's sentence, where there is more to say.
        say: the same as a message of the catalogue.
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
        say: str = "",
        refusal: shapes.Unavailable | None = None,
        place: int | None = None,
        view: shapes.TableView | None = None,
        retry: float | None = None,
    ) -> None:
        self.code = code
        self.status = STATUS[code]
        self.detail = detail
        self.say = say
        self.extra: dict[str, Any] = {"refusal": refusal, "place": place, "retry": retry}
        self.view = view
        super().__init__(code)

    def shape(self, catalogue: Catalogue) -> shapes.Problem:
        """The problem as it is sent.

        Args:
            catalogue: the language of its words.
        """
        name = self.code.replace("_", "-")
        return shapes.Problem(
            type=f"urn:edokko:problem:{self.code}",
            title=catalogue.text(f"api-{name}"),
            status=self.status,
            code=self.code,
            detail=catalogue.text(self.say) if self.say else self.detail,
            view=self.view if self.view is not None else UNSET,
            **self.extra,
        )
