"""The verdict of a study: a test on fresh games whether its best candidate is better than the start.

The best of many noisy trials is overestimated (selection bias). So a few finalists play validation games that no trial
has seen. The best of them and the start then play test games, which alone measure the gain.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import exp, log, sqrt

from edokko.batch import game_seed
from edokko.lab.intervals import student
from edokko_research.tune.contest import Contest, Outcome, Values
from edokko_research.tune.plan import Plan, rounds_of
from edokko_research.tune.study import Trial

START, CENTRE, CENTRES, TRIAL = "start", "centre", "centres", "trial"
"""The origins of a finalist: the start, the centre of the last generation, the mean of the centres of the last
quarter of the generations, a trial."""
BEST_TRIALS = 3
"""The number of best trials among the finalists."""
VALIDATION, TEST = 1 << 32, (1 << 32) + 1
"""The generation numbers of the validation and the test games, which no study reaches."""


@dataclass(frozen=True, slots=True)
class Finalist:
    """A candidate for the verdict.

    Attributes:
        origin: one of the origins above.
        trial: the number of its trial; ``None`` for other origins.
        parameters: its parameters.
    """

    origin: str
    trial: int | None
    parameters: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Verdict:
    """The results on fresh games.

    Attributes:
        validation: all finalists with their results on the validation games, the start first.
        winner: the best of them.
        outcome: the winner's result on the test games.
        start: the start's result on the test games.
        gain: the mean difference between the two in the objective, and its 95 % interval.
        games: the number of test games of each.
    """

    validation: tuple[tuple[Finalist, Outcome], ...]
    winner: Finalist
    outcome: Outcome
    start: Outcome
    gain: tuple[float, float, float]
    games: int

    @property
    def is_better(self) -> bool:
        """Whether the winner is significantly better than the start."""
        return self.gain[1] > 0


def finalists(plan: Plan, trials: Sequence[Trial]) -> list[Finalist]:
    """Return the finalists without duplicates: the start, the centres of complete generations, the best trials."""
    candidates = [Finalist(START, None, plan.space.start)]
    generations = [list(group) for _, group in groupby(trials, key=lambda trial: trial.generation)]
    centres = [centre(generation) for generation in generations[1:] if len(generation) == plan.population]
    if centres:
        late = centres[len(centres) * 3 // 4 :]
        candidates.append(Finalist(CENTRE, None, centres[-1]))
        candidates.append(Finalist(CENTRES, None, mean_of(late, [1.0] * len(late))))
    best = sorted(trials, key=lambda trial: -trial.value)[:BEST_TRIALS]
    candidates += [Finalist(TRIAL, trial.number, trial.parameters) for trial in best]
    # The first of several candidates with equal numbers stays.
    unique: dict[tuple[tuple[str, float], ...], Finalist] = {}
    for candidate in candidates:
        unique.setdefault(tuple(plan.space.tuned(candidate.parameters).items()), candidate)
    return list(unique.values())


def centre(trials: Sequence[Trial]) -> dict[str, float]:
    """Return the mean from which CMA-ES continues: the weighted log-mean of the better half (Hansen 2016)."""
    better = sorted(trials, key=lambda trial: -trial.value)[: len(trials) // 2]
    weights = [log((len(trials) + 1) / 2) - log(place + 1) for place in range(len(better))]
    return mean_of([trial.parameters for trial in better], weights)


def mean_of(points: Sequence[Mapping[str, float]], weights: Sequence[float]) -> dict[str, float]:
    """Return the weighted geometric mean of parameters."""
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
    """Play the validation games of all finalists, then the test games of the winner and the start.

    Args:
        contest: the contest that plays the games.
        plan, trials: the plan and the trials of the study.
        games: the number of validation games of each finalist, and of test games of the winner and the start.
        progress: a callback that receives how many of :func:`steps` are done.
    """
    rounds = rounds_of(games, plan.table)
    done = 0

    def play(finalist: Finalist, generation: int) -> Outcome:
        nonlocal done
        outcome = contest.play(plan.candidate(finalist.parameters), game_seed(plan.seed, generation), rounds)
        done += 1
        progress(done)
        return outcome

    validation = tuple((finalist, play(finalist, VALIDATION)) for finalist in finalists(plan, trials))
    winner = max(validation, key=lambda pair: pair[1].value)[0]
    start = play(validation[0][0], TEST)
    outcome = start if winner.origin == START else play(winner, TEST)
    gain = interval(outcome.values - start.values)
    return Verdict(validation, winner, outcome, start, gain, rounds * plan.table.players)


def steps(plan: Plan, trials: Sequence[Trial]) -> int:
    """Return the maximum number of contests that :func:`judge` plays."""
    return len(finalists(plan, trials)) + 2


def interval(values: Values) -> tuple[float, float, float]:
    """Return the mean of independent values and its 95 % interval, by Student's distribution."""
    mean = float(values.mean())
    if len(values) < 2:
        return mean, float("-inf"), float("inf")
    half = student(len(values)) * float(values.std(ddof=1)) / sqrt(len(values))
    return mean, mean - half, mean + half
