"""``edokko-research train``: the network of the champion, from positions at the beginning of months."""

from __future__ import annotations

import shlex
from dataclasses import asdict
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from edokko.cli.problems import Problem
from edokko_research.commands import options

if TYPE_CHECKING:
    from edokko_research.train.fitting import Figures, Recipe, Trained
    from edokko_research.train.months import Months

EPOCHS, SEED, DEVICE, ANCHOR = 12, 1, "cpu", 0.5
TRUTH = options.ROOT / "truth"
"""A sample of 384 positions, each finished by 64 games, as its plan.json says; no training may see them."""


@click.command(
    "train",
    short_help="Train the network of the champion.",
    help="Train the network of the champion on the games in the folders DATA, which `edokko-research months` made. It "
    "needs PyTorch.\n\nAn outlook is fitted for each number of players, and the network learns what it misses. Every "
    "fifth game is held out, and the errors are measured on these games. The same seed and data give the same network "
    "on the same machine.",
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
    "--curve",
    type=options.FILE,
    help="Also train with an eighth, a quarter and half of the data, and draw the learning curve. The name of the "
    "picture ends in .svg or .png.",
)
@click.option("--start", type=options.FILE, help="Train this network further. Default: a new one.")
@click.option(
    "--games",
    type=options.COUNT,
    metavar="N",
    help="How many games to train with. Default: all that are not held out.",
)
@click.option(
    "--epochs",
    type=options.COUNT,
    default=EPOCHS,
    show_default=True,
    metavar="N",
    help="How many passes over the data in each of the three stages.",
)
@click.option(
    "--units",
    type=options.COUNT,
    metavar="N",
    help="The units of the first layer. Default: 128, or as many as the network of --start has.",
)
@click.option(
    "--anchor",
    type=click.FloatRange(0, 1),
    default=ANCHOR,
    show_default=True,
    metavar="SHARE",
    help="The weight of the games that finish a position (`months --finished`) in its target, beside its search. After "
    "month 10 it rises to 1.",
)
@click.option(
    "--truth",
    type=options.FILE,
    default=TRUTH,
    help="A sample of `months --finished`, which no training may see: print by how much values miss its true leads. "
    "Default: truth, which belongs to the project.",
)
@click.option(
    "--device",
    default=DEVICE,
    show_default=True,
    help="Where PyTorch computes, such as cuda. Only cpu gives the same network each time.",
)
@options.seed("Fix the training.", SEED)
def command(
    data: tuple[Path, ...],
    path: Path,
    curve: Path | None,
    start: Path | None,
    games: int | None,
    epochs: int,
    units: int | None,
    anchor: float,
    truth: Path,
    device: str,
    seed: int,
) -> None:
    from edokko.players.champion import NetworkError, file_hash, read_network
    from edokko.players.champion.stored import MOST_UNITS
    from edokko_research.data.observed import DataError
    from edokko_research.train.curve import FORMATS
    from edokko_research.train.fitting import Recipe, further
    from edokko_research.train.loop import UNITS

    options.new_file(path, (".npz",))
    if curve is not None:
        options.new_file(curve, FORMATS)
    check_device(device)
    if units is not None and units > MOST_UNITS:
        raise Problem(f"--units {units}: from 1 to {MOST_UNITS} are possible.")
    recipe = Recipe(seed=seed, epochs=epochs, units=units or UNITS, device=device, anchor=anchor)
    with options.problems(NetworkError):
        network = None if start is None else read_network(start)
    if network is not None:
        try:
            recipe = further(recipe, network, units)
        except DataError as error:
            raise Problem(f"{start}: {error}") from None
    words = ["edokko-research", "train", *(folder.name for folder in data), "-o", path.name]
    words += ["--epochs", str(epochs), "--seed", str(seed)]
    words += [] if start is None else ["--start", start.name]
    words += [] if games is None else ["--games", str(games)]
    words += [] if units is None else ["--units", str(units)]
    words += [] if anchor == ANCHOR else ["--anchor", str(anchor)]
    words += [] if device == DEVICE else ["--device", device]
    about: dict[str, Any] = {"command": shlex.join(words), "seed": seed}
    if start is not None:
        about["start"] = file_hash(start)
    with options.problems(DataError, NetworkError):
        _train(data, path, curve, recipe, games, truth, about)


