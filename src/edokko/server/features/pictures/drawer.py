"""Pictures of positions for the previews of links, drawn one at a time by another process and cached."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
import struct
import sys
from pathlib import Path

from cachetools import LRUCache

from edokko.server.services import Service
from edokko.server.tables.limits import SlidingWindow
from edokko.table.problems import ApiProblem

SCRIPT = Path("picture") / "picture.js"
"""The bundle in the folder of the built page."""
CACHED_BYTES = 24 * 1024 * 1024
"""Capacity of the cache; a picture has about 0.25 MB."""
ENTRY_BYTES = 1_000
"""What an entry counts besides its picture; one that could not be drawn is empty."""
MOST_OF_ADDRESS = 600
"""Pictures that are drawn for one address in an hour; those in the cache do not count."""
MOST_WAITING = 20
"""Pictures that wait for the process; further requests are refused."""
RETRY = 5.0
TIMEOUT = 30.0
"""Seconds for one picture; then the process is killed."""
IDLE = 120.0
"""Seconds without a picture after which the process ends, which has 40 MB."""
log = logging.getLogger(__name__)


class Pictures(Service):
    """The cache of pictures, and the process that draws those that it lacks, with the script of the built page."""

    def __init__(self, page: Path) -> None:
        self._script = page / SCRIPT
        self._drawn = SlidingWindow(MOST_OF_ADDRESS)
        self._cache: LRUCache[str, bytes] = LRUCache(CACHED_BYTES, getsizeof=lambda png: len(png) + ENTRY_BYTES)
        self._lock = asyncio.Lock()
        self._waiting = 0
        self._process: asyncio.subprocess.Process | None = None
        self._idle: asyncio.TimerHandle | None = None

    @property
    def are_available(self) -> bool:
        """Whether the page, whose build contains the shapes, has been built."""
        return self._script.is_file()

    async def picture(self, request: bytes, address: str) -> bytes:
        """Return the PNG for a request, from the cache if it has it; only another one counts for the client's address.

        Raises:
            ApiProblem: ``busy``, if too many pictures wait; ``too_many`` of the address; ``not_found`` for a picture
                that could not be drawn.
        """
        if png := self._cache.get(_key_of(request)):
            return png
        self._drawn.take(address)
        return await self._drawn_once(request)

    async def _drawn_once(self, request: bytes) -> bytes:
        if self._waiting >= MOST_WAITING:
            raise ApiProblem("busy", retry=RETRY)
        self._waiting += 1
        try:
            async with self._lock:
                # Another request may have drawn it meanwhile.
                png = self._cache.get(_key_of(request))
                if png is None:
                    png = await self._draw(request)
        except (TimeoutError, EOFError, OSError):
            log.exception("a picture could not be drawn")
            png = b""
        finally:
            self._waiting -= 1
        self._cache[_key_of(request)] = png
        if not png:
            raise ApiProblem("not_found")
        return png

    async def stop(self) -> None:
        """End the process."""
        if self._idle is not None:
            self._idle.cancel()
        process, self._process = self._process, None
        if process is not None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()

    async def _draw(self, request: bytes) -> bytes:
        if self._idle is not None:
            self._idle.cancel()
        try:
            async with asyncio.timeout(TIMEOUT):
                png = await self._ask(request)
        except BaseException:
            # The answer may still come, and the next request would read it.
            await self.stop()
            raise
        self._idle = asyncio.get_running_loop().call_later(IDLE, self._end)
        return png

    async def _ask(self, request: bytes) -> bytes:
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "edokko.server.features.pictures.drawing",
                str(self._script),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
            )
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None
        assert stdout is not None
        stdin.write(request + b"\n")
        await stdin.drain()
        (length,) = struct.unpack(">I", await stdout.readexactly(4))
        return await stdout.readexactly(length)

    def _end(self) -> None:
        """Close the process's input, so that it ends by itself."""
        process, self._process = self._process, None
        if process is not None and process.stdin is not None:
            process.stdin.close()


def _key_of(request: bytes) -> str:
    return hashlib.sha256(request).hexdigest()
