"""Train a player of IKI by masked PPO in self-play, in one file.

    python examples/ppo.py --save ppo.pt --curve ppo.csv

One network plays all seats of many games at once (Schulman et al., 2017; the layout follows CleanRL's ppo.py). Illegal
moves get no probability, and no gradient passes through them (Huang and Ontañón, 2022). Two things differ from a game
with a single agent:

* A seat acts, others act, and then it acts again. So each seat of each game has a trajectory of its own: its rewards
  are added up until its next decision, and advantages are estimated along its own decisions.
* The games pay only at their end. `--shaping` adds the change of a seat's lead at every step. The lead is a potential,
  so this pays earlier and leaves the best play for the lead as it is (Ng, Harada and Russell, 1999).

It needs PyTorch (`pip install 'edokko[rl]' torch`). The same seed gives the same curve on the same machine.
"""

from __future__ import annotations

import argparse
import csv
import math
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from time import process_time

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn

from edokko import Game, Move
from edokko.envs.against import IKIAgainstVectorEnv
from edokko.envs.single import observation_of
from edokko.envs.vector import IKIVectorEnv
from edokko.native.engine import native
from edokko.observation import CELLS, SCALES
from edokko.rules.engine.entry import score_all
from edokko.rules.moves import MOVES
from edokko.rules.scoring import LINE_COUNT
from edokko.rules.state import SEATS

NO_CHANCE = -1e9
"""The logit of an illegal move: its probability is exactly 0 in single precision."""


@dataclass
class Settings:
    """What a run depends on. Every field is an option of the command line."""

    seed: int = 1
    decisions: int = 6_000_000  # the length of the training, decisions of all seats
    four: int = 192  # games with four players that are played side by side
    two: int = 64  # the same with two players
    steps: int = 64  # decisions of each game between two updates
    epochs: int = 2  # passes over the decisions of an update
    minibatch: int = 2048
    hidden: int = 256  # width of the two hidden layers
    rate: float = 1e-3  # learning rate at the beginning; it falls to 0
    trace: float = 0.95  # lambda of the advantage estimate (Schulman et al., 2016)
    clip: float = 0.2
    entropy: float = 0.01  # the weight of the entropy bonus
    value: float = 0.5  # the weight of the value loss
    gradient: float = 0.5  # the largest norm of a gradient
    ranks: float = 0.5  # the weight of the game's reward: 1 for the first place to -1 for the last
    shaping: float = 0.05  # the weight of one IKI of lead
    evaluations: int = 10  # points of the learning curve
    games: int = 100  # games against each opponent at each point
    threads: int = 1


# --- the network


