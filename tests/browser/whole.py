"""Uses all that a table of a browser offers, in each language, and prints what answers there were.

It runs in CPython and in the Python of a built site, which has a part of Python's library.
"""

from __future__ import annotations

import asyncio
import json
from typing import Any

from edokko.browser.venue import Browser
from edokko.catalogue import languages
from edokko.puzzles import stock

LEVELS = ("easy", "medium:fisher", "hard:builder")
MOST = 12
"""The moves of a game that is not the first: only that one is played to its end."""


async def main(database: Any) -> None:
    """Play, ask for help, take back, review, learn, solve and study.

    Args:
        database: keeps the tables, as ``web/src/local/database.ts`` does.
    """
    sent: list[tuple[int, str]] = []
    browser = Browser(database, lambda number, text: sent.append((number, text)), 0.0)
    await browser.start()
    browser.network_arrived()
    language, answers = "en", set()

    async def ask(method: str, path: str, body: object = None) -> Any:
        text = "" if body is None else json.dumps(body)
        status, answer = await browser.request(method, path, "{}", text, language)
        answers.add(f"{language} {method} {path.replace(table, 't')} {status}")
        return json.loads(answer or "null")

    async def until_done(number: int) -> None:
        while (number, "") not in sent:
            await asyncio.sleep(0)

    table = "t"
    for number, one in enumerate(languages()):
        language, table = one, "t"
        seats = [{"kind": "you"}, *({"kind": "bot", "level": level} for level in LEVELS[: 1 + number % 3])]
        view = await ask("POST", "/tables", {"seats": seats, "random_seats": False, "coach": True})
        table = view["table"]["id"]
        browser.open_channel(number, table, None)
        while True:
            while True:
                status, answer = await browser.request("GET", f"/tables/{table}", "{}", "", language)
                seen = json.loads(answer)["table"]
                if seen["status"] != "running" or seen["seat"] == 0:
                    break
                await asyncio.sleep(0)
            if seen["status"] != "running" or (number and seen.get("ply", 0) > MOST):
                break
            ply, words = seen.get("ply", 0), seen["game"]["moves"][0]["words"]
            if ply < 8:
                for wrong in (["nothing"], [1], None):
                    await ask("POST", f"/tables/{table}/moves", {"ply": ply, "moves": wrong})
                await ask("POST", f"/tables/{table}/hint")
            body = json.dumps({"ply": ply, "moves": [words]})
            status, _ = await browser.request("POST", f"/tables/{table}/moves", "{}", body, language)
            assert status == 200, answer
        for path in ("components", "log", "record"):
            await ask("GET", f"/tables/{table}/{path}")
        if not number:
            await ask("GET", f"/tables/{table}/lookback?month=3")
            while "decisions" not in (review := await ask("GET", f"/tables/{table}/review")):
                assert review["done"] >= 0, review
                await asyncio.sleep(0)
            await ask("POST", f"/tables/{table}/rematch")
        for path in ("/guest", "/tables", "/components", "/lessons", "/puzzles/today"):
            await ask("GET", path)
        for lesson in (await ask("GET", "/lessons"))["lessons"]:
            await ask("GET", f"/lessons/{lesson['id']}")
        puzzle = list(stock().values())[number]
        await ask("POST", f"/puzzles/{puzzle.id}/answer", {"moves": list(puzzle.line)})
        await ask("POST", "/studies", {"position": puzzle.position, "nodes": [{"move": puzzle.line[0], "parent": -1}]})
        await ask("POST", "/positions", {"position": puzzle.position, "moves": [puzzle.line[0]]})
        await ask("POST", "/positions", {"position": "wrong", "moves": []})
        browser.open_stream(100 + number, "/analysis", json.dumps({"position": puzzle.position, "simulations": 50}))
        await until_done(100 + number)
    await browser.stop()
    print("\n".join(sorted(answers)))
