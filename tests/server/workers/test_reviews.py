"""The review of a finished game: computed once on demand, by a bounded queue, stored over a restart."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import httpx
import pytest

from edokko import Game
from edokko.players.analysis.review import BLUNDER, BLUNDER_IKI
from edokko.server.store import migrate, open_database
from edokko.server.workers.threads import Threads
from edokko.table.problems import ApiProblem
from edokko.table.thinking.memory_queue import MOST_WAITING, MemoryQueue
from edokko.table.thinking.requests import REVIEWS_OF_A_GUEST, Thinking
from edokko.table.thinking.working import Worker
from tests.helpers.moments import late_position
from tests.helpers.server import Person, Server, sqlite_in, wait_until
from tests.helpers.venue import venue_of


@pytest.fixture(scope="module")
def reviewing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with few simulations for reviews."""
    server = Server(sqlite_in(tmp_path_factory.mktemp("reviews")), {"EDOKKO_REVIEW": "10"})
    server.start()
    yield server
    assert server.stop() == 0


def finished_table(host: Person, **settings: Any) -> str:
    """Return a finished game of two computer players."""
    table: str = host.table("you", "easy", **settings)["table"]["id"]
    host.post(f"/api/tables/{table}/bot", {})
    wait_until(lambda: host.view(table)["table"]["status"] == "finished", 120)
    return table


def wait_for_review(guest: Person, table: str) -> dict[str, Any]:
    wait_until(lambda: guest.http.get(f"/api/tables/{table}/review").status_code != 202, 240)
    return guest.get(f"/api/tables/{table}/review")


def test_a_finished_game_is_reviewed_and_the_review_is_stored(
    reviewing: Server, visitor: Callable[[Server], Person]
) -> None:
    host = visitor(reviewing)
    table = finished_table(host)
    first = host.http.get(f"/api/tables/{table}/review")
    assert first.status_code == 202
    assert int(first.headers["retry-after"]) >= 1
    assert set(first.json()) <= {"done", "total", "waiting", "retry"}
    review = wait_for_review(host, table)
    game = Game.from_record(host.get(f"/api/tables/{table}/record"))
    assert review["moves"] == game.ply
    assert review["simulations"] == 10
    assert [point["ply"] for point in review["curve"]] == [decision["ply"] for decision in review["decisions"]] + [
        game.ply
    ]
    assert all(sum(point["wins"]) == pytest.approx(1, abs=0.001) for point in review["curve"])
    assert review["curve"][-1]["wins"][game.ranking[0]] == 1
    moves = host.get(f"/api/tables/{table}/record")["moves"]
    for decision in review["decisions"]:
        assert decision["move"] == moves[decision["ply"]]
        assert decision["loss"] == pytest.approx(
            decision["before"][decision["seat"]] - decision["after"][decision["seat"]], abs=0.001
        )
        assert (decision.get("grade") == "blunder") == (
            decision["loss"] >= max(BLUNDER, decision.get("error", 0.0)) or decision.get("iki", 0.0) >= BLUNDER_IKI
        )
    # A loss of the lead counts like a loss of win probability with the same grade.
    weights = {
        decision["ply"]: max(decision["loss"], decision.get("iki", 0.0) / BLUNDER_IKI * BLUNDER)
        for decision in review["decisions"]
    }
    sizes = [
        round(weights[turn["ply"]], 3)
        if turn["kind"] == "decision"
        else max(abs(a - b) for a, b in zip(turn["before"], turn["after"], strict=True))
        for turn in review["turns"]
    ]
    # Up to the rounding in the answer.
    assert all(size >= other - 0.002 for size, other in pairwise(sizes))
    assert all(turn["events"] for turn in review["turns"] if turn["kind"] == "chance")
    assert [seat["seat"] for seat in review["seats"]] == [0, 1]
    # An anonymous client can read a stored review, also after a restart.
    reviewing.kill()
    reviewing.start()
    assert httpx.get(f"{reviewing.address}/api/tables/{table}/review").json() == review


def test_a_running_game_is_not_reviewed(reviewing: Server, visitor: Callable[[Server], Person]) -> None:
    host = visitor(reviewing)
    running = host.table("you", "local")["table"]["id"]
    assert host.get(f"/api/tables/{running}/review", 409)["code"] == "not_over"
    waiting = host.table("you", "open")["table"]["id"]
    assert host.get(f"/api/tables/{waiting}/review", 409)["code"] == "not_started"
    assert host.get("/api/tables/none/review", 404)["code"] == "no_table"


def test_reviews_need_access_to_the_table(reviewing: Server, visitor: Callable[[Server], Person]) -> None:
    host, stranger = visitor(reviewing), visitor(reviewing)
    start = late_position(2, 13)
    private = finished_table(host, spectators=False, start=start)
    assert stranger.get(f"/api/tables/{private}/review", 403)["code"] == "no_spectators"
    public = finished_table(host, start=start)
    assert httpx.get(f"{reviewing.address}/api/tables/{public}/review").json()["code"] == "no_guest"


def test_the_queued_reviews_of_a_guest_are_limited(tmp_path: Path, visitor: Callable[[Server], Person]) -> None:
    # So many simulations that no review ends before the last request.
    server = Server(sqlite_in(tmp_path), {"EDOKKO_REVIEW": "50000"})
    server.start()
    host = visitor(server)
    tables = [finished_table(host, start=late_position(2, 10)) for _ in range(3)]
    answers = [host.http.get(f"/api/tables/{table}/review").status_code for table in tables]
    assert answers == [202, 202, 429]
    assert server.stop() == 0


def test_failed_reviews_leave_the_queue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even if no client asks for them again."""
    migrate(sqlite_in(tmp_path))

    async def fails(table: str) -> None:
        raise ZeroDivisionError

    async def run() -> None:
        database = open_database(sqlite_in(tmp_path))
        venue, queue = venue_of(database), MemoryQueue()
        monkeypatch.setattr(venue, "get", fails)
        thinking = Thinking(venue, queue, simulations=10)
        worker = Worker(thinking, ["reviews"], Threads(["reviews"], 1))
        for number in range(MOST_WAITING):
            progress = await thinking.review(f"nosuch{number}", f"guest{number // REVIEWS_OF_A_GUEST}")
            assert progress.waiting == number
        with pytest.raises(ApiProblem, match="too_many"):
            await thinking.review("another", "another guest")
        await worker.start()
        while await queue.count("reviews", "") != (0, 0):
            await asyncio.sleep(0.01)
        assert (await thinking.review("another", "guest0")).waiting == 0
        with pytest.raises(ApiProblem, match="internal"):
            await thinking.review("nosuch0", "another guest")
        assert (await thinking.review("nosuch0", "another guest")).waiting == 1
        await worker.stop()
        await database.close()

    async def soon() -> None:
        async with asyncio.timeout(20):
            await run()

    asyncio.run(soon())


def test_a_running_review_does_not_block_the_shutdown(tmp_path: Path, visitor: Callable[[Server], Person]) -> None:
    server = Server(sqlite_in(tmp_path), {"EDOKKO_REVIEW": "5000"})
    server.start()
    host = visitor(server)
    table = finished_table(host)
    wait_until(lambda: host.get(f"/api/tables/{table}/review", 202).get("total", 0) > 0)
    assert server.stop() == 0
