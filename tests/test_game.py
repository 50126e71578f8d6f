"""The class ``Game``: play, undo, copy, chance, position, events, errors."""

import json
import random
from collections.abc import Callable
from typing import Any, cast

import numpy as np
import pytest

from edokko import Event, Game, IllegalMove, ImpossibleChance, Move
from edokko.components import load
from edokko.rules.state import State

EVERY_TABLE = [(edition, players) for edition in ("2021", "2015") for players in (2, 3, 4)]


def random_game(players: int = 4, edition: str = "2021", seed: int = 1, plies: int = 10_000, **options: Any) -> Game:
    """Play a game at random, to its end or for ``plies`` moves."""
    game = Game(players, edition, seed, **options)
    generator = random.Random(seed)
    while not game.is_over and game.ply < plies:
        game.play(generator.choice(game.legal_moves))
    return game


@pytest.mark.parametrize(("edition", "players"), EVERY_TABLE)
def test_undo_restores_everything_at_every_decision(edition: str, players: int) -> None:
    game = Game(players, edition, seed=3)
    generator = random.Random(3)
    while not game.is_over:
        before = (game.state.copy(), game.events, game.legal_moves.numbers, game.seat)
        move = generator.choice(game.legal_moves)
        game.play(move)
        after = (game.state.copy(), game.events)
        assert game.undo() == move
        assert (game.state, game.events, game.legal_moves.numbers, game.seat) == before
        game.play(move)
        assert (game.state, game.events) == after


def test_after_undo_the_same_chance_follows_even_without_a_seed() -> None:
    game = Game(players=2)
    generator = random.Random(5)
    while game.ply < 60:
        game.play(generator.choice(game.legal_moves))
    state = game.state.copy()
    moves = game.moves
    while game.ply:
        game.undo()
    for move in moves:
        game.play(move)
    assert game.state == state


@pytest.mark.parametrize("edition", ["2021", "2015"])
def test_a_game_that_drops_its_history_continues_unchanged(edition: str) -> None:
    chance = random.Random(5)
    game = Game(3, edition, seed=5)
    for _ in range(40):
        game.play(chance.choice(game.legal_moves))
    clone = game.copy()
    legal = list(game.legal_moves)
    game.forget()
    assert (game.ply, game.moves, game.chance_count, game.events, game.last_events) == (0, (), 0, [], [])
    assert game.position == clone.position
    assert list(game.legal_moves) == legal
    with pytest.raises(IndexError):
        game.undo()
    with pytest.raises(ValueError, match="began from a position"):
        game.to_record()
    while not game.is_over:
        move = chance.choice(game.legal_moves)
        game.play(move)
        clone.play(move)
        assert game.last_events == clone.last_events
    assert game.position == clone.position
    # The earlier copy still has the whole history.
    for _ in range(clone.ply):
        clone.undo()
    assert clone.position == Game(3, edition, seed=5).position


def test_undo_of_nothing_says_so() -> None:
    with pytest.raises(IndexError, match="no move to take back"):
        Game(seed=1).undo()


def test_a_copy_is_independent_of_the_original() -> None:
    game = random_game(plies=80)
    state, events, ply = game.state.copy(), game.events, game.ply
    clone = game.copy()
    generator = random.Random(9)
    for _ in range(40):
        clone.play(generator.choice(clone.legal_moves))
    for _ in range(60):
        clone.undo()
    clone.play(generator.choice(clone.legal_moves))
    assert (game.state, game.events, game.ply) == (state, events, ply)
    while game.ply:
        game.undo()
    assert clone.ply == ply - 19
    assert len(clone.events) > 0


def test_illegal_moves_list_what_is_legal_and_change_nothing() -> None:
    game = Game(players=3, seed=7)
    before = game.state.copy()
    with pytest.raises(IllegalMove, match=r"'hire monk' is not legal \(not now.*start salt_peddler") as caught:
        game.play("hire monk")
    assert caught.value.legal == tuple(map(str, game.legal_moves))
    with pytest.raises(IllegalMove, match="'dance' is not legal; legal: start"):
        game.play("dance")
    assert game.state == before
    assert game.ply == 0


def test_legal_moves_are_a_sequence_with_a_membership_test() -> None:
    moves = Game(players=4, seed=1).legal_moves
    assert len(moves) == len(list(moves)) == 4
    assert moves[0] in moves
    assert str(moves[0]) in moves
    assert "hire monk" not in moves
    assert 3 not in moves
    assert list(moves[1:]) == list(moves)[1:]


def test_masks_are_what_play_accepts() -> None:
    game = random_game(plies=70)
    legal = set(game.legal_moves.numbers)
    for number in range(447):
        if number in legal:
            game.play(Move.of(number))
            game.undo()
        else:
            with pytest.raises(IllegalMove):
                game.play(Move.of(number))


