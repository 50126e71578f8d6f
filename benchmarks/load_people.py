"""The people of the load: many tables, a live channel for everybody, moves that come whether or not others are done.

Arrivals are a Poisson process by the clock. A move's time runs from the moment it was due, so a server that holds
people up is not spared the moves that they would have sent meanwhile.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from time import perf_counter

import aiohttp
import msgspec
from msgspec import Struct

SEATS = (2, 3, 4)
"""Tables of these numbers of players, in turn."""
LONGEST = 15.0
"""Seconds after which an update counts as missing."""
AT_ONCE = 20
"""Tables that are prepared side by side."""


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
    """What is read of a message of the live channel; the rest of it is skipped."""

    type: str
    version: int = 0
    view: ViewPart | None = None
    steps: list[Struct] = []


class Answer(Struct):
    """What is read of the answer to a move."""

    view: ViewPart | None = None
    version: int = 0


_MESSAGES = msgspec.json.Decoder(Message)
_ANSWERS = msgspec.json.Decoder(Answer)


@dataclass(slots=True)
class Counts:
    """What has happened.

    Attributes:
        latencies: seconds from when a move was due until everybody at its table had it.
        answers: seconds from when a move was sent until its sender was answered.
        views: messages of live channels with a view that have come.
        bytes: their size.
        answered: views that have come as the answer to a move.
        missing: updates that somebody did not get, or got without the steps in between.
        errors: what went wrong, in words.
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


@dataclass(eq=False, slots=True)
class Channel:
    """Somebody's live channel.

    Attributes:
        address: of the process that serves it.
        cookie: whose it is.
        version: of the newest view.
        time: when that came.
        view: the newest view.
    """

    address: str
    cookie: str
    version: int = 0
    time: float = 0.0
    view: ViewPart | None = None


@dataclass(eq=False, slots=True)
class Table:
    """A table and everybody at it."""

    id: str
    channels: list[Channel]
    news: asyncio.Event = field(default_factory=asyncio.Event)

    def knows(self, version: int) -> bool:
        """Whether everybody has a version."""
        return all(one.version >= version for one in self.channels)


