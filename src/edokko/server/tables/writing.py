"""Changes of tables: a command appends rows in one transaction, and listeners hear of it after the commit.

Concurrency is optimistic: a write names the state that it stands on (the version and the time of the last change). If
the database has another one, the process evicts its copy, reads the table again and retries.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from edokko.server.store import rows as store
from edokko.server.store.quotas import RETRY, QuotaExceeded, Quotas
from edokko.server.store.ratings import Finish, write_results
from edokko.server.tables.registry import GAME_ROWS, Registry
from edokko.table.problems import ApiProblem
from edokko.table.rows import Row, effective_rows
from edokko.table.seats import SeatInfo
from edokko.table.steps import Step
from edokko.table.views.live_table import LiveTable

T = TypeVar("T")
Check = Callable[[Connection], None]
"""Runs first in a transaction, and raises to refuse the change."""
ATTEMPTS = 3
"""Attempts of a command that loses the race against other processes."""


class Change(NamedTuple):
    """A table after a committed command, with the steps of the log that the command caused.

    Read the table before the next ``await``: afterwards another task may be changing it.
    """

    live_table: LiveTable
    steps: list[Step]


class Writer:
    """The writer of the tables of a process.

    Args:
        registry: the tables.
        quotas: the quotas of new tables and computer players; ``None`` for no limit.
        publish: sends a message on a channel to the other processes; ``None`` on SQLite.

    Attributes:
        moves_written: the moves that this process has committed.
    """

    def __init__(
        self, registry: Registry, quotas: Quotas | None = None, publish: Callable[[str, str], None] | None = None
    ) -> None:
        self.registry = registry
        self.moves_written = 0
        self._quotas = quotas
        self._publish = publish
        self._change_callbacks: list[Callable[[LiveTable], None]] = []

    def on_change(self, callback: Callable[[LiveTable], None]) -> None:
        """Register a callback for every change that this process commits."""
        self._change_callbacks.append(callback)

    async def run(self, table: str, command: Callable[[LiveTable], Awaitable[T]]) -> T:
        """Run a command on a table in its newest state, under its lock.

        The command runs again when the database has another state of the table than this process. It also runs again,
        once, after a refusal that a stale copy may have caused.

        Args:
            table: the id.
            command: checks and changes the table; it raises an :class:`ApiProblem` to refuse before it changes it.

        Raises:
            ApiProblem: ``no_table``, ``busy`` after several lost races, or the command's refusal.
        """

        async def attempt() -> T:
            for _ in range(ATTEMPTS):
                try:
                    async with self.registry.locked(table) as live_table:
                        return await command(live_table)
                except (IntegrityError, store.StaleCopy):
                    continue
            raise ApiProblem("busy", retry=1)

        return await self.registry.with_refresh(table, attempt)

    async def create(self, live_table: LiveTable, rows: Sequence[Row], link: Check | None = None) -> None:
        """Write a new table with its first rows, which have been applied to the match.

        Args:
            live_table, rows: the table.
            link: writes what the table belongs to, or raises if another process has made it; the
                quotas of guests do not count then.

        Raises:
            ApiProblem: ``too_many``.
        """
        info, seats, summary = live_table.info, live_table.seats, summary_of(live_table)

        def work(connection: Connection) -> None:
            if self._quotas is not None:
                with _quota_as_problem():
                    if link is None:
                        self._quotas.for_table(connection, info, seats)
                    else:
                        self._quotas.for_made_table(connection)
            if link is not None:
                link(connection)
            store.write_table(connection, info, seats)
            store.append(connection, info.id, info.changed, rows, summary)

        await self.registry.database.transact(work)
        self.registry.add(live_table)
        self._announce(live_table, rows)

    async def append_row(
        self,
        live_table: LiveTable,
        kind: str,
        seat: int | None,
        guest: str | None,
        seats: Sequence[SeatInfo] | None = None,
        text: str = "",
        check: Check | None = None,
    ) -> None:
        """Append a row that is neither a move nor an undo.

        Args:
            live_table: the table.
            kind, seat, guest, text: of the row.
            seats: the new seats; ``None`` if they have not changed.
            check: as for :meth:`write`; if it refuses, the table is evicted, since the row has been applied already.
        """
        number = live_table.version
        row = Row(number, kind, live_table.match.ply, seat, text, batch=number, guest=guest, time=time.time())
        live_table.match.apply(row)
        if seats is not None:
            live_table.seats = list(seats)
        try:
            await self.write(live_table, [row], seats, check)
        except ApiProblem:
            self.registry.evict(live_table)
            raise

    async def write(
        self,
        live_table: LiveTable,
        rows: Sequence[Row],
        seats: Sequence[SeatInfo] | None = None,
        check: Check | None = None,
    ) -> None:
        """Write rows that have been applied to the match, then wake listeners and call the callbacks.

        Args:
            live_table: the table.
            rows: the new rows.
            seats: the new seats; ``None`` if they have not changed.
            check: refuses the change; with ``seats`` only.
        """
        info, before = live_table.info, live_table.info.changed
        info.changed = rows[-1].time
        if live_table.match.is_over and info.status == "running":
            info.status = "finished"
            live_table.changes = await self._write_end(live_table, before, rows)
        elif seats is None:
            await self._write_rows(live_table, before, rows)
        else:
            await self._write_seats(live_table, before, rows, seats, check)
            live_table.seats = list(seats)
        live_table.remember_requests(rows)
        self.moves_written += sum(row.kind == "move" for row in rows)
        self._announce(live_table, rows)

    async def _write_rows(self, live_table: LiveTable, before: float, rows: Sequence[Row]) -> None:
        table, summary = live_table.info.id, summary_of(live_table)
        first = await self.registry.database.transact_single(
            lambda connection: store.append(connection, table, before, rows, summary),
            lambda: store.append_statement(table, before, rows, summary),
        )
        if first is None:
            raise store.StaleCopy

    async def _write_seats(
        self,
        live_table: LiveTable,
        before: float,
        rows: Sequence[Row],
        seats: Sequence[SeatInfo],
        check: Check | None,
    ) -> None:
        info, summary = live_table.info, summary_of(live_table)

        def work(connection: Connection) -> None:
            if check is not None:
                check(connection)
            store.append(connection, info.id, before, rows, summary)
            store.write_seats(connection, info.id, seats)

        await self.registry.database.transact(work)

    async def _write_end(self, live_table: LiveTable, before: float, rows: Sequence[Row]) -> dict[int, float]:
        """Write the last rows of a game with its results, and return the rating change of each seat."""
        info, summary = live_table.info, summary_of(live_table)
        finishes = finishes_of(live_table)

        def work(connection: Connection) -> dict[int, float]:
            store.append(connection, info.id, before, rows, summary)
            return write_results(connection, info, finishes, hires_of(connection, info.id), info.changed)

        return await self.registry.database.transact(work)

    def bot_check(self, live_table: LiveTable, seats: Sequence[SeatInfo], guest: str) -> Check:
        """Return a check of the quotas for a computer player, to run in the transaction that adds it.

        Args:
            live_table: the table.
            seats: the seats after the change.
            guest: the guest who adds the computer player.
        """
        quotas, info = self._quotas, live_table.info

        def check(connection: Connection) -> None:
            if quotas is not None:
                with _quota_as_problem():
                    quotas.for_bot(connection, info, seats, guest)

        return check

    def _announce(self, live_table: LiveTable, rows: Sequence[Row]) -> None:
        """Wake the listeners, call the callbacks and notify the other processes after a commit."""
        self.registry.on_commit(live_table)
        if self._publish is not None:
            table = live_table.info.id
            # Processes with guests at this table need the encoded game: include it in the message, if it can be used.
            is_usable = all(row.kind in GAME_ROWS for row in rows) and not live_table.match.is_over
            game = live_table.game if is_usable and self.registry.hub.has_remote_guests(table) else None
            self._publish(store.CHANNEL, store.encode_news(table, live_table.version, live_table.guests, rows, game))
        for callback in self._change_callbacks:
            callback(live_table)


def change_since(live_table: LiveTable, version: int) -> Change:
    """Return the change of a table since an earlier version."""
    return Change(live_table, live_table.match.steps_since(version) or [])


def summary_of(live_table: LiveTable) -> dict[str, Any]:
    """Return the columns of ``tables`` that derive from the rows; lists are queried by them."""
    match, info = live_table.match, live_table.info
    seat = match.seat if info.status == "running" else None
    return {
        "version": match.version,
        "changed": info.changed,
        "status": info.status,
        "month": match.game.month if match.has_begun else 0,
        "decides": seat,
        "bot_decides": seat is not None and live_table.seats[seat].kind == "bot",
        "deadline": live_table.deadline,
        "rematch": info.rematch,
        "coach": info.settings.coach,
        "chat": info.settings.chat,
    }


@contextmanager
def _quota_as_problem() -> Iterator[None]:
    try:
        yield
    except QuotaExceeded:
        raise ApiProblem("too_many", retry=RETRY) from None


def finishes_of(live_table: LiveTable) -> list[Finish]:
    """Return the results of the seats, by place."""
    sheets = live_table.match.game.score()
    return [
        Finish(live_table.seats[seat], place, sheets[seat].total)
        for place, seat in enumerate(live_table.match.game.ranking, 1)
    ]


def hires_of(connection: Connection, table: str) -> dict[int, Counter[str]]:
    """Return the characters that each seat has hired."""
    hires: dict[int, Counter[str]] = {}
    for row in effective_rows(store.rows_of(connection, table)):
        kind, _, card = row.text.partition(" ")
        if row.kind == "move" and kind == "hire" and row.seat is not None:
            hires.setdefault(row.seat, Counter())[card] += 1
    return hires
