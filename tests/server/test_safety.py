"""Security: authentication, CSRF, hidden information, limits, escaping."""

from __future__ import annotations

import asyncio
import base64
import json
import re
import socket
import threading
import time
import unicodedata
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
from sqlalchemy import create_engine, insert
from sqlalchemy.exc import DBAPIError, IntegrityError
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from edokko.catalogue import Catalogue
from edokko.server.store import migrate, models, open_database
from edokko.server.web.errors import as_problem
from edokko.table.people import clean_name, player_name
from edokko.table.problems import ApiProblem
from edokko.words import Words, clean
from tests.helpers.server import People, Person, Server, admin, both_databases, first_move, sqlite_in

FUTURE = ("deck", "tiles", "seed", "to_reveal", "chance")


@pytest.mark.parametrize(
    "cookie",
    [
        "",
        "x",
        "AAAA",
        "null",
        "%00",
        "e30=" * 40,
        "ph4K/F09AkDTdeAnswFVfbHYazPFYWRkaXRpb25hbF9hdXRoZW50aWNhdGVkX2RhdGE9e30=",
    ],
)
def test_a_forged_cookie_means_an_anonymous_client(server: Server, cookie: str) -> None:
    with httpx.Client(base_url=server.address, headers={"Cookie": f"edokko={cookie}"}) as http:
        assert http.post("/api/tables", json={"seats": [{"kind": "you"}] * 2}).status_code == 401
        assert http.get("/api/tables").json()["yours"] == []


def test_a_cookie_cannot_be_altered(server: Server, person: People) -> None:
    guest = person()
    value = next(iter(guest.http.cookies.jar)).value
    assert value is not None
    broken = value[:20] + ("A" if value[20] != "A" else "B") + value[21:]
    with httpx.Client(base_url=server.address, headers={"Cookie": f"edokko={broken}"}) as http:
        assert http.get("/api/guest").json()["id"] != guest.id


def test_the_cookie_is_http_only_and_same_site(server: Server) -> None:
    header = httpx.get(f"{server.address}/api/guest").headers["set-cookie"]
    assert "HttpOnly" in header
    assert "SameSite=lax" in header


def test_a_proxys_password_is_not_a_token(server: Server) -> None:
    headers = {"Authorization": "Basic " + base64.b64encode(b"somebody:password").decode()}
    with httpx.Client(base_url=server.address, headers=headers) as http:
        first = http.get("/api/guest").json()
        assert http.get("/api/guest").json() == first
        # With a cookie, a channel needs an Origin.
        cookie = "; ".join(f"{item.name}={item.value}" for item in http.cookies.jar)
    address = server.address.replace("http", "ws", 1) + "/api/live"
    with pytest.raises(InvalidStatus), connect(address, additional_headers={**headers, "Cookie": cookie}):
        pass


@both_databases
def test_a_token_authenticates_until_it_is_deleted(server: Server, person: People) -> None:
    guest = person()
    token = guest.post("/api/tokens", {"name": "my bot"}, 201)
    with httpx.Client(base_url=server.address, headers={"Authorization": f"Bearer {token['secret']}"}) as http:
        assert http.get("/api/guest").json()["id"] == guest.id
        assert "set-cookie" not in http.get("/api/guest").headers
        assert "secret" not in guest.http.get("/api/tokens").json()[0]
        guest.http.delete(f"/api/tokens/{token['id']}")
        assert http.get("/api/guest").json()["code"] == "bad_token"


@both_databases
def test_a_moving_code_works_once(person: People) -> None:
    guest, other, third = person(), person(), person()
    code = guest.post("/api/guest/moving", None, 201)["code"]
    assert other.post("/api/guest/moved", {"code": code})["id"] == guest.id
    assert other.get("/api/guest")["id"] == guest.id
    assert third.post("/api/guest/moved", {"code": code}, 401)["code"] == "bad_code"


def test_a_huge_body_is_refused(person: People) -> None:
    guest = person()
    body = json.dumps({"name": "x" * 1_000_000})
    response = guest.http.put("/api/guest", content=body, headers={"content-type": "application/json"})
    assert response.status_code == 413
    assert response.json()["code"] == "too_large"


