"""``edokko admin``: an operator's commands on tables and players, and backups."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

from edokko.catalogue import Catalogue
from edokko.cli import options
from edokko.cli.group import Group
from edokko.cli.problems import Problem
from edokko.cli.serve import database_problems, settings_of

if TYPE_CHECKING:
    from sqlalchemy import Connection

T = TypeVar("T")
MOST = 50
STATUSES = ("waiting", "running", "finished", "closed")


def command(catalogue: Catalogue) -> click.Group:
    """Return the command group in the catalogue's language."""
    group = Group(catalogue, "admin", help=catalogue.text("help-admin"), short_help=catalogue.text("help-admin-short"))
    for build in (_tables, _players, _reports, _check, _close, _delete, _backup, _restore):
        group.add_command(build(catalogue))
    for is_banned in (True, False):
        group.add_command(_ban(catalogue, is_banned=is_banned))
    return group


# --- lists


def _tables(catalogue: Catalogue) -> click.Command:
    @click.command("tables", help=catalogue.text("help-admin-tables"))
    @click.option("--status", type=click.Choice(STATUSES), default=None, help=catalogue.text("help-admin-status"))
    @options.count(catalogue, "--most", "help-admin-most", MOST, 100_000)
    @options.language(catalogue)
    def tables(status: str | None, most: int) -> None:
        from edokko.server.store import administration
        from edokko.table.shapes.base import iso_timestamp

        rows = _on_database(catalogue, lambda connection: administration.tables(connection, status, most))
        for table in rows:
            seats = ", ".join(name or "·" for name in table.seats)
            named = f"  {table.name}" if table.name else ""
            line = f"{table.id}  {iso_timestamp(table.changed)}  {table.status:<8}  {table.edition}  {table.month:>2}"
            click.echo(f"{line}  {seats}{named}")
        if not rows:
            click.echo(catalogue.text("admin-no-tables"))

    return tables


def _players(catalogue: Catalogue) -> click.Command:
    @click.command("players", help=catalogue.text("help-admin-players"))
    @click.argument("name", default="", metavar="[NAME]")
    @options.count(catalogue, "--most", "help-admin-most", MOST, 100_000)
    @options.language(catalogue)
    def players(name: str, most: int) -> None:
        from edokko.server.store import administration
        from edokko.table.shapes.base import iso_timestamp

        rows = _on_database(catalogue, lambda connection: administration.players(connection, name, most))
        for player in rows:
            banned = f"  {catalogue.text('admin-banned-mark')}" if player.is_banned else ""
            click.echo(f"{player.id}  {iso_timestamp(player.seen)}  {player.games:>4}  {player.name}{banned}")
        if not rows:
            click.echo(catalogue.text("admin-no-players"))

    return players


def _reports(catalogue: Catalogue) -> click.Command:
    @click.command("reports", help=catalogue.text("help-admin-reports"))
    @options.count(catalogue, "--most", "help-admin-most", MOST, 100_000)
    @options.language(catalogue)
    def reports(most: int) -> None:
        from edokko.server.app.features import FEATURES
        from edokko.server.store.administration import DELETED_NAME, ReportLine
        from edokko.table.shapes.base import iso_timestamp

        def work(connection: Connection) -> list[ReportLine]:
            found = [line for feature in FEATURES if feature.reports for line in feature.reports(connection, most)]
            return sorted(found, key=lambda line: -line.time)[:most]

        rows = _on_database(catalogue, work)
        for report in rows:
            ids = f"{report.table}  {report.writer}  {report.reporter or DELETED_NAME}"
            click.echo(f"{iso_timestamp(report.time)}  {ids}  {report.name}: {report.text}")
        if not rows:
            click.echo(catalogue.text("admin-no-reports"))

    return reports


# --- tables and players


def _check(catalogue: Catalogue) -> click.Command:
    @click.command("check", help=catalogue.text("help-admin-check"))
    @click.option("--repair", "is_repair", is_flag=True, help=catalogue.text("help-admin-repair"))
    @options.language(catalogue)
    @click.pass_context
    def check(context: click.Context, is_repair: bool) -> None:
        from edokko.server.tables import checking

        def work(connection: Connection) -> list[checking.Fault]:
            faults = list(checking.faults(connection))
            for fault in faults:
                if is_repair and fault.is_open:
                    checking.cut(connection, fault.table, fault.row)
            return faults

        faults = _on_database(catalogue, work)
        for fault in faults:
            advice = "repaired" if is_repair and fault.is_open else "repairable" if fault.is_open else "over"
            click.echo(catalogue.text(f"admin-check-{advice}", table=fault.table, status=fault.status, row=fault.row))
        if not faults:
            click.echo(catalogue.text("admin-check-good"))
        if any(not (is_repair and fault.is_open) for fault in faults):
            context.exit(1)

    return check