def check_device(device: str) -> None:
    """Check that PyTorch and the device are there, before anything else is done."""
    torch = import_module("torch")
    try:
        torch.zeros(1, device=device)
    except (AssertionError, RuntimeError) as error:
        # What PyTorch raises for an unknown device and for one that it was built without.
        reason = str(error).partition("\n")[0]
        raise Problem(f"--device {device}: PyTorch cannot compute there: {reason}") from None


def _train(
    folders: tuple[Path, ...],
    path: Path,
    picture: Path | None,
    recipe: Recipe,
    games: int | None,
    truth: Path,
    about: dict[str, Any],
) -> None:
    from edokko.cli.progress import busy
    from edokko.players.champion import StoredNetwork, write_network
    from edokko.players.champion.stored import shipped_network
    from edokko_research.months.schema import MONTHS
    from edokko_research.train.months import hash_of, read_months

    with busy("Reading the data"):
        data, digest = read_months(folders), hash_of(folders, MONTHS)
        measured = _truth(truth)
    trained = _networks(data, recipe, games, measured, picture is not None)
    figures = [network.figures for network in trained]
    about |= {"data": digest, "figures": [asdict(point) for point in figures]}
    start = recipe.start or shipped_network()
    if "policy" in start.about:
        about["policy"] = start.about["policy"]
    write_network(path, StoredNetwork(trained[-1].layers, start.policy, trained[-1].outlooks, about))
    if picture is not None:
        _draw(picture, figures)
    click.echo(f"Network written: {path}")


def _truth(folder: Path) -> Months:
    """Read a sample with finished games."""
    from edokko_research.train.months import read_months

    data = read_months([folder])
    if not data.finished.any(axis=(1, 2)).all():
        raise Problem(f"--truth {folder}: no games finish its positions; edokko-research months --finished makes some")
    return data


def _networks(data: Months, recipe: Recipe, games: int | None, truth: Months, has_curve: bool) -> list[Trained]:
    """Train one network, or one for each point of a learning curve, and show passes and figures as they come."""
    from edokko.cli.progress import Progress
    from edokko_research.train.curve import SHARES, learning_curve
    from edokko_research.train.fitting import train

    passes = recipe.epochs * len(recipe.stages) * (len(SHARES) if has_curve else 1)
    done = 0
    with Progress("Training", passes) as progress:

        def tell(count: int | None, number: int, error: float) -> None:
            nonlocal done
            done += 1
            what = f"Pass {number}" if count is None else f"{count} games, pass {number}"
            progress.say(f"{what}: the targets are missed by {error:.2f} IKI")
            progress.at(done)

        if has_curve:
            points = learning_curve(data, recipe, games, tell, truth)
        else:
            points = iter([train(data, recipe, games, lambda number, error: tell(None, number, error), truth=truth)])
        trained = []
        for network in points:
            _show(network.figures)
            trained.append(network)
    return trained


def _show(figures: Figures) -> None:
    click.echo(
        f"{figures.games} games: leads are wrong by {figures.error:.2f} IKI on held-out games, by "
        f"{figures.fitted_error:.2f} without the network, by {figures.shipped_error:.2f} with the outlook of the "
        f"search; by {figures.own_error:.2f} on its own games"
    )
    if figures.search_error is not None:
        click.echo(f"Leads differ from those that searches expect by {figures.search_error:.2f} IKI on held-out games")
    if figures.truth:
        misses = ", ".join(f"{name} {miss:.2f}" for name, miss in figures.truth.items())
        click.echo(f"True leads are missed, in IKI, by: {misses}")


def _draw(path: Path, figures: list[Figures]) -> None:
    from edokko.records.file import errors_naming
    from edokko_research.train.curve import draw

    content = draw(figures, path.suffix)
    with errors_naming(path), path.open("xb") as file:
        file.write(content)
