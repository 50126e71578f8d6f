"""Limits of bytes: of a guest, of an address, and of the whole database, at which moves go on."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from prometheus_client.parser import text_string_to_metric_families

from edokko import Game
from edokko.server.features.study import trees
from edokko.server.features.study.operations import Studies, read
from edokko.server.features.study.shapes import StudyFact, StudyTree
from edokko.server.features.study.sql_studies import SqlStudies
from edokko.server.store import Database, migrate
from edokko.server.tables.guests import Guests
from edokko.server.tables.limits import StoredBytes
from edokko.table.api.operation import Caller
from tests.helpers.database import in_database
from tests.helpers.server import Person, Server, both_databases, first_move, sqlite_in, wait_until
from tests.helpers.venue import venue_of

pytestmark = both_databases

Launch = Callable[..., Server]
Visitor = Callable[[Server], Person]


def tree(size: int = 0) -> dict[str, Any]:
    """Return a study whose comments have a number of bytes."""
    game = Game(players=2, seed=1)
    move = game.legal_moves[0].words
    pieces = [min(1_000, size - start) for start in range(0, size, 1_000)]
    nodes = [{"move": move, "parent": -1, "comment": "x" * piece} for piece in pieces]
    return {"position": game.position.to_line(), "nodes": nodes}


def samples(person: Person) -> dict[str, float]:
    families = text_string_to_metric_families(person.http.get("/metrics").text)
    return {f"{each.name}{each.labels or ''}": each.value for family in families for each in family.samples}


def check_that_only_moves_go_on(launch: Launch, visitor: Visitor, database: str, setting: dict[str, str]) -> None:
    before = launch(database)
    host = visitor(before)
    view = host.table("you", "local")
    table = view["table"]["id"]
    study = host.post("/api/studies", tree(), expect=201)
    assert before.stop() == 0
    server = launch(database, **setting)
    host.http.base_url = server.address
    wait_until(lambda: samples(host)["edokko_database_bytes"] > 0, 20)
    refusals = [
        host.http.post("/api/tables", json={"seats": [{"kind": "you"}, {"kind": "open"}]}),
        host.http.post("/api/studies", json=tree()),
        host.http.put(f"/api/studies/{study['id']}", json=tree(10)),
        host.http.put(f"/api/tables/{table}/note", json={"text": "a note"}),
        host.http.post(f"/api/tables/{table}/chat", json={"text": "hello"}),
        host.http.post("/api/tokens", json={"name": "robot"}),
        host.http.post("/api/events", json={}),
    ]
    assert [answer.status_code for answer in refusals] == [503] * len(refusals)
    assert {answer.json()["code"] for answer in refusals} == {"storage_full"}
    assert {answer.headers["retry-after"] for answer in refusals} == {"60"}
    assert host.play(table, 0, first_move(view))
    assert host.get(f"/api/studies/{study['id']}")["id"] == study["id"]


def test_below_the_free_space_moves_go_on_and_nothing_new_is_stored(
    launch: Launch, visitor: Visitor, tmp_path: Path
) -> None:
    check_that_only_moves_go_on(launch, visitor, sqlite_in(tmp_path), {"EDOKKO_FREE_MB": "9999999"})


def test_beyond_the_size_of_the_database_moves_go_on_and_nothing_new_is_stored(
    launch: Launch, visitor: Visitor, postgres: str
) -> None:
    check_that_only_moves_go_on(launch, visitor, postgres, {"EDOKKO_DATABASE_MB": "1"})


def test_the_studies_and_notes_of_a_guest_have_limited_bytes(
    launch: Launch, visitor: Visitor, empty_database: str
) -> None:
    """Regression: sixty guests an hour of one address could store 1.6 GB an hour."""
    server = launch(empty_database, EDOKKO_GUEST_KB="8")
    host, other = visitor(server), visitor(server)
    study = host.post("/api/studies", tree(5_000), expect=201)
    address = f"/api/studies/{study['id']}"
    for answer in (
        host.http.post("/api/studies", json=tree(3_000)),
        host.http.put(address, json=tree(8_000)),
        host.http.put(f"/api/tables/{host.table('you', 'local')['table']['id']}/note", json={"text": "é" * 2_000}),
    ):
        assert (answer.status_code, answer.json()["reason"]) == (429, "stored")
        assert answer.json()["detail"] == "All your studies and notes together may have 8 kB."
    assert host.http.put(address, json=tree(4_000)).status_code == 200
    other.post("/api/studies", tree(5_000), expect=201)


def test_an_address_stores_limited_bytes_in_an_hour(launch: Launch, visitor: Visitor, tmp_path: Path) -> None:
    server = launch(sqlite_in(tmp_path), EDOKKO_ADDRESS_KB="20")
    for _ in range(3):
        visitor(server).post("/api/studies", tree(5_000), expect=201)
    answer = visitor(server).http.post("/api/studies", json=tree(5_000))
    assert (answer.status_code, answer.json()["code"]) == (429, "too_many")
    assert int(answer.headers["retry-after"]) > 3_000


def test_the_facts_of_a_study_are_computed_once_a_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Regression: a study of a thousand nodes took 60 ms of each reader's request."""
    played: list[StudyTree] = []

    def facts_of(tree: StudyTree) -> list[StudyFact]:
        played.append(tree)
        return [StudyFact(0)]

    monkeypatch.setattr(trees, "facts_of", facts_of)

    async def look(database: Database) -> None:
        venue, studies = venue_of(database), SqlStudies(database, StoredBytes([], 0))
        venue.add_part(studies, Studies)
        guest = (await Guests(database).create()).id
        saved = await studies.create(guest, StudyTree("x"))
        for _ in range(3):
            assert (await read(venue, Caller(), saved.id)).facts == [StudyFact(0)]
        assert len(played) == 1
        await studies.replace(saved, StudyTree("y"))
        assert (await read(venue, Caller(), saved.id)).tree.position == "y"
        assert len(played) == 2

    address = sqlite_in(tmp_path)
    migrate(address)
    in_database(address, look)


@pytest.mark.parametrize("state", ["waiting", "given up"])
def test_metrics_have_the_size_and_the_alerts(launch: Launch, visitor: Visitor, tmp_path: Path, state: str) -> None:
    server = launch(sqlite_in(tmp_path))
    person = visitor(server)
    wait_until(lambda: samples(person)["edokko_database_bytes"] > 100_000, 20)
    found = samples(person)
    assert found["edokko_disk_free_bytes"] > 1_000_000
    assert found[f"edokko_alerts{{'state': '{state}'}}"] == 0
