"""A study: an optimiser looks for better numbers, and all that it has tried stays in a file.

CMA-ES is good at a few dozen numbers judged by noisy games. It comes with Optuna, whose journal keeps every trial:
a line an operation, which a crash cannot lose and Optuna's own tools read too. It holds the optimiser as a Python
pickle, so open only files of your own; and one process at a time goes on with a study.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from edokko import extras
from edokko.batch import game_seed
from edokko.lab.tune.contest import Contest
from edokko.lab.tune.plan import Plan

if TYPE_CHECKING:
    import optuna

NEEDS = ("cmaes", "optuna", "scipy")
"""The packages of the extra ``lab`` that a study and its verdict need."""
NAME = "edokko tune"
"""The name of the study in its file."""
PLAN = "plan"
"""The study's attribute that holds what it is about."""
GENERATION, MARGIN, WIN_SHARE = "generation", "margin", "win_share"
"""The attributes of a trial."""
LONGEST_SHOWN = 60
"""Characters of a value in a message."""
LONGEST_FIRST_LINE = 1000
"""Bytes of the line that begins a study, at most."""


class StudyError(ValueError):
    """A file that is no study, or one about something else."""


@dataclass(frozen=True, slots=True)
class Trial:
    """One candidate that has been played.

    Attributes:
        number: its place in the study, from 0; trial 0 is the start.
        generation: trials of one generation have met the same games; the start is alone in generation 0.
        parameters: what the optimiser has asked for.
        value, margin, win_share: what it has achieved (:class:`edokko.lab.tune.contest.Outcome`).
    """

    number: int
    generation: int
    parameters: Mapping[str, float]
    value: float
    margin: float
    win_share: float


class Study:
    """A study in its file. A file that is there is gone on with.

    Args:
        path: the file.
        plan: what it is about.

    Raises:
        StudyError: the file is something else, or a study about something else.
        OSError: it cannot be read or written.
        edokko.extras.MissingExtra: a package that it needs is not installed.
    """

    def __init__(self, path: Path, plan: Plan) -> None:
        self.plan = plan
        self._study = _opened(path, _is_begun(path))
        if PLAN not in self._study.user_attrs:
            self._study.set_user_attr(PLAN, plan.to_json())
        _compare(path, self._study.user_attrs[PLAN], plan.to_json())

    @property
    def trials(self) -> list[Trial]:
        """All trials that are done, in order."""
        done = extras.lab("optuna.trial").TrialState.COMPLETE
        return [
            Trial(
                one.number,
                one.user_attrs[GENERATION],
                one.params,
                one.values[0],
                one.user_attrs[MARGIN],
                one.user_attrs[WIN_SHARE],
            )
            for one in self._study.get_trials(states=(done,))
        ]

    def run(self, contest: Contest, trials: int, progress: Callable[[int], None] = lambda done: None) -> None:
        """Go on until so many trials are done. It may be stopped at any time: an unfinished trial is begun again.

        Args:
            contest: plays the candidates.
            trials: how many there are to be, those done before included.
            progress: is told how many are done.
        """
        done = len(self.trials)
        progress(done)
        while done < trials:
            self._try(contest, done)
            done += 1
            progress(done)

    def _try(self, contest: Contest, done: int) -> None:
        plan = self.plan
        trial = self._next()
        parameters = {
            number.name: trial.suggest_float(number.name, number.low, number.high, log=True)
            for number in plan.space.numbers
        }
        generation = 0 if done == 0 else 1 + (done - 1) // plan.population
        outcome = contest.play(plan.candidate(parameters), game_seed(plan.seed, generation), plan.rounds)
        for name, number in (
            (GENERATION, generation),
            (MARGIN, outcome.margin),
            (WIN_SHARE, outcome.win_share),
        ):
            trial.set_user_attr(name, number)
        self._study.tell(trial, outcome.value)

    def _next(self) -> optuna.Trial:
        """The trial that was begun and not finished, or a new one.

        A sampler of its own for each trial: what it draws depends on the trial's number and not on what this process
        has done before, so a study that was stopped goes on as if it had not been.
        """
        import optuna

        seed = self.plan.seed & 0xFFFFFFFF
        self._study.sampler = optuna.samplers.CmaEsSampler(seed=seed, popsize=self.plan.population)
        if not self._study.trials:
            self._study.enqueue_trial(self.plan.space.start)
        begun = self._study.get_trials(deepcopy=False, states=(optuna.trial.TrialState.RUNNING,))
        return optuna.Trial(self._study, begun[0]._trial_id) if begun else self._study.ask()


def seed_of(path: Path) -> int | None:
    """The seed of the study in a file; ``None`` where there is none yet.

    Raises:
        StudyError: the file is something else.
        OSError: it cannot be read.
    """
    if not _is_begun(path):
        return None
    plan = _opened(path, True).user_attrs.get(PLAN)
    return int(plan["seed"], 16) if isinstance(plan, dict) else None


def _is_begun(path: Path) -> bool:
    """Whether a study has been begun in a file; not where it is missing or empty.

    Raises:
        StudyError: it holds something else, which must not be written into.
    """
    if not path.exists():
        return False
    with path.open("rb") as file:
        line = file.readline(LONGEST_FIRST_LINE)
    if not line:
        return False
    try:
        first = json.loads(line)
    except ValueError:
        first = None
    if not isinstance(first, dict) or first.get("study_name") != NAME:
        raise StudyError(f"{path}: this is no study of edokko tune; choose another file")
    return True


def _opened(path: Path, is_begun: bool) -> optuna.Study:
    """The study in a file, or a new one there.

    Raises:
        edokko.extras.MissingExtra: a package that it needs is not installed.
    """
    for package in NEEDS:
        extras.lab(package)
    import optuna
    from optuna.storages import JournalStorage
    from optuna.storages.journal import JournalFileBackend, JournalFileOpenLock

    # Optuna tells of every trial otherwise.
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    if is_begun:
        _drop_half_line(path)
    try:
        storage = JournalStorage(JournalFileBackend(str(path), JournalFileOpenLock(str(path))))
        if is_begun:
            return optuna.load_study(study_name=NAME, storage=storage)
        return optuna.create_study(study_name=NAME, storage=storage, direction="maximize")
    except (ValueError, KeyError, TypeError) as error:
        raise StudyError(f"{path}: the study is damaged: {error}") from None


def _drop_half_line(path: Path) -> None:
    """What was being written when a crash came; Optuna would write on behind it and then fail to read it."""
    text = path.read_bytes()
    if not text.endswith(b"\n"):
        with path.open("r+b") as file:
            file.truncate(text.rfind(b"\n") + 1)


def _compare(path: Path, found: object, wanted: Mapping[str, Any]) -> None:
    """Refuse a study about something else.

    Raises:
        StudyError: the message names the first difference.
    """
    table = found if isinstance(found, dict) else {}
    for key, value in wanted.items():
        if table.get(key) != value:
            there, here = _short(table.get(key), value), _short(value, table.get(key))
            raise StudyError(f"{path}: this study is about something else: {key} is {there} there and {here} here")


def _short(one: object, other: object) -> str:
    """A value for a message: of a table only what differs."""
    if isinstance(one, dict) and isinstance(other, dict):
        one = {key: value for key, value in one.items() if other.get(key) != value}
    text = json.dumps(one)
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]} …"
