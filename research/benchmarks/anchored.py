"""Targets from games that finish a position, made in minutes: games on all cores, a training, then a duel.

    python benchmarks/anchored.py DATA -o anchored.npz --minutes 7 --workers 16 --device cuda

The games stop when the time is over, and the same command adds more to DATA. It trains the network of the package
further on all of them, and prints by how much the values miss true leads and how the network does against `mcts`.
"""

from __future__ import annotations

import argparse
import sys
from contextlib import closing
from importlib import import_module
from pathlib import Path
from time import monotonic

from edokko.cli.problems import Problem
from edokko.components import load
from edokko.lab.data.run import run_job
from edokko.players.champion import StoredNetwork, write_network
from edokko.players.champion.stored import SHIPPED, NetworkError, file_hash, shipped_network
from edokko_research.commands.train import EPOCHS, SEED, TRUTH, check_device
from edokko_research.data.observed import DataError
from edokko_research.duel.running import duel
from edokko_research.months.job import MonthsJob
from edokko_research.months.plan import months_plan
from edokko_research.months.schema import MONTHS
from edokko_research.train.fitting import Recipe, further, train
from edokko_research.train.months import hash_of, read_months

MOST_GAMES = 100_000
"""Of the plan: more than any time allows."""
OPPONENT = "mcts:300sims"
DUEL_SEED = 77


def main() -> int:
    """Run the games, the training and the duel of the command line."""
    parser = argparse.ArgumentParser(description="A network trained further on games that finish positions.")
    parser.add_argument("data", type=Path, nargs="+", help="folders of samples; games are added to the first one")
    parser.add_argument("-o", "--output", type=Path, required=True, help="the file of the network, .npz")
    parser.add_argument("--minutes", type=float, default=7.0, help="how long games are played (default: %(default)s)")
    parser.add_argument("--workers", type=int, default=1, help="the threads of the games (default: %(default)s)")
    parser.add_argument("--device", default="cpu", help="where PyTorch computes, such as cuda")
    parser.add_argument("--seed", type=int, default=20262, help="fixes the games of the sample")
    parser.add_argument("--simulations", type=int, default=150, help="of the searches (default: %(default)s)")
    parser.add_argument("--finished", type=int, default=12, help="games that finish a position (default: %(default)s)")
    parser.add_argument("--finishing", type=int, default=16, help="their simulations (default: %(default)s)")
    parser.add_argument("--anchor", type=float, default=0.7, help="their share of a target (default: %(default)s)")
    parser.add_argument("--epochs", type=int, default=EPOCHS, help="passes over the data (default: %(default)s)")
    parser.add_argument("--games", type=int, default=200, help=f"against 3 {OPPONENT}; 0 for none (%(default)s)")
    options = parser.parse_args()
    if options.output.suffix != ".npz" or options.output.exists() or not options.output.parent.is_dir():
        parser.error(f"{options.output}: give a new file whose name ends in .npz, in a folder that exists")
    for folder in options.data[1:]:
        if not folder.is_dir():
            parser.error(f"{folder}: there is no such folder")
    for option, least in {"games": 0, "epochs": 1, "workers": 1}.items():
        if getattr(options, option) < least:
            parser.error(f"--{option}: {getattr(options, option)} is less than {least}")
    if not 0 <= options.anchor <= 1:
        parser.error(f"--anchor: {options.anchor} is not a share from 0 to 1")
    try:
        check_device(options.device)
        _sample(options)
        _train(options)
    except (DataError, NetworkError, Problem, ValueError) as error:
        parser.error(str(error))
    if options.games:
        _duel(options)
    return 0


def _sample(options: argparse.Namespace) -> None:
    """Add games to the first sample until the time is over."""
    plan = months_plan(
        MOST_GAMES,
        file_hash(SHIPPED),
        percent=3,
        seed=options.seed,
        simulations=options.simulations,
        between=16,
        side_lines=1,
        finished=options.finished,
        finishing=options.finishing,
    )
    job = MonthsJob(plan, options.data[0], SHIPPED)
    began = monotonic()
    with closing(run_job(job, workers=options.workers, in_threads=True)) as reports:
        while monotonic() < began + 60 * options.minutes:
            next(reports)
    # The chunks that the threads were playing at that time are finished too.
    _say(f"games for {monotonic() - began:.0f} s by {options.workers} threads")


def _train(options: argparse.Namespace) -> None:
    """Train on all samples, print the figures and write the network."""
    began = monotonic()
    data, truth, start = read_months(options.data), read_months([TRUTH]), shipped_network()
    recipe = Recipe(seed=SEED, epochs=options.epochs, device=options.device, anchor=options.anchor)
    trained = train(data, further(recipe, start), truth=truth)
    misses = ", ".join(f"{name} {miss:.2f}" for name, miss in trained.figures.truth.items())
    about = {"data": hash_of(options.data, MONTHS), "anchor": options.anchor, "policy": start.about["policy"]}
    write_network(options.output, StoredNetwork(trained.layers, start.policy, trained.outlooks, about))
    _say(f"{len(data)} positions, trained in {monotonic() - began:.0f} s on {_device(options.device)}")
    _say(f"True leads are missed, in IKI, by: {misses}")


def _device(name: str) -> str:
    torch = import_module("torch")
    return str(torch.cuda.get_device_name(name)) if name.startswith("cuda") else name


def _duel(options: argparse.Namespace) -> None:
    """Play the network of the package and the new one against the same opponent on the same deals."""
    for name in ("champion:300sims", f"champion:300sims:net={options.output}"):
        began = monotonic()
        result = duel(name, OPPONENT, 4, options.games, DUEL_SEED, load("2021"), workers=options.workers)
        own = result.table.entries[0]
        low, high = result.interval or (result.lead, result.lead)
        _say(
            f"{name} against 3 {OPPONENT}, {result.table.games} games in {monotonic() - began:.0f} s: leads by "
            f"{result.lead:.1f} ({low:.1f} to {high:.1f}) IKI, wins {100 * own.win_share:.1f} %"
        )


def _say(line: str) -> None:
    print(line, flush=True)


if __name__ == "__main__":
    sys.exit(main())
