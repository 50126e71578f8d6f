"""``edokko admin``: an operator's commands on tables and players, and backups."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

from edokko.cli import options
from edokko.cli.group import Group, option
from edokko.cli.language import text
from edokko.cli.problems import Problem, reason_of
from edokko.cli.serve import database_problems, settings_of

if TYPE_CHECKING:
    from sqlalchemy import Connection

T = TypeVar("T")
MOST = 50
STATUSES = ("waiting", "running", "finished", "closed")


command = Group("admin", help="help-admin", short_help="help-admin-short")
_most = options.count("--most", "help-admin-most", MOST, 100_000)
_yes = option("--yes", "is_sure", is_flag=True, help="help-admin-yes")


# --- lists


@command.command("tables", help="help-admin-tables")
@option("--status", type=click.Choice(STATUSES), help="help-admin-status")
@_most
def _tables(status: str | None, most: int) -> None:
    from edokko.server.store import administration
    from edokko.table.shapes.base import iso_timestamp

    rows = _on_database(lambda connection: administration.tables(connection, status, most))
    for table in rows:
        seats = ", ".join(name or "·" for name in table.seats)
        named = f"  {table.name}" if table.name else ""
        line = f"{table.id}  {iso_timestamp(table.changed)}  {table.status:<8}  {table.edition}  {table.month:>2}"
        click.echo(f"{line}  {seats}{named}")
    if not rows:
        click.echo(text("admin-no-tables"))


@command.command("players", help="help-admin-players")
@click.argument("name", default="", metavar="[NAME]")
@_most
def _players(name: str, most: int) -> None:
    from edokko.server.store import administration
    from edokko.table.shapes.base import iso_timestamp

    rows = _on_database(lambda connection: administration.players(connection, name, most))
    for player in rows:
        banned = f"  {text('admin-banned-mark')}" if player.is_banned else ""
        click.echo(f"{player.id}  {iso_timestamp(player.seen)}  {player.games:>4}  {player.name}{banned}")
    if not rows:
        click.echo(text("admin-no-players"))


@command.command("reports", help="help-admin-reports")
@_most
def _reports(most: int) -> None:
    from edokko.server.app.features import FEATURES
    from edokko.server.store.administration import DELETED_NAME, ReportLine
    from edokko.table.shapes.base import iso_timestamp

    def work(connection: Connection) -> list[ReportLine]:
        found = [line for feature in FEATURES if feature.reports for line in feature.reports(connection, most)]
        return sorted(found, key=lambda line: -line.time)[:most]

    rows = _on_database(work)
    for report in rows:
        ids = f"{report.table}  {report.writer}  {report.reporter or DELETED_NAME}"
        click.echo(f"{iso_timestamp(report.time)}  {ids}  {report.name}: {report.text}")
    if not rows:
        click.echo(text("admin-no-reports"))


# --- tables and players


@command.command("check", help="help-admin-check")
@option("--repair", "is_repair", is_flag=True, help="help-admin-repair")
@click.pass_context
def _check(context: click.Context, is_repair: bool) -> None:
    from edokko.server.tables import checking

    def work(connection: Connection) -> list[checking.Fault]:
        faults = list(checking.faults(connection))
        for fault in faults:
            if is_repair and fault.is_open:
                checking.cut(connection, fault.table, fault.row)
        return faults

    faults = _on_database(work)
    for fault in faults:
        advice = "repaired" if is_repair and fault.is_open else "repairable" if fault.is_open else "over"
        click.echo(text(f"admin-check-{advice}", table=fault.table, status=fault.status, row=fault.row))
    if not faults:
        click.echo(text("admin-check-good"))
    if any(not (is_repair and fault.is_open) for fault in faults):
        context.exit(1)


@command.command("close", help="help-admin-close")
@click.argument("table", metavar="TABLE")
def _close(table: str) -> None:
    from edokko.server.store import administration

    was_open = _on_database(lambda connection: administration.close_table(connection, table))
    click.echo(text("admin-closed" if was_open else "admin-not-open", table=table))


@command.command("ban", help="help-admin-ban")
@click.argument("player", metavar="PLAYER")
def _ban(player: str) -> None:
    _set_ban(player, is_banned=True)


@command.command("unban", help="help-admin-unban")
@click.argument("player", metavar="PLAYER")
def _unban(player: str) -> None:
    _set_ban(player, is_banned=False)


def _set_ban(player: str, *, is_banned: bool) -> None:
    from edokko.server.store import administration

    shown = _on_database(lambda connection: administration.ban(connection, player, is_banned=is_banned))
    click.echo(text("admin-banned" if is_banned else "admin-unbanned", name=shown))


@command.command("delete", help="help-admin-delete")
@click.argument("player", metavar="PLAYER")
@_yes
def _delete(player: str, is_sure: bool) -> None:
    from edokko.server.app.features import FEATURES
    from edokko.server.store.administration import delete_player

    _require_confirmation(is_sure)
    forget = [feature.forget for feature in FEATURES if feature.forget is not None]
    name = _on_database(lambda connection: delete_player(connection, player, forget))
    click.echo(text("admin-deleted", name=name))


# --- backups


@command.command("backup", help="help-admin-backup")
@click.argument("file", metavar="FILE")
def _backup(file: str) -> None:
    from edokko.server.store.backup import back_up

    with database_problems():
        back_up(settings_of().database, Path(file))
    click.echo(text("admin-backed-up", file=file))


@command.command("restore", help="help-admin-restore")
@click.argument("file", metavar="FILE")
@_yes
def _restore(file: str, is_sure: bool) -> None:
    from edokko.server.app.single_instance import AlreadyServed, single_instance
    from edokko.server.store.administration import notice
    from edokko.server.store.backup import restore as put_back

    _require_confirmation(is_sure)
    database = settings_of().database
    try:
        with database_problems(), single_instance(database):
            put_back(database, Path(file))
    except AlreadyServed as served:
        raise Problem(text("problem-restore-served", address=served.address or "…")) from None
    # A server that runs nevertheless must drop its caches.
    _on_database(lambda connection: notice(connection, "all", ""))
    click.echo(text("admin-restored", file=file))


# --- shared


def _require_confirmation(is_sure: bool) -> None:
    if not is_sure:
        raise Problem(text("problem-not-sure"))


def _on_database(work: Callable[[Connection], T]) -> T:
    """Migrate the database of the settings, and run ``work`` in one transaction."""
    import asyncio

    from edokko.server.store import migrate, open_database
    from edokko.server.store.administration import NotFound
    from edokko.server.store.backup import must_exist

    settings = settings_of()

    async def run() -> T:
        database = open_database(settings.database)
        try:
            return await database.transact(work)
        finally:
            await database.close()

    try:
        with database_problems():
            must_exist(settings.database)
            migrate(settings.database)
            return asyncio.run(run())
    except NotFound as missing:
        raise Problem(text("problem-no-such", id=str(missing))) from None
    except OSError as error:
        raise Problem(text("problem-database", reason=reason_of(error))) from None
