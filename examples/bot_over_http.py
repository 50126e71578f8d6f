"""Play a whole game at a running server, through its HTTP API and its live channel (docs/build/api.md).

    python examples/bot_over_http.py http://127.0.0.1:8421             # a new table, against two easy computer players
    python examples/bot_over_http.py http://127.0.0.1:8421/t/TABLE     # a seat at a table that waits for players

It needs no rule of the game, and nothing but the standard library and `websockets`, which `edokko[server]` brings.
Ctrl-C or SIGTERM ends it at any time: it leaves a waiting table, and hands a running game to a computer player.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import signal
import sys
import time
import uuid
from collections.abc import Sequence
from contextlib import suppress
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError
from urllib.request import HTTPCookieProcessor, Request, build_opener

from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

Json = dict[str, Any]

WORTH = {"mon": 0.35, "rice": 0.7, "sandals": 0.7, "wood": 1.2, "koban": 2.5, "iki": 1.0}
HIRE, GOOD = 5.0, 4.0
"""What a resource, a hire and a bought good are worth to the bot, in IKI."""
ATTEMPTS = 5
"""How often a request, and a broken channel, is tried; the pause doubles each time."""
TIMEOUT = 30.0
"""Seconds to wait for an answer, and the longest pause."""


class Refused(Exception):
    """A problem that the server answers with: its HTTP status and its JSON (docs/build/api.md, "Problems")."""

    def __init__(self, status: int, body: Json) -> None:
        self.status, self.body = status, body
        super().__init__(body.get("detail") or body.get("title") or f"HTTP status {status}")


class Client:
    """One guest of one server."""

    def __init__(self, address: str) -> None:
        self.address, self.headers = address, {"Content-Type": "application/json"}
        self._opener = build_opener(HTTPCookieProcessor())

    def sign_in(self, name: str, secret: str | None) -> str | None:
        """Use a token, or become a new guest with a new token; return the id that revokes the new one."""
        token = {"secret": secret, "id": None}
        if secret is None:
            self.request("GET", "/guest", attempts=1)  # sets a cookie, which makes us the new guest
            self.request("PUT", "/guest", {"name": name})
            token = self.request("POST", "/tokens", {"name": "bot_over_http.py"})
        self.headers["Authorization"] = f"Bearer {token['secret']}"
        self.request("GET", "/guest", attempts=1)
        return token["id"]

    def request(self, method: str, path: str, body: Json | None = None, attempts: int = ATTEMPTS) -> Any:
        """Send a request and return the answer's JSON; retry lost connections, rate limits and an overloaded server."""
        # The server plays moves that come with the same key only once, so they may be sent again.
        headers = {**self.headers, "Idempotency-Key": uuid.uuid4().hex}
        data = None if body is None else json.dumps(body).encode()
        request = Request(f"{self.address}/api{path}", data, headers, method=method)
        for attempt in range(1, attempts + 1):
            pause = 2.0**attempt
            try:
                with self._opener.open(request, timeout=TIMEOUT) as answered:
                    return json.loads(answered.read() or b"null")
            except HTTPError as error:
                with error:
                    refused = Refused(error.code, problem_of(error.read()))
                if refused.status not in (429, 503) or attempt == attempts:
                    raise refused from None
                pause = refused.body.get("retry", pause)
            except ValueError:
                raise Refused(200, {"title": "the answer is not JSON; is this an edokko server?"}) from None
            except (OSError, HTTPException):
                if attempt == attempts:
                    raise
            time.sleep(min(pause, TIMEOUT))
        raise AssertionError("the last attempt returns or raises")


def problem_of(body: bytes) -> Json:
    """Return the JSON of a problem; a proxy before the server may answer with something else."""
    try:
        problem = json.loads(body)
    except ValueError:
        return {}
    return problem if isinstance(problem, dict) else {}


def choose(game: Json) -> list[str]:
    """Choose the legal move with the best preview; a card that needs a stall goes to the cheapest one."""
    slots = {boat["slot"]: boat for boat in game["position"]["boats"]}

    def value(move: Json) -> float:
        preview = move.get("preview", {})
        later = preview.get("later") or {}  # what comes with the moves that complete this one
        gained = worth(preview.get("gain", {})) + worth(later.get("gain", {})) - worth(preview.get("spend", {}))
        is_hire: bool = move["kind"] == "hire"
        if move["kind"] == "ikizama":
            is_hire = slots[move["parts"][0]].get("hires", True)  # a default is left out of an answer
        return gained + HIRE * is_hire + GOOD * len(preview.get("goods", ()))

    best = max(game["moves"], key=value)
    rooms = best.get("preview", {}).get("rooms")
    return [best["words"], f"place {min(rooms, key=rooms.__getitem__)}"] if rooms else [best["words"]]


def worth(amounts: dict[str, int]) -> float:
    return sum(WORTH.get(resource, 0.0) * count for resource, count in amounts.items())


