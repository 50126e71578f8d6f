"""What the description of the API says besides what Litestar finds out: problems, and that unknown keys are refused."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Request
from litestar.openapi import ResponseSpec
from litestar.openapi.plugins import JsonRenderPlugin

from edokko.server import shapes
from edokko.server.problems import MEDIA_TYPE

LIVE = (shapes.LiveView, shapes.LivePresence, shapes.LiveTurns, shapes.LiveGone, shapes.LivePong)
_WORDS = {
    400: "The request cannot be understood",
    401: "Nobody knows who you are",
    403: "You may not do that",
    404: "There is no such thing",
    405: "That cannot be done here",
    409: "It does not fit how things stand",
    413: "The request is too large",
    422: "The move cannot be played",
    429: "Too much at once",
    503: "The server is busy",
}

PROBLEMS = {
    status: ResponseSpec(shapes.Problem, description=words, media_type=MEDIA_TYPE, generate_examples=False)
    for status, words in _WORDS.items()
}


class Description(JsonRenderPlugin):
    """The description with closed requests, and with the messages of the live channel, which OpenAPI does not know."""

    def __init__(self) -> None:
        super().__init__(path="/openapi.json")
        self._whole: dict[str, Any] | None = None

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        """The description as JSON."""
        if self._whole is None:
            self._whole = _completed(openapi_schema)
        return super().render(request, self._whole)


def _completed(found: dict[str, Any]) -> dict[str, Any]:
    _, live = msgspec.json.schema_components(LIVE, ref_template="#/components/schemas/{name}")
    schemas = {**live, **found["components"]["schemas"]}
    for asked in shapes.Asked.__subclasses__():
        if asked.__name__ in schemas:
            schemas[asked.__name__] = {**schemas[asked.__name__], "additionalProperties": False}
    return {**found, "components": {**found["components"], "schemas": schemas}}