@pytest.mark.parametrize(("edition", "players"), EVERY_TABLE)
def test_a_position_survives_json_and_continues_at_every_decision(edition: str, players: int) -> None:
    game = Game(players, edition, seed=11)
    generator = random.Random(11)
    while not game.is_over:
        position = json.loads(json.dumps(game.position.to_json()))
        restored = Game.from_position(position, seed=11)
        assert restored.state == game.state
        move = generator.choice(game.legal_moves)
        game.play(move)
        restored.play(move)
        assert restored.state == game.state
    assert Game.from_position(game.position).ranking == game.ranking


def test_a_game_from_a_position_has_no_record() -> None:
    game = Game.from_position(random_game(plies=20).position)
    with pytest.raises(ValueError, match="began from a position"):
        game.to_record()


def test_manual_chance_stops_at_every_step_and_names_the_outcomes() -> None:
    game = Game(players=2, chance="manual")
    assert (game.is_chance, game.seat) == (True, None)
    assert not game.legal_moves
    assert len(game.chance_outcomes) == 10
    assert sum(game.chance_outcomes.values()) == 1
    with pytest.raises(ImpossibleChance, match="'fire C' cannot happen in month 1; possible: building farmhouse"):
        game.reveal("fire C")
    for building in ("inn", "shrine", "well", "farmhouse", "restaurant", "storehouse"):
        game.reveal(f"building {building}")
    assert game.seat == 1
    with pytest.raises(ImpossibleChance, match="chance does not decide"):
        game.reveal("building inn")


def test_a_game_that_waits_for_chance_has_no_record_until_chance_has_decided() -> None:
    game = Game(players=3, chance="manual")
    for building in ("inn", "shrine", "well", "farmhouse", "restaurant", "storehouse"):
        with pytest.raises(ValueError, match=r"chance has not decided yet; .* reveal one of: building"):
            game.to_record()
        game.reveal(f"building {building}")
    assert Game.from_record(game.to_record().to_line()).state == game.state


def test_the_seed_fixes_the_chance_whatever_the_players_do() -> None:
    games = [random_game(players=2, seed=4), Game(players=2, seed=4)]
    while not games[1].is_over:
        games[1].play(games[1].legal_moves[-1])
    first, second = (game.to_record().chance for game in games)
    assert first == second


@pytest.mark.parametrize(
    ("arguments", "advice"),
    [
        ({"players": 5}, "players: 5 is not possible; IKI is for 2, 3 or 4"),
        ({"players": "3"}, "players: '3' is not possible"),
        ({"edition": "2020"}, "2021"),
        ({"seed": -1}, "seed: -1"),
        ({"seed": True}, "seed: True"),
        ({"seats": ["a"]}, "4 names are needed"),
        ({"seats": 5}, "seats: 5; a list of 4 names is expected"),
        ({"seats": "Hana"}, "seats: 'Hana'; a list of 4 names is expected"),
        ({"chance": "foo"}, "chance: 'foo'; 'manual' or a source with a method draw"),
        ({"chance": 5}, "chance: 5; 'manual' or a source with a method draw"),
        ({"chance": "manual", "seed": 3}, "seed and chance are both given"),
        ({"components": {"setup": {"mon": "many"}}}, "setup.mon"),
        ({"components": 5}, "components: 5; the path of a TOML file, its tables, or loaded components are expected"),
        ({"components": ["setup"]}, r"components: \['setup'\]; the path of"),
    ],
)
def test_errors_of_invalid_arguments_say_what_is_expected(arguments: dict[str, Any], advice: str) -> None:
    with pytest.raises(ValueError, match=advice):
        Game(**arguments)


@pytest.mark.parametrize("players", [3.0, np.float64(3), "3", None, True])
def test_a_number_of_players_that_only_equals_an_integer_is_refused_and_not_cached(players: Any) -> None:
    # New components, whose tables are not cached yet.
    components = load("2021", {"setup": {"mon": 11}})
    with pytest.raises(ValueError, match=r"players: .* is not possible; IKI is for 2, 3 or 4"):
        Game(players, components=components)
    assert Game(3, components=components).position.players[2].mon == 11


def test_a_numpy_number_of_players_becomes_an_int() -> None:
    components = load("2021", {"setup": {"mon": 12}})
    counts: tuple[Any, ...] = (np.int64(3), 3)
    for players in counts:
        game = Game(players, components=components, seed=1)
        assert type(game.players) is int
        assert json.loads(game.to_record().to_line())["players"] == 3


def test_events_explain_every_change_of_every_resource() -> None:
    game = Game(players=3, seed=21)
    generator = random.Random(21)
    amounts = [dict.fromkeys(("mon", "rice", "sandals", "wood", "koban", "iki"), 0) for _ in range(3)]
    for resources in amounts:
        resources.update(mon=8, rice=1, sandals=1)
    while not game.is_over:
        game.play(generator.choice(game.legal_moves))
        for event in game.last_events:
            if event.kind == "gained":
                assert event.seat is not None
                assert event.resource is not None
                assert event.amount is not None
                amounts[event.seat][event.resource] += event.amount
                assert event.reason
        assert amounts == [{name: getattr(player, name) for name in amounts[0]} for player in game.position.players]


def test_every_event_kind_of_a_game_is_json() -> None:
    kinds = set()
    for event in random_game(seed=2).events:
        json.dumps(event.to_json())
        kinds.add(event.kind)
    assert {"gained", "xp_gained", "retired", "placed", "harmony_scored", "fed", "game_ended"} <= kinds


