"""The table without a server that a server offers at ``/here/``: encodings, policies, addresses, and its check."""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar.testing import TestClient

from edokko import __version__
from edokko.catalogue import Catalogue
from edokko.server.app.application import application
from edokko.server.app.preparing import prepare
from edokko.server.settings import Settings, from_environment
from edokko.server.web.headers import CONTENT
from edokko.server.web.here import HELD
from tests.helpers.server import sqlite_in
from tests.helpers.terminal import edokko

STYLE, SCRIPT = "a{b:c}", "1"
INDEX = f"""<!doctype html>
<html lang="en"><head><title>Edokko</title><style>{STYLE}</style>
<script>{SCRIPT}</script><script type="module" src="./assets/main-1.js"></script></head><body></body></html>"""
WORKER = b"const worker = 1;" * 50
PYTHON = bytes(range(256)) * (HELD // 128)
"""A file that does not stay in memory."""
WORKERS_NAME, PYTHONS_NAME = "assets/worker-Ab_-1.js", "pyodide-0a1b/a.wasm"
PACKED = b"\x0b brotli bytes " * 6_000
EVAL = "wasm-unsafe-eval"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    (folder / "assets").mkdir()
    (folder / "pyodide-0a1b").mkdir()
    (folder / "index.html").write_text(INDEX)
    (folder / "404.html").write_text(INDEX.replace("<script>1", "<script>2"))
    (folder / "site.json").write_text(json.dumps({"version": __version__, "download": 7_000_000, "sizes": {}}))
    (folder / "sw.js").write_text("2")
    (folder / "network-0a1b.zip").write_bytes(b"zip")
    (folder / "assets" / "main-1.js").write_text("3")
    for name, content in ((WORKERS_NAME, WORKER), (PYTHONS_NAME, PYTHON)):
        path = folder / name
        path.write_bytes(content)
        path.with_name(f"{path.name}.gz").write_bytes(gzip.compress(content))
        path.with_name(f"{path.name}.br").write_bytes(PACKED)
    return folder


@pytest.fixture(scope="module")
def http(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient[Any]]:
    services = prepare(Settings(database=sqlite_in(tmp_path_factory.mktemp("tables")), site=site, rate=0))
    with TestClient(application(services)) as client:
        yield client


def raw(http: TestClient[Any], path: str, method: str = "GET", **headers: str) -> tuple[httpx.Response, bytes]:
    """Return an answer and its bytes before decoding."""
    with http.stream(method, path, headers={name.replace("_", "-"): value for name, value in headers.items()}) as sent:
        return sent, b"".join(sent.iter_raw())


@pytest.mark.parametrize(("name", "plain"), [(WORKERS_NAME, WORKER), (PYTHONS_NAME, PYTHON)])
def test_a_file_in_memory_or_on_the_disk_is_sent_in_each_encoding(
    http: TestClient[Any], name: str, plain: bytes
) -> None:
    tags = set()
    for accepted, encoding, content in (
        ("br", "br", PACKED),
        ("gzip", "gzip", gzip.compress(plain)),
        ("", None, plain),
    ):
        answer, body = raw(http, f"/here/{name}", Accept_Encoding=accepted)
        assert answer.status_code == 200
        assert answer.headers.get("content-encoding") == encoding
        assert (gzip.decompress(body) if encoding == "gzip" else body) == (plain if encoding == "gzip" else content)
        assert int(answer.headers["content-length"]) == len(body)
        assert answer.headers["vary"] == "Accept-Encoding"
        head, nothing = raw(http, f"/here/{name}", "HEAD", Accept_Encoding=accepted)
        assert nothing == b""
        for header in ("content-type", "content-length", "etag", "content-encoding", "cache-control", "vary"):
            assert head.headers.get(header) == answer.headers.get(header), header
        known, nothing = raw(http, f"/here/{name}", Accept_Encoding=accepted, If_None_Match=answer.headers["etag"])
        assert (known.status_code, nothing) == (304, b"")
        tags.add(answer.headers["etag"])
    assert len(tags) == 3


def test_names_with_a_hash_are_cached_for_ever_and_no_others(http: TestClient[Any]) -> None:
    for name in ("assets/main-1.js", WORKERS_NAME, PYTHONS_NAME, "network-0a1b.zip"):
        assert http.head(f"/here/{name}").headers["cache-control"] == "public, max-age=31536000, immutable", name
    for name in ("", "learn", "index.html", "404.html", "site.json", "sw.js", "assets/none.js"):
        assert http.get(f"/here/{name}").headers["cache-control"] == "no-cache", name
    assert http.head(f"/here/{PYTHONS_NAME}").headers["content-type"] == "application/wasm"


def test_only_the_worker_may_compile_and_it_may_do_nothing_else(http: TestClient[Any]) -> None:
    names = ("", "learn", "404.html", "sw.js", "none", "assets/main-1.js", WORKERS_NAME, "site.json", PYTHONS_NAME)
    policies = {
        path: http.head(path).headers["content-security-policy"]
        for path in ("/", "/settings", "/offline", *(f"/here/{name}" for name in names))
    }
    worker = policies.pop(f"/here/{WORKERS_NAME}")
    assert worker == "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"
    assert not any(EVAL in policy for policy in policies.values())
    style, script, other = (
        f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'" for text in (STYLE, SCRIPT, "2")
    )
    allowed = CONTENT.replace("style-src 'self'", f"style-src 'self' {style}")
    assert (
        policies["/here/"]
        == policies["/here/learn"]
        == allowed.replace("script-src 'self'", f"script-src 'self' {script}")
    )
    assert policies["/here/404.html"] == allowed.replace("script-src 'self'", f"script-src 'self' {other}")
    assert policies["/here/sw.js"] == policies["/here/assets/main-1.js"] == CONTENT


@pytest.mark.parametrize("path", ["", "learn", "learn/street", "puzzles/today", "t/x", "t/x/replay/3", "settings/"])
def test_each_address_of_the_page_loads_it_from_the_base(http: TestClient[Any], path: str) -> None:
    answer = http.get(f"/here/{path}")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["x-robots-tag"] == "noindex"
    assert 'src="/here/assets/main-1.js"' in answer.text


@pytest.mark.parametrize(
    "path",
    [
        "/here/nowhere",
        "/here/assets/none.js",
        "/here/assets/main-1.js.br",
        "/here/assets/",
        "/here/learn/a/b",
        "/here/../pyproject.toml",
        "/here/%2e%2e/tables.sqlite",
        "/here/..%2fsite.json",
        "/here//etc/passwd",
        "/here/%00",
    ],
)
def test_any_other_address_is_a_problem(http: TestClient[Any], path: str) -> None:
    answer = http.get(path)
    assert answer.status_code == 404
    assert answer.headers["content-type"] == "application/problem+json"


def test_the_address_without_a_slash_leads_to_the_table(http: TestClient[Any]) -> None:
    answer = http.get("/here", follow_redirects=False)
    assert (answer.status_code // 100, answer.headers["location"]) == (3, "/here/")
    assert http.post("/here/").status_code == 405


def test_the_site_names_its_size_and_the_way_back(http: TestClient[Any]) -> None:
    site = http.get("/here/site.json").json()
    assert (site["version"], site["download"], site["server"]) == (__version__, 7_000_000, "/")
    assert len(gzip.compress(WORKER)) + len(gzip.compress(PYTHON)) < site["whole"] < 3_000


def test_the_page_and_its_offline_page_offer_it(http: TestClient[Any]) -> None:
    assert http.get("/settings").text.count('<meta name="edokko-here" />') == 1
    assert "edokko-here" not in http.get("/here/").text
    for language in ("en", "pl"):
        text = http.get("/offline", headers={"accept-language": language}).text
        assert f' <a href="/here/">{Catalogue(language).text("offline-here")}</a>' in text


def test_without_the_setting_there_is_neither_a_route_nor_an_offer(tmp_path: Path) -> None:
    with TestClient(application(prepare(Settings(database=sqlite_in(tmp_path), rate=0)))) as http:
        assert http.get("/here/").status_code == http.get("/here/site.json").status_code == 404
        assert "/here" not in http.get("/offline").text
        assert "edokko-here" not in http.get("/").text


@pytest.mark.parametrize("content", [None, "", "{}", "[]", '{"version": "0.0.1"}'])
def test_a_folder_of_another_version_ends_the_start_with_a_sentence(tmp_path: Path, content: str | None) -> None:
    if content is not None:
        (tmp_path / "site.json").write_text(content)
    ended = edokko("--language", "en", "serve", "--no-browser", "--port", "0", EDOKKO_SITE=str(tmp_path))
    assert ended.exit_code == 2
    assert ended.stderr == (
        f"edokko: EDOKKO_SITE is '{tmp_path}', "
        "which is no folder that `edokko build-site` of this version has written: build it again.\n"
    )
    # Other commands, such as that of a backup, do without the folder.
    assert from_environment({"EDOKKO_SITE": str(tmp_path)}).site == tmp_path
