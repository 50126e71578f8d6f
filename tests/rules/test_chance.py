"""Chance, RULES 3 and the record format: explicit, fair, the same whatever is played, and nowhere known beforehand."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest

from edokko import Game
from edokko.chance import Scratch, SeededChance, SuppliedChance, SystemChance, split_seed
from edokko.chance_words import outcomes_of
from edokko.components import load
from edokko.rules import referee
from edokko.rules.chance import CHANCE_WORDS, below, next_word, seed_words
from edokko.rules.state import State
from edokko.rules.tables import tables_for

PLAYERS = (2, 3, 4)
EDITIONS = ("2021", "2015")
GAMES = [(players, edition) for edition in EDITIONS for players in PLAYERS]

MOST = 2_000
"""More decisions than any game has."""

Policy = Callable[[Game], int]
"""Which of a game's legal moves is played, by its place among them."""


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


def play_on(game: Game, policy: Policy, most: int = MOST) -> Game:
    """Play to the end, or so many moves."""
    for _ in range(most):
        if game.is_over:
            break
        game.play(game.legal_moves[policy(game)])
    return game


def state_bytes(game: Game) -> bytes:
    return game.state.to_records().tobytes()


# --- the children of a chance step


def chance_steps(players: int, edition: str) -> Iterator[Game]:
    """A random game that waits at each of its chance steps in turn."""
    game = Game(players, edition, chance="manual")
    policy = at_random(17)
    words = stream(1, 2, 3)
    while not game.is_over:
        assert game.ply < MOST
        if not game.is_chance:
            game.play(game.legal_moves[policy(game)])
            continue
        yield game
        outcomes = list(game.chance_outcomes)
        game.reveal(outcomes[below(words, len(outcomes))])


@pytest.mark.parametrize(("players", "edition"), GAMES)
def test_children_are_distinct_and_their_probabilities_sum_to_one(players: int, edition: str) -> None:
    """Fires that find nothing to burn end in the same state; what happened differs all the same."""
    seen: Counter[str] = Counter()
    for game in chance_steps(players, edition):
        outcomes = game.chance_outcomes
        assert sum(outcomes.values()) == 1
        assert min(outcomes.values()) > 0
        kind = next(iter(outcomes)).split()[0]
        states, stories = set(), set()
        for words in outcomes:
            child = game.copy()
            child.reveal(words)
            states.add(state_bytes(child))
            stories.add(tuple(child.events))
        assert state_bytes(game) not in states
        assert len(stories) == len(outcomes)
        assert len(states) == len(outcomes) or kind == "fire"
        seen[kind] += 1
    expected = {"reveal": 48, "fire": 3}
    if edition == "2021":
        expected["building"] = 6
    if (players, edition) == (2, "2021"):
        expected["closed"] = 12
    assert seen == expected


@pytest.mark.parametrize(("players", "edition"), GAMES)
def test_a_child_shows_what_its_name_says(players: int, edition: str) -> None:
    """Not the one card that a hidden deck would have on top, whatever the branch is called."""
    for game in chance_steps(players, edition):
        for words in game.chance_outcomes:
            child = game.copy()
            child.reveal(words)
            kind, what = words.split()
            position = child.position
            if kind == "reveal":
                assert position.row[-1][0] == what
                assert what not in position.deck
            elif kind == "building":
                assert what in position.buildings
            elif kind == "closed":
                assert position.closed == what
            else:
                assert [event.nagaya for event in child.events if event.kind == "fire_broke_out"][-1] == what


@pytest.mark.parametrize(("players", "edition"), GAMES)
def test_all_that_is_left_is_equally_likely(players: int, edition: str) -> None:
    for game in chance_steps(players, edition):
        outcomes = game.chance_outcomes
        kind = next(iter(outcomes)).split()[0]
        if kind == "closed":
            tiles = 13 - game.month
            assert {words: chance * tiles for words, chance in outcomes.items()} == {
                f"closed {slot}": left for slot, left in game.position.tiles.items() if left
            }
            continue
        assert set(outcomes.values()) == {Fraction(1, len(outcomes))}
        if kind == "reveal":
            drawn = 4 * ((game.month - 1) % 3) + 4 - game.state.to_reveal
            assert len(outcomes) == 14 - drawn


@pytest.mark.parametrize(("players", "edition"), GAMES)
def test_outcomes_follow_from_the_state_and_from_nothing_hidden(players: int, edition: str) -> None:
    """Read back from its record bytes, with no game, no source and no past, a state has the same outcomes."""
    scratch = Scratch()
    for game in chance_steps(players, edition):
        bare = State.read(game.state.to_records(), 0)
        count = referee.chance_outcomes(game.tables, bare, scratch.outcomes, scratch.weights)
        assert {CHANCE_WORDS[outcome] for outcome in scratch.outcomes[:count]} == set(game.chance_outcomes)


# --- the seed and the moves


