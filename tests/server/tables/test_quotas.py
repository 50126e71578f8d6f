"""Quotas of tables, and that they cannot be circumvented."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from edokko.server.store import migrate, open_database
from edokko.server.tables.venue import ServerVenue
from edokko.table import access
from edokko.table.api import seats as seat_operations
from edokko.table.api.seats import take_seat
from edokko.table.commands import lifecycle, playing
from edokko.table.problems import ApiProblem
from edokko.table.seats import SeatInfo
from edokko.table.settings import TableInfo, TableSettings
from edokko.table.setup import Setup
from edokko.table.shapes.requests import ChosenSeat, OwnSeat
from edokko.table.thinking import working
from edokko.table.views.live_table import LiveTable
from tests.helpers.server import Launch, People, Server, Visitor, both_databases, temporary_database
from tests.helpers.venue import venue_of
from tests.table.helpers import caller

pytestmark = both_databases


def let_computers_wait() -> None:
    """Let no computer player move: a game that ends no longer counts for a quota."""

    async def wait(*turn: object) -> None:
        await asyncio.Event().wait()

    pytest.MonkeyPatch().setattr(working, "play_turn", wait)


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def limited_server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with small quotas of each guest."""
    with temporary_database(request.param, tmp_path_factory.mktemp("quotas")) as address:
        server = Server(address, {"EDOKKO_BOT_TABLES": "2", "EDOKKO_GUEST_TABLES": "4"}, let_computers_wait)
        server.start()
        yield server
        assert server.stop() == 0


@pytest.fixture
def people(limited_server: Server, visitor: Visitor) -> People:
    """Clients of this server: each test has guests of its own."""
    return lambda: visitor(limited_server)


def is_refused(problem: dict[str, Any]) -> bool:
    return bool(problem["code"] == "too_many" and problem["retry"] > 0)


def test_seats_that_were_handed_over_count_for_the_quota(people: People) -> None:
    host = people()
    tables = [host.table("you", "local")["table"]["id"] for _ in range(3)]
    for table in tables[:2]:
        for seat in (0, 1):
            host.post(f"/api/tables/{table}/bot", {"seat": seat})
    assert is_refused(host.post(f"/api/tables/{tables[2]}/bot", {"seat": 0}, 429))
    # The refused handover has changed nothing.
    view = host.view(tables[2])
    assert [seat["kind"] for seat in view["table"]["seats"]] == ["person", "person"]
    host.play(tables[2], 0, view["table"]["game"]["moves"][0]["words"])
    assert is_refused(host.table("you", "easy", expect=429))


def test_replacing_a_player_among_others_is_exempt(people: People) -> None:
    host, other = people(), people()
    for _ in range(2):
        host.table("you", "easy")
    table = host.table("you", "open")["table"]["id"]
    other.post(f"/api/tables/{table}/join", {})
    host.post(f"/api/tables/{table}/start")
    host.post(f"/api/tables/{table}/bot", {})


def test_a_second_guest_does_not_circumvent_the_quota(people: People) -> None:
    """The two guests may be the same person."""
    host, other = people(), people()
    for _ in range(2):
        host.table("you", "easy")
    table = host.table("you", "open", "open")["table"]["id"]
    other.post(f"/api/tables/{table}/join", {})
    assert is_refused(host.post(f"/api/tables/{table}/seats", {"seat": 2, "kind": "bot", "level": "easy"}, 429))


def test_the_tables_of_a_guest_are_limited(people: People) -> None:
    host = people()
    tables = [host.table("you", "open")["table"]["id"] for _ in range(4)]
    assert is_refused(host.table("you", "open", expect=429))
    assert people().table("you", "open")
    host.post(f"/api/tables/{tables[0]}/leave", {})
    assert host.table("you", "open")


def test_bot_only_tables_are_limited(empty_database: str, launch: Launch, visitor: Visitor) -> None:
    """The quota counts the tables of all guests."""
    server = launch(empty_database, let_computers_wait, EDOKKO_BOT_ONLY_TABLES="3")
    first, second = visitor(server), visitor(server)
    for host in (first, first, second):
        view = host.table("you", "hard")
        host.post(f"/api/tables/{view['table']['id']}/bot", {})
    assert is_refused(visitor(server).table("hard", "hard", expect=429))
    table = second.table("you", "local")["table"]["id"]
    second.post(f"/api/tables/{table}/bot", {"seat": 0})
    assert is_refused(second.post(f"/api/tables/{table}/bot", {"seat": 1}, 429))
    assert server.stop() == 0


def test_concurrent_requests_do_not_exceed_the_quota(people: People) -> None:
    host = people()
    seats = [{"kind": "you"}, {"kind": "bot", "level": "easy"}]

    def ask(_: int) -> int:
        return host.http.post("/api/tables", json={"seats": seats}).status_code

    with ThreadPoolExecutor(12) as threads:
        answers = list(threads.map(ask, range(12)))
    assert sorted(answers) == [201] * 2 + [429] * 10


def test_repeatable_commands_end_at_the_row_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Repeated undos and changes of crests are refused; the game itself continues."""
    monkeypatch.setattr(access, "MOST_ROWS", 40)
    address = f"sqlite+aiosqlite:///{tmp_path / 'tables.sqlite3'}"
    migrate(address)

    async def repeated(change: Callable[[], Awaitable[object]]) -> None:
        for _ in range(100):
            await change()

    async def run() -> None:
        database = open_database(address)
        try:
            venue = venue_of(database)
            now, settings = time.time(), TableSettings(random_seats=False)
            info = TableInfo("t", "host", Setup("2021", 1, 2), now, now, settings)
            seats = [SeatInfo(0, "person", "a", "host", crest=0), SeatInfo(1, "open", crest=1)]
            live_table = await lifecycle.create(venue, info, seats)

            async def crest() -> None:
                await seat_operations.change_seat(
                    venue, caller("host"), "t", OwnSeat(crest=(live_table.seats[0].crest + 2) % 4)
                )

            async def undo() -> None:
                guest = await decide(venue, live_table)
                if live_table.match.undo_by is not None:
                    await playing.undo(venue, "t", guest, live_table.match.ply)

            async def come_and_go() -> None:
                await take_seat(venue, "t", "other", "b")
                await seat_operations.leave(venue, caller("other"), "t", ChosenSeat())

            with pytest.raises(ApiProblem, match="too_many") as refused:
                await repeated(come_and_go)
            assert refused.value.complaint is not None
            assert refused.value.complaint.arguments == {"count": 40}
            with pytest.raises(ApiProblem, match="too_many"):
                await repeated(crest)
            monkeypatch.setattr(access, "MOST_ROWS", 80)
            await take_seat(venue, "t", "other", "b")
            await lifecycle.start(venue, "t", "host")
            with pytest.raises(ApiProblem, match="too_many"):
                await repeated(undo)
            assert live_table.version <= 81
            while not live_table.match.is_over:
                await decide(venue, live_table)
            assert live_table.info.status == "finished"
        finally:
            await database.close()

    asyncio.run(run())


async def decide(venue: ServerVenue, live_table: LiveTable) -> str:
    """Play the first legal move, and return the guest who did."""
    guest = "host" if live_table.match.seat == 0 else "other"
    await playing.play(venue, "t", guest, live_table.match.ply, [live_table.match.game.legal_moves[0].words])
    return guest
