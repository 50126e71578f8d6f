"""Pick the fewest steps such that every feature reaches its maximum in one of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from tests.web.fullest.features import Features, features, texts
from tests.web.fullest.games import HERE, Game, Replay, games

STEPS = HERE / "steps.tsv"
TEXT_LINES = 6
"""The number of games of each file in which texts are compared; all card names occur there."""
MOST_EQUAL = 60
"""The maximum number of equally full steps to remember."""
TEXT = "longest "


@dataclass
class Step:
    """A picked step.

    Attributes:
        game, ply: its position.
        why: the features at their maximum, with values; text features have none, because texts change.
    """

    game: Game
    ply: int
    why: dict[str, float] = field(default_factory=dict)

    @property
    def names(self) -> str:
        """Return the features in one line, for reports."""
        return ", ".join(self.why)

    def line(self) -> str:
        """Return the line of the file."""
        why = "; ".join(name if TEXT in name else f"{name}={value:g}" for name, value in sorted(self.why.items()))
        return f"{self.game}\t{self.ply}\t{why}"

    @classmethod
    def parse(cls, line: str) -> Step:
        """Read a line of the file."""
        game, ply, why = line.split("\t")
        parts = [part.partition("=") for part in why.split("; ")]
        return cls(Game.parse(game), int(ply), {name: float(value or 1) for name, _, value in parts})


def features_of(replay: Replay, *, with_texts: bool) -> Features:
    """Return all features of a replay's current step, with their scope spelled out."""
    view = replay.game()
    result = features(view, view["log"])
    if with_texts:
        result |= texts(replay.match.game, view)
    table = f"{replay.record.edition} {replay.record.players}"
    return {
        name.replace("table", table, 1) if name.startswith("table ") else name.removeprefix("any "): value
        for name, value in result.items()
        if value
    }


def pick() -> list[Step]:
    """Pick the steps of all games, in the order of the games."""
    best: Features = {}
    full: dict[str, list[tuple[Game, int]]] = defaultdict(list)
    for game in games():
        replay = Replay(game.record())
        for ply in replay:
            for name, value in features_of(replay, with_texts=game.line <= TEXT_LINES).items():
                if value > best.get(name, 0):
                    best[name], full[name] = value, [(game, ply)]
                elif value == best[name] and len(full[name]) < MOST_EQUAL:
                    full[name].append((game, ply))
    steps: dict[tuple[Game, int], Step] = {}
    missing = set(full)
    shows = defaultdict(set)
    for name, places in full.items():
        for place in places:
            shows[place].add(name)
    while missing:
        # Take the step with the most maxima; on a tie the first.
        place = max(sorted(shows), key=lambda place: len(shows[place] & missing))
        steps[place] = Step(*place, {name: best[name] for name in shows[place] & missing})
        missing -= shows.pop(place)
    return sorted(steps.values(), key=lambda step: (step.game, step.ply))


def write(steps: Iterable[Step]) -> None:
    """Write the list."""
    STEPS.write_text("".join(f"{step.line()}\n" for step in steps), encoding="utf-8")


def read() -> list[Step]:
    """Read the list."""
    return [Step.parse(line) for line in STEPS.read_text(encoding="utf-8").splitlines()]


def replays(steps: Iterable[Step]) -> Iterator[tuple[Step, Replay]]:
    """Replay the games of some steps, and yield each step with its replay."""
    wanted: dict[Game, dict[int, Step]] = defaultdict(dict)
    for step in steps:
        wanted[step.game][step.ply] = step
    for game, plies in wanted.items():
        replay = Replay(game.record())
        for ply in replay:
            if ply in plies:
                yield plies[ply], replay
            if ply >= max(plies):
                break


def not_full(step: Step, replay: Replay) -> list[str]:
    """Return the picked features that a step no longer reaches.

    Args:
        step: the step.
        replay: its game, at the step.
    """
    now: dict[str, Any] = features_of(replay, with_texts=any(TEXT in name for name in step.why))
    return [
        f"{step.game} {step.ply}: {name} is {now.get(name, 0)}, not {value:g}"
        for name, value in step.why.items()
        if name not in now or (TEXT not in name and now[name] != value)
    ]
