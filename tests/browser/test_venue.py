"""The venue of a browser: whole games, lessons and puzzles, what it keeps, and two tabs on one database."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

from edokko.browser.venue import Browser
from edokko.puzzles import stock
from tests.browser.helpers import MemoryDatabase

BOT = {"seats": [{"kind": "you"}, {"kind": "bot", "level": "easy"}], "random_seats": False}
FRIENDS = {"seats": [{"kind": "you"}, {"kind": "local"}], "random_seats": False}


def in_browser(
    work: Callable[[Browser], Awaitable[None]], database: MemoryDatabase, sent: list[tuple[int, str]] | None = None
) -> None:
    """Do work in a venue; add what it sends to a list."""
    sent = [] if sent is None else sent

    async def run() -> None:
        browser = Browser(database, lambda number, text: sent.append((number, text)), pause=0.0)
        await browser.start()
        try:
            await work(browser)
        finally:
            await browser.stop()

    asyncio.run(asyncio.wait_for(run(), 300))


async def ask(browser: Browser, method: str, path: str, body: object = None, status: int = 200) -> Any:
    """Return the answer to a request, after checking its status."""
    found, answer = await browser.request(method, path, "{}", "" if body is None else json.dumps(body), "en")
    assert found == status, answer
    return json.loads(answer)


async def move(browser: Browser, table: str) -> Any:
    """Make the first legal move of a table once it is the guest's turn, and return the view; ``None`` at the end."""
    while True:
        view = await ask(browser, "GET", f"/tables/{table}")
        if view["table"]["status"] != "running":
            return None
        if view["table"]["seat"] in view["you"]["seats"]:
            break
        await asyncio.sleep(0)
    body = {"ply": view["table"].get("ply", 0), "moves": [view["table"]["game"]["moves"][0]["words"]]}
    return await ask(browser, "POST", f"/tables/{table}/moves", body)


def test_a_whole_game_against_a_computer_player_is_kept_and_reviewed() -> None:
    database = MemoryDatabase()
    made: list[str] = []
    sent: list[tuple[int, str]] = []

    async def play(browser: Browser) -> None:
        view = await ask(browser, "POST", "/tables", BOT, 201)
        made.append(view["table"]["id"])
        browser.open_channel(1, made[0], None)
        while await move(browser, made[0]):
            pass
        while '"finished"' not in sent[-1][1]:
            await asyncio.sleep(0)

    async def look(browser: Browser) -> None:
        lobby = await ask(browser, "GET", "/tables")
        assert [table["status"] for table in lobby["yours"]] == ["finished"]
        assert (await ask(browser, "GET", "/guest"))["has_finished_game"]
        while (await browser.request("GET", f"/tables/{made[0]}/review", "{}", "", "en"))[0] == 202:
            await asyncio.sleep(0)
        review = await ask(browser, "GET", f"/tables/{made[0]}/review")
        assert len(review["decisions"]) > 20

    in_browser(play, database, sent)
    assert {number for number, _ in sent} == {1}
    in_browser(look, database)


def test_an_earlier_moment_of_a_game_is_shown() -> None:
    async def play(browser: Browser) -> None:
        view = await ask(browser, "POST", "/tables", FRIENDS, 201)
        table = view["table"]["id"]
        for _ in range(5):
            await move(browser, table)
        earlier = (await ask(browser, "GET", f"/tables/{table}?ply=3"))["table"]
        assert earlier["ply"] == 3
        assert earlier["game"] != (await ask(browser, "GET", f"/tables/{table}"))["table"]["game"]

    in_browser(play, MemoryDatabase())


def test_a_repeated_move_counts_once() -> None:
    async def play(browser: Browser) -> None:
        view = await ask(browser, "POST", "/tables", FRIENDS, 201)
        path, moves = f"/tables/{view['table']['id']}/moves", [view["table"]["game"]["moves"][0]["words"]]
        body, key = json.dumps({"ply": 0, "moves": moves}), json.dumps({"idempotency-key": "once"})
        for _ in range(2):
            status, answer = await browser.request("POST", path, key, body, "en")
            assert status == 200, answer
        assert (await ask(browser, "GET", path.removesuffix("/moves")))["table"]["ply"] == 1

    in_browser(play, MemoryDatabase())


def test_a_refusal_is_in_the_language_of_the_page() -> None:
    async def look(browser: Browser) -> None:
        details = [(await browser.request("GET", "/tables/none", "{}", "", language))[1] for language in ("en", "pl")]
        assert details[0] != details[1]

    in_browser(look, MemoryDatabase())


