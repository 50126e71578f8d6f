"""Studies: checked, saved, and read by every client that has the link."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import msgspec
from cachetools import LRUCache
from sqlalchemy import Connection, insert, select, update
from sqlalchemy.exc import DBAPIError

from edokko.catalogue import Catalogue
from edokko.components.ids import CARD_IDS
from edokko.game import Game
from edokko.position import PositionError
from edokko.rules.moves import ROOM_IDS
from edokko.server.features.study import models
from edokko.server.features.study.shapes import Study, StudyDraft, StudyFact, StudyNode, StudyTree
from edokko.server.store import Database
from edokko.server.store.statements import change, first, require_below
from edokko.server.tables.limits import StoredBytes
from edokko.table.commands.lines import play_line
from edokko.table.commands.making import LONGEST_REASON
from edokko.table.line import LineOfPlay
from edokko.table.problems import ApiProblem, Complaint
from edokko.table.shapes.base import iso_timestamp

MOST_OF_A_GUEST = 100
"""Studies of one guest."""
OPENED_EVERY = 24 * 3600.0
"""Seconds between two updates of ``studies.opened``."""
ID_BYTES = 16
"""The id is all that protects a study from readers, so it must not be guessed."""
_facts: LRUCache[tuple[str, float], list[StudyFact]] = LRUCache(64)
"""The facts of studies that were read, by id and version: to play a thousand nodes takes 60 ms."""


def facts_of(tree: StudyTree) -> list[StudyFact]:
    """Play all variations of a tree, and return the facts of its nodes.

    Raises:
        ApiProblem: the position is impossible, a parent comes after its child, or an entry cannot be played; ``place``
            is the index of the node.
    """
    try:
        start = LineOfPlay.from_game(Game.from_position(tree.position, chance="manual"), 0)
    except PositionError as error:
        raise ApiProblem("bad_position", str(error)[:LONGEST_REASON]) from None
    _check_order(tree)
    # A copy of a line has the whole game so far, so the last child of a node goes on with the line of its parent.
    children = Counter(node.parent for node in tree.nodes)
    lines: dict[int, LineOfPlay] = {-1: start}
    facts: list[StudyFact] = []
    for place, node in enumerate(tree.nodes):
        children[node.parent] -= 1
        line = lines[node.parent].copy() if children[node.parent] else lines.pop(node.parent)
        facts.append(_fact(line.game, node.move))
        try:
            play_line(line, [node.move])
        except ApiProblem as problem:
            problem.extra["place"] = place
            raise
        lines[place] = line
    return facts


def _check_order(tree: StudyTree) -> None:
    """Check that each parent comes before its children, and that the moves of the game are one line."""
    end = -1
    for place, node in enumerate(tree.nodes):
        if node.parent >= place or (node.played and node.parent != end):
            message = "order" if node.parent >= place else "played"
            raise ApiProblem(
                "bad_request", complaint=Complaint(f"api-detail-study-{message}", message, {"node": place})
            )
        if node.played:
            end = place


def draft_of(line: LineOfPlay, names: Sequence[str]) -> StudyDraft:
    """Return a whole game as a study, whose main line are the moves and the chance of the game.

    The line has all entries of the game from its beginning.
    """
    start, entries = line.first_decision()
    nodes = [StudyNode(entry, place - 1, played=True) for place, entry in enumerate(entries)]
    tree = StudyTree(start.position.to_line(), players=list(names), nodes=nodes)
    return StudyDraft(tree, facts_of(tree))


def _fact(game: Game, words: str) -> StudyFact:
    """Return the fact of a node whose move has not been checked yet."""
    month = game.month
    rooms = [ROOM_IDS.index(word) for word in words.split(" ")[1:2] if word in ROOM_IDS]
    state = game.state
    for room in rooms:
        if state.room_card[room] >= 0:
            owner = state.room_owner[room]
            return StudyFact(game.seat, CARD_IDS[state.room_card[room]], owner if owner >= 0 else None, month)
    return StudyFact(game.seat, month=month)


async def create(database: Database, guest: str, tree: StudyTree, facts: list[StudyFact], limit: StoredBytes) -> Study:
    """Save a new study of a guest.

    Raises:
        ApiProblem: ``too_many``: the guest has as many, or as many bytes, as a guest may have.
    """
    study, now = models.Study, time.time()
    values = {"id": secrets.token_hex(ID_BYTES), "guest": guest, "created": now, "opened": now, **_columns(tree, now)}

    def work(connection: Connection) -> None:
        require_below(connection, MOST_OF_A_GUEST, study.guest == guest)
        limit.check(connection, guest, len(values["body"].encode()))
        connection.execute(insert(study), [values])

    await database.transact(work)
    return Study(str(values["id"]), tree, facts, iso_timestamp(now), iso_timestamp(now), is_yours=True)


async def read(database: Database, study: str, guest: str | None) -> Study:
    """Return a study.

    Raises:
        ApiProblem: ``no_study``.
    """
    row, tree = await _stored(database, study)
    version = (row.id, row.changed)
    if version not in _facts:
        _facts[version] = await asyncio.to_thread(facts_of, tree)
    facts = _facts[version]
    return Study(
        row.id, tree, facts, iso_timestamp(row.created), iso_timestamp(row.changed), is_yours=row.guest == guest
    )


async def tree_of(database: Database, study: str) -> StudyTree:
    """Return the tree of a study, without the facts of its nodes.

    Raises:
        ApiProblem: ``no_study``.
    """
    return (await _stored(database, study))[1]


async def _stored(database: Database, study: str) -> tuple[Any, StudyTree]:
    row = await first(database, select(models.Study.__table__).where(models.Study.id == study))
    if row is None:
        raise ApiProblem("no_study")
    now = time.time()
    if now - row.opened > OPENED_EVERY:
        opened = update(models.Study).where(models.Study.id == study).values(opened=now)
        # A full disk must not prevent reading.
        with suppress(DBAPIError):
            await change(database, opened)
    return row, msgspec.json.decode(row.body, type=StudyTree)


async def replace(
    database: Database, study: str, guest: str, tree: StudyTree, facts: list[StudyFact], limit: StoredBytes
) -> Study:
    """Replace the tree of a study of a guest.

    Raises:
        ApiProblem: ``no_study``, ``not_your_study``, or ``too_many``.
    """
    before, _ = await _stored(database, study)
    if before.guest != guest:
        raise ApiProblem("not_your_study")
    now = time.time()
    values = _columns(tree, now)
    growth = len(values["body"].encode()) - len(before.body.encode())
    statement = update(models.Study).where(models.Study.id == study, models.Study.guest == guest)

    def work(connection: Connection) -> None:
        limit.check(connection, guest, growth)
        connection.execute(statement.values(**values))

    await database.transact(work)
    return Study(study, tree, facts, iso_timestamp(before.created), iso_timestamp(now), is_yours=True)


def _columns(tree: StudyTree, now: float) -> dict[str, Any]:
    return {"name": tree.name, "body": msgspec.json.encode(tree).decode(), "changed": now}


def title_of(tree: StudyTree, catalogue: Catalogue) -> str:
    """Return the title of a study."""
    return catalogue.text("page-study-named", name=tree.name) if tree.name else catalogue.text("page-study")