@pytest.mark.parametrize(
    "body", [b"", b"{", b"[]", b"null", b'{"seats": 3}', b'{"seats": [], "x": 1}', b"\xff\xfe", b'{"a":' * 5000]
)
def test_malformed_requests_are_problems_with_a_reason(person: People, body: bytes) -> None:
    response = person().http.post("/api/tables", content=body, headers={"content-type": "application/json"})
    assert response.status_code == 400
    assert response.json()["code"] == "bad_request"


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://127.0.0.1:1"])
def test_foreign_origins_can_neither_change_nor_listen(person: People, origin: str) -> None:
    guest = person()
    problem = guest.post("/api/tables", {"seats": [{"kind": "you"}] * 2}, 403, Origin=origin)
    assert problem["code"] == "foreign_origin"
    table = guest.table("you", "open")["table"]["id"]
    with pytest.raises(InvalidStatus) as refused, guest.live(table, origin):
        pass
    assert refused.value.response.status_code == 403


def test_every_kind_of_answer_has_security_headers(server: Server) -> None:
    data = ("/api/guest", "/api/nothing", "/assets/none.js")
    for path in (*data, "/", "/healthz", "/metrics", "/api/openapi.json"):
        headers = httpx.get(server.address + path).headers
        policy = headers["content-security-policy"]
        assert policy.startswith("default-src 'none'; "), path
        assert policy.endswith("frame-ancestors 'none'"), path
        # If a browser shows JSON as a document, nothing in it runs.
        assert ("script-src 'self'" in policy) == (path not in data), path
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
    refused = httpx.post(server.address + "/api/tables", headers={"Origin": "https://evil.example"})
    assert "content-security-policy" in refused.headers


def test_a_script_in_a_name_is_plain_text(person: People) -> None:
    guest = person()
    name = "<script>alert(1)</script>"
    assert guest.http.put("/api/guest", json={"name": name}).json()["name"] == name
    response = guest.http.get("/api/guest")
    assert response.headers["content-type"] == "application/json"


@pytest.mark.parametrize("name", ["", "   ", "a\u0000b", "a\u202eb", "x" * 31])
def test_a_name_that_cannot_be_displayed_is_refused(person: People, name: str) -> None:
    assert person().http.put("/api/guest", json={"name": name}).status_code == 400


@pytest.mark.parametrize("name", ["\u3164", "\u2800 \u2800", "\u115f\u1160", "\uffa0", "\u0301", "a" + "\u0301" * 4])
def test_an_invisible_or_overflowing_name_is_refused(name: str) -> None:
    with pytest.raises(ApiProblem, match="bad_name"):
        clean_name(name)


@pytest.mark.parametrize("name", ["Nguye\u0302\u0303n", "ที่นี่", "שָּׁלוֹם", "हिन्दी", "བསྒྲུབས", "လှို့ဝှက်", "한글", "1️⃣", "★", "-"])
def test_names_of_all_scripts_are_accepted(name: str) -> None:
    assert clean_name(name) == unicodedata.normalize("NFC", name)


NEEDED = {
    "Persian": "علی\u200cرضا",
    "Sinhala": "ශ\u0dca\u200dරී",
    "Hindi": "क्\u200dष",
    "Bengali": "র\u200d্যা",
    "farmer": "👩\u200d🌾",
    "judge": "🧑🏽\u200d⚖\ufe0f",
    "pride": "🏳\ufe0f\u200d🌈",
    "family": "👨\u200d👩\u200d👧",
    "Scotland": "🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f",
    "heart": "❤\ufe0f",
    "key": "1\ufe0f\u20e3",
}


@pytest.mark.parametrize("name", NEEDED.values(), ids=NEEDED)
def test_a_joiner_stays_where_scripts_and_emoji_need_it(name: str, person: People) -> None:
    assert clean(name) == name
    assert Words(Catalogue("en"), None, [name, "Bo"]).seats[0] == name
    guest = person()
    assert guest.http.put("/api/guest", json={"name": name}).json()["name"] == name
    table = guest.post("/api/tables", {"name": name, "seats": [{"kind": "you"}, {"kind": "open"}]}, 201)["table"]
    assert table["name"] == name


@pytest.mark.parametrize(
    "name",
    [
        "Mi\u200dka", "Mi\u200cka", "Mika\u200d", "\u200dMika", "Mi\u034fka", "Mika\ufe0f",
        "Mika\ufe01", "❤\ufe0e", "1\ufe0f", "辻\U000e0100", "Mika\U000e0067\U000e007f", "🏴\U000e0067",
        "👩\u200dMika", "علی\u200c", "ع\u200c\u200cر", "a\u180bb", "👩\u200c🌾", "\u00adMika",
        "Mi\u2060ka", "Mi\ufeffka",
    ],
)  # fmt: skip
def test_what_is_invisible_elsewhere_is_refused_and_not_shown(name: str) -> None:
    with pytest.raises(ApiProblem, match="bad_name"):
        clean_name(name)
    assert clean(name) != name


