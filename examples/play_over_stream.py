"""A program that hosts can invite: python play_over_stream.py ADDRESS TOKEN. Its games come over one stream."""

import contextlib
import json
import sys
import time
from typing import Any

import httpx


def decide(view: Any) -> list[str]:
    """Return the first legal move, with the cheapest room if it needs one: put your own player here."""
    move = view["table"]["game"]["moves"][0]
    rooms = move.get("preview", {}).get("rooms")
    return [move["words"], f"place {min(rooms, key=rooms.get)}"] if rooms else [move["words"]]


def play(http: httpx.Client, table: str) -> None:
    """Play until another seat decides. A refused move means that our view is stale: look again."""
    while (view := http.get(f"/api/tables/{table}").json()).get("you", {}).get("may_play"):
        http.post(f"/api/tables/{table}/moves", json={"ply": view["table"].get("ply", 0), "moves": decide(view)})


def serve(http: httpx.Client) -> None:
    """List the program, then answer the events of the stream until it ends, or is silent for 30 seconds."""
    http.put("/api/program", json={"name": "Sparrow", "sentence": "I play the first move that I see."})
    with http.stream("GET", "/api/stream") as answer:
        for event in map(json.loads, filter(None, answer.raise_for_status().iter_lines())):
            if event["type"] == "challenge":
                http.post(f"/api/challenges/{event['id']}/accept")
            elif event["type"] == "turn":
                play(http, event["table"])


with httpx.Client(base_url=sys.argv[1], headers={"Authorization": f"Bearer {sys.argv[2]}"}, timeout=30) as client:
    while True:  # when the server is back after a restart, what waits for us comes first
        with contextlib.suppress(httpx.TransportError):
            serve(client)
        time.sleep(2)