@pytest.mark.parametrize(("players", "edition"), GAMES)
@pytest.mark.parametrize("seed", [0, 7, 2**64 - 1])
def test_the_same_seed_deals_alike_whatever_the_players_do(players: int, edition: str, seed: int) -> None:
    """Four ways to play, the same buildings, tiles, rows and fires in every month."""
    policies = (first_legal, last_legal, at_random(1), at_random(2))
    played = [play_on(Game(players, edition, seed), policy) for policy in policies]
    dealt = [game.to_record().chance for game in played]
    assert dealt[0] == dealt[1] == dealt[2] == dealt[3]
    assert len({game.moves for game in played}) == len(policies)


@pytest.mark.parametrize(("players", "edition"), GAMES)
def test_another_seed_deals_otherwise(players: int, edition: str) -> None:
    dealt = {play_on(Game(players, edition, seed), first_legal).to_record().chance for seed in range(10)}
    assert len(dealt) == 10


@pytest.mark.parametrize(("players", "edition"), GAMES)
def test_every_step_has_a_stream_of_its_own(players: int, edition: str) -> None:
    streams = [referee.chance_stream(game.tables, game.state) for game in chance_steps(players, edition)]
    assert len(set(streams)) == len(streams)
    assert all(0 <= one < 2**32 for one in streams)


@pytest.mark.parametrize("source", ["seed", "system"])
@pytest.mark.parametrize(("players", "edition"), GAMES)
def test_undoing_and_replaying_draws_the_same(players: int, edition: str, source: str) -> None:
    game = play_on(Game(players, edition, 11 if source == "seed" else None), at_random(3))
    moves, dealt, end = game.moves, game.to_record().chance, state_bytes(game)
    for _ in range(len(moves)):
        game.undo()
    assert game.ply == 0
    for move in moves:
        game.play(move)
    assert game.to_record().chance == dealt
    assert state_bytes(game) == end


@pytest.mark.parametrize("source", ["seed", "system"])
def test_undoing_and_playing_otherwise_meets_the_same_row_and_fire(source: str) -> None:
    game = play_on(Game(3, seed=11 if source == "seed" else None), at_random(3))
    dealt = game.to_record().chance
    while game.month > 4:
        game.undo()
    play_on(game, at_random(4))
    assert game.to_record().chance == dealt


# --- nobody knows the future


@pytest.mark.parametrize(("players", "edition"), GAMES)
def test_states_with_the_same_past_are_the_same_bytes_whatever_comes(players: int, edition: str) -> None:
    """A seeded game, and one that was dealt the same so far but goes on from another seed: equal up to there."""
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
    """The longest field is 64 bits a seat for the retired; none is a generator's."""
    assert not [name for name in State.cells if any(word in name for word in ("seed", "random", "generator", "word"))]
    seed = 0xDEC0DE5EED
    game = play_on(Game(4, seed=seed), at_random(7), most=80)
    for word in split_seed(seed):
        assert word.to_bytes(4, "little") not in state_bytes(game)
    assert str(seed) not in json.dumps(game.position.to_json())


def seed_keys(value: object) -> list[str]:
    """Every key of a JSON value, at any depth, that speaks of a seed."""
    if isinstance(value, dict):
        own = [key for key in value if "seed" in key]
        return own + [key for inner in value.values() for key in seed_keys(inner)]
    if isinstance(value, list):
        return [key for inner in value for key in seed_keys(inner)]
    return []


def test_a_game_with_system_chance_has_no_seed_anywhere() -> None:
    game = Game(3)
    for most in (30, MOST):
        play_on(game, at_random(8), most)
        assert game.seed is None
        record = game.to_record()
        assert record.seed is None
        assert seed_keys(record.to_json()) == []
        assert seed_keys(game.position.to_json()) == []
        assert "seed" not in record.to_line()
    assert game.is_over


def test_a_record_carries_its_seed_only_when_the_game_is_over() -> None:
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
    """A source is asked for nothing ahead of the step that shows it, and exactly once a step."""

    class Watched(SystemChance):
        def __init__(self) -> None:
            super().__init__()
            self.asked: list[int] = []

        def draw(self, stream: int, outcomes: Sequence[int], weights: Sequence[int]) -> int:
            self.asked.append(stream)
            return super().draw(stream, outcomes, weights)

    source = Watched()
    game = Game(3, chance=source)
    assert len(source.asked) == 6, "the buildings"
    before = 6
    policy = at_random(10)
    while not game.is_over:
        month = game.month
        game.play(game.legal_moves[policy(game)])
        fresh = len(source.asked) - before
        assert fresh in ((4, 5) if game.month != month and game.month <= 12 else (0, 1, 4))
        before += fresh
    assert len(source.asked) == len(set(source.asked)) == 6 + 48 + 3


# --- the generator


def reference(first: int, second: int, third: int, count: int) -> list[int]:
    """sfc32 as its author gives it, on real 32-bit words: 15 rounds to warm up, then these."""
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


