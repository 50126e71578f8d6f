"""A study: an optimisation with CMA-ES whose trials are stored in a file.

CMA-ES suits a few dozen parameters with a noisy objective. Optuna provides it, with a journal of all trials: one line
for each operation, which survives a crash and which Optuna's own tools can read. The journal holds the optimiser as a
Python pickle, so open only your own files. Only one process at a time may work on a study.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from edokko.batch import game_seed
from edokko_research.tune.contest import Contest
from edokko_research.tune.plan import Plan

if TYPE_CHECKING:
    import optuna

NAME = "edokko tune"
"""The name of the study in its file."""
PLAN = "plan"
"""The attribute of the study that holds the identity of its plan."""
GENERATION, MARGIN, WIN_SHARE = "generation", "margin", "win_share"
"""The attributes of a trial."""
LONGEST_SHOWN = 60
"""The maximum length of a value in a message, in characters."""
LONGEST_FIRST_LINE = 1000
"""The maximum length of a study's first line, in bytes."""


class StudyError(ValueError):
    """A file that is not a study, or a study with another plan."""


@dataclass(frozen=True, slots=True)
class Trial:
    """A completed trial.

    Attributes:
        number: its index in the study, from 0; trial 0 is the start.
        generation: all trials of a generation play the same seeds; generation 0 has only the start.
        parameters: the parameters that the optimiser suggested.
        value, margin, win_share: its results (:class:`edokko_research.tune.contest.Outcome`).
    """

    number: int
    generation: int
    parameters: Mapping[str, float]
    value: float
    margin: float
    win_share: float


class Study:
    """A study in its file; an existing study is resumed.

    Args:
        path: the file.
        plan: the plan of the study.

    Raises:
        StudyError: the file is not a study, or has another plan.
        OSError: the file cannot be read or written.
        ModuleNotFoundError: a required package is not installed.
    """

    def __init__(self, path: Path, plan: Plan) -> None:
        self.plan = plan
        self._study = _open(path, _is_begun(path))
        if PLAN not in self._study.user_attrs:
            self._study.set_user_attr(PLAN, plan.to_json())
        _compare(path, self._study.user_attrs[PLAN], plan.to_json())

    @property
    def trials(self) -> list[Trial]:
        """All completed trials, in order."""
        from optuna.trial import TrialState

        complete = TrialState.COMPLETE
        return [
            Trial(
                trial.number,
                trial.user_attrs[GENERATION],
                trial.params,
                trial.values[0],
                trial.user_attrs[MARGIN],
                trial.user_attrs[WIN_SHARE],
            )
            for trial in self._study.get_trials(states=(complete,))
        ]

    def run(self, contest: Contest, trials: int, progress: Callable[[int], None] = lambda done: None) -> None:
        """Run until the study has ``trials`` completed trials. It may be interrupted: an unfinished trial restarts.

        Args:
            contest: the contest that plays the candidates.
            trials: the total number of trials, including earlier ones.
            progress: a callback that receives the number of completed trials.
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
        """Return the unfinished trial, or a new one.

        Each trial gets a new sampler, so that its random draws depend on the trial's number and not on what this
        process has done before. An interrupted study therefore continues exactly as an uninterrupted one.
        """
        import optuna

        seed = self.plan.seed & 0xFFFFFFFF
        self._study.sampler = optuna.samplers.CmaEsSampler(seed=seed, popsize=self.plan.population)
        if not self._study.trials:
            self._study.enqueue_trial(self.plan.space.start)
        unfinished = self._study.get_trials(deepcopy=False, states=(optuna.trial.TrialState.RUNNING,))
        return optuna.Trial(self._study, unfinished[0]._trial_id) if unfinished else self._study.ask()


def seed_of(path: Path) -> int | None:
    """Return the seed of the study in a file; ``None`` if there is no study yet.

    Raises:
        StudyError: the file is not a study.
        OSError: the file cannot be read.
    """
    if not _is_begun(path):
        return None
    plan = _open(path, True).user_attrs.get(PLAN)
    return int(plan["seed"], 16) if isinstance(plan, dict) else None


def _is_begun(path: Path) -> bool:
    """Check whether a file holds a study; a missing or empty one does not.

    Raises:
        StudyError: the file holds something else, which must not be overwritten.
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
        raise StudyError(f"{path}: this is no study of edokko-research tune; choose another file")
    return True


def _open(path: Path, is_begun: bool) -> optuna.Study:
    """Load the study of a file, or create a new one.

    Raises:
        StudyError: the study is damaged.
        ModuleNotFoundError: a required package is not installed.
    """
    import cmaes  # noqa: F401 # Optuna imports it when a trial begins, which is too late to say that it is missing
    import optuna
    from optuna.storages import JournalStorage
    from optuna.storages.journal import JournalFileBackend, JournalFileOpenLock

    # By default, Optuna logs every trial.
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    if is_begun:
        _drop_partial_line(path)
    try:
        storage = JournalStorage(JournalFileBackend(str(path), JournalFileOpenLock(str(path))))
        if is_begun:
            return optuna.load_study(study_name=NAME, storage=storage)
        return optuna.create_study(study_name=NAME, storage=storage, direction="maximize")
    except (ValueError, KeyError, TypeError) as error:
        raise StudyError(f"{path}: the study is damaged: {error}") from None


def _drop_partial_line(path: Path) -> None:
    """Drop a last line that a crash cut off; Optuna would append to it and then fail to read it."""
    text = path.read_bytes()
    if not text.endswith(b"\n"):
        with path.open("r+b") as file:
            file.truncate(text.rfind(b"\n") + 1)


def _compare(path: Path, stored: object, expected: Mapping[str, Any]) -> None:
    """Refuse a study with another plan.

    Raises:
        StudyError: the message names the first difference.
    """
    stored_plan = stored if isinstance(stored, dict) else {}
    for key, value in expected.items():
        if stored_plan.get(key) != value:
            there, here = _short(stored_plan.get(key), value), _short(value, stored_plan.get(key))
            raise StudyError(f"{path}: this study is about something else: {key} is {there} there and {here} here")


def _short(value: object, other: object) -> str:
    """Format a value for a message; of a dictionary, show only the entries that differ from the other one."""
    if isinstance(value, dict) and isinstance(other, dict):
        value = {key: item for key, item in value.items() if other.get(key) != item}
    text = json.dumps(value)
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]} …"
