"""The files of the built page, in memory, each in the encodings that the build has written next to it.

Litestar's router for static files supports neither precompressed files nor an ``ETag`` for each encoding, and its
compression middleware compresses every answer again. ServeStatic serves precompressed files, but with one ``ETag``,
derived from time and size, for all encodings. The files of the page are small, so they are read once.
"""

from __future__ import annotations

import functools
import gzip
import hashlib
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from mimetypes import guess_type
from pathlib import Path
from typing import Any

from litestar import Request, Response
from litestar.response import Stream
from litestar.status_codes import HTTP_304_NOT_MODIFIED

from edokko.server.web.negotiation import IDENTITY, best_encoding

ENDINGS = {".br": "br", ".gz": "gzip"}
TYPES = {
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
"""Media types that the system's registry may lack or name differently."""
PART = 1 << 18
"""The bytes of a large file that are sent at once."""
_TAG = re.compile(r'"[^"]*"')


@dataclass(frozen=True, slots=True)
class Body:
    """The bytes of a file in one encoding."""

    content: bytes
    etag: str
    size: int
    path: Path | None = None  # of a large file, which is read while it is sent


@dataclass(frozen=True, slots=True)
class File:
    """A file of the page."""

    media_type: str
    bodies: dict[str, Body]
    """The bodies by encoding; ``identity`` is the uncompressed file."""


def body_of(content: bytes) -> Body:
    """Return a body with a strong ``ETag``: a hash of the bytes, so it is the same on all servers."""
    return Body(content, f'"{hashlib.sha256(content).hexdigest()[:24]}"', len(content))


@functools.lru_cache(maxsize=64)
def packed(content: bytes, media_type: str) -> File:
    """Return generated content as a file, compressed once: the page of an address, the components."""
    return File(media_type, {"gzip": body_of(gzip.compress(content, mtime=0)), IDENTITY: body_of(content)})


def files_of(folder: Path, largest: int = sys.maxsize) -> dict[str, File]:
    """Read the files of a folder, by their relative paths. Those with more bytes than ``largest`` stay on the disk."""

    def body_at(path: Path) -> Body:
        body = body_of(path.read_bytes())
        return body if body.size <= largest else replace(body, content=b"", path=path)

    paths = {path.relative_to(folder).as_posix(): path for path in sorted(folder.rglob("*")) if path.is_file()}
    files: dict[str, File] = {}
    for name, path in paths.items():
        plain = name.removesuffix(path.suffix)
        if path.suffix in ENDINGS and plain in paths:
            continue
        media_type = TYPES.get(path.suffix) or guess_type(name)[0] or "application/octet-stream"
        bodies = {IDENTITY: body_at(path)}
        for ending, encoding in ENDINGS.items():
            if name + ending in paths:
                bodies[encoding] = body_at(paths[name + ending])
        files[name] = File(media_type, bodies)
    return files


def send_file(request: Request[Any, Any, Any], file: File, headers: dict[str, str] | None = None) -> Response[Any]:
    """Answer a GET or HEAD for a file in the best encoding, or with 304 if the client has a valid copy.

    ``Range`` is ignored, as RFC 9110 allows: the files are small.
    """
    encoding = best_encoding(request.headers.get("accept-encoding", ""), file.bodies)
    body = file.bodies[encoding]
    answer_headers = {"etag": body.etag, **(headers or {})}
    if len(file.bodies) > 1:
        answer_headers["vary"] = ", ".join(filter(None, (answer_headers.get("vary"), "Accept-Encoding")))
    if _matches(request.headers.get("if-none-match", ""), body.etag):
        return Response(b"", status_code=HTTP_304_NOT_MODIFIED, headers=answer_headers)
    if encoding != IDENTITY:
        answer_headers["content-encoding"] = encoding
    if body.path is not None:
        answer_headers["content-length"] = str(body.size)
        return Stream(_parts(body.path), media_type=file.media_type, headers=answer_headers)
    return Response(body.content, media_type=file.media_type, headers=answer_headers)


def _parts(path: Path) -> Iterator[bytes]:
    with path.open("rb") as file:
        while part := file.read(PART):
            yield part


def _matches(if_none_match: str, etag: str) -> bool:
    """Return whether ``If-None-Match`` has an ``ETag``, also as a weak tag, to which a proxy may have changed it."""
    return if_none_match.strip() == "*" or etag in _TAG.findall(if_none_match)
