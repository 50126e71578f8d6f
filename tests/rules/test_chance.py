"""Chance, RULES 3 and the record format: explicit, fair, independent of play, and never known in advance."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from itertools import pairwise

import numpy as np
import pytest

from edokko import Game
from edokko.chance import ChanceBuffers, SeededChance, SuppliedChance, SystemChance, split_seed
from edokko.components import load
from edokko.records.record import outcomes_of
from edokko.rules import referee
from edokko.rules.chance import CHANCE_WORDS, below, next_word, seed_words
from edokko.rules.state import State
from edokko.rules.tables import tables_for

PLAYERS = (2, 3, 4)
EDITIONS = ("2021", "2015")
GAMES = [(players, edition) for edition in EDITIONS for players in PLAYERS]

MAX_DECISIONS = 2_000
"""A number of decisions that no game reaches."""

Policy = Callable[[Game], int]
"""A function that chooses a legal move and returns its index."""


def first_legal(game: Game) -> int:
    return 0


def last_legal(game: Game) -> int:
    return len(game.legal_moves) - 1


def at_random(seed: int) -> Policy:
    words = stream(seed, 0, 0)
    return lambda game: below(words, len(game.legal_moves))


def stream(first: int, second: int, third: int) -> list[int]:
    words = [0] * 4
    seed_words(words, first, second, third)
    return words


def play_on(game: Game, policy: Policy, most: int = MAX_DECISIONS) -> Game:
    """Play to the end, or at most ``most`` moves."""
    for _ in range(most):
        if game.is_over:
            break
        game.play(game.legal_moves[policy(game)])
    return game


def state_bytes(game: Game) -> bytes:
    return game.state.to_records().tobytes()


# --- the outcomes of a chance step


@cache
def chance_steps(players: int, edition: str) -> tuple[Game, ...]:
    """Return copies of a random game at each of its chance steps. Tests share them, so they must not change them."""
    steps = []
    game = Game(players, edition, chance="manual")
    policy = at_random(17)
    words = stream(1, 2, 3)
    while not game.is_over:
        assert game.ply < MAX_DECISIONS
        if not game.is_chance:
            game.play(game.legal_moves[policy(game)])
            continue
        steps.append(game.copy())
        outcomes = list(game.chance_outcomes)
        game.reveal(outcomes[below(words, len(outcomes))])
    return tuple(steps)


@pytest.mark.parametrize(("players", "edition"), GAMES)
def test_children_are_distinct_and_their_probabilities_sum_to_one(players: int, edition: str) -> None:
    """Fires without a card to burn end in the same state, but their events differ."""
    steps: Counter[str] = Counter()
    for game in chance_steps(players, edition):
        outcomes = game.chance_outcomes
        assert sum(outcomes.values()) == 1
        assert min(outcomes.values()) > 0
        kind = next(iter(outcomes)).split()[0]
        states, histories = set(), set()
        for words in outcomes:
            child = game.copy()
            child.reveal(words)
            states.add(state_bytes(child))
            histories.add(tuple(child.events))
        assert state_bytes(game) not in states
        assert len(histories) == len(outcomes)
        assert len(states) == len(outcomes) or kind == "fire"
        steps[kind] += 1
    expected = {"reveal": 48, "fire": 3}
    if edition == "2021":
        expected["building"] = 6
    if (players, edition) == (2, "2021"):
        expected["closed"] = 12
    assert steps == expected


@pytest.mark.parametrize(("players", "edition"), GAMES)
def test_each_outcome_has_the_effect_that_its_words_name(players: int, edition: str) -> None:
    """The effect must not come from a hidden deck, where every branch would reveal the same top card."""
    for game in chance_steps(players, edition):
        for words in game.chance_outcomes:
            child = game.copy()
            child.reveal(words)
            kind, item = words.split()
            position = child.position
            if kind == "reveal":
                assert position.row[-1][0] == item
                assert item not in position.deck
            elif kind == "building":
                assert item in position.buildings
            elif kind == "closed":
                assert position.closed == item
            else:
                assert [event.nagaya for event in child.events if event.kind == "fire_broke_out"][-1] == item


@pytest.mark.parametrize(("players", "edition"), GAMES)
def test_all_remaining_items_are_equally_likely(players: int, edition: str) -> None:
    for game in chance_steps(players, edition):
        outcomes = game.chance_outcomes
        kind = next(iter(outcomes)).split()[0]
        if kind == "closed":
            tiles = 13 - game.month
            assert {words: chance * tiles for words, chance in outcomes.items()} == {
                f"closed {slot}": count for slot, count in game.position.tiles.items() if count
            }
            continue
        assert set(outcomes.values()) == {Fraction(1, len(outcomes))}
        if kind == "reveal":
            drawn = 4 * ((game.month - 1) % 3) + 4 - game.state.to_reveal
            assert len(outcomes) == 14 - drawn


@pytest.mark.parametrize(("players", "edition"), GAMES)
def test_outcomes_depend_on_the_state_only(players: int, edition: str) -> None:
    """A state read from its record bytes, without a game, a source or a history, has the same outcomes."""
    scratch = ChanceBuffers()
    for game in chance_steps(players, edition):
        bare = State.read(game.state.to_records(), 0)
        count = referee.chance_outcomes(game.tables, bare, scratch.outcomes, scratch.weights)
        assert {CHANCE_WORDS[outcome] for outcome in scratch.outcomes[:count]} == set(game.chance_outcomes)


# --- the seed and the moves


@pytest.mark.parametrize(("players", "edition"), GAMES)
@pytest.mark.parametrize("seed", [0, 7, 2**64 - 1])
def test_the_same_seed_gives_the_same_chance_for_every_policy(players: int, edition: str, seed: int) -> None:
    """Four policies meet the same buildings, tiles, rows and fires in every month."""
    policies = (first_legal, last_legal, at_random(1), at_random(2))
    games = [play_on(Game(players, edition, seed), policy) for policy in policies]
    chance = [game.to_record().chance for game in games]
    assert chance[0] == chance[1] == chance[2] == chance[3]
    assert len({game.moves for game in games}) == len(policies)


@pytest.mark.parametrize(("players", "edition"), GAMES)
def test_different_seeds_give_different_chance(players: int, edition: str) -> None:
    chance = {play_on(Game(players, edition, seed), first_legal).to_record().chance for seed in range(10)}
    assert len(chance) == 10


@pytest.mark.parametrize(("players", "edition"), GAMES)
def test_every_step_has_a_stream_of_its_own(players: int, edition: str) -> None:
    streams = [referee.chance_stream(game.tables, game.state) for game in chance_steps(players, edition)]
    assert len(set(streams)) == len(streams)
    assert all(0 <= number < 2**32 for number in streams)


@pytest.mark.parametrize("source", ["seed", "system"])
@pytest.mark.parametrize(("players", "edition"), GAMES)
def test_undoing_and_replaying_draws_the_same(players: int, edition: str, source: str) -> None:
    game = play_on(Game(players, edition, 11 if source == "seed" else None), at_random(3))
    moves, chance, end = game.moves, game.to_record().chance, state_bytes(game)
    for _ in range(len(moves)):
        game.undo()
    assert game.ply == 0
    for move in moves:
        game.play(move)
    assert game.to_record().chance == chance
    assert state_bytes(game) == end


@pytest.mark.parametrize("source", ["seed", "system"])
def test_after_undo_another_line_of_play_meets_the_same_chance(source: str) -> None:
    game = play_on(Game(3, seed=11 if source == "seed" else None), at_random(3))
    chance = game.to_record().chance
    while game.month > 4:
        game.undo()
    play_on(game, at_random(4))
    assert game.to_record().chance == chance


# --- the future is unknown


@pytest.mark.parametrize(("players", "edition"), GAMES)
def test_states_with_the_same_history_are_the_same_bytes_for_any_future(players: int, edition: str) -> None:
    """A seeded game, and a game with the same chance so far that continues from another seed, have equal states."""
    seeded = play_on(Game(players, edition, 21), at_random(5), most=60)
    components = load(edition)
    past = outcomes_of(components, tables_for(components, players), seeded.to_record().chance)
    other = Game(players, edition, chance=SuppliedChance(past, then=SeededChance(22)))
    for move in seeded.moves:
        other.play(move)
    assert state_bytes(other) == state_bytes(seeded)
    assert other.state == seeded.state
    assert other.position == seeded.position
    futures = [play_on(game, first_legal).to_record().chance for game in (seeded, other)]
    assert futures[0] != futures[1]


def test_a_state_has_no_room_for_a_seed() -> None:
    """The widest field has 64 bits per seat, for the retired characters; no field holds a generator."""
    assert not [name for name in State.cells if any(word in name for word in ("seed", "random", "generator", "word"))]
    seed = 0xDEC0DE5EED
    game = play_on(Game(4, seed=seed), at_random(7), most=80)
    for word in split_seed(seed):
        assert word.to_bytes(4, "little") not in state_bytes(game)
    assert str(seed) not in json.dumps(game.position.to_json())


def seed_keys(value: object) -> list[str]:
    """Return every key of a JSON value, at any depth, that contains ``seed``."""
    if isinstance(value, dict):
        own = [key for key in value if "seed" in key]
        return own + [key for inner in value.values() for key in seed_keys(inner)]
    if isinstance(value, list):
        return [key for inner in value for key in seed_keys(inner)]
    return []


def test_a_game_with_system_chance_has_no_seed_anywhere() -> None:
    game = Game(3)
    for most in (30, MAX_DECISIONS):
        play_on(game, at_random(8), most)
        assert game.seed is None
        record = game.to_record()
        assert record.seed is None
        assert seed_keys(record.to_json()) == []
        assert seed_keys(game.position.to_json()) == []
        assert "seed" not in record.to_line()
    assert game.is_over


def test_a_record_includes_its_seed_only_when_the_game_is_over() -> None:
    seed = 0xDEC0DE5EED
    game = Game(3, seed=seed)
    policy = at_random(9)
    while not game.is_over:
        if game.ply % 20 == 0:
            record = game.to_record()
            assert record.seed is None
            assert seed_keys(record.to_json()) == []
            assert str(seed) not in record.to_line()
            assert f"{seed:x}" not in record.to_line()
        game.play(game.legal_moves[policy(game)])
    assert int(game.to_record().seed or "0", 0) == seed


def test_chance_is_drawn_when_it_is_revealed() -> None:
    """The game draws nothing ahead of the step that reveals it, and exactly once per step."""

    class Spy(SystemChance):
        def __init__(self) -> None:
            super().__init__()
            self.streams: list[int] = []

        def draw(self, stream: int, outcomes: Sequence[int], weights: Sequence[int]) -> int:
            self.streams.append(stream)
            return super().draw(stream, outcomes, weights)

    source = Spy()
    game = Game(3, chance=source)
    assert len(source.streams) == 6, "the buildings"
    before = 6
    policy = at_random(10)
    while not game.is_over:
        month = game.month
        game.play(game.legal_moves[policy(game)])
        new_draws = len(source.streams) - before
        assert new_draws in ((4, 5) if game.month != month and game.month <= 12 else (0, 1, 4))
        before += new_draws
    assert len(source.streams) == len(set(source.streams)) == 6 + 48 + 3


# --- the generator


def reference(first: int, second: int, third: int, count: int) -> list[int]:
    """Return words of sfc32 in its author's version, on real 32-bit words, after 15 warm-up rounds."""
    a, b, c, counter = (np.array([word], np.uint32) for word in (first, second, third, 1))
    words = []
    for _ in range(15 + count):
        word = a + b + counter
        counter = counter + np.uint32(1)
        a = b ^ (b >> np.uint32(9))
        b = c + (c << np.uint32(3))
        c = ((c << np.uint32(21)) | (c >> np.uint32(11))) + word
        words.append(int(word[0]))
    return words[15:]


