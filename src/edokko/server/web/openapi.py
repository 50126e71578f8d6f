"""Additions to Litestar's OpenAPI schema: problems, closed request bodies, and the messages of live channels."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
from litestar import Request
from litestar.openapi import ResponseSpec
from litestar.openapi.plugins import JsonRenderPlugin

from edokko.table.problems import MEDIA_TYPE
from edokko.table.shapes.base import RequestShape, ResponseShape
from edokko.table.shapes.live import LiveGone, LivePong, LivePresence, LiveTurns, LiveView
from edokko.table.shapes.problem import Problem

LIVE_MESSAGES = (LiveView, LivePresence, LiveTurns, LiveGone, LivePong)
_WORDS = {
    400: "The request is malformed",
    401: "The client is not authenticated",
    403: "The guest is not allowed to do this",
    404: "The resource does not exist",
    405: "The method is not allowed here",
    409: "The request conflicts with the state of the table",
    413: "The request is too large",
    422: "The move cannot be played",
    429: "Too many requests",
    503: "The server is busy",
}

PROBLEMS = {
    status: ResponseSpec(Problem, description=words, media_type=MEDIA_TYPE, generate_examples=False)
    for status, words in _WORDS.items()
}


class Description(JsonRenderPlugin):
    """The OpenAPI schema with closed request bodies and the messages of live channels, which Litestar omits."""

    def __init__(self, messages: Iterable[type[ResponseShape]]) -> None:
        super().__init__(path="/openapi.json")
        self._messages: tuple[type[ResponseShape], ...] = (*LIVE_MESSAGES, *messages)
        self._completed: dict[str, Any] | None = None

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        """Return the schema as JSON."""
        if self._completed is None:
            self._completed = _complete(openapi_schema, self._messages)
        return super().render(request, self._completed)


def _complete(schema: dict[str, Any], messages: Iterable[type[ResponseShape]]) -> dict[str, Any]:
    _, live = msgspec.json.schema_components(messages, ref_template="#/components/schemas/{name}")
    schemas = {**live, **schema["components"]["schemas"]}
    for body in _subclasses_of(RequestShape):
        if body.__name__ in schemas:
            schemas[body.__name__] = {**schemas[body.__name__], "additionalProperties": False}
    return {**schema, "components": {**schema["components"], "schemas": schemas}}


def _subclasses_of(shape: type[RequestShape]) -> Iterator[type[RequestShape]]:
    for subclass in shape.__subclasses__():
        yield subclass
        yield from _subclasses_of(subclass)