def answer(client: Client, view: Json) -> Json:
    """Play as long as our seat decides, and return the newest view."""
    while True:
        table = view["table"]
        path = f"/tables/{table['id']}"
        try:
            if view["you"].get("may_start"):
                view = client.request("POST", f"{path}/start")["view"]
            elif view["you"].get("may_play"):
                ply, moves = table.get("ply", 0), choose(table["game"])
                body = {"ply": ply, "version": table["version"], "moves": moves}
                view = client.request("POST", f"{path}/moves", body)["view"]
                print(f"{ply:>4}  {', '.join(moves)}", flush=True)
            else:
                return view
        except Refused as refused:
            if refused.status != 409:
                raise
            # The view was stale: a player took a move back, the time is over, the host was quicker. Decide anew.
            view = refused.body.get("view") or client.request("GET", path)


def play(client: Client, view: Json) -> Json:
    """Play until the table is finished or closed, and return its last view; reconnect where the channel breaks."""
    address = client.address.replace("http", "ws", 1) + f"/api/tables/{view['table']['id']}/live"
    failures = 0
    while failures < ATTEMPTS:
        try:
            with connect(address, additional_headers=client.headers, open_timeout=TIMEOUT) as channel:
                for text in channel:  # the first message is the newest view; each change sends another
                    message = json.loads(text)
                    # The answers to our own moves are newer than the views that the channel sent meanwhile.
                    if message["type"] == "view" and message["version"] >= view["table"]["version"]:
                        failures, view = 0, answer(client, message["view"])
                        if view["table"]["status"] in ("finished", "closed"):
                            return view
        except (OSError, WebSocketException) as error:
            print(f"the live channel broke: {error}", file=sys.stderr)
        time.sleep(2.0**failures)
        failures += 1
    raise ConnectionError(f"no live channel after {ATTEMPTS} attempts")


def sit_down(client: Client, table: str | None, opponents: Sequence[str]) -> Json:
    """Take a seat at a table, or create one that has a seat for us, and return its view."""
    if table is None:
        others = [{"kind": "open"} if level == "open" else {"kind": "bot", "level": level} for level in opponents]
        created: Json = client.request("POST", "/tables", {"seats": [{"kind": "you"}, *others]})
        return created
    view: Json = client.request("GET", f"/tables/{table}")
    if not view["you"].get("seats"):
        view = client.request("POST", f"/tables/{table}/join", {})
    return view


def leave(client: Client, table: str) -> None:
    """Give up our seat: a waiting table opens it again, in a running game a computer player takes over."""
    status = client.request("GET", f"/tables/{table}")["table"]["status"]
    if status == "waiting":
        client.request("POST", f"/tables/{table}/leave", {})
        print("left the table", file=sys.stderr)
    elif status == "running":
        client.request("POST", f"/tables/{table}/bot", {"level": "easy"})
        print("a computer player takes over", file=sys.stderr)


def print_result(view: Json) -> None:
    names = {seat["seat"]: seat["name"] for seat in view["table"]["seats"]}
    for sheet in view["table"]["game"]["scores"]:
        mark = "  <- the bot" if sheet["seat"] in view["you"]["seats"] else ""
        print(f"{sheet['place']}. {names[sheet['seat']]:<20} {sheet['total']:>4} IKI{mark}")


def run(client: Client, table: str | None, opponents: Sequence[str]) -> int:
    view = sit_down(client, table, opponents)
    table = str(view["table"]["id"])
    try:
        print(f"table: {client.address}/t/{table}", flush=True)
        view = play(client, view)
    except (KeyboardInterrupt, Refused):
        leave(client, table)  # the other players must not wait for us
        raise
    if view["table"]["status"] == "closed":
        print("the table was closed", file=sys.stderr)
        return 1
    print_result(view)
    return 0


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("address", metavar="ADDRESS", help="http://HOST:PORT of a server, or the link of a table")
    parser.add_argument(
        "--opponents", default="easy,easy", help="of a new table: levels or open (default: %(default)s)"
    )
    parser.add_argument("--name", default="Thrifty bot", help="of a new guest (default: %(default)s)")
    options = parser.parse_args(argv)
    link = re.fullmatch(r"(https?://[^/\s]+)(?:/t/([\w-]+))?/?", options.address)
    if link is None:
        parser.error(f"{options.address!r} is no address; http://127.0.0.1:8421 and http://127.0.0.1:8421/t/TABLE are")

    signal.signal(signal.SIGTERM, signal.default_int_handler)  # SIGTERM ends it as Ctrl-C does
    client, token = Client(link[1]), None
    try:
        # With a token of the page's settings the bot plays as the same guest each time.
        token = client.sign_in(options.name, os.environ.get("BOT_TOKEN") or None)
        return run(client, link[2], options.opponents.split(","))
    except KeyboardInterrupt:
        return 130
    except Refused as refused:
        print(f"{link[1]} refuses: {refused}", file=sys.stderr)
    except (OSError, HTTPException) as error:
        print(f"cannot reach {link[1]}: {error}", file=sys.stderr)
    finally:
        if token is not None:
            with suppress(Refused, OSError, HTTPException):
                client.request("DELETE", f"/tokens/{token}", attempts=1)
    return 2


if __name__ == "__main__":
    sys.exit(main())
