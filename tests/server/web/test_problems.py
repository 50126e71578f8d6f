"""Problems: translated sentences with language-independent codes and arguments."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NoReturn

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect
from websockets.typing import Origin

from edokko.catalogue import Catalogue, languages
from edokko.server.tables.venue import ServerVenue
from edokko.server.web.negotiation import preferred
from edokko.table.problems import STATUS
from tests.helpers.server import People, Server, first_move, sqlite_in

TITLES = {
    "en": "There is no such table.",
    "fr": "Cette table n’existe pas.",
    "es": "Esa mesa no existe.",
    "pl": "Nie ma takiego stołu.",
    "pt": "Essa mesa não existe.",
}


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("", "en"),
        ("pl", "pl"),
        ("fr-CA,en;q=0.8", "fr"),
        ("de,es;q=0.5,fr;q=0.7", "fr"),
        ("de-DE,de;q=0.9", "en"),
        ("en;q=0.2, pt-BR;q=0.9", "pt"),
        ("*, es;q=0.1", "es"),
        ("pl;q=0, fr;q=0.1", "fr"),
        ("pl;q=many;q=1, es", "es"),
        ("pl;q=nan", "en"),
        (",;,=;q", "en"),
        ("\x00\xff", "en"),
    ],
)
def test_the_preferred_language_is_chosen(header: str, language: str) -> None:
    assert preferred(header) == language


def test_every_code_has_a_message_in_every_language() -> None:
    for language in languages():
        catalogue = Catalogue(language)
        assert all(f"api-{code.replace('_', '-')}" in catalogue for code in STATUS)


@pytest.mark.parametrize("language", languages())
def test_a_problem_is_in_the_language_of_the_request(server: Server, person: People, language: str) -> None:
    response = httpx.get(f"{server.address}/api/tables/none", headers={"Accept-Language": language})
    assert response.json()["title"] == TITLES[language]
    assert response.json()["code"] == "no_table"
    assert response.headers["content-language"] == language
    assert "Accept-Language" in response.headers["vary"]
    catalogue = Catalogue(language)
    guest = person()
    guest.http.headers["Accept-Language"] = f"{language};q=0.9, en;q=0.5"
    table = guest.table("you", "local")["table"]["id"]
    problem = guest.post(f"/api/tables/{table}/undo", {"ply": 0}, 409)
    assert problem["reason"] == "nothing_to_undo"
    assert problem["detail"] == catalogue.text("web-no-undo-nothing-to-undo")
    problem = guest.table("you", "you", expect=400)
    assert problem["detail"] == catalogue.text("api-detail-you-once")
    problem = guest.table("you", "open", name="x" * 61, expect=400)
    assert problem["reason"] == "shorter"
    assert problem["arguments"] == {"where": "name", "bound": "60"}
    assert problem["detail"] == catalogue.text("api-shape-shorter", where="name", bound="60")
    # Refusals of foreign origins and of channels are translated as well.
    refused = guest.http.post("/api/tables", json={}, headers={"Origin": "https://evil.example"}).json()
    assert refused["title"] == catalogue.text("api-foreign-origin")
    address = server.address.replace("http", "ws", 1) + "/api/tables/none/live"
    language_header = {"Accept-Language": language}
    with connect(address, origin=Origin(server.address), additional_headers=language_header) as channel:
        assert json.loads(channel.recv(timeout=20))["title"] == TITLES[language]


SHAPES = [
    ({}, "missing", {"where": "data", "field": "seats"}),
    ({"seats": 3}, "type", {"where": "seats", "expected": "array", "found": "int"}),
    ({"seats": [{}]}, "longer", {"where": "seats", "bound": "2"}),
    ({"seats": [{}] * 5}, "shorter", {"where": "seats", "bound": "4"}),
    ({"seats": [{}, {"kind": "cat"}]}, "value", {"where": "seats[1].kind", "value": "'cat'"}),
    ({"seats": [{}, {}], "chairs": 2}, "unknown", {"where": "data", "field": "chairs"}),
    ({"seats": [{}, {}], "clock": {"minutes": 0}}, "at-least", {"where": "clock.minutes", "bound": "1"}),
    ({"seats": [{}, {}], "clock": {"minutes": 999}}, "at-most", {"where": "clock.minutes", "bound": "240"}),
    ([], "type", {"where": "data", "expected": "object", "found": "array"}),
]


@pytest.mark.parametrize(("body", "reason", "arguments"), SHAPES)
def test_a_validation_error_has_place_and_reason(
    person: People, body: object, reason: str, arguments: dict[str, Any]
) -> None:
    problem = person().post("/api/tables", body, 400)
    assert problem["code"] == "bad_request"
    assert (problem["reason"], problem["arguments"]) == (reason, arguments)
    assert all(value in problem["detail"] for value in arguments.values())


@pytest.mark.parametrize("body", [b"", b"{", b"\xff\xfe", b'{"a":' * 5000])
def test_a_body_that_is_not_json_has_the_reason_json(person: People, body: bytes) -> None:
    response = person().http.post("/api/tables", content=body, headers={"content-type": "application/json"})
    assert response.json()["reason"] == "json"


def test_errors_of_parameters_have_their_names(person: People) -> None:
    guest = person()
    problem = guest.get("/api/components?edition=2020", 400)
    assert problem["reason"] == "pattern"
    assert problem["arguments"]["where"] == "edition"
    assert guest.get("/api/components?players=x", 400)["arguments"]["where"] == "players"
    levels = guest.http.post("/api/tables", json={"seats": [{"kind": "you"}, {"kind": "bot", "level": "god"}]}).json()
    assert levels["arguments"]["levels"].startswith("easy, ")


@pytest.mark.parametrize(
    "path", ["/api", "/api/", "/api/nothing", "/api/nothing/at/all", "/api/openapi.yaml", "/nothing"]
)
def test_an_unknown_path_is_a_problem(server: Server, path: str) -> None:
    response = httpx.get(server.address + path)
    assert response.status_code == 404
    assert response.json()["code"] == "not_found"


def test_an_illegal_move_has_its_place_and_refusal(person: People) -> None:
    guest = person()
    view = guest.table("you", "local")
    table = view["table"]["id"]
    problem = guest.play(table, 0, first_move(view), "hire monk", expect=422)
    assert (problem["place"], problem["detail"], problem["refusal"]["reason"]) == (1, "hire monk", "not_now")


async def fail(self: ServerVenue, *arguments: object) -> NoReturn:
    raise ValueError("the venue is broken")


def break_the_venue() -> None:
    ServerVenue.authorised = fail  # type: ignore[method-assign, assignment]


def test_a_fault_of_the_server_on_a_channel_is_told_and_logged(tmp_path: Path) -> None:
    server, log = Server(sqlite_in(tmp_path), {"EDOKKO_LOG": "json"}, break_the_venue), tmp_path / "log.txt"
    server.start(log)
    address = server.address.replace("http", "ws", 1) + "/api/tables/none/live"
    with connect(address, origin=Origin(server.address)) as channel:
        problem = json.loads(channel.recv(timeout=20))
        with pytest.raises(ConnectionClosed) as closed:
            channel.recv(timeout=20)
    server.stop()
    assert (problem["status"], problem["code"]) == (500, "internal")
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4500
    assert "the venue is broken" in log.read_text()
