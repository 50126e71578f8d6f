"""Creating tables, joining and leaving, limits, results and ratings."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from openskill.models import PlackettLuce
from sqlalchemy import insert, select, text
from websockets.sync.client import connect

from edokko import check
from edokko.server.store import migrate, models, open_database
from edokko.server.store.ratings import write_results
from edokko.server.store.rows import columns_of
from edokko.table.seats import SeatInfo
from edokko.table.settings import TableInfo, TableSettings
from edokko.table.setup import Setup
from edokko.table.store import Finish
from tests.helpers.server import People, Person, Server, both_databases, first_move, sqlite_in

# --- creation


def test_a_table_with_an_overlay(person: People) -> None:
    host = person()
    card = host.get("/api/components")["characters"][0]
    overlay = {"characters": {card["id"]: {"cost": card["cost"] + 1}}}
    table = host.table("you", "local", overlay=overlay)["table"]
    assert table["own_tables"]
    own = {
        character["id"]: character["cost"]
        for character in host.get(f"/api/tables/{table['id']}/components")["characters"]
    }
    assert own[card["id"]] == card["cost"] + 1
    record = host.get(f"/api/tables/{table['id']}/record")
    assert record["components"] == overlay
    check(record)
    problem = host.table("you", "local", overlay={"characters": {"nobody": {}}}, expect=400)
    assert problem["code"] == "bad_overlay"
    assert "nobody" in problem["detail"]


def test_an_overlay_may_be_the_text_of_a_file(person: People) -> None:
    host = person()
    card = host.get("/api/components")["characters"][0]
    text = f"# mine\ncharacters.{card['id']}.cost = {card['cost'] + 1}\n"
    table = host.table("you", "local", overlay=text)["table"]
    assert host.get(f"/api/tables/{table['id']}/record")["components"] == {
        "characters": {card["id"]: {"cost": card["cost"] + 1}}
    }
    assert "own_tables" not in host.table("you", "local", overlay="# nothing yet")["table"]
    for wrong, why in (("characters.monk.cost = ", "not TOML"), ("characters.nobody.cost = 1", "nobody")):
        problem = host.table("you", "local", overlay=wrong, expect=400)
        assert problem["code"] == "bad_overlay"
        assert why in problem["detail"]


def test_the_names_of_a_tables_components_come_in_one_or_all_languages(person: People) -> None:
    host = person()
    path = f"/api/tables/{host.table('you', 'local')['table']['id']}/components"

    def names(found: dict[str, Any]) -> list[dict[str, str]]:
        named = [
            each.get("names", {}) for kind in ("characters", "buildings", "goods", "shops") for each in found[kind]
        ]
        return [some for some in (*named, *found["terms"].values(), *found["types"].values()) if some]

    everything = host.get(path)
    assert all(set(some) >= set(everything["languages"]) for some in names(everything))
    for language in everything["languages"]:
        found = host.get(f"{path}?language={language}")
        assert names(found) == [{language: some[language]} for some in names(everything)]
        assert found["calendar"] == everything["calendar"]
    assert host.get(f"{path}?language=xx", 400)["arguments"]["where"] == "language"


@pytest.mark.parametrize("wrong", [{"hints": True}, {"overlay": {"characters": {}}}])
def test_a_rated_table_refuses_hints_bots_and_overlays(person: People, wrong: dict[str, Any]) -> None:
    assert person().table("you", "open", rated=True, **wrong, expect=400)["reason"] == "rated"


@pytest.mark.parametrize("kind", ["easy", "local"])
def test_a_rated_table_refuses_local_seats_and_bots(person: People, kind: str) -> None:
    assert person().table("you", kind, rated=True, expect=400)["reason"] == "rated"


# --- joining and leaving


def test_a_guest_joins_and_leaves_before_the_game(person: People) -> None:
    host, other, third = person(), person(), person()
    table = host.table("you", "open", "open")["table"]["id"]
    joined = other.post(f"/api/tables/{table}/join", {"seat": 2, "name": "Hana"})
    assert joined["you"]["seats"] == [2]
    assert joined["table"]["seats"][2]["name"] == "Hana"
    assert other.post(f"/api/tables/{table}/join", {}, 409)["code"] == "already_seated"
    assert third.post(f"/api/tables/{table}/join", {"seat": 2}, 409)["code"] == "seat_taken"
    assert host.post(f"/api/tables/{table}/start", None, 409)["code"] == "seats_open"
    assert other.post(f"/api/tables/{table}/start", None, 403)["code"] == "not_the_host"
    assert third.post(f"/api/tables/{table}/leave", {}, 403)["code"] == "not_your_seat"
    after_leaving = other.post(f"/api/tables/{table}/leave", {})
    assert after_leaving["table"]["seats"][2]["kind"] == "open"
    for guest in (other, third):
        guest.post(f"/api/tables/{table}/join", {})
    assert person().post(f"/api/tables/{table}/join", {}, 409)["code"] == "table_full"
    host.post(f"/api/tables/{table}/start")
    assert host.post(f"/api/tables/{table}/start", None, 409)["code"] == "already_started"
    assert other.post(f"/api/tables/{table}/leave", {}, 409)["code"] == "already_started"


def test_a_request_repeated_after_a_restart_or_at_another_process_is_executed_once(
    postgres: str, launch: Callable[[str], Server], visitor: Callable[[Server], Person]
) -> None:
    first, second = launch(postgres), launch(postgres)
    host = visitor(first)
    view = host.table("you", "local")
    table = view["table"]["id"]
    there = visitor(second)
    there.http.cookies = host.http.cookies
    assert there.view(table)["table"].get("ply", 0) == 0
    answer = host.play(table, 0, first_move(view), idempotency_key="one")
    for guest in (there, host):
        repeated = guest.play(table, 0, first_move(view), idempotency_key="one")
        assert repeated["view"]["table"]["version"] == answer["view"]["table"]["version"]
        assert repeated["events"] == answer["events"]
    first.kill()
    first.start()
    host.http.base_url = httpx.URL(first.address)
    assert host.play(table, 0, first_move(view), idempotency_key="one")["view"]["table"]["ply"] == 1
    back = host.post(f"/api/tables/{table}/undo", {"ply": 1}, idempotency_key="two")
    repeated = there.post(f"/api/tables/{table}/undo", {"ply": 1}, idempotency_key="two")
    assert repeated["view"]["table"]["version"] == back["view"]["table"]["version"]
    assert first.stop() == 0
    assert second.stop() == 0


# --- limits


@pytest.fixture(scope="module")
def narrow(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with small limits."""
    settings = {"EDOKKO_BOT_TABLES": "2", "EDOKKO_TABLES": "4", "EDOKKO_SOCKETS": "2", "EDOKKO_MATCHES": "10"}
    server = Server(sqlite_in(tmp_path_factory.mktemp("narrow")), settings)
    server.start()
    yield server
    assert server.stop() == 0