EXPECTED = {
    (0, 0, 0): [0xFB52C520, 0x38802BE1, 0x948279E6, 0xEC4BF1D9],
    (1, 2, 3): [0xEDA6A65F, 0x05843866, 0x42E2D5DB, 0x01712F7D],
    (0xFFFFFFFF, 0x80000000, 0x000D1503): [0xFA50A417, 0xBFC48CB4, 0x110A1DBF, 0x6040C55E],
}
"""Results of the reference implementation, stored as constants."""


@pytest.mark.parametrize("seeds", EXPECTED)
def test_the_words_are_those_of_sfc32(seeds: tuple[int, int, int]) -> None:
    words = stream(*seeds)
    drawn = [next_word(words) for _ in range(200)]
    assert drawn == reference(*seeds, 200)
    assert drawn[:4] == EXPECTED[seeds]


def is_fair(counts: Counter[int], expected: Sequence[float]) -> bool:
    """Test by chi-square at a significance level of 0.1 % (Wilson and Hilferty's approximation)."""
    assert counts.keys() <= set(range(len(expected)))
    degrees = len(expected) - 1
    limit: float = degrees * (1 - 2 / (9 * degrees) + 3.09 * (2 / (9 * degrees)) ** 0.5) ** 3
    return sum((counts[value] - mean) ** 2 / mean for value, mean in enumerate(expected)) < limit


