"""``edokko worker``: a process that searches for the servers on a PostgreSQL."""

from __future__ import annotations

import os

import click

from edokko.catalogue import Catalogue
from edokko.cli import options
from edokko.cli.problems import Problem
from edokko.cli.serve import database_problems, free_port, logs_json, say, settings_of

KINDS = ("bots", "hints", "analyses", "reviews")
"""As :data:`edokko.server.workers.queue.KINDS`, which the help must not have to import."""
POSTGRESQL = "postgresql+asyncpg://"


def command(catalogue: Catalogue) -> click.Command:
    """Return the command in the catalogue's language."""

    @click.command("worker", help=catalogue.text("help-worker"), short_help=catalogue.text("help-worker-short"))
    @click.option("--database", default=None, metavar="ADDRESS", help=catalogue.text("help-worker-database"))
    @click.option(
        "--threads",
        type=click.IntRange(1, 256),
        default=None,
        metavar="NUMBER",
        help=catalogue.text("help-worker-threads"),
    )
    @click.option(
        "--kinds",
        default=",".join(KINDS),
        metavar="KINDS",
        help=catalogue.text("help-worker-kinds", kinds=",".join(KINDS)),
    )
    @click.option(
        "--metrics",
        type=click.IntRange(1, 65535),
        default=None,
        metavar="PORT",
        help=catalogue.text("help-worker-metrics"),
    )
    @options.language(catalogue)
    def worker(database: str | None, threads: int | None, kinds: str, metrics: int | None) -> None:
        run(catalogue, database, threads, kinds, metrics)

    return worker


def run(catalogue: Catalogue, database: str | None, threads: int | None, kinds: str, metrics: int | None) -> None:
    """Work until Ctrl-C.

    ``None`` means the setting of the environment for ``database`` and ``threads``, and no metrics for ``metrics``.

    Raises:
        Problem: an option or a setting is invalid, the database is none that several processes can use, or it does not
            answer; the port of the metrics is taken.
    """
    chosen = tuple(dict.fromkeys(kind.strip() for kind in kinds.split(",") if kind.strip()))
    unknown = next((kind for kind in chosen if kind not in KINDS), None)
    if unknown is not None or not chosen:
        raise Problem(catalogue.text("problem-worker-kind", kind=repr(unknown or kinds), kinds=", ".join(KINDS)))
    if database is not None:
        os.environ["EDOKKO_DATABASE"] = database
    settings = settings_of(catalogue)
    if not settings.database.startswith(POSTGRESQL):
        raise Problem(catalogue.text("problem-worker-database"))

    from edokko.server.app.working import METRICS_HOST, work

    if metrics is not None:
        free_port(catalogue, METRICS_HOST, metrics)

    def started() -> None:
        say(catalogue.text("worker-started", kinds=", ".join(chosen)))

    with database_problems(catalogue):
        work(
            settings,
            chosen,
            threads or settings.bot_threads,
            started,
            metrics_port=metrics,
            is_json=logs_json(),
        )
    say(catalogue.text("worker-stopped"))