def test_two_tabs_play_one_game_and_neither_loses_a_move() -> None:
    database = MemoryDatabase()

    async def play(first: Browser) -> None:
        second = Browser(database, lambda number, text: None, pause=0.0)
        table = (await ask(first, "POST", "/tables", FRIENDS, 201))["table"]["id"]
        for browser in (first, second) * 5:
            view = await ask(browser, "GET", f"/tables/{table}")
            body = {"ply": view["table"].get("ply", 0), "moves": [view["table"]["game"]["moves"][0]["words"]]}
            await ask(browser, "POST", f"/tables/{table}/moves", body)
            # The tab that has not moved does not know it yet, and is refused with the newest view.
            other = second if browser is first else first
            refused = await ask(other, "POST", f"/tables/{table}/moves", body, 409)
            assert refused["view"]["table"]["ply"] == body["ply"] + 1
            await other.changed(table)
        assert len(database.history[table]) == 12

    in_browser(play, database)


def test_a_full_browser_refuses_a_move_and_loses_none() -> None:
    database = MemoryDatabase()

    async def play(browser: Browser) -> None:
        view = await ask(browser, "POST", "/tables", FRIENDS, 201)
        table = view["table"]["id"]
        await move(browser, table)
        database.is_full = True
        body = {
            "ply": 1,
            "moves": [(await ask(browser, "GET", f"/tables/{table}"))["table"]["game"]["moves"][0]["words"]],
        }
        assert (await ask(browser, "POST", f"/tables/{table}/moves", body, 503))["code"] == "storage_full"
        assert (await ask(browser, "GET", f"/tables/{table}"))["table"]["ply"] == 1
        database.is_full = False
        await ask(browser, "POST", f"/tables/{table}/moves", body)

    in_browser(play, database)


def test_lessons_puzzles_studies_and_the_name_are_kept() -> None:
    database, puzzle = MemoryDatabase(), next(iter(stock().values()))
    study = {"position": puzzle.position, "nodes": [{"move": puzzle.line[0], "parent": -1}]}
    made: list[str] = []

    async def first(browser: Browser) -> None:
        await ask(browser, "PUT", "/lessons/street/progress", {"step": 2, "done": True, "lanterns": 3})
        answered = await ask(browser, "POST", f"/puzzles/{puzzle.id}/answer", {"moves": list(puzzle.line)})
        assert (answered["state"], answered["answers"], answered["found"]) == ("found", 1, 1)
        made.append((await ask(browser, "POST", "/studies", study, 201))["id"])
        await ask(browser, "PUT", "/guest", {"name": "Aoi"})
        refused = await ask(browser, "PUT", "/guest", {"name": "admin"}, 400)
        assert refused["code"] == "reserved_name"

    async def second(browser: Browser) -> None:
        [street] = [entry for entry in (await ask(browser, "GET", "/lessons"))["lessons"] if entry["id"] == "street"]
        assert (street["reached"], street["done"]) == (2, True)
        await ask(browser, "PUT", "/lessons/street/progress", {"step": 1, "lanterns": 1})
        assert (await ask(browser, "GET", "/lessons/street"))["done"]
        assert (await ask(browser, "GET", f"/puzzles/{puzzle.id}"))["solution"]["found"]
        assert (await ask(browser, "GET", f"/studies/{made[0]}"))["is_yours"]
        changed = await ask(browser, "PUT", f"/studies/{made[0]}", study | {"name": "Mine"})
        assert changed["tree"]["name"] == "Mine"
        assert (await ask(browser, "GET", "/guest"))["name"] == "Aoi"
        assert (await ask(browser, "GET", "/studies/other", None, 404))["code"] == "no_study"

    in_browser(first, database)
    in_browser(second, database)


def test_an_analysis_streams_and_ends_and_a_wrong_table_is_a_problem() -> None:
    sent: list[tuple[int, str]] = []

    async def look(browser: Browser) -> None:
        body = {"position": next(iter(stock().values())).position, "simulations": 300}
        browser.open_stream(7, "/analysis", json.dumps(body))
        browser.open_channel(8, "missing", None)
        while (7, "") not in sent or (8, "") not in sent:
            await asyncio.sleep(0.01)

    in_browser(look, MemoryDatabase(), sent)
    updates = [json.loads(text) for number, text in sent if number == 7 and text]
    assert updates[-1]["done"]
    assert [json.loads(text)["code"] for number, text in sent if number == 8 and text] == ["no_table"]
