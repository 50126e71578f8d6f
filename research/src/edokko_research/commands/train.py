"""``edokko lab train``: the network of the champion, from positions at the beginning of months."""

from __future__ import annotations

import shlex
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from edokko.catalogue import Catalogue
from edokko.cli import options
from edokko_research.commands import networks
from edokko.cli.problems import Problem

if TYPE_CHECKING:
    from edokko_research.train.fitting import Figures, Recipe, Trained
    from edokko_research.train.months import Months

EPOCHS, SEED, DEVICE = 12, 1, "cpu"


def command(catalogue: Catalogue) -> click.Command:
    """Return the command in the catalogue's language."""

    @click.command("train", help=catalogue.text("help-lab-train"), short_help=catalogue.text("help-lab-train-short"))
    @click.argument("data", metavar="DATA...", nargs=-1, required=True)
    @options.output(catalogue, "help-lab-train-output")
    @options.file(catalogue, "--curve", "help-lab-train-curve")
    @options.file(catalogue, "--start", "help-lab-train-start", is_written=False)
    @options.count(catalogue, "--games", "help-lab-train-games", None)
    @options.count(catalogue, "--epochs", "help-lab-train-epochs", EPOCHS)
    @options.count(catalogue, "--units", "help-lab-train-units", None)
    @click.option("--device", default=DEVICE, show_default=True, help=catalogue.text("help-lab-train-device"))
    @options.seed(catalogue, "help-lab-train-seed")
    @options.language(catalogue)
    def train(
        data: tuple[str, ...],
        file: str,
        curve: str | None,
        start: str | None,
        games: int | None,
        epochs: int,
        units: int | None,
        device: str,
        seed: int | None,
    ) -> None:
        from edokko_research.data.observed import DataError
        from edokko_research.train.curve import FORMATS
        from edokko_research.train.fitting import Recipe, further
        from edokko_research.train.loop import UNITS
        from edokko.players.champion.stored import MOST_UNITS, file_hash

        path = networks.new_file(catalogue, file)
        picture = None if curve is None else networks.new_file(catalogue, curve, FORMATS)
        _require(catalogue, picture, device)
        if units is not None and units > MOST_UNITS:
            raise Problem(catalogue.text("problem-lab-train-units", units=units, most=MOST_UNITS))
        recipe = Recipe(seed=SEED if seed is None else seed, epochs=epochs, units=units or UNITS, device=device)
        if start is not None:
            try:
                recipe = further(recipe, networks.read(start), units)
            except DataError as error:
                raise Problem(f"{start}: {error}") from None
        names = [Path(name).name for name in data]
        words = ["edokko", "lab", "train", *names, "-o", path.name, "--epochs", str(epochs), "--seed", str(recipe.seed)]
        words += [] if start is None else ["--start", Path(start).name]
        words += [] if games is None else ["--games", str(games)]
        words += [] if units is None else ["--units", str(units)]
        words += [] if device == DEVICE else ["--device", device]
        about = {"command": shlex.join(words), "seed": recipe.seed}
        if start is not None:
            about["start"] = file_hash(Path(start))
        _train(catalogue, [Path(name) for name in data], path, picture, recipe, games, about)

    return train


def _require(catalogue: Catalogue, picture: Path | None, device: str) -> None:
    """Check that the packages and the device are there, before anything else is done."""
    from edokko import extras

    torch = extras.package("torch", extras.TRAIN)
    try:
        torch.zeros(1, device=device)
    except (AssertionError, RuntimeError) as error:
        # What PyTorch raises for an unknown device and for one that it was built without.
        reason = str(error).partition("\n")[0]
        raise Problem(catalogue.text("problem-lab-train-device", device=device, reason=reason)) from None
    extras.lab("pyarrow.parquet")
    if picture is not None:
        extras.lab("matplotlib.figure")


def _train(
    catalogue: Catalogue,
    folders: list[Path],
    path: Path,
    picture: Path | None,
    recipe: Recipe,
    games: int | None,
    about: dict[str, Any],
) -> None:
    from edokko.cli.progress import busy
    from edokko_research.data.observed import DataError
    from edokko_research.months.schema import MONTHS
    from edokko_research.train.months import hash_of, read_months
    from edokko.players.champion.stored import StoredNetwork

    try:
        with busy(catalogue.text("lab-train-reading")):
            data, digest = read_months(folders), hash_of(folders, MONTHS)
        trained = _networks(catalogue, data, recipe, games, picture is not None)
    except DataError as error:
        raise Problem(str(error)) from None
    figures = [network.figures for network in trained]
    about |= {"data": digest, "figures": [asdict(point) for point in figures]}
    policy = None if recipe.start is None else recipe.start.policy
    if recipe.start is not None and "policy" in recipe.start.about:
        about["policy"] = recipe.start.about["policy"]
    networks.write(path, StoredNetwork(trained[-1].layers, trained[-1].outlooks, about, policy))
    if picture is not None:
        _draw(picture, figures)
    click.echo(catalogue.text("lab-train-done", file=str(path)))


def _networks(catalogue: Catalogue, data: Months, recipe: Recipe, games: int | None, has_curve: bool) -> list[Trained]:
    """Train one network, or one for each point of a learning curve, and show passes and figures as they come."""
    from edokko.cli.progress import Progress
    from edokko_research.train.curve import SHARES, learning_curve
    from edokko_research.train.fitting import train

    passes = recipe.epochs * len(recipe.stages) * (len(SHARES) if has_curve else 1)
    done = 0
    with Progress(catalogue.text("lab-train-progress"), passes) as progress:

        def tell(count: int | None, number: int, error: float) -> None:
            nonlocal done
            done += 1
            shown: dict[str, Any] = {"number": number, "error": f"{error:.2f}"}
            if count is None:
                progress.say(catalogue.text("lab-train-pass", **shown))
            else:
                progress.say(catalogue.text("lab-train-point-pass", games=count, **shown))
            progress.at(done)

        if has_curve:
            points = learning_curve(data, recipe, games, tell)
        else:
            points = iter([train(data, recipe, games, lambda number, error: tell(None, number, error))])
        trained = []
        for network in points:
            _show(catalogue, network.figures)
            trained.append(network)
    return trained


def _show(catalogue: Catalogue, figures: Figures) -> None:
    click.echo(
        catalogue.text(
            "lab-train-figures",
            games=figures.games,
            error=f"{figures.error:.2f}",
            fitted=f"{figures.fitted_error:.2f}",
            shipped=f"{figures.shipped_error:.2f}",
            own=f"{figures.own_error:.2f}",
        )
    )
    if figures.search_error is not None:
        click.echo(catalogue.text("lab-train-searched", error=f"{figures.search_error:.2f}"))


def _draw(path: Path, figures: list[Figures]) -> None:
    from edokko_research.train.curve import draw
    from edokko.records.file import errors_naming

    content = draw(figures, path.suffix)
    with errors_naming(path), path.open("xb") as file:
        file.write(content)
