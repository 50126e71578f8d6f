"""Requests to a venue in memory: the operations, races of two venues on one store, and malformed requests."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from edokko.table.api.operation import Caller
from edokko.table.api.request import request, stream
from edokko.table.memory import MemoryStore
from edokko.table.people import Person
from edokko.table.thinking.memory_queue import MemoryQueue
from edokko.table.thinking.queue import KINDS
from edokko.table.thinking.requests import Thinking
from edokko.table.thinking.working import SearchesHere, Worker
from tests.table.helpers import BO, HANA, ask, new_table, play_out, venue_in_memory


def test_a_game_has_a_log_a_record_and_a_rematch() -> None:
    async def look() -> None:
        venue = venue_in_memory()
        table = (await play_out(venue))["table"]["id"]
        log = await ask(venue, "GET", f"/tables/{table}/log")
        assert log["version"] == len(await venue.store.rows(table))
        record = await ask(venue, "GET", f"/tables/{table}/record")
        assert len(record["moves"]) > 50
        past = await ask(venue, "GET", f"/tables/{table}", query={"ply": "5"})
        assert past["table"]["ply"] == 5
        made = await ask(venue, "POST", f"/tables/{table}/rematch", None, 201)
        again = await ask(venue, "POST", f"/tables/{table}/rematch", None, 200)
        assert made["table"]["id"] == again["table"]["id"] != table

    asyncio.run(look())


def test_a_repeated_request_is_played_once_and_undo_takes_it_back() -> None:
    async def look() -> None:
        venue = venue_in_memory()
        view = await new_table(venue)
        path, game = f"/tables/{view['table']['id']}", view["table"]["game"]
        body = {"ply": 0, "moves": [game["moves"][0]["words"]]}
        headers = {"idempotency-key": "one"}
        first = await ask(venue, "POST", f"{path}/moves", body, headers=headers)
        again = await ask(venue, "POST", f"{path}/moves", body, headers=headers)
        assert first == again
        stale = await ask(venue, "POST", f"{path}/moves", body, 409)
        assert stale["code"] == "stale_ply"
        assert stale["view"]["table"]["version"] == first["view"]["table"]["version"]

    asyncio.run(look())


def test_guests_take_seats_and_only_the_host_begins() -> None:
    async def look() -> None:
        venue = venue_in_memory()
        path = f"/tables/{(await new_table(venue, 'you', 'open'))['table']['id']}"
        joined = await ask(venue, "POST", f"{path}/join", {"name": "Bo"}, caller=BO)
        assert [seat["name"] for seat in joined["table"]["seats"]] == ["Hana", "Bo"]
        assert (await ask(venue, "POST", f"{path}/start", None, 403, BO))["code"] == "not_the_host"
        assert (await ask(venue, "POST", f"{path}/start"))["view"]["table"]["status"] == "running"
        assert (await ask(venue, "POST", f"{path}/leave", {}, 409, BO))["code"] == "already_started"

    asyncio.run(look())


def test_the_lobby_lists_what_a_guest_plays_may_join_and_may_watch() -> None:
    async def look() -> None:
        venue = venue_in_memory()
        own = (await new_table(venue))["table"]["id"]
        waiting = (await new_table(venue, "you", "open", listed=True))["table"]["id"]
        seen = await ask(venue, "GET", "/tables")
        assert {entry["id"] for entry in seen["yours"]} == {own, waiting}
        assert [entry["id"] for entry in seen["open"]] == [waiting]
        [running] = [entry for entry in seen["yours"] if entry["id"] == own]
        assert running["your_turn"]
        assert running["picture"]["month"] == 1
        assert seen["turns"] == 1
        other = await ask(venue, "GET", "/tables", caller=BO)
        assert other["yours"] == []
        assert [entry["id"] for entry in other["open"]] == [waiting]
        done = await play_out(venue)
        finished = (await ask(venue, "GET", "/tables"))["yours"][-1]
        assert finished["id"] == done["table"]["id"]
        assert len(finished["results"]) == 2

    asyncio.run(look())


def test_two_venues_on_one_store_do_not_overwrite_each_other() -> None:
    class Shared(MemoryStore):
        is_shared = True

    async def look() -> None:
        store = Shared()
        here, there = venue_in_memory(store), venue_in_memory(store)
        view = await new_table(here)
        path = f"/tables/{view['table']['id']}"
        await ask(there, "GET", path)
        body = {"ply": 0, "moves": [view["table"]["game"]["moves"][0]["words"]]}
        played = await ask(here, "POST", f"{path}/moves", body)
        # The other venue's copy lacks this move: its write fails, it reads again, and refuses.
        copy = await there.get(path.removeprefix("/tables/"))
        assert copy.version == played["view"]["table"]["version"] - 1
        assert (await ask(there, "POST", f"{path}/moves", body, 409))["code"] == "stale_ply"
        assert copy.is_evicted
        second = {"ply": 1, "moves": [played["view"]["table"]["game"]["moves"][0]["words"]]}
        played = await ask(here, "POST", f"{path}/moves", second)
        # Its copy refuses a move of a later ply, is compared with the store, reads again, and plays.
        third = {"ply": 2, "moves": [played["view"]["table"]["game"]["moves"][0]["words"]]}
        assert (await ask(there, "POST", f"{path}/moves", third))["view"]["table"]["version"] == 5
        rows = await store.rows(path.removeprefix("/tables/"))
        assert [row.row for row in rows] == list(range(5))

    asyncio.run(look())


@pytest.mark.parametrize(
    ("method", "path", "body", "query", "status", "reason"),
    [
        ("GET", "/tables/no", b"", {}, 404, None),
        ("GET", "/nowhere", b"", {}, 404, None),
        ("POST", "/components", b"", {}, 405, None),
        ("POST", "/tables", b"{", {}, 400, "json"),
        ("POST", "/tables", b"{}", {}, 400, "missing"),
        ("POST", "/tables", b'{"seats": [{"kind": "god"}, {"kind": "you"}]}', {}, 400, "value"),
        ("GET", "/components", b"", {"players": "5"}, 400, "at-most"),
        ("GET", "/components", b"", {"players": "x"}, 400, "type"),
        ("GET", "/components", b"", {"edition": "1999"}, 400, "pattern"),
    ],
)
def test_a_malformed_request_is_refused(
    method: str, path: str, body: bytes, query: Any, status: int, reason: str | None
) -> None:
    found = asyncio.run(ask_raw(method, path, body, query))
    assert found[0] == status, found
    assert found[1].get("reason") == reason


async def ask_raw(method: str, path: str, body: bytes, query: Any) -> tuple[int, Any]:
    status, answer = await request(venue_in_memory(), HANA, method, path, body, query=query)
    return status, json.loads(answer)


def test_an_anonymous_and_a_banned_caller_make_no_table() -> None:
    async def look() -> None:
        venue, seats = venue_in_memory(), {"seats": [{"kind": "you"}, {"kind": "local"}]}
        assert (await ask(venue, "POST", "/tables", seats, 401, Caller()))["code"] == "no_guest"
        banned = Caller(Person("bad", "Bad", is_banned=True))
        assert (await ask(venue, "POST", "/tables", seats, 403, banned))["code"] == "banned"

    asyncio.run(look())


def test_computer_players_move_and_a_guest_gets_hints_an_analysis_and_a_review() -> None:
    async def look() -> None:
        venue = venue_in_memory()
        thinking = Thinking(venue, MemoryQueue(), simulations=10)
        worker = Worker(thinking, KINDS, SearchesHere())
        await worker.start()
        view = await new_table(venue, "you", "bot", hints=True)
        path = f"/tables/{view['table']['id']}"
        hint = None
        async with asyncio.timeout(120):
            while (view := await ask(venue, "GET", path))["table"]["status"] == "running":
                table = view["table"]
                if not view["you"].get("may_play"):
                    await asyncio.sleep(0)
                    continue
                if hint is None:
                    hint = await ask(venue, "POST", f"{path}/hint")
                body = {"ply": table.get("ply", 0), "moves": [table["game"]["moves"][0]["words"]]}
                await ask(venue, "POST", f"{path}/moves", body)
            assert hint is not None
            assert hint["moves"]
            position = json.dumps({"table": view["table"]["id"], "ply": 10, "simulations": 1_000}).encode()
            updates = [json.loads(update) async for update in stream(venue, HANA, "/analysis", position)]
            assert updates[-1]["done"]
            while (answer := await request(venue, HANA, "GET", f"{path}/review"))[0] == 202:
                await asyncio.sleep(0.01)
            assert answer[0] == 200
            assert len(json.loads(answer[1])["decisions"]) > 20
        await worker.stop()

    asyncio.run(look())
