"""PPO against a league, in parts: a training that was stopped goes on from its last checkpoint as if it never was.

One learner sits in each of many games (:class:`edokko.envs.against.IKIAgainstVectorEnv`), so its decisions are an
ordinary sequence, unlike those of self-play (``examples/ppo.py``). A game pays its rank at the end, and the change of
the learner's lead on the way (Schulman et al., 2017; Ng, Harada and Russell, 1999).
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from importlib import import_module
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np
import numpy.typing as npt

from edokko.envs.against import IKIAgainstVectorEnv
from edokko.native.engine import native
from edokko.players.champion.network import Layers
from edokko.rules.engine.entry import score_all
from edokko.rules.scoring import LINE_COUNT
from edokko.rules.state import SEATS
from edokko_research.learn.model import Learner, cells_and_masks
from edokko_research.train.loop import one_thread

RECENT = 1000
"""The last games whose results a report has."""

Opponent = dict[str, float]
Report = Callable[[dict[str, float]], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class LearningRecipe:
    """What a training depends on, besides the network that it begins with.

    Attributes:
        opponents: for each other seat, the players' names with weights.
        start: the hash of the file whose policy network it begins with; empty for a new one.
        steps: the learner's decisions in all.
        games: the games side by side.
        length: the decisions of each game between two updates.
        epochs, minibatch: passes over the decisions of an update, and the decisions of a step of the optimiser.
        rate: the learning rate at the beginning; it falls to 0.
        trace: lambda of the advantage estimate.
        ranks, shaping: the weights of the rank, from 1 to -1, and of an IKI of lead.
        units: the units of the policy network.
    """

    opponents: tuple[Opponent, ...]
    start: str = ""
    seed: int = 1
    steps: int = 2_000_000
    games: int = 256
    length: int = 64
    epochs: int = 3
    minibatch: int = 2048
    rate: float = 3e-4
    trace: float = 0.95
    clip: float = 0.2
    entropy: float = 0.002
    value: float = 0.5
    gradient: float = 0.5
    ranks: float = 0.5
    shaping: float = 0.05
    units: int = 128
    threads: int = 1

    @property
    def updates(self) -> int:
        """The number of updates."""
        return max(1, self.steps // (self.games * self.length))


class Learning:
    """A training at some update.

    Args:
        recipe: the settings.
        start: the layers of the policy network that it begins with; ``None`` for random ones.
    """

    def __init__(self, recipe: LearningRecipe, start: Layers | None) -> None:
        self.torch = torch = import_module("torch")
        self.recipe, self.update = recipe, 0
        self.model = Learner(recipe.seed, recipe.units, start)
        self.optimiser = torch.optim.Adam(self.model.parameters, lr=recipe.rate, eps=1e-5)
        self.generator = torch.Generator().manual_seed(recipe.seed)
        self.env = IKIAgainstVectorEnv(recipe.games, recipe.opponents, threads=recipe.threads, copy=False)
        self.seen, _ = self.env.reset(seed=recipe.seed)
        self.results: list[tuple[float, float, float]] = []
        """Of the last games: the learner's reward, its score and the others' mean."""

    def go_on(self, report: Report, until: int | None = None) -> None:
        """Train up to an update, by default the last one, and report each."""
        with one_thread():
            while self.update < min(until or self.recipe.updates, self.recipe.updates):
                began = process_time()
                figures = self._improve(*self._play())
                self.update += 1
                self.results = self.results[-RECENT:]
                rewards, scores, others = np.array(self.results or [(0, 0, 0)]).T
                steps = self.update * self.recipe.games * self.recipe.length
                facts = {"steps": steps, "won": (rewards == 1).mean(), "score": scores.mean(), "others": others.mean()}
                report({**facts, **figures, "cpu_seconds": process_time() - began})

    def _play(self) -> tuple[Any, ...]:
        """Play on in every game, and return decisions, log-probabilities, advantages and returns, in rows."""
        torch, recipe, shape = self.torch, self.recipe, (self.recipe.length, self.recipe.games)
        cells, masks, moves = [], [], torch.zeros(shape, dtype=torch.int64)
        chances, values = torch.zeros(shape), torch.zeros((recipe.length + 1, recipe.games))
        rewards, ended = np.zeros(shape, np.float32), np.zeros(shape, np.bool_)
        before = self._leads()
        with torch.no_grad():
            for step in range(recipe.length):
                seen = cells_and_masks(torch, self.seen)
                cells.append(seen[0])
                masks.append(seen[1])
                logs, values[step] = self.model(*seen)
                moves[step] = torch.multinomial(logs.exp(), 1, generator=self.generator)[:, 0]
                chances[step] = logs.gather(1, moves[step, :, None])[:, 0]
                learners = self.env.core.lanes["learner"].astype(np.intp)
                self.seen, paid, ended[step], _, infos = self.env.step(moves[step].numpy())
                after = self._leads()
                rewards[step] = recipe.ranks * paid + recipe.shaping * (after - before)
                self._keep(paid, infos["scores"], learners, ended[step])
                before = after
            values[-1] = self.model(*cells_and_masks(torch, self.seen))[1]
        advantages = self._advantages(rewards, ended, values.numpy())
        every = torch.cat(masks)
        chosen = every.sum(1) > 1  # a game that begins anew has no move either
        flat = (torch.cat(cells), every, moves.flatten(), chances.flatten(), advantages.flatten())
        returns = (advantages + values[:-1]).flatten()
        return *(tensor[chosen] for tensor in flat), returns[chosen]

    def _advantages(self, rewards: Any, ended: Any, values: Any) -> Any:
        """Return the advantage of each decision; what comes after an end does not count for it."""
        advantages, coming = np.zeros_like(rewards), np.zeros(rewards.shape[1], np.float32)
        for step in reversed(range(len(rewards))):
            goes_on = ~ended[step]
            gain = rewards[step] + goes_on * values[step + 1] - values[step]
            advantages[step] = coming = gain + goes_on * self.recipe.trace * coming
        return self.torch.from_numpy(advantages)

    def _keep(self, paid: Any, scores: Any, learners: Any, ended: Any) -> None:
        for game in np.flatnonzero(ended).tolist():
            own, total = float(scores[game, learners[game]]), float(scores[game].sum())
            self.results.append((float(paid[game]), own, (total - own) / (self.env.players - 1)))

    def _leads(self) -> npt.NDArray[np.float32]:
        """Return the learners' scores if the games ended now, less the means of the others."""
        core, players = self.env.core, self.env.players
        totals, ranking = np.zeros((2, len(core), SEATS), np.int16)
        states = core.save().states
        native(score_all)(core.tables.to_records(), states, totals, ranking, np.zeros(LINE_COUNT, np.int64))
        scores = totals[:, :players].astype(np.float32)
        own = scores[np.arange(len(core)), core.lanes["learner"].astype(np.intp)]
        leads: npt.NDArray[np.float32] = own - (scores.sum(1) - own) / (players - 1)
        return leads

    def _improve(self, cells: Any, masks: Any, moves: Any, chances: Any, gains: Any, returns: Any) -> dict[str, float]:
        """Improve the network on some decisions, and return the means of the update's figures."""
        torch, recipe = self.torch, self.recipe
        for group in self.optimiser.param_groups:
            group["lr"] = recipe.rate * (1 - self.update / recipe.updates)
        gains = (gains - gains.mean()) / (gains.std() + 1e-8)
        sums, count = np.zeros(3), 0
        for _ in range(recipe.epochs):
            for rows in torch.randperm(len(moves), generator=self.generator).split(recipe.minibatch):
                logs, values = self.model(cells[rows], masks[rows])
                change = logs.gather(1, moves[rows, None])[:, 0] - chances[rows]
                ratio, gain = change.exp(), gains[rows]
                policy = -torch.min(gain * ratio, gain * ratio.clamp(1 - recipe.clip, 1 + recipe.clip)).mean()
                value = (values - returns[rows]).square().mean() / 2
                entropy = -(logs.exp() * logs.clamp(min=-50)).sum(1).mean()
                loss = policy + recipe.value * value - recipe.entropy * entropy
                self.optimiser.zero_grad()
                loss.backward()
                torch.nn.utils.clip_grad_norm_(self.model.parameters, recipe.gradient)
                self.optimiser.step()
                self.model.keep_in_range()
                sums += (value.item(), entropy.item(), (ratio - 1 - change).mean().item())
                count += 1
        return dict(zip(("value_loss", "entropy", "divergence"), (sums / count).tolist(), strict=True))

    # --- checkpoints

    def save(self, path: Path) -> None:
        """Write all that the training needs to go on, atomically."""
        snapshot = self.env.save()
        content = {
            "recipe": asdict(self.recipe),
            "update": self.update,
            "weights": [tensor.detach() for tensor in self.model.parameters],
            "optimiser": self.optimiser.state_dict(),
            "generator": self.generator.get_state(),
            "games": {name: getattr(snapshot, name).tobytes() for name in ("states", "lanes")},
            "results": self.results,
        }
        temporary = path.with_suffix(".new")
        self.torch.save(content, temporary)
        os.replace(temporary, path)

    def restore(self, path: Path) -> None:
        """Go on from a checkpoint of this recipe.

        Raises:
            ValueError: the checkpoint is of another recipe, or damaged.
        """
        try:
            content = self.torch.load(path, weights_only=True)
        except Exception as error:  # of many kinds, as the bytes happen to be
            raise ValueError(f"{path}: this is no checkpoint of a training: {error}") from None
        if content["recipe"] != {**asdict(self.recipe), "threads": content["recipe"]["threads"]}:
            raise ValueError(f"{path}: the training began with other settings; go on with them, or use another folder")
        snapshot = self.env.save()
        for name, stored in content["games"].items():
            array = getattr(snapshot, name)
            array[:] = np.frombuffer(stored, array.dtype)
        self.seen, _ = self.env.restore(snapshot)
        with self.torch.no_grad():
            for tensor, weights in zip(self.model.parameters, content["weights"], strict=True):
                tensor.copy_(weights)
        self.optimiser.load_state_dict(content["optimiser"])
        self.generator.set_state(content["generator"])
        self.update, self.results = content["update"], [tuple(result) for result in content["results"]]


def league_of(text: str, seats: int) -> tuple[Opponent, ...]:
    """Return the opponents of each other seat from text such as ``planner,policy*2``.

    Raises:
        ValueError: a weight is no number.
    """
    league: Opponent = {}
    for part in text.split(","):
        name, star, weight = part.strip().rpartition("*")
        name, weight = (name, weight) if star else (weight, "1")
        try:
            league[name] = league.get(name, 0.0) + float(weight)
        except ValueError:
            raise ValueError(f"opponents: {part!r}; a name, or a name and its weight such as planner*2") from None
    return (league,) * (seats - 1)


def names_of(opponents: Sequence[Opponent]) -> list[str]:
    """Return the names of all opponents."""
    return list(dict.fromkeys(name for league in opponents for name in league))