@pytest.mark.parametrize("bound", [2, 3, 4, 10, 12, 14])
def test_draws_are_uniform(bound: int) -> None:
    words = stream(2024, 5, bound)
    counts = Counter(below(words, bound) for _ in range(20_000))
    assert is_fair(counts, [20_000 / bound] * bound)


def test_draws_of_a_large_bound_are_not_skewed() -> None:
    """For the bound 3 x 2**29, plain scaling would give two of three residues 3 words each and the third only 2."""
    words = stream(1, 1, 1)
    counts = Counter(below(words, 3 << 29) % 3 for _ in range(20_000))
    assert is_fair(counts, [20_000 / 3] * 3)
    words = stream(1, 1, 1)
    skewed = Counter((next_word(words) * (3 << 29) >> 32) % 3 for _ in range(20_000))
    assert not is_fair(skewed, [20_000 / 3] * 3)


def first_steps(edition: str, players: int, kinds: Sequence[str]) -> list[Game]:
    """Return games at their first chance steps of the given kinds."""
    games: dict[tuple[str, int], Game] = {}
    for game in chance_steps(players, edition):
        kind = next(iter(game.chance_outcomes)).split()[0]
        games.setdefault((kind, game.month), game)
    return [next(games[key] for key in sorted(games) if key[0] == kind) for kind in kinds]


