"""Serving of the page: encodings, revalidation, addresses, and previews of links."""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar.testing import TestClient

from edokko.catalogue import Catalogue
from edokko.server.app.application import application
from edokko.server.app.preparing import prepare
from edokko.server.settings import Settings
from edokko.server.web.negotiation import best_encoding
from tests.helpers.server import Person, sqlite_in

SCRIPT = b"const words = 1;" * 50
BROTLI = b"\x0b brotli bytes, as the build has written them"
INDEX = """<!doctype html>
<html lang="en"><head><!--head--><title>Edokko</title><!--/head--><style>a{b:c}</style>
<script>1</script><script type="module" src="/assets/main-1.js"></script>
</head><body></body></html>"""
MANIFEST = {
    "index.html": {"file": "assets/main-1.js", "isEntry": True},
    "src/pages/TablePage.svelte": {"file": "assets/TablePage-1.js", "imports": ["index.html", "_board.js"]},
    "_board.js": {"file": "assets/board-1.js", "css": ["assets/board-1.css"]},
    "../src/edokko/catalogue/en.ftl?raw": {"file": "assets/en-1.js"},
    "../src/edokko/catalogue/fr.ftl?raw": {"file": "assets/fr-1.js"},
    ".fonts/sans.woff2": {"file": "assets/sans-1.woff2"},
    ".fonts/serif-polish.woff2": {"file": "assets/serif-polish-1.woff2"},
}
Ask = Callable[..., httpx.Response]


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("page")
    (folder / "assets").mkdir()
    (folder / "index.html").write_text(INDEX)
    (folder / "manifest.json").write_text(json.dumps(MANIFEST))
    (folder / "manifest.json.br").write_bytes(BROTLI)
    (folder / "seal.svg").write_text("<svg/>")
    script = folder / "assets" / "main-1.js"
    script.write_bytes(SCRIPT)
    script.with_name("main-1.js.br").write_bytes(BROTLI)
    script.with_name("main-1.js.gz").write_bytes(gzip.compress(SCRIPT))
    (folder / "assets" / "icon.png").write_bytes(b"a picture")
    (folder / "assets" / "sans-1.woff2").write_bytes(b"letters")
    return folder


@pytest.fixture(scope="module")
def http(page: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient[Any]]:
    """A server of the fixture ``page``."""
    services = prepare(Settings(database=sqlite_in(tmp_path_factory.mktemp("tables")), page=page, rate=0))
    with TestClient(application(services)) as client:
        yield client


@pytest.mark.parametrize(
    ("header", "encoding"),
    [
        ("gzip, deflate, br, zstd", "br"),
        ("gzip", "gzip"),
        ("x-gzip", "gzip"),
        ("", "identity"),
        ("deflate", "identity"),
        ("br;q=0, gzip", "gzip"),
        ("br;q=0.1, gzip;q=0.9", "gzip"),
        ("br;q=0.5, gzip;q=0.5", "br"),
        ("gzip;q=0.5, identity", "identity"),
        ("*", "br"),
        ("*;q=0", "identity"),
        ("br;q=0, *", "gzip"),
        ("identity;q=0", "identity"),
        ("identity;q=0, gzip;q=0.1", "gzip"),
        ("BR ; Q=1", "br"),
        ("br;q=high, gzip;q=2", "identity"),
        ("brotli, gzipped", "identity"),
    ],
)
def test_the_best_accepted_encoding_is_chosen(header: str, encoding: str) -> None:
    assert best_encoding(header, ("identity", "gzip", "br")) == encoding


def test_an_uncompressed_file_is_sent_as_identity() -> None:
    assert best_encoding("br, gzip", ("identity",)) == "identity"


def raw(http: TestClient[Any], path: str, method: str = "GET", **headers: str) -> tuple[httpx.Response, bytes]:
    """Return an answer and its bytes before decoding."""
    with http.stream(method, path, headers={name.replace("_", "-"): value for name, value in headers.items()}) as sent:
        return sent, b"".join(sent.iter_raw())


