"""Positions: the samples' traces, conversion to and from JSON and the engine's state, the form of their JSON."""

from __future__ import annotations

import copy
import json
import pickle
import random
from collections.abc import Iterator
from dataclasses import FrozenInstanceError, fields, replace
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from edokko import Game
from edokko.components import load
from edokko.position import STAGES, Position, PositionError, position_of, state_of, trace_of
from edokko.rules import phases, referee
from edokko.rules.chance import CHANCE_WORDS
from edokko.rules.moves import NUMBERS, WORDS
from edokko.rules.state import State
from edokko.rules.tables import Tables, tables_for
from tests.helpers.paths import SAMPLES
from tests.helpers.positions import GAMES, assert_refused, at, legal_moves, read, stops

# --- the trace


def replay(game: dict[str, Any]) -> Iterator[tuple[Tables, State]]:
    """Yield the states before every decision of a record, and the last state."""
    tables = tables_for(load(game["edition"]), game["players"])
    state = State()
    drawn = [words for words in game["chance"] if not (tables.fixed_offer and words.startswith("buildings "))]
    chance = iter([f"{words.split()[0].removesuffix('s')} {item}" for words in drawn for item in words.split()[1:]])
    referee.begin(tables, state)
    for move in [*game["moves"], None]:
        while referee.is_chance(state):
            referee.reveal(tables, state, CHANCE_WORDS.index(next(chance)))
        yield tables, state
        if move is not None:
            referee.play(tables, state, NUMBERS[move])


@pytest.mark.parametrize("file", sorted(SAMPLES.glob("traced-*.jsonl")), ids=lambda file: file.stem)
def test_the_traces_of_the_samples_equal_those_of_the_positions(file: Path) -> None:
    for line in file.read_text("utf-8").splitlines():
        game = json.loads(line)
        components = load(game["edition"])
        for (tables, state), entry in zip(replay(game), game["trace"], strict=True):
            assert trace_of(tables, state) == entry["position"]
            position = position_of(components, tables, state)
            assert position.to_trace() == entry["position"]
            assert position.seat == entry["seat"]
            assert sorted(WORDS[move] for move in legal_moves(tables, state)) == entry["legal"]


def test_there_is_a_traced_sample_of_every_game() -> None:
    assert len(list(SAMPLES.glob("traced-*.jsonl"))) == len(GAMES)


def test_a_trace_shares_nothing_with_the_state_or_another_trace() -> None:
    plain = at("deals", players=2)
    state = read(plain)
    tables = tables_for(load("2021"), 2)
    first = trace_of(tables, state)
    first["goods"].clear()
    first["buildings"].clear()
    first["fire_order"].clear()
    first["players"][0]["retired"].append("monk")
    assert trace_of(tables, state) == trace_of(tables, read(plain))


# --- round trips


@pytest.mark.parametrize(("edition", "players"), GAMES)
@pytest.mark.parametrize("seed", range(4))
def test_every_position_of_a_game_survives_json(edition: str, players: int, seed: int) -> None:
    components = load(edition)
    tables = tables_for(components, players)
    for state in stops(tables, random.Random(seed)):
        position = position_of(components, tables, state)
        restored = Position.from_json(json.loads(json.dumps(position.to_json())))
        assert restored == position
        assert state_of(components, tables, restored) == state


def test_a_game_with_an_overlay_survives_json() -> None:
    overlay = {
        "setup": {"row_per_month": 3, "buildings": 8},
        "calendar": {"fires": {"1": 2, "12": 4}, "fire_track": 5},
        "board": {"small": {"blocking": {"1-4": 4, "1": 8, "2": 0, "3": 0, "4": 0}}},
    }
    components = load("2021", overlay)
    for players in (2, 3, 4):
        tables = tables_for(components, players)
        # Each call of ``read`` translates the overlay's tables again, so check only every fifth state.
        for state in islice(stops(tables, random.Random(players)), 0, None, 5):
            plain = json.loads(json.dumps(position_of(components, tables, state).to_json()))
            assert plain["components"] == overlay
            assert read(plain) == state