def test_the_number_of_tables_is_limited(narrow: Server, visitor: Callable[[Server], Person]) -> None:
    host, other = visitor(narrow), visitor(narrow)
    tables = [host.table("you", "easy")["table"]["id"] for _ in range(2)]
    assert host.table("you", "easy", expect=429)["code"] == "too_many"
    # Another guest may create tables until the server's quota is reached.
    tables += [other.table("you", "local")["table"]["id"], host.table("you", "open")["table"]["id"]]
    # An open seat does not circumvent the quota; the refused request has changed nothing.
    seats = f"/api/tables/{tables[-1]}/seats"
    assert host.post(seats, {"seat": 1, "kind": "bot"}, 429)["code"] == "too_many"
    assert host.view(tables[-1])["table"]["seats"][1]["kind"] == "open"
    assert other.table("you", "open", expect=429)["code"] == "too_many"
    host.post(f"/api/tables/{tables[-1]}/leave", {})
    assert other.table("you", "open")


def test_channels_of_an_address_are_limited(narrow: Server, visitor: Callable[[Server], Person]) -> None:
    guest = visitor(narrow)
    cookie = "; ".join(f"{item.name}={item.value}" for item in guest.http.cookies.jar)
    address = narrow.address.replace("http", "ws", 1) + "/api/live"
    named: dict[str, Any] = {"origin": narrow.address, "additional_headers": {"Cookie": cookie}}
    with connect(address, **named) as first, connect(address, **named) as second:
        assert json.loads(first.recv(timeout=20))["type"] == json.loads(second.recv(timeout=20))["type"] == "turns"
        with connect(address, **named) as third:
            assert json.loads(third.recv(timeout=20)) == {"type": "gone", "reason": "too_many"}