def draw_of(game: Game, seed: int, scratch: ChanceBuffers, words: list[int]) -> int:
    return referee.draw(game.tables, game.state, list(split_seed(seed)), words, scratch.outcomes, scratch.weights)


@pytest.mark.no_cover  # thousands of draws, which coverage would make ten times slower
@pytest.mark.parametrize("kind", ["building", "closed", "reveal", "fire"])
def test_neighbouring_seeds_draw_fairly(kind: str) -> None:
    """One step of each kind with the seeds 0, 1, 2 ... and with seeds that differ in the high word only."""
    (game,) = first_steps("2021", 2, [kind])
    scratch, words = ChanceBuffers(), [0] * 4
    possible = game.chance_outcomes
    for shift in (0, 32):
        drawn = Counter(CHANCE_WORDS[draw_of(game, seed << shift, scratch, words)] for seed in range(20_000))
        places = {name: place for place, name in enumerate(possible)}
        counts = Counter({places[name]: count for name, count in drawn.items()})
        assert is_fair(counts, [float(chance * 20_000) for chance in possible.values()])


@pytest.mark.no_cover
def test_uneven_tiles_are_drawn_by_their_weights() -> None:
    """One, three, two and three tiles remain: 1, 3, 2 and 3 ninths."""
    (game,) = first_steps("2021", 2, ["closed"])
    state = game.state.copy()
    state.tiles = [0, 1, 3, 2, 3]
    scratch, words = ChanceBuffers(), [0] * 4
    drawn = Counter(
        CHANCE_WORDS[referee.draw(game.tables, state, [seed, 0], words, scratch.outcomes, scratch.weights)]
        for seed in range(9_000)
    )
    counts = Counter({place: drawn[f"closed {place + 1}"] for place in range(4)})
    assert is_fair(counts, [1_000, 3_000, 2_000, 3_000])


@pytest.mark.no_cover
def test_the_fires_of_a_year_are_independent() -> None:
    """The nagayas of months 5 and 8, and of 8 and 11, with the same seeds: all sixteen pairs are equally likely."""
    fires = [game for game in chance_steps(3, "2021") if "fire A" in game.chance_outcomes]
    assert [game.month for game in fires] == [5, 8, 11]
    scratch, words = ChanceBuffers(), [0] * 4
    drawn = [[draw_of(game, seed, scratch, words) for seed in range(20_000)] for game in fires]
    for earlier, later in pairwise(drawn):
        least = min(earlier + later)
        pairs = Counter(4 * (a - least) + (b - least) for a, b in zip(earlier, later, strict=True))
        assert is_fair(pairs, [20_000 / 16] * 16)
