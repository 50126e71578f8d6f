"""Pictures of tables and positions, and the previews of links that show them."""

from __future__ import annotations

import asyncio
import re
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from edokko import Game
from edokko.server.app.application import application
from edokko.server.app.preparing import prepare
from edokko.server.features.pictures import drawer
from edokko.server.features.pictures.drawer import SCRIPT, Pictures
from edokko.server.settings import Settings
from tests.helpers.paths import ROOT
from tests.helpers.server import sqlite_in

PAGE = ROOT / "src" / "edokko" / "page"
HOSTILE = '"><script>alert(1)</script>&'
pytestmark = pytest.mark.skipif(
    not (PAGE / SCRIPT).is_file(), reason="the page is not built (cd web && npm ci && npm run build)"
)


@pytest.fixture(scope="module")
def http(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient[Any]]:
    """A server with the built page."""
    origins = ("https://iki.example", "http://testserver.local")
    folder = tmp_path_factory.mktemp("tables")
    with pytest.MonkeyPatch.context() as patch:
        # Beside other tests a process of the lowest priority may not get the processor for half a minute.
        patch.setattr(drawer, "TIMEOUT", 240.0)
        with TestClient(application(prepare(Settings(sqlite_in(folder), origins, page=PAGE, rate=0)))) as client:
            yield client


def new_table(http: TestClient[Any], *kinds: str, **settings: object) -> str:
    http.get("/api/guest")
    seats = [{"kind": "bot", "level": kind} if kind == "easy" else {"kind": kind} for kind in kinds]
    answer = http.post("/api/tables", json={"seats": seats, "random_seats": False, **settings})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["table"]["id"])


def head_of(http: TestClient[Any], path: str, **headers: str) -> dict[str, str]:
    text = http.get(path, headers={name.replace("_", "-"): value for name, value in headers.items()}).text
    return dict(re.findall(r'<meta (?:property|name)="(?:og|twitter):([\w:]+)" content="(.*?)" />', text))


def size_of(png: bytes) -> tuple[int, ...]:
    assert png.startswith(b"\x89PNG")
    return struct.unpack(">II", png[16:24])


def test_the_link_of_a_table_shows_its_picture(http: TestClient[Any]) -> None:
    table = new_table(http, "you", "local", name=HOSTILE)
    head = head_of(http, f"/t/{table}", Accept_Language="pl")
    assert head["card"] == "summary_large_image"
    assert (head["image:width"], head["image:height"]) == ("1200", "630")
    assert "<script>" not in head["title"]
    assert head["image"].startswith(f"http://testserver.local/api/tables/{table}/picture.png?language=pl&amp;version=")

    answer = http.get(head["image"].replace("&amp;", "&"))
    assert answer.headers["content-type"] == "image/png"
    assert answer.headers["cache-control"] == "public, max-age=60"
    assert answer.headers["cross-origin-resource-policy"] == "cross-origin"
    assert size_of(answer.content) == (1200, 630)
    again = http.get(head["image"].replace("&amp;", "&"), headers={"If-None-Match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize("name", ["]]>", "]]></text>", "<![CDATA[x]]>", "a > b"])
def test_a_table_of_any_name_has_a_picture(http: TestClient[Any], name: str) -> None:
    """Regression: the renderer refuses ``]]>`` in a text, so the picture was a 500."""
    answer = http.get(f"/api/tables/{new_table(http, 'you', 'local', name=name)}/picture.png")
    assert answer.status_code == 200
    assert size_of(answer.content) == (1200, 630)


@pytest.mark.parametrize("failure", [b"", TimeoutError(), asyncio.IncompleteReadError(b"", 4), BrokenPipeError()])
def test_a_picture_that_fails_is_missing_and_not_drawn_again(
    http: TestClient[Any], monkeypatch: pytest.MonkeyPatch, failure: Any
) -> None:
    calls: list[bytes] = []

    async def ask(pictures: Pictures, request: bytes) -> bytes:
        calls.append(request)
        if isinstance(failure, Exception):
            raise failure
        return bytes(failure)

    monkeypatch.setattr(Pictures, "_ask", ask)
    address = f"/api/tables/{new_table(http, 'you', 'local', name=type(failure).__name__)}/picture.png"
    for _ in range(2):
        answer = http.get(address)
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
    assert len(calls) == 1


