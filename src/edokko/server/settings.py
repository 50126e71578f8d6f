"""What a server is told from outside: the environment, and what the command line adds to it."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import platformdirs


class SettingsError(ValueError):
    """A variable of the environment that cannot be used.

    Attributes:
        variable: its name.
        value: what it holds.
    """

    def __init__(self, variable: str, value: str) -> None:
        self.variable = variable
        self.value = value
        super().__init__(f"{variable} is {value!r}, which cannot be used")


@dataclass(frozen=True, slots=True)
class Settings:
    """How a server runs.

    Attributes:
        database: the address of a database, as SQLAlchemy writes it.
        origins: the addresses under which people open the page besides the one they ask for, such as the one of a
            reverse proxy.
        is_secure: whether browsers may send the cookie over HTTPS only.
        secret: the key of the cookie, 64 hexadecimal digits; ``None`` for the one kept in the database.
        rate: requests a minute and address; 0 for no bound.
        sockets: live channels of one address.
        connections: open connections of one peer; 0 for no bound, as behind a reverse proxy, which is the peer of all.
        address_guests: guests that one address may make in an hour; 0 for no bound.
        address_tables: tables that one address may make in an hour; 0 for no bound.
        bot_threads: how many computer players think at a time.
        bot_pause: seconds before a computer player's move where people look on.
        guest_tables: waiting and running tables that one guest may have made.
        bot_tables: those with computer players, which one guest may have made or left a seat at.
        bot_only_tables: running tables of the whole server where nobody but computer players sits.
        tables: running and waiting tables of the whole server.
        matches: games kept in memory.
        away: seconds that somebody who is not there may let a table of live pace wait.
        review: simulations of each decision of a review.
        waiting_days: after which a table that waits for people is closed; 0, here and below, for never.
        running_days: after which a game that nobody goes on with is closed.
        closed_days: after which a closed table is deleted.
        finished_days: after which a finished game is deleted, results included.
        guest_days: after which a guest who never sat down is deleted.
        page: the folder of the built page.
    """

    database: str
    origins: tuple[str, ...] = ()
    is_secure: bool = False
    secret: str | None = None
    rate: int = 1_200
    sockets: int = 200
    connections: int = 400
    address_guests: int = 60
    address_tables: int = 120
    bot_threads: int = 1
    bot_pause: float = 0.7
    guest_tables: int = 40
    bot_tables: int = 12
    bot_only_tables: int = 500
    tables: int = 5_000
    matches: int = 1_000
    away: int = 60
    review: int = 300
    waiting_days: int = 7
    running_days: int = 60
    closed_days: int = 30
    finished_days: int = 0
    guest_days: int = 30
    page: Path = Path(__file__).parent.parent / "page"

    @property
    def is_sqlite(self) -> bool:
        """Whether the database is the embedded one."""
        return self.database.startswith("sqlite")


def default_database() -> str:
    """The embedded database in the user's data folder."""
    return f"sqlite+aiosqlite:///{Path(platformdirs.user_data_dir('edokko')) / 'tables.sqlite'}"


def from_environment(environment: Mapping[str, str] = os.environ) -> Settings:
    """Read the settings.

    Args:
        environment: its variables.

    Raises:
        SettingsError: one of them cannot be used.
    """
    database = environment.get("EDOKKO_DATABASE", "")
    if database and not database.startswith(("sqlite+aiosqlite:///", "postgresql+asyncpg://")):
        raise SettingsError("EDOKKO_DATABASE", database.partition("://")[0] + "://…")
    secret = environment.get("EDOKKO_SECRET") or None
    if secret is not None and not _is_key(secret):
        raise SettingsError("EDOKKO_SECRET", "…")
    origins = tuple(one.strip().rstrip("/") for one in environment.get("EDOKKO_ORIGINS", "").split(",") if one.strip())
    return Settings(
        database=database or default_database(),
        origins=origins,
        is_secure=bool(origins) and all(one.startswith("https://") for one in origins),
        secret=secret,
        rate=_whole(environment, "EDOKKO_RATE", 1_200),
        sockets=_whole(environment, "EDOKKO_SOCKETS", 200),
        connections=_whole(environment, "EDOKKO_CONNECTIONS", 400),
        address_guests=_whole(environment, "EDOKKO_ADDRESS_GUESTS", 60),
        address_tables=_whole(environment, "EDOKKO_ADDRESS_TABLES", 120),
        bot_threads=max(1, _whole(environment, "EDOKKO_BOT_THREADS", max(1, min(4, (os.cpu_count() or 2) - 1)))),
        bot_pause=_whole(environment, "EDOKKO_BOT_PAUSE_MS", 700) / 1000,
        guest_tables=_whole(environment, "EDOKKO_GUEST_TABLES", 40),
        bot_tables=_whole(environment, "EDOKKO_BOT_TABLES", 12),
        bot_only_tables=_whole(environment, "EDOKKO_BOT_ONLY_TABLES", 500),
        tables=_whole(environment, "EDOKKO_TABLES", 5_000),
        away=_whole(environment, "EDOKKO_AWAY", 60),
        review=max(10, _whole(environment, "EDOKKO_REVIEW", 300)),
        matches=max(10, _whole(environment, "EDOKKO_MATCHES", 1_000)),
        waiting_days=_whole(environment, "EDOKKO_WAITING_DAYS", 7),
        running_days=_whole(environment, "EDOKKO_RUNNING_DAYS", 60),
        closed_days=_whole(environment, "EDOKKO_CLOSED_DAYS", 30),
        finished_days=_whole(environment, "EDOKKO_FINISHED_DAYS", 0),
        guest_days=_whole(environment, "EDOKKO_GUEST_DAYS", 30),
    )


def _is_key(text: str) -> bool:
    try:
        return len(bytes.fromhex(text)) == 32
    except ValueError:
        return False


def _whole(environment: Mapping[str, str], variable: str, default: int) -> int:
    text = environment.get(variable, "")
    if not text:
        return default
    if not text.isascii() or not text.isdigit() or len(text) > 7:
        raise SettingsError(variable, text[:40])
    return int(text)