class People:
    """Everybody, in this process.

    Args:
        http: the client; it keeps no cookies itself.
        addresses: of the server's processes; people are dealt over them in turn.
        seed: of the moves and of when they come.
    """

    def __init__(self, http: aiohttp.ClientSession, addresses: Sequence[str], seed: int) -> None:
        self.counts = Counts()
        self.tables: list[Table] = []
        self._http = http
        self._addresses = addresses
        self._random = random.Random(seed)
        self._idle: asyncio.Queue[Table] = asyncio.Queue()
        self._listening: list[asyncio.Task[None]] = []
        self._dealt = 0
        self._is_leaving = False

    # --- before

    async def prepare(self, tables: int, connections: int) -> None:
        """Make tables, sit down, begin, and open everybody's channel; who has no seat looks on."""
        seats = [SEATS[number % len(SEATS)] for number in range(tables)]
        watchers = connections - sum(seats)
        if watchers < 0:
            raise ValueError(f"{tables} tables have {sum(seats)} seats: there must be as many connections")
        watching = [watchers // tables + (number < watchers % tables) for number in range(tables)]
        gate = asyncio.Semaphore(AT_ONCE)

        async def one(number: int) -> Table:
            async with gate:
                return await self._table(seats[number], watching[number])

        self.tables = list(await asyncio.gather(*map(one, range(tables))))
        await self._open()

    async def prepare_echo(self, tables: int, connections: int) -> None:
        """The same number of channels where there are no tables to be made."""
        shares = [connections // tables + (number < connections % tables) for number in range(tables)]
        self.tables = [
            Table(f"t{number}", [Channel(self._next_address(), "") for _ in range(share)])
            for number, share in enumerate(shares)
        ]
        await self._open()

    async def bots_only(self, tables: int, levels: Sequence[str]) -> None:
        """Tables where only computer players sit."""
        host = Channel(self._next_address(), await self._guest(self._addresses[0]))
        for number in range(tables):
            seats = [{"kind": "bot", "level": levels[(number + seat) % len(levels)]} for seat in range(3)]
            await self._post(host, "/api/tables", {"seats": seats}, expect=201)

    def _next_address(self) -> str:
        self._dealt += 1
        return self._addresses[self._dealt % len(self._addresses)]

    async def _table(self, seats: int, watchers: int) -> Table:
        channels = []
        for _ in range(seats + watchers):
            address = self._next_address()
            channels.append(Channel(address, await self._guest(address)))
        host = channels[0]
        kinds = [{"kind": "you"}, *[{"kind": "open"}] * (seats - 1)]
        made = await self._post(host, "/api/tables", {"seats": kinds}, expect=201)
        table: str = msgspec.json.decode(made)["table"]["id"]
        for other in channels[1:seats]:
            await self._post(other, f"/api/tables/{table}/join", {})
        await self._post(host, f"/api/tables/{table}/start")
        return Table(table, channels)

    async def _guest(self, address: str) -> str:
        async with self._http.get(f"{address}/api/guest") as answer:
            answer.raise_for_status()
            return "; ".join(f"{name}={one.value}" for name, one in answer.cookies.items())

    async def _post(self, who: Channel, path: str, body: object = None, expect: int = 200) -> bytes:
        headers = {"Cookie": who.cookie}
        async with self._http.post(who.address + path, json=body, headers=headers) as answer:
            content = await answer.read()
            if answer.status != expect:
                raise RuntimeError(f"{path}: {answer.status} {content[:300]!r}")
            return content

    async def _open(self) -> None:
        gate = asyncio.Semaphore(AT_ONCE)
        opened = []
        for table in self.tables:
            for channel in table.channels:
                there = asyncio.Event()
                self._listening.append(asyncio.create_task(self._listen(table, channel, gate, there)))
                opened.append(there.wait())
        await asyncio.wait_for(asyncio.gather(*opened), 120)
        shuffled = self.tables[:]
        self._random.shuffle(shuffled)
        for table in shuffled:
            self._idle.put_nowait(table)

    # --- the live channels

    async def _listen(self, table: Table, channel: Channel, gate: asyncio.Semaphore, there: asyncio.Event) -> None:
        path = f"{channel.address.replace('http', 'ws', 1)}/api/tables/{table.id}/live"
        headers = {"Cookie": channel.cookie, "Origin": channel.address}
        try:
            await gate.acquire()
            async with self._http.ws_connect(path, headers=headers, max_msg_size=0) as socket:
                gate.release()
                async for message in socket:
                    if message.type is not aiohttp.WSMsgType.TEXT:
                        break
                    self._heard(table, channel, message.data)
                    there.set()
        except aiohttp.ClientError as error:
            self.counts.errors.append(f"live channel: {error!r}")
        if not self._is_leaving:
            self.counts.errors.append("a live channel was closed by the server")

    def _heard(self, table: Table, channel: Channel, text: str) -> None:
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
        """Let moves arrive for so long, and wait until everybody has the last of them.

        Args:
            rate: moves a second.
            seconds: how long.
        """
        began = perf_counter()
        due = began
        playing: set[asyncio.Task[None]] = set()
        while (due := due + self._random.expovariate(rate)) < began + seconds:
            await asyncio.sleep(max(0.0, due - perf_counter()))
            task = asyncio.create_task(self._move(await self._next_table(), due))
            playing.add(task)
            task.add_done_callback(playing.discard)
            task.add_done_callback(self._ended)
        if playing:
            _, hanging = await asyncio.wait(playing, timeout=2 * LONGEST)
            self.counts.missing += len(hanging)

    def _ended(self, task: asyncio.Task[None]) -> None:
        """What nobody has expected is an error like any other."""
        error = None if task.cancelled() else task.exception()
        if error is not None:
            self.counts.errors.append(f"move: {error!r}")

    async def _next_table(self) -> Table:
        """A table where nobody's move is on its way."""
        async with asyncio.timeout(2 * LONGEST):
            return await self._idle.get()

    async def _move(self, table: Table, due: float) -> None:
        deciding = [one for one in table.channels if one.view is not None and one.view.you.may_play]
        view = deciding[0].view if deciding else None
        if view is None or view.table.game is None:
            # The game is over: nobody plays here any more.
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
            self.counts.missing += sum(one.version < version for one in table.channels)
            return
        self.counts.latencies.append(max(one.time for one in table.channels) - due)
        self._idle.put_nowait(table)

    # --- after

    async def leave(self) -> None:
        """Close everything."""
        self._is_leaving = True
        for task in self._listening:
            task.cancel()
        await asyncio.gather(*self._listening, return_exceptions=True)
