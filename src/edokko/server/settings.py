"""The settings of a server: environment variables, and options that the command line adds."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, fields
from email.utils import parseaddr
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from edokko import __version__, folders
from edokko.table.settings import AWAY

SMTP_SCHEMES = ("smtp", "starttls", "smtps")
"""How the connection to the mail server is encrypted: not at all, by STARTTLS, from the start."""
LEAST = {"bot_threads": 1, "review": 10, "matches": 10}
"""The lowest values of some settings."""
HERE, WORKERS = "here", "workers"
"""The values of ``EDOKKO_THINKING``."""


class SettingsError(ValueError):
    """An environment variable has an invalid value."""

    def __init__(self, variable: str, value: str, message: str = "problem-setting") -> None:
        self.variable = variable
        self.value = value  # the value, shortened or masked
        self.message = message  # the message of the catalogue that says what is wrong
        super().__init__(f"{variable} is {value!r}, which cannot be used")


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a server; docs/run/settings.md describes each under its variable, ``EDOKKO_`` and the field."""

    database: str
    origins: tuple[str, ...] = ()
    is_secure: bool = False  # whether the cookie is marked ``Secure``, for HTTPS only
    secret: str | None = None
    rate: int = 1_200
    sockets: int = 200
    streams: int = 1_000
    connections: int = 400
    address_guests: int = 60
    address_tables: int = 120
    bot_threads: int = max(1, min(4, (os.cpu_count() or 2) - 1))
    bot_pause: float = 0.7  # in seconds, unlike ``EDOKKO_BOT_PAUSE_MS``
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
    bot_game_days: int = 30
    guest_days: int = 30
    study_days: int = 180
    guest_kb: int = 5_000
    address_kb: int = 20_000
    database_mb: int = 20_000
    free_mb: int = 200
    metrics: int = 0
    page: Path = Path(__file__).parent.parent / "page"
    site: Path | None = None  # what ``edokko build-site`` has written
    thinks: bool = True  # whether the server searches itself; otherwise worker processes do (``EDOKKO_THINKING``)
    smtp: str = ""
    smtp_from: str = ""
    alert_private: bool = False


def default_database() -> str:
    """Return the address of a SQLite file in the user's data folder."""
    return f"sqlite+aiosqlite:///{folders.data('EDOKKO_DATABASE') / 'tables.sqlite'}"


def from_environment(environment: Mapping[str, str] = os.environ) -> Settings:
    """Read the settings from environment variables. Raises ``SettingsError`` if a variable has an invalid value."""
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
    origins = tuple(origin.strip().rstrip("/").lower() for origin in entries if origin.strip())
    smtp, smtp_from = _smtp(environment), _smtp_from(environment)
    # The variable of a whole number has the name of its field.
    numbers: dict[str, Any] = {
        field.name: max(LEAST.get(field.name, 0), _non_negative(environment, f"EDOKKO_{field.name.upper()}", default))
        for field in fields(Settings)
        if isinstance(default := field.default, int) and not isinstance(default, bool)
    }
    numbers["bot_pause"] = _non_negative(environment, "EDOKKO_BOT_PAUSE_MS", 700) / 1000
    if smtp and not origins:
        # Any host would do, so a client could let the server mail links to a host of its choice, with valid tokens.
        raise SettingsError("EDOKKO_ORIGINS", "", "problem-setting-smtp-origins")
    return Settings(
        database=database or default_database(),
        origins=origins,
        is_secure=bool(origins) and all(origin.startswith("https://") for origin in origins),
        secret=secret,
        **numbers,
        site=Path(site) if (site := environment.get("EDOKKO_SITE", "")) else None,
        thinks=thinking == HERE,
        smtp=smtp,
        smtp_from=smtp_from,
        alert_private=bool(_non_negative(environment, "EDOKKO_ALERT_PRIVATE", 0)),
    )


def of_server() -> Settings:
    """Read the settings of a server, whose site must be of its own version. Raises ``SettingsError``.

    Other programs ignore the site: a backup is due before it is built again.
    """
    settings = from_environment()
    try:
        version = settings.site and json.loads((settings.site / "site.json").read_bytes())["version"]
    except (OSError, ValueError, TypeError, KeyError):
        version = ""
    if version not in (None, __version__):
        raise SettingsError("EDOKKO_SITE", str(settings.site), "problem-setting-site")
    return settings


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
