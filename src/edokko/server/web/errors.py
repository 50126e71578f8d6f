"""Every error as a problem, whoever has raised it."""

from __future__ import annotations

import logging
from typing import Any

import msgspec
from litestar import Request, Response
from litestar.exceptions import HTTPException

from edokko.server.parts import Parts
from edokko.server.problems import MEDIA_TYPE, ApiProblem

log = logging.getLogger("edokko.server")
CODES = {400: "bad_request", 401: "no_guest", 403: "foreign_origin", 404: "not_found", 405: "method", 413: "too_large"}
LONGEST = 400


def as_problem(error: Exception) -> ApiProblem:
    """What a client is told about an error."""
    if isinstance(error, ApiProblem):
        return error
    if isinstance(error, RecursionError):
        # JSON that is nested deeper than anything we ask for.
        return ApiProblem("bad_request")
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
    return ApiProblem(code, _detail(error) if code == "bad_request" else "")


def _detail(error: HTTPException) -> str:
    """What is wrong with a request, without more of it than needed."""
    extra = error.extra if isinstance(error.extra, list) else []
    parts = [f"{one.get('key', '')}: {one.get('message', '')}".strip(": ") for one in extra if isinstance(one, dict)]
    return "; ".join(parts)[:LONGEST] or error.detail[:LONGEST]


def problem_handler(parts: Parts) -> Any:
    """The handler of all errors."""

    def handle(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
        problem = as_problem(error)
        headers = dict(error.headers or {}) if isinstance(error, HTTPException) else {}
        if problem.extra["retry"] is not None:
            headers["Retry-After"] = str(max(1, round(problem.extra["retry"])))
        body = msgspec.json.encode(problem.shape(parts.catalogue))
        return Response(body, media_type=MEDIA_TYPE, status_code=problem.status, headers=headers)

    return handle
