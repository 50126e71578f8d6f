"""The settings of a server: environment variables, and options that the command line adds."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from email.utils import parseaddr
from pathlib import Path
from urllib.parse import urlsplit

from edokko import folders

SMTP_SCHEMES = ("smtp", "starttls", "smtps")
"""How the connection to the mail server is encrypted: not at all, by STARTTLS, from the start."""
AWAY = 60
"""Default of ``Settings.away``."""
HERE, WORKERS = "here", "workers"
"""The values of ``EDOKKO_THINKING``."""


class SettingsError(ValueError):
    """An environment variable has an invalid value.

    Attributes:
        variable: the name.
        value: the value, shortened or masked.
        message: the message of the catalogue that says what is wrong.
    """

    def __init__(self, variable: str, value: str, message: str = "problem-setting") -> None:
        self.variable = variable
        self.value = value
        self.message = message
        super().__init__(f"{variable} is {value!r}, which cannot be used")


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a server.

    Attributes:
        database: the address of the database, as SQLAlchemy writes it.
        origins: allowed origins of the page, such as that of a reverse proxy; empty: any host that a request names.
        is_secure: whether the cookie is marked ``Secure``, for HTTPS only.
        secret: the key of the cookie, 64 hexadecimal digits; ``None`` for the one in the database.
        rate: rate limit of an address, in requests a minute; 0 for no limit.
        sockets: maximum of live channels of one address.
        streams: maximum of event streams of programs in this process.
        connections: maximum of open connections of one peer; 0 for no limit, as behind a reverse proxy, which is the
            peer of all clients.
        address_guests: guests that one address may create in an hour; 0 for no limit.
        address_tables: tables that one address may create in an hour; 0 for no limit.
        bot_threads: threads in which computer players search.
        bot_pause: delay of a computer player's move at a table that people watch, in seconds.
        guest_tables: quota of waiting and running tables that one guest hosts.
        bot_tables: quota of waiting and running tables with computer players that one guest has added.
        bot_only_tables: quota of running tables without a person, over all guests.
        tables: quota of waiting and running tables, over all guests.
        matches: capacity of the cache of tables.
        away: seconds before an absent player can be replaced, counted from when the player left and, at live pace, also
            from the beginning of the turn; at pace ``days`` the turn must have begun a day ago.
        review: simulations of each decision of a review.
        waiting_days: days without activity before a waiting table is closed; 0, here and below, for never.
        running_days: days without activity before a running table is closed.
        closed_days: days before a closed table is deleted.
        finished_days: days before a finished game is deleted, with its results.
        guest_days: days before a guest without seats, tables, results, tokens, studies and events is deleted.
        page: the folder of the built page.
        thinks: whether the server searches itself; otherwise worker processes do.
        smtp: the operator's mail server, such as ``smtps://user:password@host``; empty for no e-mail.
        smtp_from: the sender of e-mails; not empty with ``smtp``.
        alert_private: whether webhooks and push endpoints may be in private networks, and use plain HTTP.
    """

    database: str
    origins: tuple[str, ...] = ()
    is_secure: bool = False
    secret: str | None = None
    rate: int = 1_200
    sockets: int = 200
    streams: int = 1_000
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
    away: int = AWAY
    review: int = 300
    waiting_days: int = 7
    running_days: int = 60
    closed_days: int = 30
    finished_days: int = 0
    guest_days: int = 30
    page: Path = Path(__file__).parent.parent.parent / "page"
    thinks: bool = True
    smtp: str = ""
    smtp_from: str = ""
    alert_private: bool = False


def default_database() -> str:
    """Return the address of a SQLite file in the user's data folder."""
    return f"sqlite+aiosqlite:///{folders.data('EDOKKO_DATABASE') / 'tables.sqlite'}"