class Network(nn.Module):
    """A policy over all moves and a value, from one observation."""

    scales: Tensor

    def __init__(self, hidden: int) -> None:
        super().__init__()
        self.register_buffer("scales", torch.from_numpy(SCALES), persistent=False)
        # Of the 2,237 cells about 160 are not zero. So the first layer adds their rows and multiplies no zeros, which
        # takes less than half the time of a dense one.
        self.first = nn.EmbeddingBag(CELLS, hidden, mode="sum")
        nn.init.orthogonal_(self.first.weight, 2**0.5)
        self.bias = nn.Parameter(torch.zeros(hidden))
        self.body = nn.Sequential(nn.ReLU(), linear(hidden, hidden), nn.ReLU())
        self.policy = linear(hidden, MOVES, 0.01)
        self.value = linear(hidden, 1, 1.0)

    def forward(self, cells: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        """Return the log-probabilities of the moves and the values.

        Args:
            cells: observations as integers, (n, CELLS).
            masks: the legal moves, (n, 447).
        """
        rows, columns = cells.nonzero(as_tuple=True)
        starts = torch.searchsorted(rows, torch.arange(len(cells)))
        weights = cells[rows, columns] * self.scales[columns]
        inner = self.body(self.first(columns, starts, weights) + self.bias)
        logits = self.policy(inner).masked_fill(~masks, NO_CHANCE)
        return torch.log_softmax(logits, 1), self.value(inner)[:, 0]


def linear(inputs: int, outputs: int, gain: float = 2**0.5) -> nn.Linear:
    """Return a layer with orthogonal weights, as CleanRL initialises it."""
    layer = nn.Linear(inputs, outputs)
    nn.init.orthogonal_(layer.weight, gain)
    nn.init.zeros_(layer.bias)
    return layer


def draw(log_probabilities: Tensor, generator: torch.Generator) -> Tensor:
    """Draw a move from each row (the Gumbel-max trick); a move without probability never wins."""
    noise = torch.rand(log_probabilities.shape, generator=generator).clamp_(1e-9, 1 - 1e-7)
    return (log_probabilities - torch.log(-torch.log(noise))).argmax(1)


# --- playing


@dataclass
class Decisions:
    """Decisions with what an update needs to know of each: tensors of the same length."""

    cells: Tensor
    masks: Tensor
    moves: Tensor
    chances: Tensor  # log-probabilities of the moves when they were drawn
    advantages: Tensor
    returns: Tensor


class Table:
    """Games with the same number of players, side by side, and the memory of their last decisions.

    The memory has the shape (steps, games), and one axis more for cells, masks and the seats' rewards.
    """

    def __init__(self, games: int, players: int, settings: Settings) -> None:
        shape = settings.steps, games
        self.settings = settings
        self.env = IKIVectorEnv(games, players, copy=False)
        self.seen, self.info = self.env.reset(seed=settings.seed)
        self.tables = self.env.core.tables.to_records()
        self.rows = np.arange(games)
        self.cells = torch.zeros((*shape, CELLS), dtype=torch.int8)
        self.masks = torch.zeros((*shape, MOVES), dtype=torch.bool)
        self.moves = torch.zeros(shape, dtype=torch.int64)
        self.chances, self.values = torch.zeros(shape), torch.zeros(shape)
        self.seats = np.zeros(shape, np.int64)  # -1 where a game begins anew instead of a decision
        self.rewards = np.zeros((*shape, players), np.float32)
        self.ended = np.zeros(shape, np.bool_)
        self.scores: list[float] = []  # the mean score of each finished game

    @torch.no_grad()
    def play(self, network: Network, generator: torch.Generator) -> None:
        """Play on by ``steps`` decisions in every game."""
        leads = self.leads()
        for step in range(self.settings.steps):
            self.cells[step], self.masks[step] = tensors(self.seen)
            self.seats[step] = self.info["seat"]
            chances, self.values[step] = network(self.cells[step], self.masks[step])
            self.moves[step] = draw(chances, generator)
            self.chances[step] = chances[self.rows, self.moves[step]]
            self.seen, rewards, self.ended[step], _, self.info = self.env.step(self.moves[step].numpy())
            before, leads = leads, self.leads()
            gain = np.where(self.seats[step] >= 0, 1, 0)[:, None] * (leads - before)
            self.rewards[step] = self.settings.ranks * rewards + self.settings.shaping * gain
            self.scores += self.info["scores"][self.ended[step]].mean(1).tolist()

    def leads(self) -> npt.NDArray[np.float32]:
        """Return each seat's score if the games ended now, less the mean of the others."""
        totals, ranking = np.zeros((2, len(self.rows), SEATS), np.int16)
        native(score_all)(self.tables, self.env.save().states, totals, ranking, np.zeros(LINE_COUNT, np.int64))
        scores = totals[:, : self.env.players].astype(np.float32)
        leads: npt.NDArray[np.float32] = scores - (scores.sum(1, keepdims=True) - scores) / (self.env.players - 1)
        return leads

    @torch.no_grad()
    def decisions(self, network: Network) -> Decisions:
        """Return the decisions of the memory that an update can learn from.

        A decision counts if there was a choice, and if the same seat has decided again or the game has ended since.
        Until then its outcome is not known.
        """
        advantages, is_known = estimate(self, network(*tensors(self.seen))[1].numpy())
        chosen = torch.from_numpy(is_known) & (self.masks.sum(2) > 1)
        gains = torch.from_numpy(advantages)[chosen]
        return Decisions(
            self.cells[chosen],
            self.masks[chosen],
            self.moves[chosen],
            self.chances[chosen],
            gains,
            gains + self.values[chosen],
        )


def tensors(seen: dict[str, npt.NDArray[np.int8]]) -> tuple[Tensor, Tensor]:
    """Return observations and masks as the network takes them."""
    return torch.from_numpy(seen["observation"]), torch.from_numpy(seen["action_mask"]).bool()


def estimate(table: Table, last: npt.NDArray[np.float32]) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.bool_]]:
    """Estimate the advantage of each decision along the decisions of its own seat, from the last one back.

    Args:
        last: the values of the decisions that are due after the memory's last step.

    Returns:
        The advantages, and whether each is known, both (steps, games).
    """
    values, trace = table.values.numpy(), table.settings.trace
    due, shape = table.info["seat"], table.rewards.shape[1:]
    # By game and seat: the reward since, the value and the advantage of its next decision, and whether there is one.
    reward, value, advantage = (np.zeros(shape, np.float32) for _ in range(3))
    known = np.zeros(shape, np.bool_)
    waiting = table.rows[due >= 0]
    value[waiting, due[waiting]], known[waiting, due[waiting]] = last[waiting], True
    advantages, is_known = np.zeros_like(values), np.zeros(values.shape, np.bool_)
    for step in reversed(range(len(values))):
        ended = table.ended[step]
        reward[ended], value[ended], advantage[ended], known[ended] = 0, 0, 0, True
        reward += table.rewards[step]
        game = table.rows[table.seats[step] >= 0]
        own = game, table.seats[step, game]
        gain = reward[own] + value[own] - values[step, game] + trace * advantage[own]
        is_known[step, game] = known[own]
        advantages[step, game] = advantage[own] = np.where(known[own], gain, 0)
        value[own], reward[own], known[own] = values[step, game], 0, True
    return advantages, is_known


