"""The tables: made, joined, played at. Every change is one transaction that adds rows; views come from the rows.

Games are kept in memory as long as there is room and are rebuilt from their rows otherwise. A change is written with
the next row's number, so of two writers one wins; the other finds out, reads what has happened and is told.
"""

from __future__ import annotations

import asyncio
import re
import secrets
import time
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import msgspec
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from edokko.server import store
from edokko.server.allowed import (
    awaits,
    may_decide,
    must_be_replaceable,
    must_be_there,
    must_have_room,
    must_run,
    must_wait,
    no_undo,
    own_or_others,
    own_seat,
    wrong_move,
)
from edokko.server.database import Database
from edokko.server.hub import Hub, of_guest
from edokko.server.loaded import Loaded
from edokko.server.match import Match, Row, WrongMove, standing
from edokko.server.presence import Presence
from edokko.server.problems import ApiProblem, Complaint
from edokko.server.ratings import Finish, write_results
from edokko.server.room import Room
from edokko.server.seats import SeatInfo, TableInfo, bot_name, is_crest_kept, with_crest, with_other_bots

ATTEMPTS = 3
"""How often a change is tried while other processes are quicker."""
PLAYED = frozenset({"move", "undo"})
"""Kinds of rows that change nothing but the game."""
AN_ID = re.compile(r"[A-Za-z0-9_-]{1,40}")
"""What the id of a table or a guest looks like; nothing else is looked for."""