def test_an_early_row_and_a_tile_survive_json() -> None:
    overlay = {"editions": {"2021": {"row_before_start": True}}}
    components = load("2021", overlay)
    tables = tables_for(components, 2)
    for state in islice(stops(tables, random.Random(1)), 24):
        plain = json.loads(json.dumps(position_of(components, tables, state).to_json()))
        assert read(plain) == state


@pytest.mark.parametrize(("edition", "players"), GAMES)
def test_accepted_positions_can_be_played_to_the_end(edition: str, players: int) -> None:
    """A randomly changed position is refused with a reason, or all positions after it are accepted."""
    components = load(edition)
    tables = tables_for(components, players)
    rng = random.Random(players)
    accepted = refused = 0
    for state in stops(tables, random.Random(5)):
        plain = position_of(components, tables, state).to_json()
        change_a_number(plain, rng)
        try:
            changed = read(plain)
        except PositionError:
            refused += 1
            continue
        accepted += 1
        for later in stops(tables, rng, changed) if accepted % 10 == 0 else ():
            assert read(position_of(components, tables, later).to_json()) == later
    assert min(accepted, refused) > 10


def change_a_number(plain: dict[str, Any], rng: random.Random) -> None:
    places: list[tuple[Any, Any]] = []

    def collect(value: Any) -> None:
        for key, item in value.items() if isinstance(value, dict) else enumerate(value):
            if isinstance(item, (dict, list)):
                collect(item)
            elif isinstance(item, int) and not isinstance(item, bool):
                places.append((value, key))

    collect(plain)
    container, key = rng.choice(places)
    container[key] += rng.choice((-2, -1, 1, 2, 10))


def test_stages_are_the_phases_of_the_engine() -> None:
    assert [getattr(phases, name.upper()) for name in STAGES] == list(range(len(STAGES)))


def test_the_text_of_a_position_is_complete() -> None:
    for stage in STAGES:
        players = 2 if "neutral" in stage or stage == "draw_tile" else 3
        position = Position.from_json(at(stage, players=players))
        text = str(position)
        assert text.startswith(f"2021, {players} players, month {position.month}: {stage.replace('_', ' ')}")
        assert all(f"{room} {content.card} (" in text for room, content in position.rooms.items())
        assert all(word in text for word in (*position.goods, *position.buildings, *position.deck))
        assert position.pending is None or f"{position.pending} to be placed" in text
        # The last line is the position string.
        assert max(map(len, text.splitlines()[:-1])) <= 120


def test_a_position_is_a_value() -> None:
    position = Position.from_json(at("move"))
    assert pickle.loads(pickle.dumps(position)) == position
    assert replace(position, month=position.month) == position
    with pytest.raises(FrozenInstanceError):
        position.month = 3  # type: ignore[misc]


def test_positions_are_keys_of_a_dictionary() -> None:
    overlay = {"setup": {"mon": 11}, "calendar": {"payday": [3, 6, 9, 12]}}
    position = Game(2, components=overlay, seed=1).position
    restored = Position.from_json(json.loads(json.dumps(position.to_json())))
    assert restored == position
    assert hash(restored) == hash(position)
    assert {position: "value"}[restored] == "value"
    assert replace(position, components=None) not in {position}
    game = Game(3, seed=2)
    positions = set()
    for _ in range(40):
        positions.add(game.position)
        game.play(game.legal_moves[0])
    assert len(positions) == 40


def test_nothing_in_a_position_can_be_changed() -> None:
    plain = at("move")
    position = Position.from_json(plain)
    for table in (position.rooms, position.ikizama, position.tiles):
        with pytest.raises(TypeError, match="cannot be changed"):
            table.clear()  # type: ignore[union-attr]
    plain["rooms"].clear()
    assert position.rooms


