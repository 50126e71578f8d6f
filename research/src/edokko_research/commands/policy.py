"""``edokko-research policy``: the policy network of the champion, from the decisions of a search."""

from __future__ import annotations

import shlex
from dataclasses import asdict, replace
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import click

from edokko_research.commands import options

if TYPE_CHECKING:
    from edokko_research.train.policy_fitting import PolicyRecipe

EPOCHS, UNITS, SEED = 6, 128, 1


@click.command(
    "policy",
    short_help="Train the policy network of the champion.",
    help="Train the policy network of the champion on the decisions in the folders DATA, which `edokko-research "
    "months` with `--simulations` or `edokko-research dataset` made. It needs PyTorch.\n\nThe policy network learns "
    "how often the search visits each move, or which move the player of a data set chose. The rest of the network "
    "stays as it is. Every fifth game is held out, and the figures are measured on these games. The same seed and "
    "data give the same network on the same machine.",
)
@click.argument("data", metavar="DATA...", nargs=-1, required=True, type=options.FILE)
@click.option(
    "-o",
    "--output",
    "path",
    required=True,
    type=options.FILE,
    help="The file of the network; its name ends in .npz.",
)
@click.option(
    "--network",
    type=options.FILE,
    help="The network that gets the policy network. Default: that of the package.",
)
@click.option(
    "--epochs",
    type=options.COUNT,
    default=EPOCHS,
    show_default=True,
    metavar="N",
    help="How many passes over the data.",
)
@click.option(
    "--units", type=options.COUNT, default=UNITS, show_default=True, metavar="N", help="The units of its first layer."
)
@options.seed("Fix the training.", SEED)
def command(data: tuple[Path, ...], path: Path, network: Path | None, epochs: int, units: int, seed: int) -> None:
    from edokko.players.champion import NetworkError
    from edokko_research.data.observed import DataError
    from edokko_research.train.policy_fitting import PolicyRecipe

    options.new_file(path, (".npz",))
    import_module("torch")
    words = ["edokko-research", "policy", *(folder.name for folder in data), "-o", path.name]
    words += ["--epochs", str(epochs), "--units", str(units), "--seed", str(seed)]
    words += [] if network is None else ["--network", network.name]
    with options.problems(DataError, NetworkError):
        _train(data, path, network, PolicyRecipe(seed=seed, epochs=epochs, units=units), shlex.join(words))


def _train(folders: tuple[Path, ...], path: Path, network: Path | None, recipe: PolicyRecipe, command: str) -> None:
    from edokko.cli.progress import Progress, busy
    from edokko.players.champion import read_network, write_network
    from edokko.players.champion.stored import SHIPPED
    from edokko_research.train.months import hash_of
    from edokko_research.train.policy_fitting import train_policy
    from edokko_research.train.searches import read_searches, table_of

    stored = read_network(network or SHIPPED)
    with busy("Reading the data"):
        data, digest = read_searches(folders), hash_of(folders, table_of(folders))
    with Progress("Training", recipe.epochs) as progress:

        def tell(number: int, loss: float) -> None:
            progress.say(f"Pass {number}: cross-entropy {loss:.3f}")
            progress.at(number)

        layers, figures = train_policy(data, recipe, tell)
    click.echo(
        f"{figures.decisions} decisions: cross-entropy {figures.loss:.3f} on held-out games, {figures.least_loss:.3f} "
        f"at least; {100 * figures.agreement:.1f} % agree with the move that was chosen"
    )
    made = {"command": command, "seed": recipe.seed, "data": digest, "figures": asdict(figures)}
    write_network(path, replace(stored, policy=layers, about={**stored.about, "policy": made}))
    click.echo(f"Network written: {path}")
