"""The clients of the load test: tables, a live channel for each person, and moves in an open-loop load.

Arrivals are a Poisson process by the clock, independent of answers. The latency counts from when a move was due, so a
slow server does not reduce its own load (no coordinated omission).
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from time import perf_counter
from zlib import crc32

import aiohttp
import msgspec
from msgspec import Struct

SEATS = (2, 3, 4)
"""The numbers of players of the tables, in rotation."""
LONGEST = 15.0
"""Seconds after which an update counts as missed."""
CONCURRENCY = 20
"""Tables that are prepared concurrently."""


class Words(Struct):
    words: str


class GamePart(Struct):
    moves: list[Words] = []


class TablePart(Struct):
    version: int
    ply: int = 0
    game: GamePart | None = None


class YouPart(Struct):
    may_play: bool = False


class ViewPart(Struct):
    you: YouPart
    table: TablePart


class Message(Struct):
    """The fields of a message of the live channel that are decoded; the others are skipped."""

    type: str
    version: int = 0
    view: ViewPart | None = None
    steps: list[Struct] = []


class Answer(Struct):
    """The fields of the answer to a move that are decoded."""

    view: ViewPart | None = None
    version: int = 0


_MESSAGES = msgspec.json.Decoder(Message)
_ANSWERS = msgspec.json.Decoder(Answer)


@dataclass(slots=True)
class Counts:
    """The counts of a run.

    Attributes:
        latencies: seconds from when a move was due until all clients at its table had received it.
        answers: seconds from when a move was sent until its answer.
        views: views received on live channels.
        bytes: total size of these messages.
        answered: views received in answers to moves.
        missing: updates that a client did not receive, or received without the steps in between.
        errors: descriptions of the errors.
        finished: games that have ended.
    """

    latencies: list[float] = field(default_factory=list)
    answers: list[float] = field(default_factory=list)
    views: int = 0
    bytes: int = 0
    answered: int = 0
    missing: int = 0
    errors: list[str] = field(default_factory=list)
    finished: int = 0


def milliseconds(latencies: Sequence[float], share: float) -> float:
    """Return a quantile of latencies in milliseconds; infinite if there are none."""
    ordered = sorted(latencies)
    return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else float("inf")


@dataclass(eq=False, slots=True)
class Channel:
    """The live channel of a client.

    Attributes:
        address: the URL of its server process.
        cookie: of its guest.
        version: of the newest view.
        time: when that view was received.
        view: the newest view.
    """

    address: str
    cookie: str
    version: int = 0
    time: float = 0.0
    view: ViewPart | None = None


@dataclass(eq=False, slots=True)
class Table:
    """A table and its clients."""

    id: str
    channels: list[Channel]
    news: asyncio.Event = field(default_factory=asyncio.Event)

    def knows(self, version: int) -> bool:
        """Return whether all clients have received a version."""
        return all(channel.version >= version for channel in self.channels)


class People:
    """All clients, in this process.

    Args:
        http: the HTTP client, without a cookie jar.
        addresses: the URLs of the server processes, to which clients are assigned round-robin.
        seed: of the moves and their times.
        is_routed: whether the id of a table decides which process all its clients use, as a reverse proxy can.
    """

    def __init__(
        self, http: aiohttp.ClientSession, addresses: Sequence[str], seed: int, *, is_routed: bool = False
    ) -> None:
        self.counts = Counts()
        self.tables: list[Table] = []
        self._http = http
        self._addresses = addresses
        self._random = random.Random(seed)
        self._idle: asyncio.Queue[Table] = asyncio.Queue()
        self._listeners: list[asyncio.Task[None]] = []
        self._assigned = 0
        self._is_routed = is_routed
        self._is_leaving = False

    # --- preparation

    async def prepare(self, tables: int, connections: int) -> None:
        """Create tables, take seats, begin the games and open the channels; clients without a seat are spectators."""
        seats = [SEATS[number % len(SEATS)] for number in range(tables)]
        spectators = connections - sum(seats)
        if spectators < 0:
            raise ValueError(f"{tables} tables have {sum(seats)} seats: there must be as many connections")
        shares = [spectators // tables + (number < spectators % tables) for number in range(tables)]
        gate = asyncio.Semaphore(CONCURRENCY)

        async def create(number: int) -> Table:
            async with gate:
                return await self._table(seats[number], shares[number])

        self.tables = list(await asyncio.gather(*map(create, range(tables))))
        await self._open()

    async def prepare_echo(self, tables: int, connections: int) -> None:
        """Open the same number of channels to echo servers, which have no tables."""
        shares = [connections // tables + (number < connections % tables) for number in range(tables)]
        self.tables = [
            Table(f"t{number}", [Channel(self._next_address(), "") for _ in range(share)])
            for number, share in enumerate(shares)
        ]
        await self._open()

    async def bots_only(self, tables: int, levels: Sequence[str]) -> None:
        """Create tables with computer players only."""
        host = Channel(self._next_address(), await self._guest(self._addresses[0]))
        for number in range(tables):
            seats = [{"kind": "bot", "level": levels[(number + seat) % len(levels)]} for seat in range(3)]
            await self._post(host, "/api/tables", {"seats": seats}, expect=201)

    def _next_address(self) -> str:
        self._assigned += 1
        return self._addresses[self._assigned % len(self._addresses)]

    async def _table(self, seats: int, spectators: int) -> Table:
        channels = []
        for _ in range(seats + spectators):
            address = self._next_address()
            channels.append(Channel(address, await self._guest(address)))
        host = channels[0]
        kinds = [{"kind": "you"}, *[{"kind": "open"}] * (seats - 1)]
        answer = await self._post(host, "/api/tables", {"seats": kinds}, expect=201)
        table: str = msgspec.json.decode(answer)["table"]["id"]
        if self._is_routed:
            address = self._addresses[crc32(table.encode()) % len(self._addresses)]
            for channel in channels:
                channel.address = address
        for other in channels[1:seats]:
            await self._post(other, f"/api/tables/{table}/join", {})
        await self._post(host, f"/api/tables/{table}/start")
        return Table(table, channels)

    async def _guest(self, address: str) -> str:
        async with self._http.get(f"{address}/api/guest") as answer:
            answer.raise_for_status()
            return "; ".join(f"{name}={cookie.value}" for name, cookie in answer.cookies.items())

    async def _post(self, client: Channel, path: str, body: object = None, expect: int = 200) -> bytes:
        headers = {"Cookie": client.cookie}
        async with self._http.post(client.address + path, json=body, headers=headers) as answer:
            content = await answer.read()
            if answer.status != expect:
                raise RuntimeError(f"{path}: {answer.status} {content[:300]!r}")
            return content

    async def _open(self) -> None:
        gate = asyncio.Semaphore(CONCURRENCY)
        waits = []
        for table in self.tables:
            for channel in table.channels:
                is_open = asyncio.Event()
                self._listeners.append(asyncio.create_task(self._listen(table, channel, gate, is_open)))
                waits.append(is_open.wait())
        await asyncio.wait_for(asyncio.gather(*waits), 120)
        shuffled = self.tables[:]
        self._random.shuffle(shuffled)
        for table in shuffled:
            self._idle.put_nowait(table)

    # --- the live channels

    async def _listen(self, table: Table, channel: Channel, gate: asyncio.Semaphore, is_open: asyncio.Event) -> None:
        path = f"{channel.address.replace('http', 'ws', 1)}/api/tables/{table.id}/live"
        headers = {"Cookie": channel.cookie, "Origin": channel.address}
        try:
            await gate.acquire()
            async with self._http.ws_connect(path, headers=headers, max_msg_size=0) as socket:
                gate.release()
                async for message in socket:
                    if message.type is not aiohttp.WSMsgType.TEXT:
                        break
                    self._on_message(table, channel, message.data)
                    is_open.set()
        except aiohttp.ClientError as error:
            self.counts.errors.append(f"live channel: {error!r}")
        if not self._is_leaving:
            self.counts.errors.append("a live channel was closed by the server")

    def _on_message(self, table: Table, channel: Channel, text: str) -> None:
        message = _MESSAGES.decode(text)
        if message.type != "view":
            return
        now = perf_counter()
        if channel.version and channel.version + len(message.steps) != message.version:
            self.counts.missing += 1
        channel.version, channel.time, channel.view = message.version, now, message.view
        self.counts.views += 1
        self.counts.bytes += len(text)
        table.news.set()

    # --- the moves

    async def play(self, rate: float, seconds: float) -> None:
        """Send moves, and wait until all clients have received the last one.

        Args:
            rate: moves a second.
            seconds: the duration.
        """
        start = perf_counter()
        due = start
        playing: set[asyncio.Task[None]] = set()
        while (due := due + self._random.expovariate(rate)) < start + seconds:
            await asyncio.sleep(max(0.0, due - perf_counter()))
            task = asyncio.create_task(self._move(await self._next_table(), due))
            playing.add(task)
            task.add_done_callback(playing.discard)
            task.add_done_callback(self._on_done)
        if playing:
            _, hanging = await asyncio.wait(playing, timeout=2 * LONGEST)
            self.counts.missing += len(hanging)

    def _on_done(self, task: asyncio.Task[None]) -> None:
        """Count an unexpected exception as an error."""
        error = None if task.cancelled() else task.exception()
        if error is not None:
            self.counts.errors.append(f"move: {error!r}")

    async def _next_table(self) -> Table:
        """Return a table without a move in flight."""
        async with asyncio.timeout(2 * LONGEST):
            return await self._idle.get()

    async def _move(self, table: Table, due: float) -> None:
        deciding = [channel for channel in table.channels if channel.view is not None and channel.view.you.may_play]
        view = deciding[0].view if deciding else None
        if view is None or view.table.game is None:
            # The game is over; do not return the table to the queue.
            self.counts.finished += 1
            return
        move = self._random.choice(view.table.game.moves).words
        body = {"ply": view.table.ply, "moves": [move]}
        try:
            sent = perf_counter()
            content = await self._post(deciding[0], f"/api/tables/{table.id}/moves", body)
            self.counts.answers.append(perf_counter() - sent)
        except (aiohttp.ClientError, RuntimeError, TimeoutError) as error:
            self.counts.errors.append(f"move: {error!r}")
            return
        answer = _ANSWERS.decode(content)
        version = answer.view.table.version if answer.view is not None else answer.version
        self.counts.answered += 1
        try:
            async with asyncio.timeout(LONGEST):
                while not table.knows(version):
                    table.news.clear()
                    await table.news.wait()
        except TimeoutError:
            self.counts.missing += sum(channel.version < version for channel in table.channels)
            return
        self.counts.latencies.append(max(channel.time for channel in table.channels) - due)
        self._idle.put_nowait(table)

    # --- end

    async def leave(self) -> None:
        """Close all channels."""
        self._is_leaving = True
        for task in self._listeners:
            task.cancel()
        await asyncio.gather(*self._listeners, return_exceptions=True)