@pytest.mark.parametrize(("name", "plain"), [("Ｍｉｋａ", "Mika"), ("𝓜𝓲𝓴𝓪", "Mika"), ("ﾐｶ", "ミカ"), ("Ｍ　Ｋ", "M K")])
def test_letters_of_another_width_or_style_are_ordinary_ones(name: str, plain: str) -> None:
    assert clean_name(name) == plain


@pytest.mark.parametrize("name", ["น้ำ", "㊗\ufe0f", "½", "①", "ﷺ"])
def test_other_compatible_signs_stay(name: str) -> None:
    assert clean_name(name) == name


@pytest.mark.parametrize(
    "name", ["Edokko", "EDOKKO", "Ｅｄｏｋｋｏ", "admin", "Admin 2", "Edokko-Admin", "Official Edokko", "–", "—", "--"]
)
def test_a_name_that_stands_for_the_site_is_refused(name: str, person: People) -> None:
    with pytest.raises(ApiProblem, match="reserved_name"):
        player_name(name)
    guest = person()
    assert guest.http.put("/api/guest", json={"name": name}).json()["code"] == "reserved_name"
    seats = [{"kind": "you"}, {"kind": "bot", "name": name, "level": "easy"}, {"kind": "open"}]
    assert guest.post("/api/tables", {"seats": seats}, 400)["code"] == "reserved_name"
    table = f"/api/tables/{guest.table('you', 'open')['table']['id']}"
    assert guest.post(f"{table}/seat", {"name": name}, 400)["code"] == "reserved_name"
    assert person().post(f"{table}/join", {"name": name}, 400)["code"] == "reserved_name"


@pytest.mark.parametrize("name", ["Edo", "Edokkoma", "Admiral", "Support", "Team 3"])
def test_other_names_are_free(name: str) -> None:
    assert player_name(name) == name


def test_ids_of_tables_cannot_be_guessed(person: People) -> None:
    guest = person()
    ids = [guest.table("you", "open")["table"]["id"] for _ in range(5)]
    assert len(set(ids)) == 5
    assert all(re.fullmatch(r"[\w-]{22}", table) for table in ids)
    for wrong in ("1", "x" * 22, "../etc/passwd", "a%00b", "'; drop table rows;--", "é"):
        assert guest.http.get(f"/api/tables/{wrong}").status_code == 404


def test_a_table_without_spectators_is_for_its_players(person: People) -> None:
    host, stranger = person(), person()
    table = host.table("you", "easy", spectators=False)["table"]["id"]
    host.view(table)
    for path in ("", "/log", "/record", "/components", "?ply=0"):
        assert stranger.get(f"/api/tables/{table}{path}", 403)["code"] == "no_spectators"


def test_spectators_are_disconnected_when_a_game_without_spectators_begins(person: People) -> None:
    host, other, stranger = person(), person(), person()
    table = host.table("you", "open", spectators=False)["table"]["id"]
    with stranger.live(table) as channel:
        assert json.loads(channel.recv(timeout=20))["type"] == "view"
        other.post(f"/api/tables/{table}/join", {})
        assert json.loads(channel.recv(timeout=20))["view"]["table"]["status"] == "waiting"
        host.post(f"/api/tables/{table}/start")
        assert json.loads(channel.recv(timeout=20))["code"] == "no_spectators"
        with pytest.raises(ConnectionClosed):
            channel.recv(timeout=20)


def test_a_player_who_resigned_may_still_watch(person: People) -> None:
    host, other = person(), person()
    table = host.table("you", "open", spectators=False)["table"]["id"]
    other.post(f"/api/tables/{table}/join", {})
    host.post(f"/api/tables/{table}/start")
    other.post(f"/api/tables/{table}/bot", {})
    assert "seats" not in other.view(table)["you"]


def test_hints_only_where_the_host_allows_them(person: People) -> None:
    host = person()
    table = host.table("you", "local")["table"]["id"]
    assert host.post(f"/api/tables/{table}/hint", None, 403)["code"] == "no_hints"
    host.table("you", "open", rated=True, hints=True, expect=400)
    table = host.table("you", "local", hints=True)["table"]["id"]
    hint = host.post(f"/api/tables/{table}/hint")
    assert hint["moves"][0]["words"].startswith("start ")
    assert sum(hint["wins"]) == pytest.approx(1, abs=0.01)


