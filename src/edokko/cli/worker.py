"""``edokko worker``: a process that searches for the servers on a PostgreSQL."""

from __future__ import annotations

import os

import click

from edokko.cli.group import Command, option
from edokko.cli.language import text
from edokko.cli.problems import Problem
from edokko.cli.serve import database_problems, free_port, logs_json, say, settings_of

KINDS = ("bots", "hints", "analyses", "reviews")
"""As :data:`edokko.table.thinking.queue.KINDS`, which the help must not have to import."""
POSTGRESQL = "postgresql+asyncpg://"


@click.command("worker", cls=Command, help="help-worker", short_help="help-worker-short")
@option("--database", metavar="ADDRESS", help="help-worker-database")
@option("--threads", type=click.IntRange(1, 256), metavar="NUMBER", help="help-worker-threads")
@option(
    "--kinds", default=",".join(KINDS), metavar="KINDS", help="help-worker-kinds", values={"kinds": ",".join(KINDS)}
)
@option("--metrics", type=click.IntRange(1, 65535), metavar="PORT", help="help-worker-metrics")
def command(database: str | None, threads: int | None, kinds: str, metrics: int | None) -> None:
    chosen = tuple(dict.fromkeys(kind.strip() for kind in kinds.split(",") if kind.strip()))
    unknown = next((kind for kind in chosen if kind not in KINDS), None)
    if unknown is not None or not chosen:
        raise Problem(text("problem-worker-kind", kind=repr(unknown or kinds), kinds=", ".join(KINDS)))
    if database is not None:
        os.environ["EDOKKO_DATABASE"] = database
    settings = settings_of()
    if not settings.database.startswith(POSTGRESQL):
        raise Problem(text("problem-worker-database"))

    from edokko.server.app.working import METRICS_HOST, work

    if metrics is not None:
        free_port(METRICS_HOST, metrics)

    def started() -> None:
        say(text("worker-started", kinds=", ".join(chosen)))

    with database_problems():
        threads = threads or settings.bot_threads
        work(settings, chosen, threads, started, metrics_port=metrics, is_json=logs_json())
    say(text("worker-stopped"))
