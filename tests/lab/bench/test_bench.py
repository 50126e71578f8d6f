"""The benchmark: figures are compared with their floors. No test depends on the speed of the machine."""

from __future__ import annotations

import pytest

from edokko.lab.bench import engine as bench
from edokko.lab.bench import network as bench_network
from edokko.lab.bench import search as bench_search
from edokko.lab.bench.engine import Figure, best


def test_a_figure_holds_on_the_right_side_of_its_floor() -> None:
    assert Figure("speed", 10, "games/s", None, floor=10).holds
    assert not Figure("speed", 9.9, "games/s", None, floor=10).holds
    assert Figure("size", 10, "bytes", None, floor=10, less_is_better=True).holds
    assert not Figure("size", 10.1, "bytes", None, floor=10, less_is_better=True).holds


def test_the_best_repetition_counts() -> None:
    times = iter([0.0, 4.0, 10.0, 11.0, 20.0, 22.0, 30.0, 34.0, 40.0, 44.0])
    assert best(lambda: 8.0, lambda: next(times)) == 8.0


def test_every_performance_target_has_a_figure(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in (("REPEATS", 1), ("GAMES", 4), ("PLAIN_GAMES", 1), ("BATCH_GAMES", 4), ("COPIES", 100)):
        monkeypatch.setattr(bench, name, value)
    monkeypatch.setattr(bench, "startup_seconds", lambda: 1.0)
    monkeypatch.setattr(bench_search, "SIMULATIONS", 20)
    monkeypatch.setattr(bench_search, "PLAIN_SIMULATIONS", 2)
    for name in ("GAMES", "PASSES", "PLAIN_POSITIONS"):
        monkeypatch.setattr(bench_network, name, 2)
    figures = list(bench.benchmark())
    named = {figure.name: figure for figure in figures}
    assert len(named) == len(figures) == 12
    decisions = named["random play, native"].value / named["random games, native"].value
    assert 200 < decisions < 400, "decisions of a game"
    assert named["start to first move, by the clock"].value == 1.0
    size = named["state"]
    assert size.holds
    assert (size.unit, size.floor) == ("bytes", 640)