# --- learning


def update(
    network: Network, optimiser: torch.optim.Optimizer, data: Decisions, settings: Settings, generator: torch.Generator
) -> dict[str, float]:
    """Improve the network on some decisions, and return figures of the last minibatch."""
    figures: dict[str, float] = {}
    advantages = (data.advantages - data.advantages.mean()) / (data.advantages.std() + 1e-8)
    for _ in range(settings.epochs):
        order = torch.randperm(len(advantages), generator=generator)
        for start in range(0, len(order), settings.minibatch):
            rows = order[start : start + settings.minibatch]
            chances, values = network(data.cells[rows], data.masks[rows])
            change = chances.gather(1, data.moves[rows, None])[:, 0] - data.chances[rows]
            ratio, gain = change.exp(), advantages[rows]
            policy_loss = -torch.min(gain * ratio, gain * ratio.clamp(1 - settings.clip, 1 + settings.clip)).mean()
            value_loss = (values - data.returns[rows]).square().mean() / 2
            entropy = -(chances.exp() * chances.clamp(min=-50)).sum(1).mean()
            loss = policy_loss + settings.value * value_loss - settings.entropy * entropy
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), settings.gradient)
            optimiser.step()
            figures = {
                "policy_loss": policy_loss.item(),
                "value_loss": value_loss.item(),
                "entropy": entropy.item(),
                "divergence": (ratio - 1 - change).mean().item(),
            }
    return figures