def test_a_moving_code_expires(
    tmp_path: Path, launch: Callable[[str], Server], visitor: Callable[[Server], Person]
) -> None:
    server = launch(sqlite_in(tmp_path))
    guest, other = visitor(server), visitor(server)
    code = guest.post("/api/guest/moving", None, 201)["code"]
    with sqlite3.connect(tmp_path / "tables.sqlite") as connection:
        connection.execute("UPDATE moving SET expires = expires - 901")
    connection.close()
    assert other.post("/api/guest/moved", {"code": code}, 401)["code"] == "bad_code"
    assert server.stop() == 0


# --- results


@both_databases
def test_a_players_page_has_games_results_ratings_and_hires(person: People) -> None:
    host, other = person(), person()
    table = host.table("you", "open", rated=True)["table"]["id"]
    other.post(f"/api/tables/{table}/join", {"name": "Jiro"})
    host.post(f"/api/tables/{table}/start")
    view = host.view(table)
    people = [host, other]
    hired: Counter[tuple[int, str]] = Counter()
    while view["table"]["status"] == "running":
        moves = [move["words"] for move in view["table"]["game"]["moves"]]
        chosen = next((words for words in moves if words.startswith("hire ")), moves[0])
        seat = view["table"]["seat"]
        view = people[seat].play(table, view["table"].get("ply", 0), chosen)["view"]
        if chosen.startswith("hire "):
            hired[seat, chosen.split()[1]] += 1
    sheets = {sheet["seat"]: sheet for sheet in view["table"]["game"]["scores"]}
    for seat, guest in enumerate(people):
        page = other.get(f"/api/players/{guest.id}")
        assert (page["games"], page["wins"]) == (1, int(sheets[seat]["place"] == 1))
        rating = page["ratings"][0]
        assert (rating["players"], rating["games"]) == (2, 1)
        result = page["results"][0]
        assert (result["table"], result["place"], result["points"]) == (
            table,
            sheets[seat]["place"],
            sheets[seat]["total"],
        )
        assert result["rated"]
        assert result["change"] == sheets[seat]["rating"]
        assert result["opponents"] == (["Jiro"] if seat == 0 else [host.get("/api/guest")["name"]])
        own = {card: count for (owner, card), count in hired.items() if owner == seat}
        # A player without hires, one in thirty of random players, has no such list.
        favourites = page.get("favourite_hires", [])
        assert {entry["id"]: entry["count"] for entry in favourites}.items() <= own.items()
        assert len(favourites) == min(5, len(own))


def test_games_that_end_concurrently_are_all_rated(postgres: str) -> None:
    """Each game updates the ratings of the previous one, although the transactions are concurrent."""
    games = 12
    migrate(postgres)

    async def run() -> tuple[float, float, int, int]:
        database = open_database(postgres)
        seats = [SeatInfo(seat, "person", "x", f"rated-{seat}", crest=seat) for seat in range(2)]
        infos = [
            TableInfo(f"rated-{n}", "h", Setup("2021", 1, 2), 0.0, 0.0, TableSettings(rated=True), "finished")
            for n in range(games)
        ]
        extra = {"version": 0, "month": 0, "decides": None, "bot_decides": False, "deadline": None}
        async with database.write() as connection:
            await connection.execute(insert(models.Table), [columns_of(info) | extra for info in infos])

        async def end(number: int, info: TableInfo) -> None:
            # Half of them have the seats in reverse order, since results are ordered by place.
            finishes = [Finish(seats[0], 1, 50), Finish(seats[1], 2, 40)]
            hires = {0: Counter({"monk": 1, "geisha": 1}), 1: Counter({"monk": 1})}
            if number % 2:
                finishes.reverse()
            for _ in range(games):
                try:
                    await database.transact(lambda connection: write_results(connection, info, finishes, hires, 0.0))
                except Exception as error:
                    # Transactions that lose the race to insert the first rows are retried, as by Tables.
                    if "duplicate key" not in str(error):
                        raise
                else:
                    return

        await asyncio.gather(*(end(number, info) for number, info in enumerate(infos)))
        async with database.read() as connection:
            rating = models.Rating
            where = (rating.guest == "rated-0", rating.players == 2)
            row = (await connection.execute(select(rating.mu, rating.sigma, rating.games).where(*where))).one()
            monks = select(models.Hired.count).where(models.Hired.guest == "rated-0", models.Hired.card == "monk")
            count = (await connection.execute(monks)).scalar_one()
        await database.close()
        return float(row[0]), float(row[1]), int(row[2]), int(count)

    mu, sigma, count, monks = asyncio.run(run())
    model = PlackettLuce()
    ratings = [[model.rating()], [model.rating()]]
    for _ in range(games):
        ratings = model.rate(ratings, ranks=[0, 1])
    assert count == monks == games
    # The first seat has won all games.
    assert mu == pytest.approx(ratings[0][0].mu)
    assert sigma == pytest.approx(ratings[0][0].sigma)