class Tables:
    """All tables of a database.

    Args:
        database: where they are.
        hub: who looks at them.
        most: how many are kept in memory.
        presence: who looks at them in other processes, where there are some.
        away: seconds that somebody who is not there may let a table of live pace wait.
        room: how many tables there may be; ``None`` for as many as are asked for.
    """

    def __init__(
        self,
        database: Database,
        hub: Hub,
        most: int,
        presence: Presence | None = None,
        away: float = 60.0,
        room: Room | None = None,
    ) -> None:
        self.database = database
        self.hub = hub
        self._most = most
        self._presence = presence
        self._away = away
        self._room = room
        self._loaded: OrderedDict[str, Loaded] = OrderedDict()
        self._loading: dict[str, asyncio.Lock] = {}
        self._overheard: set[str] = set()
        """Tables of which others have told while they were being read: perhaps what was read is older."""
        self._changed: list[Callable[[Loaded], None]] = []
        self.moves_played = 0

    def on_change(self, call: Callable[[Loaded], None]) -> None:
        """Have something called after every change that this process has made."""
        self._changed.append(call)

    # --- reading

    async def get(self, table: str) -> Loaded:
        """A table as far as this process knows it.

        Raises:
            ApiProblem: ``no_table``.
        """
        loaded = self._loaded.get(table)
        if loaded is not None:
            self._loaded.move_to_end(table)
            return loaded
        if not AN_ID.fullmatch(table):
            raise ApiProblem("no_table")
        async with self._loading.setdefault(table, asyncio.Lock()):
            try:
                return self._loaded.get(table) or await self._load(table)
            finally:
                self._loading.pop(table, None)
                self._overheard.discard(table)

    async def _load(self, table: str) -> Loaded:
        async with self.database.snapshot() as connection:
            info = await store.read_table(connection, table)
            if info is None:
                raise ApiProblem("no_table")
            seats = await store.read_seats(connection, table)
            rows = await store.read_rows(connection, table)
            changes = await store.read_changes(connection, table) if info.status == "finished" else {}
        fresh = Loaded(info, seats, Match(info.setup, info.clock), self._away, changes)
        for row in rows:
            fresh.match.apply(row)
        fresh.note(rows)
        fresh.is_stale = table in self._overheard
        # Whoever looks at it may know an older state: of what has been read, nobody tells any more.
        self.hub.wake(table)
        return self._keep(fresh)

    async def _catch_up(self, loaded: Loaded) -> None:
        """Read what other processes have written."""
        # First, so that what is said while we read is not forgotten.
        loaded.is_stale = False
        table = loaded.info.id
        async with self.database.snapshot() as connection:
            rows = await store.read_rows(connection, table, loaded.version)
            for row in rows:
                loaded.match.apply(row)
            loaded.note(rows)
            # Without rows nobody knows what has been missed.
            if not rows or loaded.match.is_over or any(row.kind not in PLAYED for row in rows):
                loaded.info = await store.read_table(connection, table) or loaded.info
                loaded.seats = await store.read_seats(connection, table)
                loaded.changes = await store.read_changes(connection, table)
                loaded.forget_shown()
        # Whoever looks on has not been woken yet where we have been quicker than what tells of it.
        self.hub.wake(table)

    def _keep(self, loaded: Loaded) -> Loaded:
        """Keep a table in memory; where somebody was quicker to read it, theirs."""
        kept = self._loaded.setdefault(loaded.info.id, loaded)
        self._loaded.move_to_end(loaded.info.id)
        while len(self._loaded) > self._most:
            _, oldest = self._loaded.popitem(last=False)
            oldest.is_dropped = True
        return kept

    def _drop(self, loaded: Loaded) -> None:
        """Forget a table whose change failed half-way: it is read anew."""
        loaded.is_dropped = True
        if self._loaded.get(loaded.info.id) is loaded:
            del self._loaded[loaded.info.id]

    def heard(self, news: store.News) -> None:
        """Another process says that a table has changed."""
        for guest in news.guests:
            self.hub.wake(of_guest(guest))
        loaded = self._loaded.get(news.table)
        if news.table in self._loading:
            self._overheard.add(news.table)
        if loaded is not None:
            if loaded.version >= news.version and not loaded.is_stale:
                # It is our own, or has been read already.
                return
            try:
                _take(loaded, news)
            except BaseException:
                self._drop(loaded)
                raise
        self.hub.wake(news.table)

    def forget(self, table: str) -> None:
        """Read a table anew: somebody has changed it who does not serve."""
        loaded = self._loaded.get(table)
        if loaded is not None:
            self._drop(loaded)
        self.hub.wake(table)

    def forget_all(self) -> None:
        """Read all tables anew."""
        for loaded in list(self._loaded.values()):
            self._drop(loaded)
        self.hub.wake_all()

    def missed_some(self) -> None:
        """Other processes may have said something that was not heard."""
        self._overheard.update(self._loading)
        for loaded in self._loaded.values():
            loaded.is_stale = True
        self.hub.wake_all()

    async def refresh(self, table: str) -> bool:
        """See to it that what other processes have written is seen, should their message be on its way still.

        Returns:
            Whether there is something that was not known here when it was asked.
        """
        loaded = self._loaded.get(table)
        if loaded is None or self.database.is_sqlite:
            return False
        known = loaded.version
        async with self.database.read() as connection:
            version = await store.read_version(connection, table)
        if version != loaded.version:
            loaded.is_stale = True
        # Its message may have come while we asked.
        return version != known

    async def guests(self, table: str) -> set[str]:
        """Whose pages are open at a table now, whichever process they have reached."""
        return self.hub.guests(table) if self._presence is None else await self._presence.guests(table)

    async def rows(self, table: str) -> list[Row]:
        """All rows of a table."""
        async with self.database.read() as connection:
            return await store.read_rows(connection, table)

    def __len__(self) -> int:
        return len(self._loaded)

    def __contains__(self, table: str) -> bool:
        """Whether a table is in memory."""
        return table in self._loaded

    async def newest(self, table: str) -> Loaded:
        """A table in its newest state, to be looked at before anything else is awaited; all of it has been written.

        Raises:
            ApiProblem: ``no_table``.
        """
        loaded = await self.get(table)
        if loaded.is_stale or loaded.lock.locked():
            async with self.at(table) as loaded:
                pass
        return loaded

    async def looked_at(self, table: str, may: Callable[[Loaded], None]) -> Loaded:
        """A table in its newest state for somebody who may look at it, also where that is not known here yet.

        Args:
            table: which.
            may: raises an :class:`ApiProblem` where they may not.
        """

        async def look() -> Loaded:
            loaded = await self.newest(table)
            may(loaded)
            return loaded

        found: Loaded = await self._answering(table, look)
        return found

    @asynccontextmanager
    async def at(self, table: str) -> AsyncIterator[Loaded]:
        """A table in its newest state, for one at a time: what is seen has been written, what is changed is whole.

        Raises:
            ApiProblem: ``no_table``.
        """
        while True:
            loaded = await self.get(table)
            await loaded.lock.acquire()
            if not loaded.is_dropped:
                break
            loaded.lock.release()
        try:
            if loaded.is_stale:
                await self._catch_up(loaded)
            yield loaded
        except ApiProblem:
            raise
        except BaseException:
            self._drop(loaded)
            raise
        finally:
            loaded.lock.release()

    # --- changing

    async def _retrying(self, change: Callable[[], Any]) -> Any:
        for _ in range(ATTEMPTS):
            try:
                return await change()
            except IntegrityError:
                continue
        raise ApiProblem("busy", retry=1)

    async def _answering(self, table: str, change: Callable[[], Any]) -> Any:
        """Do what answers what somebody has seen: what nobody here knows of, another process may know."""
        try:
            return await self._retrying(change)
        except ApiProblem:
            if not await self.refresh(table):
                raise
        return await self._retrying(change)

    async def _write(
        self,
        loaded: Loaded,
        rows: Sequence[Row],
        seats: Sequence[SeatInfo] | None = None,
        check: Callable[[Connection], None] | None = None,
    ) -> None:
        """Write what has happened, then tell of it.

        Args:
            loaded: where.
            rows: what has happened.
            seats: who sits there, where that has changed.
            check: raises, in the transaction, where it may not be; with ``seats`` only.
        """
        info, match = loaded.info, loaded.match
        info.changed = time.time()
        finished = match.is_over and info.status == "running"
        if finished:
            info.status = "finished"
        standing_now, finishes = self._standing(loaded), _finishes(loaded) if finished else []
        guests = loaded.guests
        is_one = seats is None and not finished and not self.database.is_sqlite

        def work(connection: Connection) -> dict[int, float]:
            if check is not None:
                check(connection)
            store.append(connection, info, rows, standing_now, guests)
            if seats is not None:
                store.write_seats(connection, info.id, seats)
            return (
                write_results(connection, info, finishes, _hires(connection, info.id), info.changed) if finished else {}
            )

        if is_one:
            # Others are told what their people will be sent, where there are any.
            game = loaded.game if self.hub.is_elsewhere(info.id) else None
            await self.database.execute(*store.appending(info, rows, standing_now, guests, game))
        else:
            changes = await self.database.transact(work)
            if finished:
                loaded.changes = changes
        if seats is not None:
            loaded.seats = list(seats)
        loaded.note(rows)
        self._told(loaded)

    def _standing(self, loaded: Loaded) -> dict[str, Any]:
        match, info = loaded.match, loaded.info
        seat = match.seat if info.status == "running" else None
        return {
            "version": match.version,
            "changed": info.changed,
            "status": info.status,
            "month": match.game.month if match.has_begun else 0,
            "decides": seat,
            "bot_decides": seat is not None and loaded.seats[seat].kind == "bot",
            "deadline": loaded.deadline,
            "rematch": info.rematch,
        }

    def _told(self, loaded: Loaded) -> None:
        current = self._loaded.get(loaded.info.id)
        if current is not None and current is not loaded:
            # It had to make room while it was written to, and somebody has read it anew too early.
            current.is_stale = True
        self.hub.wake(loaded.info.id)
        for guest in loaded.guests:
            self.hub.wake(of_guest(guest))
        for call in self._changed:
            call(loaded)

    # --- before the game

    async def create(self, info: TableInfo, seats: Sequence[SeatInfo]) -> Loaded:
        """Make a table; where every seat is taken and only the host's and computer players' are there, it begins.

        Raises:
            ApiProblem: ``too_many``.
        """
        loaded = Loaded(info, list(seats), Match(info.setup, info.clock), self._away)
        now = info.created
        rows = [Row(0, "made", guest=info.host, time=now)]
        loaded.match.apply(rows[0])
        if not any(one.kind == "open" for one in seats):
            info.status = "running"
            loaded.seats = _in_order(loaded.seats, info.random_seats)
            rows.append(loaded.match.begin(1, now))
        standing_now, guests = self._standing(loaded), loaded.guests

        def work(connection: Connection) -> None:
            if self._room is not None:
                self._room.for_table(connection, info, loaded.seats)
            store.write_table(connection, info, loaded.seats)
            store.append(connection, info, rows, standing_now, guests)

        await self.database.transact(work)
        self._keep(loaded)
        self._told(loaded)
        return loaded

    async def join(
        self,
        table: str,
        guest: str,
        name: str,
        seat: int | None,
        is_ready: bool = True,
        wanted: int | None = None,
    ) -> Loaded:
        """Sit down; at a rematch with the crest from before, unless another person has chosen it meanwhile.

        Args:
            table: where.
            guest, name: who.
            seat: which seat; ``None`` for the first free one.
            is_ready: whether the game may begin; from the host's side it always may.
            wanted: the crest that the guest would like, where it is not a rematch; another person keeps theirs.

        Raises:
            ApiProblem: the game has begun, or there is no such free seat.
        """
        async with self.database.read() as connection:
            before = await store.read_crest_before(connection, table, guest)
        crest = wanted if before is None else before

        async def change() -> Loaded:
            async with self.at(table) as loaded:
                must_wait(loaded)
                must_have_room(loaded)
                if loaded.seats_of(guest):
                    raise ApiProblem("already_seated")
                free = [one.seat for one in loaded.seats if one.kind == "open"]
                if not free:
                    raise ApiProblem("table_full")
                taken = free[0] if seat is None else seat
                if taken not in free:
                    raise ApiProblem("seat_taken")
                ready = is_ready or guest == loaded.info.host
                sitting = replace(loaded.seats[taken], kind="person", name=name, guest=guest, ready=ready)
                seats = _replaced(loaded.seats, sitting)
                if crest is not None and not is_crest_kept(seats, taken, crest):
                    seats = with_crest(seats, taken, crest)
                seats = with_other_bots(seats, taken)
                await self._row(loaded, "join", taken, guest, seats)
                return loaded

        found: Loaded = await self._answering(table, change)
        return found

    async def leave(self, table: str, guest: str, seat: int | None) -> Loaded:
        """Stand up while people are awaited; when the host goes, the table is closed.

        Raises:
            ApiProblem: the game has begun, or the seat is somebody else's.
        """

        async def change() -> Loaded:
            async with self.at(table) as loaded:
                must_wait(loaded)
                if guest == loaded.info.host:
                    loaded.info.status = "closed"
                    await self._row(loaded, "close", None, guest, None)
                    return loaded
                left = own_seat(loaded, guest, seat)
                empty = SeatInfo(left, "open", crest=loaded.seats[left].crest)
                await self._row(loaded, "leave", left, guest, _replaced(loaded.seats, empty))
                return loaded

        found: Loaded = await self._answering(table, change)
        return found

    async def change_seat(
        self,
        table: str,
        guest: str,
        seat: int | None,
        crest: int | None,
        is_ready: bool | None,
        name: str | None = None,
    ) -> Loaded:
        """Change one's own seat while people are awaited.

        Args:
            table: where.
            guest: who.
            seat: which of their seats; ``None`` where they have one.
            crest, is_ready, name: what it shall have; ``None`` for what stays.

        Raises:
            ApiProblem: the game has begun, the seat is somebody else's, or the crest is.
        """

        async def change() -> Loaded:
            async with self.at(table) as loaded:
                must_wait(loaded)
                must_have_room(loaded)
                own = own_seat(loaded, guest, seat)
                seats = list(loaded.seats)
                if crest is not None:
                    if is_crest_kept(seats, own, crest):
                        raise ApiProblem("crest_taken")
                    seats = with_crest(seats, own, crest)
                if name is not None:
                    seats[own] = replace(seats[own], name=name)
                    seats = with_other_bots(seats, own)
                if is_ready is not None:
                    seats[own] = replace(seats[own], ready=is_ready or guest == loaded.info.host)
                if seats != loaded.seats:
                    await self._row(loaded, "seat", own, guest, seats)
                return loaded

        found: Loaded = await self._answering(table, change)
        return found

    async def give_seat(self, table: str, guest: str, seat: int, level: str | None) -> Loaded:
        """Give a seat to whoever comes, or to a computer player, as the host while people are awaited.

        Args:
            table: where.
            guest: who does it.
            seat: which one, not the host's own.
            level: of the computer player; ``None`` for an open seat.

        Raises:
            ApiProblem: the game has begun, somebody else is the host, the seat is the host's own, or it is a rated
                table, which has no computer players.
        """

        async def change() -> Loaded:
            async with self.at(table) as loaded:
                must_wait(loaded)
                must_have_room(loaded)
                if guest != loaded.info.host:
                    raise ApiProblem("not_the_host")
                if seat in loaded.seats_of(guest):
                    raise ApiProblem("already_seated")
                if seat >= len(loaded.seats):
                    raise ApiProblem("not_your_seat")
                if level is not None and loaded.info.rated:
                    raise ApiProblem("bad_request", complaint=Complaint("api-detail-rated", "rated"))
                given = _given(loaded.seats, seat, level)
                if given != loaded.seats[seat]:
                    seats = _replaced(loaded.seats, given)
                    check = self._check_for_bot(loaded.info, seats, guest) if level else None
                    await self._row(loaded, "seat", seat, guest, seats, check=check)
                return loaded

        found: Loaded = await self._answering(table, change)
        return found

    async def _row(
        self,
        loaded: Loaded,
        kind: str,
        seat: int | None,
        guest: str | None,
        seats: Sequence[SeatInfo] | None,
        text: str = "",
        check: Callable[[Connection], None] | None = None,
    ) -> Row:
        """Add one row that is no move.

        Args:
            check: as for :meth:`_write`; where it raises, the table is read anew.
        """
        number = loaded.version
        row = Row(number, kind, loaded.match.ply, seat, text, batch=number, guest=guest, time=time.time())
        loaded.match.apply(row)
        if seats is not None:
            loaded.seats = list(seats)
        try:
            await self._write(loaded, [row], seats, check)
        except ApiProblem:
            self._drop(loaded)
            raise
        return row

    async def start(self, table: str, guest: str) -> tuple[Loaded, int]:
        """Begin the game, as the host.

        Returns:
            The table, and its version before.

        Raises:
            ApiProblem: somebody else is the host, the game has begun, a seat is free, or somebody is not ready.
        """

        async def change() -> tuple[Loaded, int]:
            async with self.at(table) as loaded:
                if guest != loaded.info.host:
                    raise ApiProblem("not_the_host")
                must_wait(loaded)
                if any(one.kind == "open" for one in loaded.seats):
                    raise ApiProblem("seats_open")
                awaited = [one.name for one in loaded.seats if one.is_awaited]
                if awaited:
                    raise ApiProblem("not_ready", complaint=awaits(awaited))
                before = loaded.version
                loaded.info.status = "running"
                loaded.seats = _in_order(loaded.seats, loaded.info.random_seats)
                row = loaded.match.begin(before, time.time())
                await self._write(loaded, [row], loaded.seats)
                return loaded, before

        found: tuple[Loaded, int] = await self._answering(table, change)
        return found

    # --- the game

    async def play(
        self,
        table: str,
        guest: str | None,
        ply: int,
        moves: Sequence[str],
        request: str | None = None,
        version: int | None = None,
    ) -> tuple[Loaded, int]:
        """Play moves of the seat that decides, all or none.

        Args:
            table: where.
            guest: who; ``None`` for a computer player.
            ply: of the position that they answer.
            moves: their words.
            request: a key under which it counts once.
            version: of that position, so that no other of the same ply is taken for it; ``None`` for any.

        Returns:
            The table, and its version before.

        Raises:
            ApiProblem: the seat is somebody else's, the table has gone on, or a move is not legal.
        """
        key = f"{guest}:{request}" if request else None

        async def change() -> tuple[Loaded, int]:
            async with self.at(table) as loaded:
                if key is not None and key in loaded.requests:
                    return loaded, loaded.requests[key]
                must_run(loaded)
                now = time.time()
                await self._in_time(loaded, now)
                may_decide(loaded, guest, ply, version)
                before = loaded.version
                try:
                    rows = loaded.match.play(moves, before, guest, key, now)
                except WrongMove as wrong:
                    raise wrong_move(wrong) from None
                await self._write(loaded, rows)
                self.moves_played += len(rows)
                return loaded, before

        found: tuple[Loaded, int] = await self._answering(table, change)
        return found

    async def undo(
        self, table: str, guest: str, ply: int, request: str | None = None, version: int | None = None
    ) -> tuple[Loaded, int]:
        """Take back what was sent last.

        Args:
            table, guest, ply, request, version: as for :meth:`play`.

        Returns:
            The table, and its version before.

        Raises:
            ApiProblem: nothing can be taken back, or it is somebody else's.
        """
        key = f"{guest}:{request}" if request else None

        async def change() -> tuple[Loaded, int]:
            async with self.at(table) as loaded:
                if key is not None and key in loaded.requests:
                    return loaded, loaded.requests[key]
                must_run(loaded)
                now = time.time()
                await self._in_time(loaded, now)
                if not loaded.seats_of(guest):
                    raise ApiProblem("not_your_seat")
                must_be_there(loaded, ply, version)
                must_have_room(loaded)
                by = loaded.match.undo_by
                if by is None or by not in loaded.seats_of(guest):
                    raise no_undo(loaded.match.no_undo or "not_yours")
                before = loaded.version
                await self._write(loaded, [loaded.match.undo(before, guest, key, now)])
                return loaded, before

        found: tuple[Loaded, int] = await self._answering(table, change)
        return found

    async def to_bot(self, table: str, guest: str, seat: int | None, level: str) -> tuple[Loaded, int]:
        """Let a computer player go on for one's own seat, or for somebody who is away: :meth:`Loaded.replaceable`.

        Returns:
            The table, and its version before.

        Raises:
            ApiProblem: the seat is somebody else's who is not away, or ``too_many``.
        """

        async def change() -> tuple[Loaded, int]:
            async with self.at(table) as loaded:
                must_run(loaded)
                left = own_or_others(loaded, guest, seat)
                must_be_replaceable(loaded, guest, left, await self.guests(table), self.hub)
                before = loaded.version
                await self._hand_over(loaded, left, level, guest)
                return loaded, before

        found: tuple[Loaded, int] = await self._answering(table, change)
        return found

    async def _hand_over(self, loaded: Loaded, seat: int, level: str, guest: str | None) -> None:
        """Let a computer player go on for a seat; nobody has decided it where its time is over."""
        old = loaded.seats[seat]
        name = bot_name(one.name for one in loaded.seats)
        new = replace(old, kind="bot", name=name, guest=None, level=level, resigned=old.guest)
        seats = _replaced(loaded.seats, new)
        check = self._check_for_bot(loaded.info, seats, guest) if guest else None
        await self._row(loaded, "bot" if guest else "time", seat, guest, seats, level, check)

    def _check_for_bot(self, info: TableInfo, seats: Sequence[SeatInfo], guest: str) -> Callable[[Connection], None]:
        """What sees to it, in a transaction, that somebody may give a seat to a computer player."""
        room = self._room

        def check(connection: Connection) -> None:
            if room is not None:
                room.for_bot(connection, info, seats, guest)

        return check

    async def _in_time(self, loaded: Loaded, now: float) -> None:
        """See to it that whoever decides has time left: otherwise a computer player goes on for the seat.

        Raises:
            ApiProblem: ``time_over``.
        """
        deadline, seat, clock = loaded.deadline, loaded.match.seat, loaded.info.clock
        if deadline is None or now < deadline or seat is None or clock is None:
            return
        await self._hand_over(loaded, seat, clock.level, None)
        raise ApiProblem("time_over")

    async def look_at_the_clock(self, table: str) -> None:
        """Let a computer player go on where somebody's time is over; elsewhere nothing happens.

        Raises:
            ApiProblem: ``time_over``: it was; or ``no_table``.
        """

        async def change() -> None:
            async with self.at(table) as loaded:
                await self._in_time(loaded, time.time())

        await self._answering(table, change)

    async def announce_rematch(self, table: str, guest: str, other: str) -> str:
        """Say at a finished table where it goes on.

        Returns:
            Where it goes on: another table than ``other`` if somebody was quicker.
        """

        async def change() -> str:
            async with self.at(table) as loaded:
                if loaded.info.status != "finished":
                    raise ApiProblem("not_over")
                if loaded.info.rematch is None:
                    loaded.info.rematch = other
                    await self._row(loaded, "rematch", None, guest, None, other)
                return loaded.info.rematch

        found: str = await self._answering(table, change)
        return found

    async def close(self, table: str) -> None:
        """Close a table that nobody needs."""

        async def change() -> None:
            async with self.at(table) as loaded:
                if loaded.info.status in ("waiting", "running"):
                    loaded.info.status = "closed"
                    await self._row(loaded, "close", None, loaded.info.host, None)

        await self._answering(table, change)


