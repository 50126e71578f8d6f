"""Conversion of all exceptions to problems."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

import msgspec
from litestar import Request, Response
from litestar.exceptions import HTTPException
from sqlalchemy.exc import DBAPIError

from edokko.server.store.driver import is_foreign_key_violation, is_unwritable
from edokko.server.web.negotiation import catalogue_of
from edokko.table.api.validation import complaint_about, first
from edokko.table.problems import MEDIA_TYPE, ApiProblem, Complaint

log = logging.getLogger("edokko.server")
PROBLEMS = {"bad_token": 401, "bad_code": 401, "foreign_origin": 403, "no_player": 404, "too_large": 413}
PROBLEMS |= {"foreign_host": 421, "storage_full": 503}
"""The codes that tables do not use, each with its status."""
CODES = {400: "bad_request", 401: "no_guest", 403: "foreign_origin", 404: "not_found", 405: "method", 413: "too_large"}


DISK_FULL_RETRY = 60.0
"""Seconds after which a client may retry a request that a full disk has refused."""


class ClientGone(Exception):
    """The client has closed its connection before its request was complete."""


def as_problem(error: Exception) -> ApiProblem:
    """Return the problem for an exception; log it if it is a fault of the server."""
    if isinstance(error, ApiProblem):
        return error
    if isinstance(error, ClientGone):
        # The client will not read the answer.
        return ApiProblem("bad_request")
    if isinstance(error, RecursionError | UnicodeDecodeError):
        # The JSON of the body is nested too deeply, or is not UTF-8.
        return ApiProblem("bad_request", complaint=first(()))
    if isinstance(error, DBAPIError) and is_unwritable(error):
        log.error("the disk is full or the database is read-only: a request could not be saved")
        return ApiProblem("storage_full", retry=DISK_FULL_RETRY)
    if isinstance(error, DBAPIError) and is_foreign_key_violation(error):
        # The request would store a table, seat or token of a guest who has just been deleted.
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
    """Return the first validation error of a request."""
    extra = error.extra if isinstance(error.extra, list) else []
    errors = [entry for entry in extra if isinstance(entry, dict) and "message" in entry and entry.get("key")]
    return first(complaint_about(str(entry["key"]), str(entry["message"])) for entry in errors)


NotFoundPage = Callable[[Request[Any, Any, Any]], Response[bytes]]


def problem_handler(invalidate_guests: Callable[[], None], not_found: NotFoundPage | None = None) -> Any:
    """Return the handler of all exceptions; one that refers to a deleted guest clears the cache of guests.

    A browser that asks for an unknown page is answered by ``not_found``, if there is one, instead of with a problem.
    """

    def handle(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
        problem = as_problem(error)
        if isinstance(error, DBAPIError) and is_foreign_key_violation(error):
            invalidate_guests()
        if not_found is not None and problem.code == "not_found" and _is_for_page(request):
            return not_found(request)
        headers = dict(error.headers or {}) if isinstance(error, HTTPException) else {}
        if problem.extra["retry"] is not None:
            headers["Retry-After"] = str(max(1, round(problem.extra["retry"])))
        catalogue = catalogue_of(request)
        headers |= {"Content-Language": catalogue.language, "Vary": "Accept-Language"}
        body = msgspec.json.encode(problem.shape(catalogue))
        return Response(body, media_type=MEDIA_TYPE, status_code=problem.status, headers=headers)

    return handle


def _is_for_page(request: Request[Any, Any, Any]) -> bool:
    """Return whether a person asks for a page with a browser."""
    is_read = request.method in ("GET", "HEAD") and not request.url.path.startswith("/api/")
    return is_read and "text/html" in request.headers.get("accept", "")
