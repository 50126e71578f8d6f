"""Lines of play: any position, played on by moves and chance, without a table."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from edokko import Game, check
from edokko.records.record import Record
from edokko.table.line import LineOfPlay
from edokko.table.shapes.positions import MOST_ENTRIES
from tests.helpers.paths import SAMPLES
from tests.helpers.server import People, Person, Server, first_move, sqlite_in, wait_until

CHEAP_MONK = {"characters": {"monk": {"cost": 1}}}


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Person]:
    """A guest of a server on SQLite: nothing here reads another database differently."""
    server = Server(sqlite_in(tmp_path_factory.mktemp("positions")))
    server.start()
    person = Person(server)
    yield person
    person.close()
    assert server.stop() == 0


def ask(client: Person, expect: int = 200, **body: Any) -> Any:
    return client.post("/api/positions", body, expect=expect)


def sample(name: str) -> Record:
    return Record.from_line((SAMPLES / f"games-{name}.jsonl").read_text(encoding="utf-8").partition("\n")[0])


def single_outcomes(entries: list[str]) -> Iterator[str]:
    """Split the entries of chance into one for each outcome."""
    for entry in entries:
        kind, *items = entry.split(" ")
        yield from [f"{kind} {item}" for item in items] if kind in ("buildings", "reveal") else [entry]


@pytest.mark.parametrize("name", ["2021-2", "2015-3", "2021-4"])
def test_a_recorded_game_is_replayed_to_its_result(client: Person, name: str) -> None:
    record = sample(name)
    new = {"edition": record.edition, "players": record.players}
    entries = LineOfPlay.from_record(record).entries
    answer = ask(client, new=new, moves=entries)
    table = answer["view"]["table"]
    assert (table["status"], table["ply"], table["version"]) == ("finished", len(record.moves), len(entries))
    assert record.result is not None
    scores = sorted(table["game"]["scores"], key=lambda sheet: int(sheet["seat"]))
    assert [sheet["total"] for sheet in scores] == record.result["iki"]
    assert [step["move"] for step in answer["steps"] if step["kind"] == "move"] == list(record.moves)
    assert answer["position"] == check(record).position.to_line()
    split = ask(client, new=new, moves=list(single_outcomes(entries)), since=len(entries))
    assert split["position"] == answer["position"]
    assert ask(client, record=record.to_line())["position"] == answer["position"]


def test_a_line_goes_on_from_a_moment_of_a_record_and_from_its_position(client: Person) -> None:
    record = sample("2021-3")
    start = ask(client, record=record.to_line(), ply=40)
    table = start["view"]["table"]
    assert (table["ply"], [seat["name"] for seat in table["seats"]]) == (40, list(record.seats))
    assert "steps" not in start or start["steps"] == []
    words = table["game"]["moves"][0]["words"]
    after = ask(client, record=record.to_line(), ply=40, moves=[words], draw=True)
    assert after["view"]["table"]["ply"] == 41
    copied = ask(client, position=start["position"], moves=[words, *after.get("drawn", [])], names=["Ito"], you=[0])
    assert copied["position"] == after["position"]
    assert copied["view"]["table"]["seats"][0]["name"] == "Ito"
    assert copied["view"]["you"]["seats"] == [0]


def test_the_client_chooses_each_outcome_of_chance(client: Person) -> None:
    new = {"players": 2}
    line: list[str] = []
    answer, kinds = ask(client, new=new), []
    while "ikizama" not in answer["view"]["table"]["game"].get("asked", []):
        game, chance = answer["view"]["table"]["game"], answer.get("chance")
        assert bool(game.get("moves")) != bool(chance)
        line.append(f"{chance['kind']} {chance['among'][-1]}" if chance else game["moves"][0]["words"])
        kinds += [(chance["kind"], chance["count"], len(chance["among"]))] if chance else []
        answer = ask(client, new=new, moves=line, since=len(line) - 1)
        expected = "setup" if len(line) == 1 else "chance" if chance else "move"
        assert [step["kind"] for step in answer["steps"]] == [expected]
    assert kinds[:6] == [("buildings", 6 - n, 10 - n) for n in range(6)]
    assert kinds[6:] == [("closed", 1, 4), *(("reveal", 4 - n, 14 - n) for n in range(4))]
    assert answer["view"]["you"]["may_play"]


def test_a_whole_game_with_drawn_chance_is_held_by_the_client(client: Person) -> None:
    """The server draws after each move, and the collected line gives the same game without drawing."""
    choice, new = random.Random(3), {"edition": "2015", "players": 2}
    line: list[str] = []
    # Played here, so that only every tenth position is asked for.
    local = LineOfPlay.from_game(Game(2, "2015", chance="manual"), 0)
    line += local.draw()
    while not local.game.is_over:
        local.play(choice.choice(list(local.game.legal_moves)).words)
        line.append(local.entries[-1])
        if local.game.is_chance:
            known = len(line)
            answer = ask(client, new=new, moves=line, draw=True, since=known - 1)
            line += answer["drawn"]
            assert [step["kind"] for step in answer["steps"]] == ["move"], "chance belongs to the step of its move"
            for entry in answer["drawn"]:
                local.play(entry)
            assert answer["position"] == local.game.position.to_line()
            assert "drawn" not in ask(client, new=new, moves=line, since=len(line))
    final = ask(client, new=new, moves=line)
    assert final["view"]["table"]["status"] == "finished"
    assert final["position"] == local.game.position.to_line()


def test_a_finished_table_shows_the_views_of_its_replay(client: Person) -> None:
    table = client.table("you", "easy", name="Edo")["table"]["id"]
    assert ask(client, 409, table=table)["code"] == "not_over"
    client.post(f"/api/tables/{table}/bot", {"level": "easy"})
    wait_until(lambda: client.view(table)["table"]["status"] == "finished")
    for ply in (0, 37, None):
        query = "" if ply is None else f"?ply={ply}"
        there = client.view(table, query)["table"]
        here = ask(client, table=table, ply=ply)["view"]["table"]
        for view in (there["game"], here["game"]):
            for key in ("undo_by", "undo_count", "no_undo", "log"):
                view.pop(key, None)
        assert here["game"] == there["game"]
        assert (here.get("ply"), here["status"]) == (there.get("ply"), "finished" if ply is None else "running")
        assert [seat["crest"] for seat in here["seats"]] == [seat["crest"] for seat in there["seats"]]
    with_hints = client.table("you", "local", hints=True)["table"]["id"]
    assert ask(client, table=with_hints)["view"]["table"]["game"]["asked"] == ["start"]


def test_an_overlay_changes_the_numbers_of_a_new_game_and_of_a_position(client: Person) -> None:
    answer = ask(client, new={"players": 4}, overlay=CHEAP_MONK, draw=True, components=True)
    assert answer["view"]["table"]["own_tables"] is True
    monk = next(card for card in answer["components"]["characters"] if card["id"] == "monk")
    assert monk["cost"] == 1
    plain = Game(players=4, seed=1).position
    overlaid = ask(client, position=plain.to_line(), overlay=CHEAP_MONK)
    assert "overlay=" in overlaid["position"]
    assert ask(client, position=plain.to_json())["position"] == plain.to_line()
    again = ask(client, 400, position=overlaid["position"], overlay=CHEAP_MONK)
    assert again["reason"] == "start_overlay"


def test_a_bad_entry_is_refused_with_its_index(client: Person) -> None:
    entries = LineOfPlay.from_record(sample("2021-3")).entries
    new = {"players": 3}
    illegal = ask(client, 422, new=new, moves=[*entries[:2], "hire monk"])
    assert (illegal["code"], illegal["place"], illegal["refusal"]["reason"]) == ("illegal_move", 2, "not_now")
    unknown = ask(client, 422, new=new, moves=[*entries[:3], "dance"])
    assert (unknown["code"], unknown["place"]) == ("unknown_move", 3)
    missing = ask(client, 422, new=new, moves=["start salt_peddler"])
    assert (missing["code"], missing["place"]) == ("missing_chance", 0)
    assert "building inn" in missing["arguments"]["possible"]
    impossible = ask(client, 422, new=new, moves=["buildings inn inn"])
    assert (impossible["code"], impossible["place"]) == ("impossible_chance", 0)
    early = ask(client, 422, new=new, moves=[*entries[:2], "fire A"])  # a seat decides
    assert (early["code"], early["place"]) == ("impossible_chance", 2)


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({}, "bad_request"),
        ({"new": {}, "table": "x"}, "bad_request"),
        ({"new": {}, "ply": 3}, "bad_request"),
        ({"record": "{}", "overlay": {}}, "bad_request"),
        ({"new": {}, "moves": ["done"] * (MOST_ENTRIES + 1)}, "bad_request"),
        ({"new": {"players": 5}}, "bad_request"),
        ({"new": {}, "overlay": {"characters": {"nobody": {}}}}, "bad_overlay"),
        ({"record": "[]"}, "bad_record"),
        ({"record": '{"format": "edokko/1"}'}, "bad_record"),
        ({"position": "edokko1 2021.1"}, "bad_position"),
        ({"position": {"edition": "2021"}}, "bad_position"),
    ],
)
def test_a_bad_start_is_refused(client: Person, body: dict[str, Any], code: str) -> None:
    problem = ask(client, 400, **body)
    assert (problem["code"], bool(problem["detail"])) == (code, True)


def test_an_unknown_table_and_a_large_body_are_refused(client: Person) -> None:
    assert ask(client, 404, table="nowhere")["code"] == "no_table"
    assert ask(client, 413, position="e" * 70_000)["code"] == "too_large"


def test_an_earlier_ply_of_a_running_game_follows_an_undo(person: People) -> None:
    host = person()
    view = host.table("you", "local")
    table = view["table"]["id"]

    def play(view: dict[str, Any], words: str) -> Any:
        return host.play(table, view["table"].get("ply", 0), words)["view"]

    while not view["you"].get("may_undo") or len(view["table"]["game"]["moves"]) < 2:
        before, view = view, play(view, first_move(view))
    ply = view["table"]["ply"]
    assert host.view(table, f"?ply={ply}")["table"]["game"]["position"] == view["table"]["game"]["position"]
    undone = host.post(f"/api/tables/{table}/undo", {"ply": ply, "version": view["table"]["version"]})["view"]
    other = next(move["words"] for move in undone["table"]["game"]["moves"] if move["words"] != first_move(before))
    view = play(undone, other)
    past = host.view(table, f"?ply={view['table']['ply']}")["table"]
    assert past["game"]["position"] == view["table"]["game"]["position"]