def test_each_encoding_has_its_own_etag(http: TestClient[Any]) -> None:
    tags = set()
    for accepted, encoding, content in (
        ("br", "br", BROTLI),
        ("gzip", "gzip", gzip.compress(SCRIPT)),
        ("identity", None, SCRIPT),
    ):
        answer, body = raw(http, "/assets/main-1.js", Accept_Encoding=accepted)
        assert answer.status_code == 200
        assert answer.headers.get("content-encoding") == encoding
        if encoding == "gzip":
            assert gzip.decompress(body) == SCRIPT
        else:
            assert body == content
        assert int(answer.headers["content-length"]) == len(body)
        assert answer.headers["content-type"].startswith("text/javascript")
        assert answer.headers["vary"] == "Accept-Encoding"
        assert "immutable" in answer.headers["cache-control"]
        assert re.fullmatch(r'"[0-9a-f]{24}"', answer.headers["etag"])
        tags.add(answer.headers["etag"])
    assert len(tags) == 3


@pytest.mark.parametrize("path", ["/assets/main-1.js", "/seal.svg", "/", "/t/none"])
def test_a_valid_cached_file_gets_304(http: TestClient[Any], path: str) -> None:
    first, _ = raw(http, path, Accept_Encoding="gzip")
    tag = first.headers["etag"]
    for known in (tag, f"W/{tag}", f'"other", {tag}', "*"):
        answer, body = raw(http, path, Accept_Encoding="gzip", If_None_Match=known)
        assert (answer.status_code, body) == (304, b""), known
        assert answer.headers["etag"] == tag
        assert answer.headers["cache-control"] == first.headers["cache-control"]
        assert answer.headers.get("vary") == first.headers.get("vary")
    answer, _ = raw(http, path, Accept_Encoding="gzip", If_None_Match='"other"')
    assert answer.status_code == 200


@pytest.mark.parametrize("path", ["/assets/main-1.js", "/seal.svg", "/", "/rules"])
def test_head_has_the_headers_of_get(http: TestClient[Any], path: str) -> None:
    got, body = raw(http, path, Accept_Encoding="gzip")
    head, nothing = raw(http, path, "HEAD", Accept_Encoding="gzip")
    assert nothing == b""
    assert head.status_code == 200
    assert int(head.headers["content-length"]) == len(body)
    for name in ("content-type", "etag", "content-encoding", "cache-control", "vary"):
        assert head.headers.get(name) == got.headers.get(name), name


def test_a_range_request_gets_the_complete_file(http: TestClient[Any]) -> None:
    answer, body = raw(http, "/assets/main-1.js", Range="bytes=0-3", Accept_Encoding="identity")
    assert (answer.status_code, body) == (200, SCRIPT)
    assert "content-range" not in answer.headers


def test_an_image_has_no_other_encoding(http: TestClient[Any]) -> None:
    answer, body = raw(http, "/assets/icon.png", Accept_Encoding="br, gzip")
    assert body == b"a picture"
    assert "content-encoding" not in answer.headers
    assert "vary" not in answer.headers
    assert answer.headers["content-type"] == "image/png"


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/t/x",
        "/t/x/replay",
        "/t/x/replay/12",
        "/t/x/review",
        "/t/x/review/12",
        "/review/x",
        "/player/x",
        "/move-in/x",
        "/rules",
        "/cards",
        "/settings",
    ],
)
def test_every_address_of_the_page_serves_the_page(http: TestClient[Any], path: str) -> None:
    answer = http.get(path)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"
    assert "/assets/main-1.js" in answer.text
    assert ('content="noindex"' in answer.text) == (path not in ("/", "/rules", "/cards"))


