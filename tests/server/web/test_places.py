"""Half of the places for hints and reviews are for addresses that have none."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from edokko.server.app.application import application
from edokko.server.core.settings import Settings
from edokko.server.services import prepare
from edokko.server.tables.places import Places
from edokko.server.views.problems import ApiProblem
from edokko.server.workers.advice import MOST_WAITING
from tests.helpers.server import sqlite_in


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


def test_hints_and_reviews_of_an_address_leave_places_for_others(tmp_path: Path) -> None:
    """Regression: 24 guests of one address had all places, so hints of other players were refused."""
    services = prepare(Settings(sqlite_in(tmp_path)))
    with TestClient(application(services)) as client:
        client.get("/api/guest")
        seats = [{"kind": "you"}, {"kind": "local"}]
        table = client.post("/api/tables", json={"seats": seats, "hints": True}).json()["table"]["id"]

        def codes() -> list[Any]:
            answers = [client.post(f"/api/tables/{table}/hint"), client.get(f"/api/tables/{table}/review")]
            return [answer.json().get("code") for answer in answers]

        before = codes()
        assert before[0] is None
        for number in range(MOST_WAITING // 2):
            services.hint_places.take(number, "testclient")
        assert codes()[0] == "too_many"
        for number in range(MOST_WAITING // 2):
            services.hint_places.leave(number)
            services.hint_places.take(number, "203.0.113.9")
        assert codes() == before
