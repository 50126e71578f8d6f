"""What the description of the API says about problems: every route may answer with one."""

from __future__ import annotations

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
