"""``edokko lab policy``: the policy network of the champion, from the decisions of a search."""

from __future__ import annotations

import shlex
from dataclasses import asdict, replace
from pathlib import Path

import click

from edokko.catalogue import Catalogue
from edokko.cli import options
from edokko_research.commands import networks
from edokko.cli.problems import Problem

EPOCHS, SEED = 6, 1


def command(catalogue: Catalogue) -> click.Command:
    """Return the command in the catalogue's language."""

    @click.command("policy", help=catalogue.text("help-lab-policy"), short_help=catalogue.text("help-lab-policy-short"))
    @click.argument("data", metavar="DATA...", nargs=-1, required=True)
    @options.output(catalogue, "help-lab-train-output")
    @options.file(catalogue, "--network", "help-lab-policy-network", is_written=False)
    @options.count(catalogue, "--epochs", "help-lab-policy-epochs", EPOCHS)
    @options.seed(catalogue, "help-lab-train-seed")
    @options.language(catalogue)
    def policy(data: tuple[str, ...], file: str, network: str | None, epochs: int, seed: int | None) -> None:
        from edokko import extras

        path = networks.new_file(catalogue, file)
        extras.package("torch", extras.TRAIN)
        extras.lab("pyarrow.parquet")
        chosen = SEED if seed is None else seed
        names = [Path(name).name for name in data]
        words = ["edokko", "lab", "policy", *names, "-o", path.name, "--epochs", str(epochs), "--seed", str(chosen)]
        words += [] if network is None else ["--network", Path(network).name]
        _train(catalogue, [Path(name) for name in data], path, network, epochs, chosen, shlex.join(words))

    return policy


def _train(
    catalogue: Catalogue, folders: list[Path], path: Path, network: str | None, epochs: int, seed: int, command: str
) -> None:
    from edokko.cli.progress import Progress, busy
    from edokko_research.data.observed import DataError
    from edokko_research.months.schema import SEARCHES
    from edokko_research.train.months import hash_of
    from edokko_research.train.policy_fitting import PolicyRecipe, train_policy
    from edokko_research.train.searches import read_searches
    from edokko.players.champion.stored import SHIPPED

    stored = networks.read(str(SHIPPED) if network is None else network)
    try:
        with busy(catalogue.text("lab-train-reading")):
            data, digest = read_searches(folders), hash_of(folders, SEARCHES)
        with Progress(catalogue.text("lab-train-progress"), epochs) as progress:

            def tell(number: int, loss: float) -> None:
                progress.say(catalogue.text("lab-policy-pass", number=number, loss=f"{loss:.3f}"))
                progress.at(number)

            layers, figures = train_policy(data, PolicyRecipe(seed=seed, epochs=epochs), tell)
    except DataError as error:
        raise Problem(str(error)) from None
    click.echo(
        catalogue.text(
            "lab-policy-figures",
            decisions=figures.decisions,
            loss=f"{figures.loss:.3f}",
            least=f"{figures.least_loss:.3f}",
            agreement=f"{100 * figures.agreement:.1f}",
        )
    )
    made = {"command": command, "seed": seed, "data": digest, "figures": asdict(figures)}
    networks.write(path, replace(stored, policy=layers, about={**stored.about, "policy": made}))
    click.echo(catalogue.text("lab-train-done", file=str(path)))