def test_the_sheet_adds_up_and_the_ranking_follows() -> None:
    game = random_game(seed=6)
    sheets = game.score()
    assert all(sum(sheet.lines.values()) == sheet.total for sheet in sheets)
    totals = [sheets[seat].total for seat in game.ranking]
    assert totals == sorted(totals, reverse=True)


def test_the_state_knows_nothing_of_the_seed() -> None:
    game = random_game(seed=0x1234567890ABCDEF, plies=50)
    assert not {"seed", "rng", "generator"} & set(State.cells)
    assert "1234567890" not in str(game.position.to_json())


def test_printing_a_game_shows_names_and_escapes_them_in_html() -> None:
    game = Game(players=2, seed=1, seats=["<script>", "Hana"])
    assert "Hana" in str(game)
    assert "<script>" not in game._repr_svg_()
    assert "&lt;script&gt;" in game._repr_svg_()


def test_an_overlay_changes_the_game_and_travels_with_its_record() -> None:
    game = random_game(components={"setup": {"mon": 11}}, plies=5)
    assert game.position.players[0].mon == 11
    record = game.to_record()
    assert record.components == {"setup": {"mon": 11}}
    assert Game.from_record(record).state == game.state


def test_the_overlay_of_a_game_cannot_be_changed_under_its_record() -> None:
    overlay_tables: dict[str, dict[str, Any]] = {"setup": {"mon": 11}, "calendar": {"payday": [3, 6, 9, 12]}}
    game = random_game(components=overlay_tables, plies=5)
    line = game.to_record().to_line()
    overlay_tables["setup"]["mon"] = 5
    overlay: Any = game.components.overlay
    changes: tuple[Callable[[], object], ...] = (
        lambda: overlay.update(setup={}),
        lambda: overlay["setup"].clear(),
        lambda: overlay["calendar"]["payday"].append(1),
        lambda: cast(Any, game.to_record().components)["setup"].update(mon=5),
    )
    for change in changes:
        with pytest.raises(TypeError, match="cannot be changed"):
            change()
    assert game.to_record().to_line() == line


def test_lists_of_legal_moves_are_values() -> None:
    game, clone = Game(3, seed=7), Game(3, seed=7)
    assert game.legal_moves == clone.legal_moves
    assert hash(game.legal_moves) == hash(clone.legal_moves)
    clone.play(clone.legal_moves[0])
    assert game.legal_moves != clone.legal_moves
    assert game.legal_moves[:2] != game.legal_moves


def test_the_repr_of_an_event_has_only_the_fields_it_uses() -> None:
    game = Game(3, seed=7)
    game.play("start salt_peddler")
    game.play("place B1")
    (event,) = game.last_events
    assert repr(event) == "Event('placed', seat=2, card='salt_peddler', room='B1', reason='setup')"
    assert eval(repr(event), {"Event": Event}) == event
    assert repr(Event("game_ended")) == "Event('game_ended')"


def test_perft_counts_sequences_without_changing_the_game() -> None:
    game = Game(3, seed=1)
    before = game.position
    assert [game.perft(depth) for depth in range(6)] == [1, 4, 16, 48, 144, 288]
    assert (game.position, game.ply) == (before, 0)


@pytest.mark.parametrize("depth", [-1, 1.5, "2", True, None])
def test_perft_refuses_an_invalid_depth(depth: object) -> None:
    with pytest.raises(ValueError, match="a whole number from 0 is expected"):
        Game(2, seed=1).perft(depth)  # type: ignore[arg-type]


def test_perft_needs_a_source_of_chance() -> None:
    with pytest.raises(ValueError, match="chance='manual'"):
        Game(2, chance="manual").perft(2)


def test_a_game_equals_its_copy_and_any_game_at_the_same_position() -> None:
    game = random_game(3, plies=40)
    assert game == game.copy()
    assert game == Game.from_position(game.position, seed=9, seats=["Hana", "Jiro", "Kiku"])
    copy = game.copy()
    copy.play(game.legal_moves[0])
    assert game != copy
    copy.undo()
    assert game == copy
    assert Game(3, seed=1) != Game(4, seed=1)
    assert Game(3, "2021", seed=1) != Game(3, "2015", seed=1)
    assert Game(2, seed=1, components={"characters": {"monk": {"cost": 5}}}) != Game(2, seed=1)
    assert game != game.position
    with pytest.raises(TypeError, match="unhashable"):
        hash(game)


def test_the_winner_is_the_first_of_the_ranking_once_the_game_is_over() -> None:
    game = Game(3, seed=1)
    assert game.winner is None
    game = random_game(3)
    assert game.winner == game.ranking[0]
    game.undo()
    assert game.winner is None


def test_legal_moves_equal_a_list_of_the_same_moves() -> None:
    legal = Game(3, seed=1).legal_moves
    assert legal == list(legal)
    assert list(legal) == legal
    assert legal != list(reversed(legal))
    assert legal != [str(move) for move in legal]
    assert legal != 3
