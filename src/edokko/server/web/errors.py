"""Every error as a problem, whoever has raised it."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

import msgspec
from litestar import Request, Response
from litestar.exceptions import HTTPException
from sqlalchemy.exc import DBAPIError

from edokko.server.database.connect import is_foreign_key_violation, is_disk_full
from edokko.server.problems import MEDIA_TYPE, ApiProblem, Complaint
from edokko.server.web.language import catalogue_of
from edokko.server.web.validation import complaint_about, first

log = logging.getLogger("edokko.server")
CODES = {400: "bad_request", 401: "no_guest", 403: "foreign_origin", 404: "not_found", 405: "method", 413: "too_large"}


FULL_SECONDS = 60.0
"""Seconds after which a client may try again what a full disk has refused."""


class ClientGone(Exception):
    """The client has closed its connection before its request was complete."""


def as_problem(error: Exception) -> ApiProblem:
    """What a client is told about an error."""
    if isinstance(error, ApiProblem):
        return error
    if isinstance(error, ClientGone):
        # No client reads the answer.
        return ApiProblem("bad_request")
    if isinstance(error, RecursionError):
        # JSON that is nested deeper than anything we ask for.
        return ApiProblem("bad_request", complaint=first(()))
    if isinstance(error, UnicodeDecodeError):
        # The body says that it is JSON, and is no UTF-8.
        return ApiProblem("bad_request", complaint=first(()))
    if isinstance(error, DBAPIError) and is_disk_full(error):
        log.error("the disk is full: a request could not be saved")
        return ApiProblem("storage_full", retry=FULL_SECONDS)
    if isinstance(error, DBAPIError) and is_foreign_key_violation(error):
        # The database keeps no table, seat or token of a guest that has just been deleted.
        return ApiProblem("no_guest")
    if not isinstance(error, HTTPException):
        log.error("a request failed", exc_info=error)
        return ApiProblem("internal")
    if error.status_code == 429:
        reset = (error.headers or {}).get("RateLimit-Reset", "")
        return ApiProblem("too_many", retry=float(reset) if reset.isdigit() else None)
    if error.status_code >= 500:
        log.error("a request failed", exc_info=error)
        return ApiProblem("internal")
    code = CODES.get(error.status_code, "bad_request")
    return ApiProblem(code, complaint=_complaint(error) if code == "bad_request" else None)


def _complaint(error: HTTPException) -> Complaint:
    """The first thing that is wrong with a request."""
    extra = error.extra if isinstance(error.extra, list) else []
    found = [one for one in extra if isinstance(one, dict) and "message" in one and one.get("key")]
    return first(complaint_about(str(one["key"]), str(one["message"])) for one in found)


def problem_handler(forget_guests: Callable[[], None]) -> Any:
    """The handler of all errors.

    Args:
        forget_guests: forgets the guests that have been looked up, because a guest of a request is deleted.
    """

    def handle(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
        problem = as_problem(error)
        if isinstance(error, DBAPIError) and is_foreign_key_violation(error):
            forget_guests()
        headers = dict(error.headers or {}) if isinstance(error, HTTPException) else {}
        if problem.extra["retry"] is not None:
            headers["Retry-After"] = str(max(1, round(problem.extra["retry"])))
        catalogue = catalogue_of(request)
        headers |= {"Content-Language": catalogue.language, "Vary": "Accept-Language"}
        body = msgspec.json.encode(problem.shape(catalogue))
        return Response(body, media_type=MEDIA_TYPE, status_code=problem.status, headers=headers)

    return handle
