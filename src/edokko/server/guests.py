"""Who somebody is: guests by a cookie, programs by a bearer token, other devices by a code that works once."""

from __future__ import annotations

import hashlib
import secrets
import time
import unicodedata
from dataclasses import dataclass

from cachetools import TTLCache
from sqlalchemy import bindparam, delete, func, insert, select, update

from edokko.server import shapes
from edokko.server.database import Database, models
from edokko.server.moments import moment
from edokko.server.problems import ApiProblem

REMEMBERED_SECONDS = 60.0
"""How long a guest that has been looked up is taken to be as it was."""
REMEMBERED = 5_000
SEEN_EVERY = 24 * 3600.0
"""Seconds after which it is noted anew that somebody is there; whoever is not seen for long is let go."""
CODE_SECONDS = 15 * 60
MOST_TOKENS = 20
# Made once: putting a statement together costs more than the database does.
_GUEST = select(models.Guest.id, models.Guest.name, models.Guest.banned, models.Guest.seen).where(
    models.Guest.id == bindparam("guest")
)
_SEEN = update(models.Guest).where(models.Guest.id == bindparam("guest")).values(seen=bindparam("now"))
_TOKEN = select(models.Token.guest).where(models.Token.digest == bindparam("digest"))
_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Fillers of Hangul and the empty Braille cell: letters and signs that show nothing."""
_ADJECTIVES = ("Quiet", "Early", "Brave", "Merry", "Swift", "Clever", "Gentle", "Lucky", "Proud", "Sunny")
_NOUNS = ("Crane", "Carp", "Pine", "Lantern", "Sparrow", "Plum", "Bridge", "Heron", "Maple", "Otter")


@dataclass(frozen=True, slots=True)
class Person:
    """A guest."""

    id: str
    name: str
    is_banned: bool = False


class Guests:
    """The guests of a database."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._known: TTLCache[str, Person] = TTLCache(REMEMBERED, REMEMBERED_SECONDS)
        self._notices = 0
        """How many times guests were forgotten; what was read before the last time is not kept."""

    async def create(self) -> Person:
        """Somebody new, with a name that can be changed."""
        person = Person(secrets.token_hex(10), f"{secrets.choice(_ADJECTIVES)} {secrets.choice(_NOUNS)}")
        now = time.time()
        values = {"id": person.id, "name": person.name, "created": now, "seen": now, "banned": False}
        await self._database.transact(lambda connection: connection.execute(insert(models.Guest), [values]).close())
        self._known[person.id] = person
        return person

    async def find(self, guest: str) -> Person | None:
        """A guest by id; ``None`` where there is none any more."""
        known, notices = self._known.get(guest), self._notices
        if known is not None:
            return known
        found = await self._database.look(lambda connection: connection.execute(_GUEST, {"guest": guest}).first())
        if found is None:
            return None
        person, now = Person(found.id, found.name, found.banned), time.time()
        if notices == self._notices:
            # No guest has been banned since the database was asked.
            self._known[person.id] = person
        if now - found.seen > SEEN_EVERY:
            values = {"guest": guest, "now": now}
            await self._database.transact(lambda connection: connection.execute(_SEEN, values).close())
        return person

    def forget(self, guest: str) -> None:
        """Look a guest up anew the next time."""
        self._notices += 1
        self._known.pop(guest, None)

    def forget_all(self) -> None:
        """Look everybody up anew."""
        self._notices += 1
        self._known.clear()

    async def rename(self, person: Person, name: str) -> Person:
        """Give a guest another name.

        Raises:
            ApiProblem: ``bad_name``.
        """
        renamed = clean_name(name)
        statement = update(models.Guest).where(models.Guest.id == person.id)
        async with self._database.write() as connection:
            await connection.execute(statement.values(name=renamed, seen=time.time()))
        # The guest may have been banned in the meantime: the next request looks it up.
        self.forget(person.id)
        return Person(person.id, renamed, person.is_banned)

    # --- another device

    async def moving(self, person: Person) -> shapes.MovingLink:
        """A code by which another device becomes this guest, once."""
        code = secrets.token_urlsafe(24)
        expires = time.time() + CODE_SECONDS
        async with self._database.write() as connection:
            await connection.execute(
                delete(models.Moving).where((models.Moving.guest == person.id) | (models.Moving.expires < time.time()))
            )
            values = {"digest": digest(code), "guest": person.id, "expires": expires}
            await connection.execute(insert(models.Moving), [values])
        return shapes.MovingLink(code, f"/move-in/{code}", moment(expires))

    async def moved(self, code: str) -> Person:
        """Whose code it is; it works once.

        Raises:
            ApiProblem: ``bad_code``.
        """
        used = (
            delete(models.Moving)
            .where(models.Moving.digest == digest(code), models.Moving.expires >= time.time())
            .returning(models.Moving.guest)
        )
        async with self._database.write() as connection:
            guest = (await connection.execute(used)).scalar()
        person = await self.find(guest) if guest else None
        if person is None:
            raise ApiProblem("bad_code")
        return person

    # --- tokens

    async def by_token(self, secret: str) -> Person:
        """Whose token it is.

        Raises:
            ApiProblem: ``bad_token``.
        """
        found = {"digest": digest(secret)}
        guest = await self._database.look(lambda connection: connection.execute(_TOKEN, found).scalar())
        person = await self.find(guest) if guest else None
        if person is None:
            raise ApiProblem("bad_token")
        return person

    async def tokens(self, person: Person) -> list[shapes.Token]:
        """The tokens of a guest, without their secrets."""
        kept = models.Token
        statement = select(kept.id, kept.name, kept.created).where(kept.guest == person.id).order_by(kept.created)
        async with self._database.read() as connection:
            found = await connection.execute(statement)
            return [shapes.Token(one.id, one.name, moment(one.created)) for one in found]

    async def make_token(self, person: Person, name: str) -> shapes.Token:
        """A new token; only now its secret is told.

        Raises:
            ApiProblem: ``too_many``, or ``bad_name``.
        """
        secret, now = f"edokko_{secrets.token_urlsafe(32)}", time.time()
        values = {
            "id": secrets.token_hex(10),
            "guest": person.id,
            "name": clean_name(name),
            "digest": digest(secret),
            "created": now,
        }
        count = select(func.count()).select_from(models.Token).where(models.Token.guest == person.id)
        async with self._database.write() as connection:
            if ((await connection.execute(count)).scalar() or 0) >= MOST_TOKENS:
                raise ApiProblem("too_many")
            await connection.execute(insert(models.Token), [values])
        return shapes.Token(str(values["id"]), str(values["name"]), moment(now), secret)

    async def drop_token(self, person: Person, token: str) -> None:
        """Make a token open nothing any more."""
        statement = delete(models.Token).where(models.Token.id == token, models.Token.guest == person.id)
        async with self._database.write() as connection:
            await connection.execute(statement)


def digest(secret: str) -> str:
    """What is kept of a secret. It is long and random, so a plain hash tells nothing."""
    return hashlib.sha256(secret.encode()).hexdigest()


def clean_name(name: str) -> str:
    """A name that can be shown: spaces around it dropped.

    Raises:
        ApiProblem: ``bad_name``: nothing of it is seen, it holds control characters or such that turn text around, or
            marks are piled up in it.
    """
    cleaned = " ".join(name.split())
    categories = [unicodedata.category(sign) for sign in cleaned]
    is_seen = any(kind[0] in "LNPS" and sign not in _BLANK for sign, kind in zip(cleaned, categories, strict=True))
    if not is_seen or any(kind.startswith("C") for kind in categories) or _has_pile(cleaned):
        raise ApiProblem("bad_name")
    return cleaned


def _has_pile(name: str) -> bool:
    """Whether more marks stand on one letter than any script needs: they would reach over the lines around."""
    height = 0
    for sign in name:
        height = height + 1 if unicodedata.category(sign) in ("Mn", "Me") else 0
        # A syllable of Burmese writes its vowel and its tone in marks too.
        if height > (5 if unicodedata.name(sign, "").startswith("MYANMAR") else 3):
            return True
    return False
