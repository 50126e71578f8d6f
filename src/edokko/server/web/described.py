"""What the description of the API says besides what Litestar finds out: problems, and that unknown keys are refused."""

from __future__ import annotations

from litestar import Litestar
from litestar.openapi import ResponseSpec

from edokko.server import shapes
from edokko.server.problems import MEDIA_TYPE

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


def refuse_unknown_keys(app: Litestar) -> None:
    """Describe the shapes that clients send as what they are: closed."""
    asked = {one.__name__ for one in shapes.Asked.__subclasses__()}
    for name, schema in (app.openapi_schema.components.schemas or {}).items():
        if name.rpartition("_")[2] in asked or name in asked:
            schema.additional_properties = False
