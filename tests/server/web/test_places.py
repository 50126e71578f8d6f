"""Half of the places for hints and reviews are for addresses that have none."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from edokko.server.app.application import application
from edokko.server.app.preparing import prepare
from edokko.server.services import Services
from edokko.server.settings import Settings
from edokko.server.tables.limits import Places
from edokko.table.problems import ApiProblem
from edokko.table.thinking.memory_queue import MOST_WAITING
from tests.helpers.server import first_move, sqlite_in


def test_an_address_takes_at_most_half_of_the_places() -> None:
    places = Places(8)
    for number in range(4):
        places.take(f"a{number}", "a")
    with pytest.raises(ApiProblem):
        places.take("a4", "a")
    # A key that has a place keeps it.
    places.take("a0", "a")
    places.take("b0", "b")
    with pytest.raises(ApiProblem):
        places.take("b1", "b")
    for number in range(2):
        places.leave(f"a{number}")
    with places.hold("a"):
        pass
    with places.hold("c"), pytest.raises(ApiProblem):
        places.take("a5", "a")


@pytest.fixture
def services(tmp_path: Path) -> Services:
    return prepare(Settings(sqlite_in(tmp_path), rate=0))


@pytest.fixture
def client(services: Services) -> Iterator[TestClient[Any]]:
    with TestClient(application(services)) as client:
        client.get("/api/guest")
        yield client


@pytest.fixture
def table(client: TestClient[Any]) -> str:
    """A table at which one guest plays two seats."""
    seats = [{"kind": "you"}, {"kind": "local"}]
    table = client.post("/api/tables", json={"seats": seats, "hints": True}).json()["table"]["id"]
    return f"/api/tables/{table}"


def take_half(places: Places, address: str) -> None:
    for number in range(MOST_WAITING // 2):
        places.leave(number)
        places.take(number, address)


def test_hints_of_an_address_leave_places_for_others(services: Services, client: TestClient[Any], table: str) -> None:
    """Regression: 24 guests of one address had all places, so hints of other players were refused."""
    assert client.post(f"{table}/hint").status_code == 200
    take_half(services.hint_places, "testclient")
    assert client.post(f"{table}/hint").json()["code"] == "too_many"
    take_half(services.hint_places, "203.0.113.9")
    assert client.post(f"{table}/hint").status_code == 200


def test_reviews_of_an_address_leave_places_for_others(services: Services, client: TestClient[Any], table: str) -> None:
    view = client.get(table).json()
    while view["table"]["status"] == "running":
        move = {"ply": view["table"].get("ply", 0), "moves": [first_move(view)]}
        view = client.post(f"{table}/moves", json=move).json()["view"]
    take_half(services.review_places, "testclient")
    assert client.get(f"{table}/review").json()["code"] == "too_many"
    take_half(services.review_places, "203.0.113.9")
    assert client.get(f"{table}/review").status_code == 202