@pytest.mark.parametrize(
    "path",
    [
        "/nowhere",
        "/t",
        "/t/x/else",
        "/rules/x",
        "/t/x/replay/1/2",
        "/assets/none.js",
        "/assets/main-1.js.br",
        "/manifest.json",
        "/index.html.gz",
        "/assets/",
        "/api",
        "/api/nothing",
        "/%2e%2e/pyproject.toml",
    ],
)
def test_any_other_address_is_a_problem(http: TestClient[Any], path: str) -> None:
    answer = http.get(path)
    assert answer.status_code == 404
    assert answer.headers["content-type"] == "application/problem+json"


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_browser_gets_the_page_for_an_unknown_address(http: TestClient[Any], language: str) -> None:
    headers = {"accept": "text/html,*/*;q=0.8", "accept-language": language}
    answer = http.get("/puzzles", headers=headers)
    assert answer.status_code == 404
    assert answer.headers["content-type"].startswith("text/html")
    assert "content-security-policy" in answer.headers
    assert f'<html lang="{language}">' in answer.text
    assert Catalogue(language).text("api-not-found") in answer.text
    assert http.post("/puzzles", headers=headers).headers["content-type"] == "application/problem+json"
    assert http.get("/api/nothing", headers=headers).headers["content-type"] == "application/problem+json"


def test_the_modules_of_an_address_are_preloaded(http: TestClient[Any]) -> None:
    def preloads(path: str, language: str) -> list[str]:
        text = http.get(path, headers={"Accept-Language": language}).text
        return re.findall(r'rel="modulepreload" crossorigin href="/assets/(.*?)"', text)

    assert preloads("/t/x", "en") == ["TablePage-1.js", "board-1.js", "en-1.js"]
    assert '<link rel="preload" as="style" crossorigin href="/assets/board-1.css" />' in http.get("/t/x").text
    assert preloads("/t/x", "fr-CA, en;q=0.5") == ["TablePage-1.js", "board-1.js", "fr-1.js"]
    # Without an entry in the manifest there is nothing to preload.
    assert preloads("/rules", "pl") == []


def test_the_fonts_are_cached_and_do_not_delay_the_scripts(http: TestClient[Any]) -> None:
    page = http.get("/t/x", headers={"Accept-Language": "pl"})
    assert "font-src 'self'" in page.headers["content-security-policy"]
    assert ".woff2" not in page.text
    answer = http.get("/assets/sans-1.woff2")
    assert answer.headers["content-type"] == "font/woff2"
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"


def test_inline_scripts_and_styles_are_allowed_by_hash(http: TestClient[Any]) -> None:
    policy = http.get("/").headers["content-security-policy"]
    for kind, text in (("style", b"a{b:c}"), ("script", b"1")):
        allowed = base64.b64encode(hashlib.sha256(text).digest()).decode()
        assert f"{kind}-src 'self' 'sha256-{allowed}'" in policy
    assert "unsafe" not in policy
    assert "sha256" not in http.get("/api/guest").headers["content-security-policy"]


def test_the_page_is_in_the_readers_language(http: TestClient[Any]) -> None:
    french = http.get("/", headers={"Accept-Language": "fr"})
    assert '<html lang="fr">' in french.text
    assert "dans le navigateur" in french.text
    assert "Accept-Language" in french.headers["vary"]
    assert '<html lang="pt-BR">' in http.get("/", headers={"Accept-Language": "pt"}).text


def test_components_are_compressed_and_cacheable(http: TestClient[Any]) -> None:
    table = new_table(http, "you", "local")
    for path in ("/api/components", f"/api/tables/{table}/components"):
        plain, body = raw(http, path, Accept_Encoding="identity")
        small, packed = raw(http, path, Accept_Encoding="gzip, br")
        assert small.headers["content-encoding"] == "gzip"
        assert len(packed) < len(body) / 3
        assert gzip.decompress(packed) == body
        assert json.loads(body)["edition"] == "2021"
        assert small.headers["content-type"] == plain.headers["content-type"] == "application/json"
        not_modified, nothing = raw(http, path, Accept_Encoding="gzip", If_None_Match=small.headers["etag"])
        assert (not_modified.status_code, nothing) == (304, b"")


# --- previews of links


