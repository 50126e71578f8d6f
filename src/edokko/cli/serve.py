"""``edokko serve``: the server of the table in the browser."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from edokko.catalogue import Catalogue
from edokko.cli.problems import Problem

if TYPE_CHECKING:
    from edokko.server.settings import Settings

HOST = "127.0.0.1"
PORT = 8421


def command(catalogue: Catalogue) -> click.Command:
    """Return the command in the catalogue's language."""
    from edokko.cli import options

    @click.command("serve", help=catalogue.text("help-serve"), short_help=catalogue.text("help-serve-short"))
    @click.option(
        "--port",
        type=click.IntRange(0, 65535),
        default=None,
        metavar="NUMBER",
        help=catalogue.text("help-serve-port", port=PORT),
    )
    @click.option("--host", default=HOST, show_default=True, metavar="ADDRESS", help=catalogue.text("help-serve-host"))
    @click.option("--no-browser", "is_quiet", is_flag=True, help=catalogue.text("help-serve-no-browser"))
    @options.language(catalogue)
    def serve(port: int | None, host: str, is_quiet: bool) -> None:
        run(catalogue, port, host, with_browser=not is_quiet)

    return serve


def run(catalogue: Catalogue, port: int | None, host: str, *, with_browser: bool) -> None:
    """Serve until Ctrl-C; if another server already uses the embedded database, open its page instead.

    If ``port`` is ``None``, it is the default port, or any free one if that is taken.

    Raises:
        Problem: the settings or the database are invalid, or the port is taken. Also if another server uses the
            database, and either ``port`` is given or that server has no address yet.
    """
    from edokko.server.app.running import serve as serve_table
    from edokko.server.app.single_instance import AlreadyServed, single_instance

    settings = settings_of(catalogue)

    def open_page(address: str) -> None:
        if with_browser:
            click.launch(address)

    try:
        with single_instance(settings.database) as announce, database_problems(catalogue):
            chosen_port = free_port(catalogue, host, port)

            def started(actual_port: int) -> None:
                # A server that listens on all addresses is opened by its local one.
                name = HOST if host in ("0.0.0.0", "::") else f"[{host}]" if ":" in host else host
                address = f"http://{name}:{actual_port}/"
                announce(address)
                say(catalogue.text("serve-started", address=", ".join((*settings.origins, address))))
                say(catalogue.text("serve-how-to-stop"))
                open_page(address)

            serve_table(settings, host, chosen_port, started, is_json=logs_json())
    except AlreadyServed as served:
        if served.address is None or port is not None:
            raise Problem(catalogue.text("problem-served", address=served.address or "…")) from None
        click.echo(catalogue.text("serve-started", address=served.address))
        open_page(served.address)
        return
    say(catalogue.text("serve-stopped"))


def logs_json() -> bool:
    return os.environ.get("EDOKKO_LOG") == "json"


def say(text: str) -> None:
    """Write a line for people, unless a program reads the log."""
    if not logs_json():
        click.echo(text)


def settings_of(catalogue: Catalogue) -> Settings:
    """Read the settings of the environment.

    Raises:
        Problem: a setting is invalid.
    """
    from edokko.server.settings import SettingsError, from_environment

    try:
        return from_environment()
    except SettingsError as error:
        raise Problem(catalogue.text(error.message, variable=error.variable, value=repr(error.value))) from None


@contextmanager
def database_problems(catalogue: Catalogue) -> Iterator[None]:
    """Convert database errors to problems.

    Raises:
        Problem: the database has raised an error.
    """
    from sqlalchemy.exc import DBAPIError

    from edokko.server.store.problems import DatabaseProblem

    try:
        yield
    except DatabaseProblem as problem:
        raise Problem(catalogue.text(f"problem-{problem.why}", **problem.facts)) from None
    except DBAPIError as error:
        reason = " ".join(str(error.orig).split())[:300]
        raise Problem(catalogue.text("problem-database", reason=reason)) from None


def free_port(catalogue: Catalogue, host: str, port: int | None) -> int:
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
        raise Problem(catalogue.text("problem-host", host=repr(host))) from None
    with socket.socket(family) as trial:
        trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trial.bind(address)
        except OSError as error:
            if error.errno == errno.EADDRNOTAVAIL:
                raise Problem(catalogue.text("problem-host", host=repr(host))) from None
            if port is None:
                return 0
            reason = error.strerror or str(error)
            raise Problem(catalogue.text("problem-port", host=host, port=wanted, reason=reason)) from None
    return wanted