def from_environment(environment: Mapping[str, str] = os.environ) -> Settings:
    """Read the settings from environment variables.

    Raises:
        SettingsError: a variable has an invalid value.
    """
    database = environment.get("EDOKKO_DATABASE", "")
    if database and not database.startswith(("sqlite+aiosqlite:///", "postgresql+asyncpg://")):
        raise SettingsError("EDOKKO_DATABASE", database.partition("://")[0] + "://…")
    if environment.get("EDOKKO_BUS"):
        # A process that ignored it would miss the messages of those of an earlier version.
        raise SettingsError("EDOKKO_BUS", "…", "problem-setting-removed")
    thinking = environment.get("EDOKKO_THINKING") or HERE
    if thinking not in (HERE, WORKERS) or (thinking == WORKERS and not database.startswith("postgresql")):
        # Workers take their tasks from PostgreSQL.
        raise SettingsError("EDOKKO_THINKING", thinking[:40])
    secret = environment.get("EDOKKO_SECRET") or None
    if secret is not None and not _is_key(secret):
        raise SettingsError("EDOKKO_SECRET", "…")
    entries = environment.get("EDOKKO_ORIGINS", "").split(",")
    origins = tuple(origin.strip().rstrip("/") for origin in entries if origin.strip())
    smtp, smtp_from = _smtp(environment), _smtp_from(environment)
    if smtp and not origins:
        # Any host would do, so a client could let the server mail links to a host of its choice, with valid tokens.
        raise SettingsError("EDOKKO_ORIGINS", "", "problem-setting-smtp-origins")
    return Settings(
        database=database or default_database(),
        origins=origins,
        is_secure=bool(origins) and all(origin.startswith("https://") for origin in origins),
        secret=secret,
        rate=_non_negative(environment, "EDOKKO_RATE", 1_200),
        sockets=_non_negative(environment, "EDOKKO_SOCKETS", 200),
        streams=_non_negative(environment, "EDOKKO_STREAMS", 1_000),
        connections=_non_negative(environment, "EDOKKO_CONNECTIONS", 400),
        address_guests=_non_negative(environment, "EDOKKO_ADDRESS_GUESTS", 60),
        address_tables=_non_negative(environment, "EDOKKO_ADDRESS_TABLES", 120),
        bot_threads=max(1, _non_negative(environment, "EDOKKO_BOT_THREADS", max(1, min(4, (os.cpu_count() or 2) - 1)))),
        bot_pause=_non_negative(environment, "EDOKKO_BOT_PAUSE_MS", 700) / 1000,
        guest_tables=_non_negative(environment, "EDOKKO_GUEST_TABLES", 40),
        bot_tables=_non_negative(environment, "EDOKKO_BOT_TABLES", 12),
        bot_only_tables=_non_negative(environment, "EDOKKO_BOT_ONLY_TABLES", 500),
        tables=_non_negative(environment, "EDOKKO_TABLES", 5_000),
        away=_non_negative(environment, "EDOKKO_AWAY", AWAY),
        review=max(10, _non_negative(environment, "EDOKKO_REVIEW", 300)),
        matches=max(10, _non_negative(environment, "EDOKKO_MATCHES", 1_000)),
        waiting_days=_non_negative(environment, "EDOKKO_WAITING_DAYS", 7),
        running_days=_non_negative(environment, "EDOKKO_RUNNING_DAYS", 60),
        closed_days=_non_negative(environment, "EDOKKO_CLOSED_DAYS", 30),
        finished_days=_non_negative(environment, "EDOKKO_FINISHED_DAYS", 0),
        guest_days=_non_negative(environment, "EDOKKO_GUEST_DAYS", 30),
        thinks=thinking == HERE,
        smtp=smtp,
        smtp_from=smtp_from,
        alert_private=bool(_non_negative(environment, "EDOKKO_ALERT_PRIVATE", 0)),
    )


def _is_key(text: str) -> bool:
    try:
        return len(bytes.fromhex(text)) == 32
    except ValueError:
        return False


def _smtp(environment: Mapping[str, str]) -> str:
    """Return the address of the mail server; without one there is no e-mail."""
    server = environment.get("EDOKKO_SMTP", "")
    try:
        parts = urlsplit(server)
        is_usable = parts.scheme in SMTP_SCHEMES and bool(parts.hostname) and parts.port != 0
    except ValueError:
        is_usable = False
    if server and not is_usable:
        raise SettingsError("EDOKKO_SMTP", server.partition("://")[0][:20] + "://…")
    return server


def _smtp_from(environment: Mapping[str, str]) -> str:
    """Return the sender of e-mails, which a mail server needs."""
    sender = environment.get("EDOKKO_SMTP_FROM", "")
    name, _, host = parseaddr(sender)[1].partition("@")
    if (sender or environment.get("EDOKKO_SMTP")) and not (name and host):
        raise SettingsError("EDOKKO_SMTP_FROM", sender[:40])
    return sender


def _non_negative(environment: Mapping[str, str], variable: str, default: int) -> int:
    text = environment.get(variable, "")
    if not text:
        return default
    if not text.isascii() or not text.isdigit() or len(text) > 7:
        raise SettingsError(variable, text[:40])
    return int(text)
