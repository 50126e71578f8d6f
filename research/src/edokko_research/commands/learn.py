"""``edokko-research learn``: PPO against a league, from a cloned network or from nothing."""

from __future__ import annotations

import csv
import shlex
from importlib import import_module
from pathlib import Path
from typing import Any

import click

from edokko_research.commands import options

CHECKPOINT, NETWORK, CURVE = "checkpoint.pt", "network.npz", "curve.csv"
EVERY = 10
"""The updates between two checkpoints."""
FIGURES = ("steps", "won", "score", "others", "value_loss", "entropy", "divergence", "cpu_seconds")


@click.command(
    "learn",
    short_help="Train a policy network by games against a league.",
    help="Train a policy network by PPO: it plays one seat of many games against a league and learns from their "
    "results. It needs PyTorch. OUT is a folder; it gets network.npz, which plays as policy:net=OUT/network.npz, "
    "curve.csv and checkpoint.pt. A command that was stopped goes on from its last checkpoint; the result is the same.",
)
@click.argument("folder", metavar="OUT", type=options.FILE)
@click.option("--start", type=options.FILE, help="Begin with the policy network of this file. Default: a new one.")
@click.option(
    "--opponents",
    default="random,greedy",
    show_default=True,
    metavar="LIST",
    help="Who may sit at each other seat, with weights such as planner*2.",
)
@options.PLAYERS
@click.option("--steps", type=options.COUNT, default=2_000_000, show_default=True, metavar="N", help="Decisions.")
@click.option(
    "--units", type=options.COUNT, default=128, show_default=True, metavar="N", help="Units of a new network."
)
@click.option("--rate", type=float, default=3e-4, show_default=True, help="The learning rate at the beginning.")
@click.option("--threads", type=options.COUNT, default=1, show_default=True, help="The threads of the games.")
@options.seed("Fix the training.", 1)
def command(
    folder: Path,
    start: Path | None,
    opponents: str,
    players: int,
    steps: int,
    units: int,
    rate: float,
    threads: int,
    seed: int,
) -> None:
    import_module("torch")
    from edokko.cli.progress import Progress
    from edokko.players.champion import file_hash, read_network
    from edokko_research.learn.ppo import Learning, LearningRecipe, league_of

    with options.problems(ValueError):
        policy = None if start is None else read_network(start).policy
        units = units if policy is None else len(policy["policy_first_bias"])
        league = league_of(opponents, players)
        digest = "" if start is None else file_hash(start)
        recipe = LearningRecipe(
            opponents=league, start=digest, seed=seed, steps=steps, units=units, rate=rate, threads=threads
        )
        learning = Learning(recipe, policy)
        folder.mkdir(parents=True, exist_ok=True)
        if (folder / CHECKPOINT).is_file():
            learning.restore(folder / CHECKPOINT)
    words = ["edokko-research", "learn", folder.name, *([] if start is None else ["--start", start.name])]
    words += ["--opponents", opponents, "--players", str(players), "--steps", str(steps), "--units", str(units)]
    words += ["--rate", f"{rate:g}", "--seed", str(seed)]
    made = {"command": shlex.join(words), "seed": seed, "start": digest}
    rows = _curve(folder / CURVE, learning.update)
    with Progress("Updates", recipe.updates) as progress:
        progress.at(learning.update)

        def report(figures: dict[str, float]) -> None:
            rows.append({name: f"{figures[name]:.6g}" for name in FIGURES})
            progress.at(learning.update)
            if learning.update % EVERY == 0 or learning.update == recipe.updates:
                _write(folder, learning, rows, made)
                shown = (
                    "no game has ended"
                    if not learning.results
                    else (f"{figures['won']:.1%} won, {figures['score']:.1f} to {figures['others']:.1f} IKI")
                )
                progress.say(f"{figures['steps']:,.0f} decisions: {shown}")

        learning.go_on(report)
    click.echo(f"Network written: {folder / NETWORK}")


def _curve(path: Path, updates: int) -> list[dict[str, str]]:
    """Return the rows of a curve up to an update."""
    if not updates:
        return []
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))[:updates]


def _write(folder: Path, learning: Any, rows: list[dict[str, str]], made: dict[str, Any]) -> None:
    """Write the curve and the network, then the checkpoint, so that a checkpoint always has both."""
    from edokko.players.champion import write_network
    from edokko.players.champion.stored import StoredNetwork, empty_network

    with (folder / CURVE).open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, FIGURES)
        writer.writeheader()
        writer.writerows(rows)
    about = {"policy": {**made, "update": learning.update}}
    write_network(folder / NETWORK, StoredNetwork(empty_network().layers, learning.model.export(), about=about))
    learning.save(folder / CHECKPOINT)
