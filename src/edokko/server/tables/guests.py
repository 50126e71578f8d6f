"""Guests: stored accounts without a password, with bearer tokens for programs and one-time codes for other devices."""

from __future__ import annotations

import hashlib
import secrets
import time

from cachetools import TTLCache
from sqlalchemy import Connection, bindparam, delete, exists, insert, select, update

from edokko.catalogue import Catalogue
from edokko.server.store import Database, models
from edokko.server.store.statements import change, every, first, require_below
from edokko.server.views import guests as shapes
from edokko.table.people import Person, clean_name, player_name
from edokko.table.problems import ApiProblem
from edokko.table.shapes.base import iso_timestamp

CACHE_SECONDS = 60.0
"""Time to live of a cached guest, in seconds."""
CACHE_CAPACITY = 5_000
SEEN_EVERY = 24 * 3600.0
"""Seconds between two updates of ``guests.seen``, by which inactive guests expire."""
CODE_SECONDS = 15 * 60
"""Lifetime of a code for another device, in seconds."""
MOST_TOKENS = 20
"""Tokens of one guest."""
# Built once: building a statement takes longer than executing it.
_GUEST = select(models.Guest.id, models.Guest.name, models.Guest.banned, models.Guest.seen).where(
    models.Guest.id == bindparam("guest")
)
_SEEN = update(models.Guest).where(models.Guest.id == bindparam("guest")).values(seen=bindparam("now"))
_TOKEN = select(models.Token.guest).where(models.Token.digest == bindparam("digest"))
_HAS_FINISHED = select(exists().where(models.Outcome.guest == bindparam("guest")))
NAME_TRIES = 20


class Guests:
    """The guests of a database."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._cache: TTLCache[str, Person] = TTLCache(CACHE_CAPACITY, CACHE_SECONDS)
        self._invalidations = 0
        """Count of invalidations. A guest that was read before the last one must not enter the cache."""

    async def create(self, language: str = "en") -> Person:
        """Create a guest with a random name, in a language, that no other guest of the last minute has."""
        taken = {person.name for person in self._cache.values()}
        person = Person(secrets.token_hex(10), _new_name(taken, Catalogue(language)))
        now = time.time()
        values = {"id": person.id, "name": person.name, "created": now, "seen": now, "banned": False}
        await change(self._database, insert(models.Guest).values(values))
        self._cache[person.id] = person
        return person

    async def find(self, guest: str) -> Person | None:
        """Return a guest by id; ``None`` if there is none, or it has been deleted."""
        cached, invalidations = self._cache.get(guest), self._invalidations
        if cached is not None:
            return cached
        row = await first(self._database, _GUEST, guest=guest)
        if row is None:
            return None
        person, now = Person(row.id, row.name, row.banned), time.time()
        if invalidations == self._invalidations:
            # No guest has been banned or deleted since the query.
            self._cache[person.id] = person
        if now - row.seen > SEEN_EVERY:
            await change(self._database, _SEEN, guest=guest, now=now)
        return person

    async def has_finished_game(self, person: Person) -> bool:
        """Return whether a guest has played a game to its end."""
        return bool((await first(self._database, _HAS_FINISHED, guest=person.id))[0])

    def invalidate(self, guest: str) -> None:
        """Remove a guest from the cache."""
        self._invalidations += 1
        self._cache.pop(guest, None)

    def invalidate_all(self) -> None:
        """Clear the cache."""
        self._invalidations += 1
        self._cache.clear()

    async def rename(self, person: Person, name: str) -> Person:
        """Change the name of a guest. Raises ``ApiProblem``: ``bad_name`` or ``reserved_name``."""
        renamed = player_name(name)
        statement = update(models.Guest).where(models.Guest.id == person.id)
        await change(self._database, statement.values(name=renamed, seen=time.time()))
        # The guest may have been banned in the meantime, so do not cache this object.
        self.invalidate(person.id)
        return Person(person.id, renamed, person.is_banned)

    # --- another device

    async def create_code(self, person: Person) -> shapes.MovingLink:
        """Create a one-time code by which another device becomes this guest."""
        code, moving, now = secrets.token_urlsafe(24), models.Moving, time.time()
        expires = now + CODE_SECONDS

        def work(connection: Connection) -> None:
            connection.execute(delete(moving).where((moving.guest == person.id) | (moving.expires < now)))
            connection.execute(insert(moving).values(digest=digest(code), guest=person.id, expires=expires))

        await self._database.transact(work)
        return shapes.MovingLink(code, f"/move-in/{code}", iso_timestamp(expires))

    async def redeem_code(self, code: str) -> Person:
        """Delete a one-time code and return its guest. Raises ``ApiProblem``: ``bad_code``."""
        moving = models.Moving
        is_valid = (moving.digest == digest(code), moving.expires >= time.time())
        deletion = delete(moving).where(*is_valid).returning(moving.guest)
        guest = await self._database.transact(lambda connection: connection.execute(deletion).scalar())
        person = await self.find(guest) if guest else None
        if person is None:
            raise ApiProblem("bad_code")
        return person

    # --- tokens

    async def by_token(self, secret: str) -> Person:
        """Return the guest of a token. Raises ``ApiProblem``: ``bad_token``."""
        row = await first(self._database, _TOKEN, digest=digest(secret))
        person = await self.find(row.guest) if row else None
        if person is None:
            raise ApiProblem("bad_token")
        return person

    async def tokens(self, person: Person) -> list[shapes.Token]:
        """Return the tokens of a guest, without their secrets."""
        token = models.Token
        statement = select(token.id, token.name, token.created).where(token.guest == person.id).order_by(token.created)
        rows = await every(self._database, statement)
        return [shapes.Token(row.id, row.name, iso_timestamp(row.created)) for row in rows]

    async def create_token(self, person: Person, name: str) -> shapes.Token:
        """Create a token. Only this answer contains its secret; the database stores a digest.

        Raises:
            ApiProblem: ``too_many``, or ``bad_name``.
        """
        secret, now = f"edokko_{secrets.token_urlsafe(32)}", time.time()
        token, cleaned = secrets.token_hex(10), clean_name(name)
        values = {"id": token, "guest": person.id, "name": cleaned, "digest": digest(secret), "created": now}

        def work(connection: Connection) -> None:
            require_below(connection, MOST_TOKENS, models.Token.guest == person.id)
            connection.execute(insert(models.Token), [values])

        await self._database.transact(work)
        return shapes.Token(token, cleaned, iso_timestamp(now), secret)

    async def delete_token(self, person: Person, token: str) -> None:
        """Delete a token of a guest."""
        own = (models.Token.id == token, models.Token.guest == person.id)
        await change(self._database, delete(models.Token).where(*own))


def _new_name(taken: set[str], catalogue: Catalogue) -> str:
    first, second = (catalogue.text(f"guest-name-{place}").split() for place in ("first", "second"))
    names = (f"{secrets.choice(first)} {secrets.choice(second)}" for _ in range(NAME_TRIES))
    return next((name for name in names if name not in taken), f"{secrets.choice(second)} {secrets.randbelow(10_000)}")


def digest(secret: str) -> str:
    """Return the digest of a secret. The secret is long and random, so an unsalted hash suffices."""
    return hashlib.sha256(secret.encode()).hexdigest()
