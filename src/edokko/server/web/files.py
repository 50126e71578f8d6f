"""The files of the built page, in memory, each in the encodings that the build has written beside it.

Litestar's router of static files knows neither compressed files nor more than one ``ETag``, and its compression packs
every answer anew. ServeStatic sends compressed files, but with one ``ETag``, made of time and size, for all encodings.
The page has some forty small files, so they are read once.
"""

from __future__ import annotations

import functools
import gzip
import hashlib
import re
from dataclasses import dataclass
from mimetypes import guess_type
from pathlib import Path
from typing import Any

from litestar import Request, Response
from litestar.status_codes import HTTP_304_NOT_MODIFIED

from edokko.server.web.encodings import IDENTITY, best_encoding

ENDINGS = {".br": "br", ".gz": "gzip"}
TYPES = {".js": "text/javascript", ".svg": "image/svg+xml", ".webmanifest": "application/manifest+json"}
"""What the registry of the system may call something else, or not know."""
_TAG = re.compile(r'"[^"]*"')


@dataclass(frozen=True, slots=True)
class Body:
    """Bytes of a certain encoding."""

    content: bytes
    etag: str


@dataclass(frozen=True, slots=True)
class File:
    """A file of the page."""

    media_type: str
    bodies: dict[str, Body]
    """By encoding; ``identity`` is the file itself."""


def body_of(content: bytes) -> Body:
    """Give bytes a strong ``ETag`` of their content: it differs for each encoding and is alike on all servers."""
    return Body(content, f'"{hashlib.sha256(content).hexdigest()[:24]}"')


@functools.lru_cache(maxsize=64)
def packed(content: bytes, media_type: str) -> File:
    """Something that is made here and asked for often, compressed once: the page for an address, the components."""
    return File(media_type, {"gzip": body_of(gzip.compress(content, mtime=0)), IDENTITY: body_of(content)})


def files_of(folder: Path) -> dict[str, File]:
    """Read the files of a folder, by their paths within it."""
    paths = {one.relative_to(folder).as_posix(): one for one in sorted(folder.rglob("*")) if one.is_file()}
    found: dict[str, File] = {}
    for name, path in paths.items():
        plain = name.removesuffix(path.suffix)
        if path.suffix in ENDINGS and plain in paths:
            continue
        media_type = TYPES.get(path.suffix) or guess_type(name)[0] or "application/octet-stream"
        bodies = {IDENTITY: body_of(path.read_bytes())}
        for ending, encoding in ENDINGS.items():
            if name + ending in paths:
                bodies[encoding] = body_of(paths[name + ending].read_bytes())
        found[name] = File(media_type, bodies)
    return found


def send_file(request: Request[Any, Any, Any], file: File, headers: dict[str, str] | None = None) -> Response[bytes]:
    """Answer a request for a file: in the best encoding, or with 304 where the client has it.

    A ``Range`` is not looked at, as RFC 9110 allows: the files are small, and the whole file is a right answer.

    Args:
        request: a GET or HEAD.
        file: what is sent.
        headers: further ones of the answer.
    """
    encoding = best_encoding(request.headers.get("accept-encoding", ""), file.bodies)
    body = file.bodies[encoding]
    sent = {"etag": body.etag, **(headers or {})}
    if len(file.bodies) > 1:
        sent["vary"] = ", ".join(filter(None, (sent.get("vary"), "Accept-Encoding")))
    if _has(request.headers.get("if-none-match", ""), body.etag):
        return Response(b"", status_code=HTTP_304_NOT_MODIFIED, headers=sent)
    if encoding != IDENTITY:
        sent["content-encoding"] = encoding
    return Response(body.content, media_type=file.media_type, headers=sent)


def _has(if_none_match: str, etag: str) -> bool:
    """Whether a client has what an ``ETag`` stands for. A proxy may have made the tag a weak one."""
    return if_none_match.strip() == "*" or etag in _TAG.findall(if_none_match)