def preview_of(http: TestClient[Any], path: str) -> dict[str, str]:
    return dict(re.findall(r'<meta property="og:(\w+)" content="(.*?)" />', http.get(path).text))


def new_table(http: TestClient[Any], *kinds: str, **settings: object) -> str:
    http.get("/api/guest")
    seats = [{"kind": "bot", "level": kind} if kind == "easy" else {"kind": kind} for kind in kinds]
    answer = http.post("/api/tables", json={"seats": seats, "random_seats": False, **settings})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["table"]["id"])


def test_a_link_preview_describes_the_table(http: TestClient[Any]) -> None:
    table = new_table(http, "you", "open", "open", name="Nihonbashi")
    preview = preview_of(http, f"/t/{table}")
    assert preview["title"] == "Nihonbashi: a table of IKI"
    assert preview["description"] == "A game for 3 players. 2 seats are open."
    assert preview["image"].startswith("http://")
    assert preview["image"].endswith("/icon-512.png")
    full = new_table(http, "you", "easy", "open")
    assert preview_of(http, f"/t/{full}")["description"] == "A game for 3 players. One seat is open."
    http.post(f"/api/tables/{full}/seats", json={"seat": 2, "kind": "bot", "level": "easy"})
    assert preview_of(http, f"/t/{full}")["description"] == "A game for 3 players. All seats are taken."
    running = new_table(http, "you", "local")
    assert preview_of(http, f"/t/{running}")["description"] == "A game for 2 players. The game is on."
    assert preview_of(http, f"/t/{running}/replay/3")["title"] == "A table of IKI"


def test_a_link_preview_hides_a_game_without_spectators(http: TestClient[Any]) -> None:
    """Even for its players, because a proxy might cache the answer."""
    table = new_table(http, "you", "easy", spectators=False, name="Secret")
    assert http.get(f"/api/tables/{table}").status_code == 200
    text = http.get(f"/t/{table}").text
    assert "Secret" not in text
    assert preview_of(http, f"/t/{table}") == preview_of(http, "/") == preview_of(http, "/t/none")


def test_a_name_in_a_link_preview_is_escaped(http: TestClient[Any]) -> None:
    table = new_table(http, "you", "open", name='"><script>alert(1)</script>&')
    text = http.get(f"/t/{table}").text
    assert "<script>alert" not in text
    assert "&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;: a table of IKI" in text
    # The requested URL is untrusted input as well.
    assert "<b>" not in http.get("/", headers={"Host": 'x"><b>'}).text


def test_a_link_preview_has_no_names_of_players(http: TestClient[Any]) -> None:
    http.get("/api/guest")
    http.put("/api/guest", json={"name": "Kiyomasa"})
    table = new_table(http, "you", "open")
    assert "Kiyomasa" in http.get(f"/api/tables/{table}").text
    assert "Kiyomasa" not in http.get(f"/t/{table}").text


def test_the_built_page_is_compressed(person: Callable[[], Person]) -> None:
    """In the real build, all files that a browser loads for the lobby have a Brotli variant."""
    if not (Settings("").page / "index.html").exists():
        pytest.skip("THE PAGE IS NOT TESTED: it is not built")
    http = person().http
    html = http.get("/", headers={"Accept-Language": "pl"}).text
    links = re.findall(r'(?:href|src)="(/assets/.*?)"', html)
    assert any(link.startswith("/assets/Lobby") for link in links)
    assert any(link.startswith("/assets/pl-") for link in links)
    for link in links:
        answer = http.head(link, headers={"Accept-Encoding": "br, gzip"})
        assert answer.headers["content-encoding"] == "br", link
    for link in re.findall(r'href="(/[\w-]+\.\w+)"', html):
        assert http.head(link).status_code == 200, link
    icons = http.get("/manifest.webmanifest")
    assert icons.headers["content-type"].startswith("application/manifest+json")
    assert all(http.head(icon["src"]).status_code == 200 for icon in icons.json()["icons"])
