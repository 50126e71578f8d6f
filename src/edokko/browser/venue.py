"""The venue of a browser: what the page's worker runs in Pyodide. Requests, streams and channels are those of the API.

One guest plays here, with computer players and with friends at the same screen. Searches run in the worker itself,
between requests: a long one in slices.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

import msgspec

from edokko.browser.store import BrowserStore, Database, KeptAnswers, KeptProgress, KeptStudies, Notes
from edokko.players.champion.stored import is_shipped
from edokko.server.features.lessons import operations as lessons
from edokko.server.features.puzzles import operations as puzzles
from edokko.server.features.study import operations as studies
from edokko.server.views.guests import Guest, GuestName
from edokko.table.access import may_watch
from edokko.table.api.channels import views
from edokko.table.api.operation import Caller, Operations
from edokko.table.api.request import CORE, request, stream
from edokko.table.hub import Hub, Listener
from edokko.table.people import Person, player_name
from edokko.table.problems import STATUS, ApiProblem
from edokko.table.seats import BOT_NAMES
from edokko.table.thinking.memory_queue import MemoryQueue
from edokko.table.thinking.queue import KINDS
from edokko.table.thinking.requests import Thinking
from edokko.table.thinking.working import SearchesHere, Worker
from edokko.table.venue import Venue

T = TypeVar("T")
GUEST = "you"
"""The id of the guest."""
operations = Operations("guests")
EVERY = (*CORE, *lessons.operations, *puzzles.operations, *studies.operations, *studies.of_trees)
STATUS.update(no_puzzle=404, no_study=404, not_your_study=403, storage_full=503)


@operations.get("/guest", "The guest of this browser")
async def who(venue: Venue, caller: Caller) -> Guest:
    every = await venue.store.listing(GUEST)
    return Guest(GUEST, caller.known.name, any(table.info.status == "finished" for table in every.yours))


@operations.put("/guest", "Change your name")
async def rename(venue: Venue, caller: Caller, data: GuestName) -> Guest:
    await venue.part(Notes).keep("name", player_name(data.name))
    return await who(venue, Caller(Person(GUEST, player_name(data.name))))


class _Searches(SearchesHere):
    """Searches in the worker. Those that need the network of the strongest player wait until it has arrived."""

    def __init__(self) -> None:
        self.has_network = asyncio.Event()
        if is_shipped():
            self.has_network.set()

    async def run(self, kind: str, work: Callable[[], T]) -> T:
        if kind != "bots":
            await self.has_network.wait()
        try:
            return work()
        except ValueError:
            # A player without its network; any other error comes again.
            if self.has_network.is_set():
                raise
            await self.has_network.wait()
            return work()


class Browser:
    """The venue, its searches, and its open channels.

    Args:
        database: what keeps the tables.
        send: gets the number of a stream or a channel, and one of its messages: JSON, or empty at the end.
        pause: seconds before the move of a computer player.
    """

    def __init__(self, database: Database, send: Callable[[int, str], None], pause: float) -> None:
        self.venue = Venue(BrowserStore(database), Hub())
        self._send = send
        self._open: dict[int, asyncio.Task[None]] = {}
        self._notes = Notes(database)
        self.venue.add_part(self._notes, Notes)
        self.venue.add_part(KeptProgress(database), lessons.Progress)
        self.venue.add_part(KeptAnswers(database), puzzles.Answers)
        self.venue.add_part(KeptStudies(database, self.venue.now), studies.Studies)
        self._thinking = Thinking(self.venue, MemoryQueue(), pause)
        self._searches = _Searches()
        self._worker = Worker(self._thinking, KINDS, self._searches)

    async def start(self) -> None:
        """Start the searches."""
        if await self._notes.get("name", str) is None:
            await self._notes.keep("name", random.choice(BOT_NAMES))
        await self._worker.start()

    async def stop(self) -> None:
        """Stop the searches, and close the channels."""
        for number in list(self._open):
            self.close(number)
        await self._worker.stop()

    async def request(self, method: str, path: str, headers: str, body: str, language: str) -> tuple[int, str]:
        """Answer a request.

        Args:
            path: with the query, as below ``/api``.
            headers: by their names in lower case, as JSON.
            body: JSON.

        Returns:
            The status and the answer as JSON.
        """
        path, _, query = path.partition("?")
        status, answer = await request(
            self.venue,
            await self._caller(),
            method,
            path,
            body.encode(),
            query=_parameters(query),
            headers=msgspec.json.decode(headers),
            language=language,
            operations=(*operations, *EVERY),
        )
        return status, answer.decode()

    def open_stream(self, number: int, path: str, body: str) -> None:
        """Send the parts of the answer to a request."""

        async def parts() -> None:
            async for part in stream(self.venue, await self._caller(), path, body.encode()):
                self._send(number, part.decode())

        self._start(number, parts)

    def open_channel(self, number: int, table: str, after: int | None) -> None:
        """Send the views of a table until the channel is closed."""

        async def messages() -> None:
            await self.venue.authorised(table, partial(may_watch, guest=GUEST))
            listener = Listener(GUEST, "")
            self.venue.hub.enter(table, listener)
            try:
                async for message in views(self.venue, table, GUEST, listener, after):
                    self._send(number, message.decode())
            finally:
                self.venue.hub.leave(table, listener)

        self._start(number, messages)

    def close(self, number: int) -> None:
        """Close a stream or a channel."""
        if number in self._open:
            self._open.pop(number).cancel()

    def network_arrived(self) -> None:
        """Go on with the searches that wait for the network's file."""
        self._searches.has_network.set()

    async def changed(self, table: str) -> None:
        """Take notice of a change that another tab has made."""
        await self.venue.refresh(table)
        self.venue.hub.wake(table)

    async def _caller(self) -> Caller:
        return Caller(Person(GUEST, await self._notes.get("name", str) or ""))

    def _start(self, number: int, work: Callable[[], Any]) -> None:
        async def run() -> None:
            try:
                await work()
            except ApiProblem as problem:
                self._send(number, msgspec.json.encode({"type": "problem", "code": problem.code}).decode())
            self._open.pop(number, None)
            self._send(number, "")

        self._open[number] = asyncio.create_task(run())


def _parameters(query: str) -> dict[str, str]:
    from urllib.parse import parse_qsl  # late, as few requests have a query

    return dict(parse_qsl(query, keep_blank_values=True)) if query else {}
