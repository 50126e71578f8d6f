"""Luck: it adds up, it is the same on both back ends, and its expectation is 0."""

from __future__ import annotations

from math import sqrt
from random import Random

import numpy as np
import pytest

from edokko import Game
from edokko.components import load
from edokko.lab.simulation.runner import Engine, Setting, player_seeds_of
from edokko.native.backends import PLAIN
from edokko.players.champion.luck import LuckMeter
from edokko.records.record import Record, as_record
from tests.helpers.networks import random_network
from tests.helpers.paths import SAMPLES


def greedy_games(first: int, count: int, players: int = 4) -> list[Record]:
    """Return the records of games of greedy players with the seeds from ``first`` on."""
    engine = Engine(Setting(("greedy",) * players, load("2021"), 0, logged=True))
    seeds = np.arange(first, first + count, dtype=np.uint64)
    chunk = engine.play_seeds(seeds, player_seeds_of(seeds, players))
    return [chunk.record(index) for index in range(count)]


def recorded(name: str) -> Record:
    return as_record((SAMPLES / f"games-{name}.jsonl").read_text().splitlines()[0])


@pytest.fixture(scope="module")
def meter() -> LuckMeter:
    return LuckMeter()


@pytest.mark.parametrize("name", ["2015-2", "2015-4", "2021-3"])
def test_plain_and_compiled_code_agree(name: str) -> None:
    record, network = recorded(name), random_network(1)
    plain = LuckMeter(network, backend=PLAIN, samples=2).measure(record, 5)
    compiled = LuckMeter(network, samples=2).measure(record, 5)
    assert plain.iki == pytest.approx(compiled.iki)
    assert plain.wins == pytest.approx(compiled.wins)
    assert [moment.ply for moment in plain.moments] == [moment.ply for moment in compiled.moments]


@pytest.mark.parametrize("name", ["2015-3", "2021-2", "2021-4"])
def test_luck_and_decisions_make_the_result(meter: LuckMeter, name: str) -> None:
    record = recorded(name)
    luck = meter.measure(record)
    assert record.result is not None
    assert luck.final_iki == tuple(record.result["iki"])
    assert luck.final_wins == tuple(float(seat == record.result["ranking"][0]) for seat in range(record.players))
    for expected, by_luck, by_decisions, final in (
        (luck.expected_iki, luck.iki, luck.decisions_iki, luck.final_iki),
        (luck.expected_wins, luck.wins, luck.decisions_wins, luck.final_wins),
    ):
        assert np.add(np.add(expected, by_luck), by_decisions) == pytest.approx(final)
    assert sum(luck.expected_wins) == pytest.approx(1)
    assert sum(luck.wins) == pytest.approx(0, abs=1e-9)
    months = [moment.month for moment in luck.moments]
    assert months == sorted(months)
    # Every month has its draws. Those after a fire may be part of its moment.
    assert {1, 2, 3, 4, 7, 8, 10, 11} <= set(months) <= set(range(1, 13))


def test_the_seed_fixes_the_samples(meter: LuckMeter) -> None:
    record = recorded("2021-4")
    assert meter.measure(record, 1) == meter.measure(record, 1) != meter.measure(record, 2)


def test_a_game_that_is_not_over_has_an_expected_result(meter: LuckMeter) -> None:
    game = Game(3, seed=4)
    begun = meter.measure(game.to_record())
    assert len(begun.moments) == 1
    assert begun.decisions_iki == pytest.approx((0, 0, 0))
    for _ in range(40):
        game.play(game.legal_moves[0])
    luck = meter.measure(game.to_record())
    assert sum(luck.final_wins) == pytest.approx(1)
    assert max(luck.final_wins) < 1
    assert luck.to_json()[2].keys() > {"seat", "luck_iki", "decisions_wins"}


def test_the_mean_luck_of_many_games_is_nothing(meter: LuckMeter) -> None:
    lucks = [meter.measure(record, seed) for seed, record in enumerate(greedy_games(0, 200))]
    for values in (np.array([luck.iki for luck in lucks]), np.array([luck.wins for luck in lucks])):
        assert np.all(np.abs(values.mean(axis=0)) < 3.5 * values.std(axis=0) / sqrt(len(values)))


def test_scores_less_luck_vary_less(meter: LuckMeter) -> None:
    lucks = [meter.measure(record, seed) for seed, record in enumerate(greedy_games(1000, 150, players=2))]
    scores, changes = np.array([luck.final_iki for luck in lucks]), np.array([luck.iki for luck in lucks])
    assert (scores - changes).var(axis=0).sum() < 0.95 * scores.var(axis=0).sum()


def game_before_the_first_fire() -> Game:
    game = Game(4, chance="manual")
    while not any(words.startswith("fire") for words in game.chance_outcomes):
        if game.is_chance:
            game.reveal(min(game.chance_outcomes))
        else:
            game.play(game.legal_moves[-1])
    return game


def test_the_luck_of_all_outcomes_of_a_fire_is_nothing() -> None:
    """Each outcome counts with its probability; the draws after it are random."""
    meter, before, random = LuckMeter(samples=100), game_before_the_first_fire(), Random(1)
    mean = np.zeros(4)
    sizes: list[float] = []
    for words, probability in before.chance_outcomes.items():
        for _ in range(12):
            game = before.copy()
            game.reveal(words)
            while game.is_chance:
                draws = game.chance_outcomes
                game.reveal(*random.choices(list(draws), [float(weight) for weight in draws.values()]))
            # Samples of its own for each measurement, so that their noise cancels out as well.
            fire = meter.measure(game.to_record(), seed=len(sizes)).moments[-1]
            mean += float(probability) / 12 * np.array(fire.iki)
            sizes.append(max(map(abs, fire.iki)))
    assert max(sizes) > 1
    assert np.abs(mean).max() < 0.05 * max(sizes)
