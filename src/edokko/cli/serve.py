"""``edokko serve``: the server of the table in the browser."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from edokko.cli.group import Command, option
from edokko.cli.language import text
from edokko.cli.problems import Problem, reason_of

if TYPE_CHECKING:
    from edokko.server.settings import Settings

HOST = "127.0.0.1"
PORT = 8421


@click.command("serve", cls=Command, help="help-serve", short_help="help-serve-short")
@option("--port", type=click.IntRange(0, 65535), metavar="NUMBER", help="help-serve-port", values={"port": PORT})
@option("--host", default=HOST, show_default=True, metavar="ADDRESS", help="help-serve-host")
@option("--no-browser", "is_quiet", is_flag=True, help="help-serve-no-browser")
def command(port: int | None, host: str, is_quiet: bool) -> None:
    run(port, host, with_browser=not is_quiet)


def run(port: int | None, host: str, *, with_browser: bool) -> None:
    """Serve until Ctrl-C; if another server already uses the embedded database, open its page instead.

    If ``port`` is ``None``, it is the default port, or any free one if that is taken.

    Raises:
        Problem: the settings or the database are invalid, or the port is taken. Also if another server uses the
            database, and either ``port`` is given or that server has no address yet.
    """
    from edokko.server.app.running import serve as serve_table
    from edokko.server.app.single_instance import AlreadyServed, single_instance
    from edokko.server.settings import of_server

    settings = settings_of(of_server)

    def open_page(address: str) -> None:
        if with_browser:
            click.launch(address)

    try:
        with single_instance(settings.database) as announce, database_problems():
            chosen_port = free_port(host, port)

            def started(actual_port: int) -> None:
                # A server that listens on all addresses is opened by its local one.
                name = HOST if host in ("0.0.0.0", "::") else f"[{host}]" if ":" in host else host
                address = f"http://{name}:{actual_port}/"
                announce(address)
                say(text("serve-started", address=", ".join((*settings.origins, address))))
                say(text("serve-how-to-stop"))
                open_page(address)

            serve_table(settings, host, chosen_port, started, is_json=logs_json())
    except AlreadyServed as served:
        if served.address is None or port is not None:
            raise Problem(text("problem-served", address=served.address or "…")) from None
        click.echo(text("serve-started", address=served.address))
        open_page(served.address)
        return
    say(text("serve-stopped"))


def logs_json() -> bool:
    return os.environ.get("EDOKKO_LOG") == "json"


def say(text: str) -> None:
    """Write a line for people, unless a program reads the log."""
    if not logs_json():
        click.echo(text)


def settings_of(read: Callable[[], Settings] | None = None) -> Settings:
    """Read the settings of the environment. Raises ``Problem`` if a setting is invalid."""
    from edokko.server.settings import SettingsError, from_environment

    try:
        return (read or from_environment)()
    except SettingsError as error:
        raise Problem(text(error.message, variable=error.variable, value=repr(error.value))) from None


@contextmanager
def database_problems() -> Iterator[None]:
    """Convert database errors to problems. Raises ``Problem`` if the database has raised an error."""
    from sqlalchemy.exc import DBAPIError

    from edokko.server.store.problems import DatabaseProblem

    try:
        yield
    except DatabaseProblem as problem:
        raise Problem(text(f"problem-{problem.why}", **problem.facts)) from None
    except DBAPIError as error:
        reason = " ".join(str(error.orig).split())[:300]
        raise Problem(text("problem-database", reason=reason)) from None


def free_port(host: str, port: int | None) -> int:
    """Return the port to listen on, after a test before the server starts; 0 means any free port.

    Raises:
        Problem: this computer has no such address, or the port is taken.
    """
    import errno
    import socket

    wanted = PORT if port is None else port
    try:
        family, _, _, _, address = socket.getaddrinfo(host, wanted, type=socket.SOCK_STREAM)[0]
    except (OSError, UnicodeError):
        raise Problem(text("problem-host", host=repr(host))) from None
    with socket.socket(family) as trial:
        trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trial.bind(address)
        except OSError as error:
            if error.errno == errno.EADDRNOTAVAIL:
                raise Problem(text("problem-host", host=repr(host))) from None
            if port is None:
                return 0
            raise Problem(text("problem-port", host=host, port=wanted, reason=reason_of(error))) from None
    return wanted