def test_no_answer_contains_hidden_information(person: People) -> None:
    host = person()
    view = host.table("you", "local", "local")
    table = view["table"]["id"]
    answers = []
    for _ in range(60):
        view = host.play(table, view["table"].get("ply", 0), first_move(view))["view"]
        answers.append(view)
    answers += [host.get(f"/api/tables/{table}{path}") for path in ("", "/log", "?ply=20", "/components")]
    for answer in answers:
        assert not set(keys_of(answer)) & set(FUTURE)
    # The record has revealed chance only.
    record = host.get(f"/api/tables/{table}/record")
    assert "seed" not in record
    revealed = {word for line in record["chance"] if line.startswith("reveal") for word in line.split()[1:]}
    months = host.view(table)["table"]["game"]["position"]["month"]
    assert len(revealed) == 4 * months


def test_no_answer_or_channel_names_a_card_in_the_deck(person: People) -> None:
    host = person()
    view = host.table("you", "local", hints=True)
    table = view["table"]["id"]
    characters = {character["id"] for character in host.get("/api/components?players=2")["characters"]}
    # The initial cards are public.
    known = {move["words"].split()[1] for move in view["table"]["game"]["moves"]}
    with host.live(table) as channel:
        for number in range(50):
            answers = [view, json.loads(channel.recv(timeout=20))]
            if number % 10 == 0:
                answers += [host.get(f"/api/tables/{table}/log"), host.get("/api/tables"), host.view(table, "?ply=3")]
                answers += [host.post(f"/api/tables/{table}/hint"), host.play(table, 9_999, "done", expect=409)]
            record = host.get(f"/api/tables/{table}/record")
            known |= {word for line in (*record["chance"], *record["moves"]) for word in line.split()}
            named = {text for answer in answers for text in texts_of(answer)} & characters
            assert named <= known
            view = host.play(table, view["table"].get("ply", 0), first_move(view))["view"]
    assert len(known & characters) < len(characters)


def test_database_errors_contain_no_values(tmp_path: Path) -> None:
    """The log must not contain secrets."""
    address = sqlite_in(tmp_path)
    migrate(address)

    async def fail() -> list[str]:
        database = open_database(address)
        row = {"digest": "5ec3e7", "guest": "nobody", "expires": 1.0}
        messages = []
        with pytest.raises(IntegrityError) as first:
            await database.transact(lambda connection: connection.execute(insert(models.Moving), [row]))
        messages.append(str(first.value))
        with pytest.raises(IntegrityError) as second:
            async with database.write() as connection:
                await connection.execute(insert(models.Moving), [row])
        messages.append(str(second.value))
        await database.close()
        return messages

    assert not any("5ec3e7" in message for message in asyncio.run(fail()))


def test_chance_cannot_be_drawn_again_by_an_undo(person: People) -> None:
    """Otherwise a player could repeat a draw until the outcome pleases."""
    host = person()
    view = host.table("you", "local")
    table = view["table"]["id"]
    refused = 0
    for _ in range(80):
        game = view["table"]["game"]
        revealed = {event["kind"] for step in game["log"] for event in step.get("events", [])}
        if "revealed" in revealed:
            assert game["no_undo"] == "chance_revealed"
            host.post(f"/api/tables/{table}/undo", {"ply": view["table"]["ply"]}, 409)
            refused += 1
        view = host.play(table, view["table"].get("ply", 0), first_move(view))["view"]
    assert refused


def texts_of(value: object) -> list[str]:
    """Return the words of all texts in a JSON value, keys included."""
    if isinstance(value, dict):
        return [*value, *(text for item in value.values() for text in texts_of(item))]
    if isinstance(value, list):
        return [text for item in value for text in texts_of(item)]
    return value.split() if isinstance(value, str) else []


def keys_of(value: object) -> list[str]:
    if isinstance(value, dict):
        return [*value, *(key for item in value.values() for key in keys_of(item))]
    if isinstance(value, list):
        return [key for item in value for key in keys_of(item)]
    return []


def test_an_opaque_origin_cannot_change_anything(server: Server) -> None:
    """An HTTP/1.0 request need not have a Host."""
    url = urlsplit(server.address)
    with socket.create_connection((url.hostname, url.port), timeout=10) as plug:
        plug.sendall(b"POST /api/tables HTTP/1.0\r\nOrigin: null\r\nContent-Length: 0\r\n\r\n")
        assert b" 403 " in plug.recv(65536).partition(b"\r\n")[0]


def test_personal_answers_are_not_stored_by_shared_caches(person: People) -> None:
    guest = person()
    for path in ("/api/guest", "/api/tables", f"/api/players/{guest.id}", "/api/nothing"):
        assert "private" in guest.http.get(path).headers["cache-control"], path
    assert "public" in guest.http.get("/api/components").headers["cache-control"]