def test_games_that_end_concurrently_lock_in_one_order(postgres: str) -> None:
    """With two seats of one guest at each table and hires in any order, no deadlock occurs."""
    games = 12
    migrate(postgres)
    deadlocks = text("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()")

    async def run() -> tuple[list[BaseException], int, int]:
        database = open_database(postgres)
        seats = [SeatInfo(seat, "person", "x", f"twice-{seat % 2}", crest=seat) for seat in range(3)]
        infos = [TableInfo(f"twice-{n}", "h", Setup("2021", 1, 3), 0.0, 0.0, status="finished") for n in range(games)]
        extra = {"version": 0, "month": 0, "decides": None, "bot_decides": False, "deadline": None}
        person = {"name": "x", "created": 0.0, "seen": 0.0, "banned": False}
        async with database.write() as connection:
            await connection.execute(insert(models.Guest), [{"id": f"twice-{n}", **person} for n in range(2)])
            await connection.execute(insert(models.Table), [columns_of(info) | extra for info in infos])

        async def end(number: int, info: TableInfo) -> None:
            cards = ["monk", "geisha", "cook", "smith"]
            if number % 2:
                cards.reverse()
            hires = {0: Counter({cards[0]: 1}), 1: Counter({cards[1]: 1}), 2: Counter({cards[2]: 1, cards[3]: 1})}
            finishes = [Finish(seat, place, 50) for place, seat in enumerate(seats if number % 2 else seats[::-1], 1)]
            await database.transact(lambda connection: write_results(connection, info, finishes, hires, 0.0))

        async with database.read() as connection:
            before = (await connection.execute(deadlocks)).scalar_one()
        tasks = [end(number, info) for number, info in enumerate(infos)]
        failed = [result for result in await asyncio.gather(*tasks, return_exceptions=True) if result is not None]
        async with database.read() as connection:
            monks = select(models.Hired.count).where(models.Hired.card == "monk", models.Hired.guest.like("twice-%"))
            count = sum((await connection.execute(monks)).scalars())
            await asyncio.sleep(1.2)
            after = (await connection.execute(deadlocks)).scalar_one()
        await database.close()
        return failed, count, after - before

    assert asyncio.run(run()) == ([], games, 0)


def test_two_first_games_that_end_concurrently_do_not_deadlock(postgres: str) -> None:
    """Each of two people has won one of the games; no rating exists yet, and both transactions insert them."""
    migrate(postgres)

    async def run() -> list[str]:
        database, failed = open_database(postgres), []
        extra = {"version": 0, "month": 0, "decides": None, "bot_decides": False, "deadline": None}
        for pair in range(10):
            seats = [SeatInfo(seat, "person", "x", f"first-{pair}-{seat}", crest=seat) for seat in range(2)]
            infos = [
                TableInfo(
                    f"first-{pair}-{n}",
                    "h",
                    Setup("2021", 1, 2),
                    0.0,
                    0.0,
                    TableSettings(rated=True),
                    status="finished",
                )
                for n in range(2)
            ]
            async with database.write() as connection:
                await connection.execute(insert(models.Table), [columns_of(info) | extra for info in infos])

            async def end(info: TableInfo, order: list[SeatInfo]) -> None:
                finishes = [Finish(seat, place, 50) for place, seat in enumerate(order, 1)]
                await database.transact(lambda writing: write_results(writing, info, finishes, {}, 0.0))

            ends = [end(infos[0], seats), end(infos[1], seats[::-1])]
            failed += [
                str(result) for result in await asyncio.gather(*ends, return_exceptions=True) if result is not None
            ]
        await database.close()
        return failed

    # The transaction that loses the race to insert is retried, as by Tables.
    assert [error for error in asyncio.run(run()) if "duplicate key" not in error] == []
