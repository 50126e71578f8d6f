"""Whether tuning has found anything: the candidates of a study play once more, on fresh games, beside the start.

The best of many noisy trials looks better than it is. So a few finalists meet again on games that no trial has seen,
one is chosen, and it meets the start on yet other games: only these say how much better it is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import exp, log, sqrt

from edokko.batch import game_seed
from edokko.lab.intervals import student
from edokko.lab.tune.contest import Contest, Outcome, Values
from edokko.lab.tune.plan import Plan, rounds_of
from edokko.lab.tune.study import Trial

START, CENTRE, CENTRES, TRIAL = "start", "centre", "centres", "trial"
"""Where a finalist comes from: the start, the centre of the last generation, the mean of the centres of the last
quarter of the generations, one trial."""
BEST_TRIALS = 3
"""How many of the best trials are finalists."""
CHOOSING, DECIDING = 1 << 32, (1 << 32) + 1
"""The games that choose and the games that decide, as generations are numbered: no study gets there."""


@dataclass(frozen=True, slots=True)
class Finalist:
    """A candidate that plays again.

    Attributes:
        origin: one of the words above.
        trial: of which trial, where it is one.
        parameters: what it plays with.
    """

    origin: str
    trial: int | None
    parameters: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the fresh games say.

    Attributes:
        tried: all finalists with what they have achieved on the games that choose, the start first.
        chosen: the best of them.
        outcome: what it has achieved on the games that decide.
        start: what the start has achieved on them.
        gain: the mean difference between the two, by the value that was maximised, and its 95 % interval.
        games: of each on the games that decide.
    """

    tried: tuple[tuple[Finalist, Outcome], ...]
    chosen: Finalist
    outcome: Outcome
    start: Outcome
    gain: tuple[float, float, float]
    games: int

    @property
    def is_better(self) -> bool:
        """Whether the chosen numbers are shown to be better than the start."""
        return self.gain[1] > 0


def finalists(plan: Plan, trials: Sequence[Trial]) -> list[Finalist]:
    """Who plays again: the start, the centres of CMA-ES where a generation is complete, the best trials."""
    found = [Finalist(START, None, plan.space.start)]
    generations = [list(group) for _, group in groupby(trials, key=lambda trial: trial.generation)]
    centres = [centre(one) for one in generations[1:] if len(one) == plan.population]
    if centres:
        late = centres[len(centres) * 3 // 4 :]
        found.append(Finalist(CENTRE, None, centres[-1]))
        found.append(Finalist(CENTRES, None, mean_of(late, [1.0] * len(late))))
    best = sorted(trials, key=lambda trial: -trial.value)[:BEST_TRIALS]
    found += [Finalist(TRIAL, trial.number, trial.parameters) for trial in best]
    different = {tuple(plan.space.tuned(one.parameters).items()): one for one in reversed(found)}
    return [one for one in found if different[tuple(plan.space.tuned(one.parameters).items())] is one]


def centre(trials: Sequence[Trial]) -> dict[str, float]:
    """Where CMA-ES goes on from a generation: the weighted mean of its better half, in logarithms (Hansen 2016)."""
    better = sorted(trials, key=lambda trial: -trial.value)[: len(trials) // 2]
    weights = [log((len(trials) + 1) / 2) - log(place + 1) for place in range(len(better))]
    return mean_of([trial.parameters for trial in better], weights)


def mean_of(points: Sequence[Mapping[str, float]], weights: Sequence[float]) -> dict[str, float]:
    """The weighted mean of parameters, in logarithms."""
    total = sum(weights)
    return {
        name: exp(sum(weight * log(point[name]) for weight, point in zip(weights, points, strict=True)) / total)
        for name in points[0]
    }


def judge(
    contest: Contest,
    plan: Plan,
    trials: Sequence[Trial],
    games: int,
    progress: Callable[[int], None] = lambda done: None,
) -> Verdict:
    """Let the finalists play, choose one, and let it play beside the start.

    Args:
        contest: plays them.
        plan, trials: the study's.
        games: of each finalist; the chosen one and the start play as many again.
        progress: is told how many of ``steps(...)`` are done.
    """
    rounds = rounds_of(games, plan.table)
    done = 0

    def play(one: Finalist, generation: int) -> Outcome:
        nonlocal done
        outcome = contest.play(plan.candidate(one.parameters), game_seed(plan.seed, generation), rounds)
        done += 1
        progress(done)
        return outcome

    tried = tuple((one, play(one, CHOOSING)) for one in finalists(plan, trials))
    chosen = max(tried, key=lambda pair: pair[1].value)[0]
    start = play(tried[0][0], DECIDING)
    outcome = start if chosen.origin == START else play(chosen, DECIDING)
    gain = interval(outcome.values - start.values)
    return Verdict(tried, chosen, outcome, start, gain, rounds * plan.table.players)


def steps(plan: Plan, trials: Sequence[Trial]) -> int:
    """How many times somebody plays in :func:`judge`, at most."""
    return len(finalists(plan, trials)) + 2


def interval(values: Values) -> tuple[float, float, float]:
    """The mean of independent values and its 95 % interval, by Student's distribution."""
    mean = float(values.mean())
    if len(values) < 2:
        return mean, float("-inf"), float("inf")
    half = student(len(values)) * float(values.std(ddof=1)) / sqrt(len(values))
    return mean, mean - half, mean + half