KNOWN = {
    (0, 0, 0): [0xFB52C520, 0x38802BE1, 0x948279E6, 0xEC4BF1D9],
    (1, 2, 3): [0xEDA6A65F, 0x05843866, 0x42E2D5DB, 0x01712F7D],
    (0xFFFFFFFF, 0x80000000, 0x000D1503): [0xFA50A417, 0xBFC48CB4, 0x110A1DBF, 0x6040C55E],
}
"""Answers of the reference, kept as they are."""


@pytest.mark.parametrize("seeds", KNOWN)
def test_the_words_are_those_of_sfc32(seeds: tuple[int, int, int]) -> None:
    words = stream(*seeds)
    drawn = [next_word(words) for _ in range(200)]
    assert drawn == reference(*seeds, 200)
    assert drawn[:4] == KNOWN[seeds]


def is_fair(counts: Counter[int], expected: Sequence[float]) -> bool:
    """Chi-square, at one in a thousand (Wilson and Hilferty's approximation)."""
    assert counts.keys() <= set(range(len(expected)))
    free = len(expected) - 1
    limit = free * (1 - 2 / (9 * free) + 3.09 * (2 / (9 * free)) ** 0.5) ** 3
    return sum((counts[value] - mean) ** 2 / mean for value, mean in enumerate(expected)) < limit


@pytest.mark.parametrize("bound", [2, 3, 4, 10, 12, 14])
def test_draws_are_uniform(bound: int) -> None:
    words = stream(2024, 5, bound)
    counts = Counter(below(words, bound) for _ in range(20_000))
    assert is_fair(counts, [20_000 / bound] * bound)


def test_draws_of_a_large_bound_are_not_skewed() -> None:
    """Below 3 x 2**29, plain scaling would give two numbers of three 3 words each and the third only 2."""
    words = stream(1, 1, 1)
    counts = Counter(below(words, 3 << 29) % 3 for _ in range(20_000))
    assert is_fair(counts, [20_000 / 3] * 3)
    words = stream(1, 1, 1)
    skewed = Counter((next_word(words) * (3 << 29) >> 32) % 3 for _ in range(20_000))
    assert not is_fair(skewed, [20_000 / 3] * 3)


def first_steps(edition: str, players: int, wanted: Sequence[str]) -> list[Game]:
    """Games of that kind that wait for their first steps of these kinds."""
    games = {}
    for game in chance_steps(players, edition):
        kind = next(iter(game.chance_outcomes)).split()[0]
        games.setdefault((kind, game.month), game.copy())
    return [next(games[key] for key in sorted(games) if key[0] == kind) for kind in wanted]


def draw_of(game: Game, seed: int, scratch: Scratch, words: list[int]) -> int:
    return referee.draw(game.tables, game.state, list(split_seed(seed)), words, scratch.outcomes, scratch.weights)


@pytest.mark.parametrize("kind", ["building", "closed", "reveal", "fire"])
def test_neighbouring_seeds_deal_fairly(kind: str) -> None:
    """One step of each kind under the seeds 0, 1, 2 ... and under seeds that differ in the high word only."""
    (game,) = first_steps("2021", 2, [kind])
    scratch, words = Scratch(), [0] * 4
    possible = game.chance_outcomes
    for shift in (0, 32):
        drawn = Counter(CHANCE_WORDS[draw_of(game, seed << shift, scratch, words)] for seed in range(20_000))
        places = {name: place for place, name in enumerate(possible)}
        counts = Counter({places[name]: count for name, count in drawn.items()})
        assert is_fair(counts, [float(chance * 20_000) for chance in possible.values()])


def test_uneven_tiles_are_drawn_by_their_weights() -> None:
    """One, three, two and three tiles left: 1, 3, 2 and 3 parts of nine."""
    (game,) = first_steps("2021", 2, ["closed"])
    state = game.state.copy()
    state.tiles = [0, 1, 3, 2, 3]
    scratch, words = Scratch(), [0] * 4
    drawn = Counter(
        CHANCE_WORDS[referee.draw(game.tables, state, [seed, 0], words, scratch.outcomes, scratch.weights)]
        for seed in range(9_000)
    )
    counts = Counter({place: drawn[f"closed {place + 1}"] for place in range(4)})
    assert is_fair(counts, [1_000, 3_000, 2_000, 3_000])


def test_the_fires_of_a_year_do_not_depend_on_one_another() -> None:
    """The nagayas of months 5 and 8, and of 8 and 11, under the same seeds: all sixteen pairs alike."""
    fires = [game.copy() for game in chance_steps(3, "2021") if "fire A" in game.chance_outcomes]
    assert [game.month for game in fires] == [5, 8, 11]
    scratch, words = Scratch(), [0] * 4
    drawn = [[draw_of(game, seed, scratch, words) for seed in range(20_000)] for game in fires]
    for one, next_one in pairwise(drawn):
        least = min(one + next_one)
        pairs = Counter(4 * (a - least) + (b - least) for a, b in zip(one, next_one, strict=True))
        assert is_fair(pairs, [20_000 / 16] * 16)