def test_the_address_of_a_picture_has_the_scheme_of_the_configured_origin(http: TestClient[Any]) -> None:
    """A proxy that ends HTTPS may not forward the scheme."""
    table = new_table(http, "you", "open")
    assert head_of(http, f"/t/{table}", Host="iki.example")["image"].startswith("https://iki.example/api/tables/")


def test_a_moment_of_a_replay_has_a_picture_of_its_own(http: TestClient[Any]) -> None:
    table = new_table(http, "you", "local")
    head = head_of(http, f"/t/{table}/replay/0")
    assert head["image"].endswith("picture.png?language=en&amp;ply=0")
    assert size_of(http.get(f"/api/tables/{table}/picture.png?ply=0").content) == (1200, 630)
    # A ply that no game has is the newest position.
    assert "version" in head_of(http, f"/t/{table}/replay/²")["image"]


def test_a_table_that_waits_shows_the_empty_board(http: TestClient[Any]) -> None:
    table = new_table(http, "you", "open", "open")
    assert head_of(http, f"/t/{table}")["card"] == "summary_large_image"
    assert size_of(http.get(f"/api/tables/{table}/picture.png").content) == (1200, 630)


def test_a_game_without_spectators_shows_no_picture_to_others(http: TestClient[Any]) -> None:
    table = new_table(http, "you", "easy", spectators=False)
    assert head_of(http, f"/t/{table}")["card"] == "summary"
    assert http.get(f"/api/tables/{table}/picture.png").headers["cache-control"].startswith("private")
    stranger = http.get(f"/api/tables/{table}/picture.png", headers={"Cookie": "session-0=x"})
    assert stranger.status_code in (401, 403)


def test_the_picture_of_an_unlisted_running_table_has_no_names(
    http: TestClient[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """More people see the preview of a link than the link was meant for."""
    scenes: list[bytes] = []

    async def record(pictures: Pictures, scene: bytes, address: str) -> bytes:
        scenes.append(scene)
        return b"\x89PNG"

    monkeypatch.setattr(Pictures, "picture", record)
    http.get("/api/guest")
    http.put("/api/guest", json={"name": "Łucja"})
    for listed in (False, True):
        table = new_table(http, "you", "local", listed=listed)
        assert http.get(f"/api/tables/{table}/picture.png").status_code == 200
    assert ["Łucja" in scene.decode() for scene in scenes] == [False, True]


def test_a_position_string_has_a_picture_that_never_changes(http: TestClient[Any]) -> None:
    position = Game(players=4, seed=1).position.to_line()
    answer = http.get("/api/positions/picture.png", params={"position": position, "language": "fr"})
    assert size_of(answer.content) == (1200, 630)
    assert "immutable" in answer.headers["cache-control"]
    wrong = http.get("/api/positions/picture.png", params={"position": "nonsense"})
    assert (wrong.status_code, wrong.json()["code"]) == (400, "bad_position")
    assert http.get("/api/positions/picture.png", params={"position": position, "language": "xx"}).status_code == 400


def test_without_a_built_page_there_are_no_pictures(tmp_path: Path) -> None:
    with TestClient(application(prepare(Settings(sqlite_in(tmp_path), page=tmp_path, rate=0)))) as client:
        table = new_table(client, "you", "open")
        assert client.get(f"/api/tables/{table}/picture.png").status_code == 404


def test_a_study_and_a_puzzle_have_pictures_too(http: TestClient[Any]) -> None:
    http.get("/api/guest")
    tree = {"position": Game(players=3, seed=1).position.to_line(), "name": HOSTILE, "players": ["Ana", "Bo", "Łucja"]}
    study = http.post("/api/studies", json=tree).json()["id"]
    table = new_table(http, "you", "local", hints=True)
    paths = {
        f"/study/{study}": f"/api/studies/{study}/picture.png",
        "/puzzles/today": "/api/puzzles/",
        f"/study?table={table}&ply=0": f"/api/tables/{table}/picture.png",
    }
    for path, picture in paths.items():
        head = head_of(http, path)
        assert picture in head["image"]
        assert "<script>" not in head["title"]
        assert size_of(http.get(head["image"].replace("&amp;", "&")).content) == (1200, 630)
    for path in ("/study", "/study/none", "/puzzles/none"):
        assert head_of(http, path)["card"] == "summary"
    for path in ("/api/studies/none/picture.png", "/api/puzzles/none/picture.png"):
        assert http.get(path).status_code == 404