def _close(catalogue: Catalogue) -> click.Command:
    @click.command("close", help=catalogue.text("help-admin-close"))
    @click.argument("table", metavar="TABLE")
    @options.language(catalogue)
    def close(table: str) -> None:
        from edokko.server.store import administration

        was_open = _on_database(catalogue, lambda connection: administration.close_table(connection, table))
        click.echo(catalogue.text("admin-closed" if was_open else "admin-not-open", table=table))

    return close


def _ban(catalogue: Catalogue, *, is_banned: bool) -> click.Command:
    name = "ban" if is_banned else "unban"

    @click.command(name, help=catalogue.text(f"help-admin-{name}"))
    @click.argument("player", metavar="PLAYER")
    @options.language(catalogue)
    def set_ban(player: str) -> None:
        from edokko.server.store import administration

        shown = _on_database(catalogue, lambda connection: administration.ban(connection, player, is_banned=is_banned))
        click.echo(catalogue.text("admin-banned" if is_banned else "admin-unbanned", name=shown))

    return set_ban


def _delete(catalogue: Catalogue) -> click.Command:
    @click.command("delete", help=catalogue.text("help-admin-delete"))
    @click.argument("player", metavar="PLAYER")
    @_yes(catalogue)
    @options.language(catalogue)
    def delete(player: str, is_sure: bool) -> None:
        from edokko.server.app.features import FEATURES
        from edokko.server.store.administration import delete_player

        _require_confirmation(catalogue, is_sure)
        forget = [feature.forget for feature in FEATURES if feature.forget is not None]
        name = _on_database(catalogue, lambda connection: delete_player(connection, player, forget))
        click.echo(catalogue.text("admin-deleted", name=name))

    return delete


# --- backups


def _backup(catalogue: Catalogue) -> click.Command:
    @click.command("backup", help=catalogue.text("help-admin-backup"))
    @click.argument("file", metavar="FILE")
    @options.language(catalogue)
    def backup(file: str) -> None:
        from edokko.server.store.backup import back_up

        with database_problems(catalogue):
            back_up(settings_of(catalogue).database, Path(file))
        click.echo(catalogue.text("admin-backed-up", file=file))

    return backup


def _restore(catalogue: Catalogue) -> click.Command:
    @click.command("restore", help=catalogue.text("help-admin-restore"))
    @click.argument("file", metavar="FILE")
    @_yes(catalogue)
    @options.language(catalogue)
    def restore(file: str, is_sure: bool) -> None:
        from edokko.server.app.single_instance import AlreadyServed, single_instance
        from edokko.server.store.administration import notice
        from edokko.server.store.backup import restore as put_back

        _require_confirmation(catalogue, is_sure)
        database = settings_of(catalogue).database
        try:
            with database_problems(catalogue), single_instance(database):
                put_back(database, Path(file))
        except AlreadyServed as served:
            raise Problem(catalogue.text("problem-restore-served", address=served.address or "…")) from None
        # A server that runs nevertheless must drop its caches.
        _on_database(catalogue, lambda connection: notice(connection, "all", ""))
        click.echo(catalogue.text("admin-restored", file=file))

    return restore


# --- shared


def _yes(catalogue: Catalogue) -> Callable[[Callable[..., None]], Callable[..., None]]:
    return click.option("--yes", "is_sure", is_flag=True, help=catalogue.text("help-admin-yes"))


def _require_confirmation(catalogue: Catalogue, is_sure: bool) -> None:
    if not is_sure:
        raise Problem(catalogue.text("problem-not-sure"))


def _on_database(catalogue: Catalogue, work: Callable[[Connection], T]) -> T:
    """Migrate the database of the settings, and run ``work`` in one transaction.

    Raises:
        Problem: there is no such database, table or player.
    """
    import asyncio

    from edokko.server.store import migrate, open_database
    from edokko.server.store.administration import NotFound
    from edokko.server.store.backup import must_exist

    settings = settings_of(catalogue)

    async def run() -> T:
        database = open_database(settings.database)
        try:
            return await database.transact(work)
        finally:
            await database.close()

    try:
        with database_problems(catalogue):
            must_exist(settings.database)
            migrate(settings.database)
            return asyncio.run(run())
    except NotFound as missing:
        raise Problem(catalogue.text("problem-no-such", id=str(missing))) from None
    except OSError as error:
        raise Problem(catalogue.text("problem-database", reason=error.strerror or str(error))) from None