def test_a_position_sorts_its_ids_and_freezes_its_tables_however_it_is_made() -> None:
    position = Position.from_json(at("way_of_life", month=3))
    player = position.players[0]
    changed = replace(
        position,
        deck=position.deck[::-1],
        rooms=dict(list(position.rooms.items())[::-1]),
        players=(replace(player, retired=("monk", "carpenter")), *position.players[1:]),
    )
    assert changed.deck == position.deck
    assert list(changed.rooms) == list(position.rooms)
    assert changed.players[0].retired == ("carpenter", "monk")
    with pytest.raises(TypeError, match="cannot be changed"):
        changed.rooms.clear()  # type: ignore[attr-defined]


def test_the_order_of_unordered_lists_does_not_matter() -> None:
    plain = at("way_of_life", month=3)
    shuffled = copy.deepcopy(plain)
    for name in ("deck", "goods", "buildings"):
        shuffled[name].reverse()
    shuffled["rooms"] = dict(reversed(shuffled["rooms"].items()))
    assert Position.from_json(shuffled) == Position.from_json(plain)
    assert str(Position.from_json(shuffled)) == str(Position.from_json(plain))


# --- the form


def test_json_has_exactly_the_keys_of_a_position() -> None:
    assert set(at("deals")) == {field.name for field in fields(Position)}


@pytest.mark.parametrize("key", [field.name for field in fields(Position)])
def test_a_missing_key_is_named(key: str) -> None:
    plain = at("deals")
    del plain[key]
    assert_refused(plain, key, "missing")


@pytest.mark.parametrize("key", [field.name for field in fields(Position)])
def test_a_wrong_type_is_named(key: str) -> None:
    plain = at("deals")
    plain[key] = 1.5
    assert_refused(plain, key, "found 1.5, expected ")


@pytest.mark.parametrize(
    ("path", "value", "place", "words"),
    [
        (("players", 1, "mon"), True, "players[1].mon", "found True, expected a whole number"),
        (("players", 1, "mon"), "3", "players[1].mon", "found '3', expected a whole number"),
        (("players", 0), [], "players[0]", "expected a player, as an object"),
        (("players", 0, "gold"), 3, "players[0].gold", "unknown key"),
        (("players", 0, "wod"), 3, "players[0].wod", 'unknown key; did you mean "wood"?'),
        (("players", 0, "retired"), "monk", "players[0].retired", "a list of ids"),
        (("players", 0, "retired"), [1], "players[0].retired[0]", "a text"),
        (("row", 0), ["monk"], "row[0]", "a character and the mon on it"),
        (("row", 0, 1), False, "row[0][1]", "a whole number"),
        (("rooms", "A1"), {"card": "monk", "owner": 0}, "rooms.A1.xp", "missing"),
        (("rooms", "A1"), {"card": "monk", "owner": "0", "xp": 0}, "rooms.A1.owner", "a whole number"),
        (("ikizama", "2"), None, "ikizama.2", "a whole number"),
        (("ikizama", 2), 0, "ikizama", "a text as the key"),
        (("shop_used",), 0, "shop_used", "true or false"),
        (("seat",), True, "seat", "a whole number"),
        (("burning",), {"nagaya": "A"}, "burning.passed", "missing"),
        (("stage",), "swap_frist", "stage", 'did you mean "swap_first"?'),
        (("edition",), "2016", "edition", "2021"),
        (("players",), [], "players", "found 0 players, expected 2, 3 or 4"),
        ((7,), 0, "7", "unknown key"),
    ],
)
def test_a_wrong_form_is_named(path: tuple[Any, ...], value: object, place: str, words: str) -> None:
    plain: Any = at("deals", where=lambda position: len(position["row"]) > 0)
    inner = plain
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    assert_refused(plain, place, words)


def test_a_number_of_thousands_of_digits_is_refused_with_a_short_message() -> None:
    plain = at("deals")
    plain["players"][1]["mon"] = 10**5000
    assert_refused(plain, "players[1].mon", "bits, expected 0 to 9999")


def test_five_players_are_too_many() -> None:
    plain = at("deals", players=4)
    plain["players"].append(plain["players"][0])
    assert_refused(plain, "players", "found 5 players, expected 2, 3 or 4")


def test_a_list_is_no_position() -> None:
    assert_refused([], "position", "a position, as an object")  # type: ignore[arg-type]
