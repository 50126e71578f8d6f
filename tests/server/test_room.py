"""How many tables there may be, and that nobody gets round it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from conftest_server import Person, Server

ROOM = {"EDOKKO_BOT_TABLES": "2", "EDOKKO_GUEST_TABLES": "4", "EDOKKO_BOT_ONLY_TABLES": "3"}
People = Callable[[], Person]


@pytest.fixture
def people(empty_database: str, launch: Callable[..., Server], visitor: Callable[[Server], Person]) -> Iterator[People]:
    """People at a server with little room."""
    server = launch(empty_database, **ROOM)
    yield lambda: visitor(server)
    assert server.stop() == 0


def is_refused(problem: dict) -> bool:
    return problem["code"] == "too_many" and problem["retry"] > 0


def test_seats_handed_over_count_as_computer_players_do(people: People) -> None:
    host = people()
    tables = [host.table("you", "local")["table"]["id"] for _ in range(3)]
    for table in tables[:2]:
        for seat in (0, 1):
            host.post(f"/api/tables/{table}/bot", {"seat": seat})
    assert is_refused(host.post(f"/api/tables/{tables[2]}/bot", {"seat": 0}, 429))
    # Nothing of it has happened: whoever sat there goes on.
    view = host.view(tables[2])
    assert [one["kind"] for one in view["table"]["seats"]] == ["person", "person"]
    host.play(tables[2], 0, view["table"]["game"]["moves"][0]["words"])
    assert is_refused(host.table("you", "easy", expect=429))


def test_whoever_leaves_others_alone_may_always_do_so(people: People) -> None:
    host, other = people(), people()
    for _ in range(2):
        host.table("you", "easy")
    table = host.table("you", "open")["table"]["id"]
    other.post(f"/api/tables/{table}/join", {})
    host.post(f"/api/tables/{table}/start")
    host.post(f"/api/tables/{table}/bot", {})


def test_a_guest_makes_so_many_tables(people: People) -> None:
    host = people()
    tables = [host.table("you", "open")["table"]["id"] for _ in range(4)]
    assert is_refused(host.table("you", "open", expect=429))
    assert people().table("you", "open")
    host.post(f"/api/tables/{tables[0]}/leave", {})
    assert host.table("you", "open")


def test_so_many_tables_without_people_run_at_a_time(people: People) -> None:
    one, two = people(), people()
    for host in (one, one, two):
        view = host.table("you", "hard")
        host.post(f"/api/tables/{view['table']['id']}/bot", {})
    assert is_refused(people().table("hard", "hard", expect=429))
    table = two.table("you", "local")["table"]["id"]
    two.post(f"/api/tables/{table}/bot", {"seat": 0})
    assert is_refused(two.post(f"/api/tables/{table}/bot", {"seat": 1}, 429))


def test_of_many_requests_at_once_no_more_are_heeded(people: People) -> None:
    host = people()
    seats = [{"kind": "you"}, {"kind": "bot", "level": "easy"}]

    def ask(_: int) -> int:
        return host.http.post("/api/tables", json={"seats": seats}).status_code

    with ThreadPoolExecutor(12) as threads:
        answers = list(threads.map(ask, range(12)))
    assert sorted(answers) == [201] * 2 + [429] * 10
