"""``edokko lab train``: a network that judges positions, from siblings labelled by playouts."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from edokko.catalogue import Catalogue
from edokko.cli import options
from edokko.cli.inputs import FileName
from edokko.cli.problems import Problem

if TYPE_CHECKING:
    from edokko.lab.train.fitting import Figures, Recipe, Trained
    from edokko.lab.train.gain import Gain
    from edokko.lab.train.siblings import Siblings

NETWORK = ".npz"
EPOCHS, SEED = 12, 1


def command(catalogue: Catalogue) -> click.Command:
    """Return the command in the catalogue's language."""

    @click.command("train", help=catalogue.text("help-lab-train"), short_help=catalogue.text("help-lab-train-short"))
    @click.argument("data", metavar="DATA")
    @click.option(
        "-o",
        "--output",
        "file",
        required=True,
        metavar="FILE",
        type=FileName(catalogue, is_written=True),
        help=catalogue.text("help-lab-train-output"),
    )
    @click.option(
        "--curve",
        metavar="FILE",
        type=FileName(catalogue, is_written=True),
        help=catalogue.text("help-lab-train-curve"),
    )
    @options.count(catalogue, "--decisions", "help-lab-train-decisions", None)
    @options.count(catalogue, "--epochs", "help-lab-train-epochs", EPOCHS)
    @options.seed(catalogue, "help-lab-train-seed")
    @options.language(catalogue)
    def train(data: str, file: str, curve: str | None, decisions: int | None, epochs: int, seed: int | None) -> None:
        from edokko.lab.train.curve import FORMATS
        from edokko.lab.train.fitting import Recipe

        path = _new_file(catalogue, file, (NETWORK,))
        picture = None if curve is None else _new_file(catalogue, curve, FORMATS)
        _require(picture)
        recipe = Recipe(seed=SEED if seed is None else seed, epochs=epochs)
        words = ["edokko", "lab", "train", data, "-o", path.name, "--epochs", str(epochs), "--seed", str(recipe.seed)]
        words += [] if decisions is None else ["--decisions", str(decisions)]
        _train(catalogue, Path(data), path, picture, recipe, decisions, shlex.join(words))

    return train


def _new_file(catalogue: Catalogue, name: str, suffixes: tuple[str, ...]) -> Path:
    path = options.new_file(catalogue, name, "problem-lab-puzzles-exists")
    if path.suffix not in suffixes:
        raise Problem(catalogue.text("problem-lab-train-name", file=name, ends=", ".join(suffixes)))
    return path


def _require(picture: Path | None) -> None:
    """Check that the packages are there, before anything else is done."""
    from edokko import extras

    extras.package("torch", extras.TRAIN)
    extras.lab("pyarrow.parquet")
    if picture is not None:
        extras.lab("matplotlib.figure")


def _train(
    catalogue: Catalogue,
    folder: Path,
    path: Path,
    picture: Path | None,
    recipe: Recipe,
    decisions: int | None,
    words: str,
) -> None:
    from edokko.cli.engines import compile_for
    from edokko.cli.progress import busy
    from edokko.lab.train.fitting import best_by_half
    from edokko.lab.train.gain import split
    from edokko.lab.train.siblings import DataError, hash_of, read_siblings
    from edokko.players.champion.stored import NetworkError, StoredNetwork, write_network

    compile_for(catalogue, ("network",))
    try:
        with busy(catalogue.text("lab-train-reading")):
            data, digest = read_siblings(folder), hash_of(folder)
        bound = best_by_half(data, split(data, recipe.seed, recipe.held_out)[1])
        networks = _networks(catalogue, data, recipe, decisions, bound, picture is not None)
    except DataError as error:
        raise Problem(str(error)) from None
    figures = [network.figures for network in networks]
    about = {
        "command": words,
        "seed": recipe.seed,
        "data": digest,
        "bound": bound.mean,
        "figures": [_to_json(point) for point in figures],
    }
    try:
        write_network(path, StoredNetwork(networks[-1].layers, about))
    except NetworkError as error:
        raise Problem(str(error)) from None
    if picture is not None:
        _draw(picture, figures, bound)
    click.echo(catalogue.text("lab-train-done", file=str(path)))


def _networks(
    catalogue: Catalogue, data: Siblings, recipe: Recipe, decisions: int | None, bound: Gain, has_curve: bool
) -> list[Trained]:
    """Train one network, or one for each point of a learning curve, and show passes and figures as they come."""
    from edokko.cli.progress import Progress
    from edokko.lab.train.curve import SHARES, learning_curve
    from edokko.lab.train.fitting import train

    passes = (recipe.epochs + 1) * (len(SHARES) if has_curve else 1)
    done = 0
    with Progress(catalogue.text("lab-train-progress"), passes) as progress:

        def tell(count: int | None, number: int, loss: float) -> None:
            nonlocal done
            done += 1
            if count is None:
                progress.say(catalogue.text("lab-train-pass", number=number, error=f"{loss**0.5:.3f}"))
            else:
                text = catalogue.text("lab-train-point-pass", decisions=count, number=number, error=f"{loss**0.5:.3f}")
                progress.say(text)
            progress.at(done)

        if has_curve:
            points = learning_curve(data, recipe, decisions, tell)
        else:
            points = iter([train(data, recipe, decisions, lambda number, loss: tell(None, number, loss))])
        networks = []
        for network in points:
            _show(catalogue, network.figures, bound)
            networks.append(network)
    return networks


def _show(catalogue: Catalogue, figures: Figures, bound: Gain) -> None:
    click.echo(
        catalogue.text(
            "lab-train-gain",
            decisions=figures.decisions,
            gain=f"{figures.gain.mean:.2f}",
            low=f"{figures.gain.low:.2f}",
            high=f"{figures.gain.high:.2f}",
            bound=f"{bound.mean:.2f}",
            own=f"{figures.own_gain.mean:.2f}",
            error=f"{figures.margin_error:.1f}",
        )
    )


def _to_json(figures: Figures) -> dict[str, Any]:
    return {
        "decisions": figures.decisions,
        "gain": figures.gain.mean,
        "error": figures.gain.error,
        "held_out": figures.gain.decisions,
        "float_gain": figures.float_gain.mean,
        "own_gain": figures.own_gain.mean,
        "margin_error": figures.margin_error,
        "brier": figures.brier,
        "rounding": figures.rounding,
        "passes": figures.passes,
    }


def _draw(path: Path, figures: list[Figures], bound: Gain) -> None:
    from edokko.lab.train.curve import draw
    from edokko.records.file import errors_naming

    content = draw(figures, bound, path.suffix)
    with errors_naming(path), path.open("xb") as file:
        file.write(content)