# --- small helpers


def _take(loaded: Loaded, news: store.News) -> None:
    """Let what another process tells happen here, or have it read where that would not be all.

    Args:
        loaded: what is known here.
        news: what is told.
    """
    rows = [store.row_of(one) for one in news.rows]
    follows = [row.row for row in rows] == list(range(loaded.version, news.version))
    is_only_game = all(row.kind in PLAYED for row in rows)
    # Whoever holds the lock may be writing rows of the same numbers.
    if loaded.is_stale or loaded.lock.locked() or not follows or not is_only_game:
        loaded.is_stale = True
        return
    for row in rows:
        loaded.match.apply(row)
    loaded.note(rows)
    if isinstance(news.game, msgspec.Raw):
        loaded.shown = news.version, news.game
    # What a game's end changes besides stands in other tables.
    loaded.is_stale = loaded.match.is_over


def _replaced(seats: Sequence[SeatInfo], new: SeatInfo) -> list[SeatInfo]:
    return [new if one.seat == new.seat else one for one in seats]


def _in_order(seats: Sequence[SeatInfo], is_random: bool) -> list[SeatInfo]:
    """The seats as the game has them: seat 0 begins."""
    order = list(seats)
    if is_random:
        secrets.SystemRandom().shuffle(order)
    return [replace(one, seat=number) for number, one in enumerate(order)]


def _finishes(loaded: Loaded) -> list[Finish]:
    sheets = loaded.match.game.score()
    return [
        Finish(loaded.seats[seat], place, sheets[seat].total) for place, seat in enumerate(loaded.match.game.ranking, 1)
    ]


def _hires(connection: Connection, table: str) -> dict[int, Counter[str]]:
    found: dict[int, Counter[str]] = {}
    for row in standing(store.rows_of(connection, table)):
        kind, _, card = row.text.partition(" ")
        if row.kind == "move" and kind == "hire" and row.seat is not None:
            found.setdefault(row.seat, Counter())[card] += 1
    return found


def _given(seats: Sequence[SeatInfo], seat: int, level: str | None) -> SeatInfo:
    """A seat as it is when it is open, or a computer player's; where nothing changes its name stays."""
    old = seats[seat]
    if level is None:
        return SeatInfo(seat, "open", crest=old.crest)
    # A computer player of another level keeps its name.
    name = old.name if old.kind == "bot" else bot_name(one.name for one in seats)
    return SeatInfo(seat, "bot", name, level=level, crest=old.crest)