def train(network: Network, settings: Settings, report: Callable[[dict[str, float]], None]) -> None:
    """Train a network.

    Args:
        report: called with the figures so far at every point of the learning curve.
    """
    generator = torch.Generator().manual_seed(settings.seed)
    optimiser = torch.optim.Adam(network.parameters(), lr=settings.rate, eps=1e-5)
    tables = [Table(games, players, settings) for games, players in ((settings.four, 4), (settings.two, 2)) if games]
    of_update = settings.steps * (settings.four + settings.two)
    updates = settings.decisions // of_update
    points = {updates * point // settings.evaluations for point in range(1, settings.evaluations + 1)}
    for number in range(1, updates + 1):
        optimiser.param_groups[0]["lr"] = settings.rate * (1 - (number - 1) / updates)
        for table in tables:
            table.play(network, generator)
        figures = update(
            network, optimiser, joined([table.decisions(network) for table in tables]), settings, generator
        )
        if number in points:
            scores = {f"score_{table.env.players}": mean_of(table.scores[-500:]) for table in tables}
            report({"decisions": number * of_update, **scores, **figures})


def mean_of(numbers: Sequence[float]) -> float:
    """Return the mean; not a number if there are none yet."""
    return sum(numbers) / len(numbers) if numbers else math.nan


def joined(parts: Sequence[Decisions]) -> Decisions:
    """Return the decisions of several tables as one."""
    columns = (field.name for field in fields(Decisions))
    return Decisions(*(torch.cat([getattr(part, name) for part in parts]) for name in columns))


# --- measuring


@dataclass
class Result:
    """How the network did against opponents of one kind."""

    won: float
    score: float
    theirs: float


@torch.no_grad()
def measure(network: Network, opponent: str, players: int, games: int, seed: int = 1_000_003) -> Result:
    """Play games against a player of this package in all other seats.

    The network takes its likeliest move, and plays each deal from each seat.
    """
    won, mine, theirs = list[bool](), list[float](), list[float]()
    for seat in range(players):
        env = IKIAgainstVectorEnv(max(1, games // players), [opponent] * (players - 1), seat=seat, copy=False)
        seen, _ = env.reset(seed=seed)
        is_open = np.ones(env.num_envs, np.bool_)  # only the first game in each place counts
        while is_open.any():
            seen, rewards, ended, _, info = env.step(network(*tensors(seen))[0].argmax(1).numpy())
            scores = info["scores"][is_open & ended].astype(np.float64)
            won += (rewards[is_open & ended] == 1).tolist()
            mine += scores[:, seat].tolist()
            theirs += ((scores.sum(1) - scores[:, seat]) / (players - 1)).tolist()
            is_open &= ~ended
    return Result(mean_of(won), mean_of(mine), mean_of(theirs))


class Trained:
    """The network of a file as a player: `edokko evaluate examples/ppo.py:Trained:ppo.pt`."""

    name = "ppo"

    def __init__(self, seed: int, file: str) -> None:
        torch.set_num_threads(1)
        self.network = read(Path(file))

    @torch.no_grad()
    def choose(self, game: Game, budget: object = None) -> Move:
        """Return the likeliest move."""
        seen = {name: array[np.newaxis] for name, array in observation_of(game, game.seat or 0).items()}
        return Move.of(int(self.network(*tensors(seen))[0].argmax()))


MATCHES = (("random", 2), ("greedy", 4))
"""The opponents of each point of the learning curve, with the number of players."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Read the command line, train, and write the curve and the weights."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--save", type=Path, help="file for the weights, written at every point of the curve")
    parser.add_argument("--load", type=Path, help="file of weights to begin with; --decisions 0 only measures them")
    parser.add_argument("--curve", type=Path, help="CSV file for the learning curve")
    for field in fields(Settings):
        parser.add_argument(f"--{field.name}", type=type(field.default), default=field.default)
    options = vars(parser.parse_args(arguments))
    save, load, curve = (options.pop(name) for name in ("save", "load", "curve"))
    settings, rows, began = Settings(**options), list[dict[str, str]](), process_time()
    least = settings.steps * (settings.four + settings.two)
    if 0 != settings.decisions < least:
        parser.error(f"--decisions {settings.decisions}: an update takes {least}; 0 only measures")
    if load and not load.is_file():
        parser.error(f"cannot read {load}: no such file")
    torch.set_num_threads(settings.threads)
    torch.manual_seed(settings.seed)
    network = Network(settings.hidden) if load is None else read(load)

    def report(figures: dict[str, float]) -> None:
        row = {"cpu_seconds": process_time() - began, **figures, **measure_all(network, settings.games)}
        rows.append({name: f"{value:.7g}" for name, value in row.items()})
        print(*(f"{name}={value}" for name, value in rows[-1].items()), flush=True)
        if save:
            torch.save({"hidden": network.bias.shape[0], "weights": network.state_dict()}, save)
        if curve:
            write_curve(curve, rows)

    if settings.decisions:
        train(network, settings, report)
    else:
        report({"decisions": 0})
    return 0


def measure_all(network: Network, games: int) -> dict[str, float]:
    """Return the results of all matches, by name and opponent."""
    results = {opponent: measure(network, opponent, players, games) for opponent, players in MATCHES}
    return {f"{name}_{who}": value for who, result in results.items() for name, value in asdict(result).items()}


def read(path: Path) -> Network:
    """Read a network from the file that ``--save`` wrote."""
    saved = torch.load(path, weights_only=True)
    network = Network(saved["hidden"])
    network.load_state_dict(saved["weights"])
    return network


def write_curve(path: Path, rows: Sequence[dict[str, str]]) -> None:
    """Write the learning curve as CSV."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, rows[0])
        writer.writeheader()
        writer.writerows(rows)


if __name__ == "__main__":
    sys.exit(main())