def test_a_foreign_host_is_refused_if_origins_are_set(launch: Callable[..., Server], tmp_path: Path) -> None:
    server = launch(sqlite_in(tmp_path), EDOKKO_ORIGINS="https://iki.example")

    def status(host: str, path: str = "/api/tables") -> int:
        return httpx.get(server.address + path, headers={"Host": host}).status_code

    assert status("iki.example") == status("127.0.0.1:8421") == status("localhost") == 200
    assert status("evil.example") == status("iki.example.evil") == status("iki.example:8421") == 421
    assert status("10.0.0.1", "/healthz") == 200
    problem = httpx.get(f"{server.address}/api/tables", headers={"Host": "evil.example"}).json()
    assert problem["code"] == "foreign_host"


@both_databases
def test_a_ban_holds_during_concurrent_renames(server: Server, person: People) -> None:
    guest = person()
    stop = threading.Event()

    def rename() -> None:
        while not stop.is_set():
            guest.http.put("/api/guest", json={"name": "Mallory"})

    renaming = threading.Thread(target=rename)
    renaming.start()
    try:
        assert admin(server, "ban", guest.id)
        time.sleep(0.6)
        with httpx.Client(base_url=server.address, cookies=guest.http.cookies) as other:
            statuses = [other.put("/api/guest", json={"name": "Again"}).status_code for _ in range(50)]
    finally:
        stop.set()
        renaming.join()
    assert set(statuses) == {403}


def test_guests_and_tables_of_an_address_are_limited(
    launch: Callable[..., Server], visitor: Callable[[Server], Person], tmp_path: Path
) -> None:
    server = launch(sqlite_in(tmp_path), EDOKKO_ADDRESS_GUESTS="5", EDOKKO_ADDRESS_TABLES="6")
    people = [visitor(server) for _ in range(5)]
    refused = httpx.get(f"{server.address}/api/guest")
    assert refused.status_code == 429
    assert 0 < int(refused.headers["retry-after"]) <= 3600
    for number in range(6):
        people[number % 5].table("you", "open", listed=True)
    assert people[0].table("you", "open", expect=429)["code"] == "too_many"
    # A client with a cookie creates no guest.
    assert people[0].get("/api/guest")["id"] == people[0].id


def test_one_address_cannot_fill_the_lobby(
    launch: Callable[..., Server], visitor: Callable[[Server], Person], tmp_path: Path
) -> None:
    server = launch(sqlite_in(tmp_path))
    flood = [visitor(server) for _ in range(4)]
    other = httpx.Client(base_url=server.address, headers={"X-Forwarded-For": "192.0.2.7"})
    other.get("/api/guest")
    seats = [{"kind": "you"}, {"kind": "open"}]
    first = other.post("/api/tables", json={"seats": seats, "listed": True}).json()["table"]["id"]
    for guest in flood:
        for _ in range(15):
            guest.table("you", "open", listed=True)
    free = [entry["id"] for entry in httpx.get(f"{server.address}/api/tables").json()["open"]]
    assert first in free
    assert len(free) == 11
    other.close()


def test_a_full_disk_has_its_own_problem() -> None:
    engine = create_engine("sqlite://")
    with engine.connect() as connection:
        connection.exec_driver_sql("CREATE TABLE kept (text)")
        connection.exec_driver_sql("PRAGMA max_page_count = 3")
        with pytest.raises(DBAPIError) as full:
            connection.exec_driver_sql("INSERT INTO kept VALUES (zeroblob(100000))")
    problem = as_problem(full.value)
    assert (problem.status, problem.code, problem.extra["retry"]) == (503, "storage_full", 60)


def test_a_read_only_database_has_its_own_problem(tmp_path: Path) -> None:
    """Regression: a read-only database, such as a standby after a fail-over, was an internal error."""
    engine = create_engine(f"sqlite:///{tmp_path / 'tables.sqlite'}")
    with engine.begin() as connection:
        connection.exec_driver_sql("CREATE TABLE kept (text)")
        connection.exec_driver_sql("PRAGMA query_only = 1")
        with pytest.raises(DBAPIError) as refused:
            connection.exec_driver_sql("INSERT INTO kept VALUES ('x')")
    assert as_problem(refused.value).code == "storage_full"


def test_a_guest_deleted_during_a_request_gets_no_guest() -> None:
    engine = create_engine("sqlite://")
    with engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA foreign_keys = ON")
        connection.exec_driver_sql("CREATE TABLE guests (id PRIMARY KEY)")
        connection.exec_driver_sql("CREATE TABLE tokens (guest REFERENCES guests)")
        with pytest.raises(DBAPIError) as violation:
            connection.exec_driver_sql("INSERT INTO tokens VALUES ('nobody')")
    assert as_problem(violation.value).code == "no_guest"
