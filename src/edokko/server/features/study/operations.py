"""Studies: save, read by link, change your own, and a whole game as a study."""

from __future__ import annotations

import functools
from typing import NamedTuple, Protocol

from edokko.lru import Lru
from edokko.server.features.study import trees
from edokko.server.features.study.shapes import Study, StudyDraft, StudyFact, StudyTree, WholeGame
from edokko.table.access import may_study
from edokko.table.api.operation import Caller, Operations
from edokko.table.commands.lines import whole_record
from edokko.table.line import LineOfPlay
from edokko.table.problems import ApiProblem, Complaint
from edokko.table.shapes.base import iso_timestamp
from edokko.table.venue import Venue

operations, of_trees = Operations("studies"), Operations("studies")
_facts: Lru[tuple[str, float], list[StudyFact]] = Lru(64)
"""The facts of studies that were read, by id and version: to play a thousand nodes takes 60 ms."""


class SavedStudy(NamedTuple):
    """A study as it is kept; ``guest`` is its owner."""

    id: str
    guest: str
    tree: StudyTree
    created: float
    changed: float


class Studies(Protocol):
    """What keeps studies; a part of the venue."""

    async def find(self, study: str) -> SavedStudy:
        """Return a study. Raises ``ApiProblem`` with ``no_study``."""

    async def create(self, guest: str, tree: StudyTree) -> SavedStudy:
        """Save a new study of a guest.

        Raises:
            ApiProblem: ``too_many``: the guest has as many, or as many bytes, as a guest may have.
        """

    async def replace(self, before: SavedStudy, tree: StudyTree) -> SavedStudy:
        """Replace the tree of a study. Raises ``ApiProblem`` with ``too_many`` if the guest has too many bytes."""


@operations.post("/studies/draft", "A whole game as a study, which is not saved")
async def draft(venue: Venue, caller: Caller, data: WholeGame) -> StudyDraft:
    if (data.table is None) == (data.record is None):
        raise ApiProblem("bad_request", complaint=Complaint("api-detail-study-source", "source"))
    if data.table is None:
        return await venue.aside(lambda: trees.draft_of(*whole_record(data.record or "")))
    live_table = await venue.authorised(data.table, functools.partial(may_study, guest=caller.guest))
    rows = await venue.store.rows(data.table)
    if not any(row.kind == "start" for row in rows):
        raise ApiProblem("not_started")
    info, seats = live_table.info, live_table.seats
    whole = await venue.aside(
        lambda: trees.draft_of(LineOfPlay.from_rows(info.setup, rows), [seat.name for seat in seats])
    )
    whole.tree.name = info.settings.name
    whole.tree.crests = [seat.crest for seat in seats]
    whole.tree.table = info.id if info.status == "finished" else None
    return whole


@operations.get("/studies/{study}", "A study, by its link")
async def read(venue: Venue, caller: Caller, study: str) -> Study:
    saved = await venue.part(Studies).find(study)
    version = (saved.id, saved.changed)
    facts = _facts.get(version)
    if facts is None:
        facts = _facts[version] = await venue.aside(lambda: trees.facts_of(saved.tree))
    return _shape(saved, facts, caller.guest)


@of_trees.post("/studies", "Save a tree of variations; every client that has its link may read it", 201, grows=True)
async def create(venue: Venue, caller: Caller, data: StudyTree) -> Study:
    guest, facts = caller.known.id, await venue.aside(lambda: trees.facts_of(data))
    caller.admission.take_body()
    return _shape(await venue.part(Studies).create(guest, data), facts, guest)


@of_trees.put("/studies/{study}", "Change your own study", grows=True)
async def replace(venue: Venue, caller: Caller, study: str, data: StudyTree) -> Study:
    guest, facts = caller.known.id, await venue.aside(lambda: trees.facts_of(data))
    caller.admission.take_body()
    before = await venue.part(Studies).find(study)
    if before.guest != guest:
        raise ApiProblem("not_your_study")
    return _shape(await venue.part(Studies).replace(before, data), facts, guest)


def _shape(saved: SavedStudy, facts: list[StudyFact], guest: str | None) -> Study:
    created, changed = iso_timestamp(saved.created), iso_timestamp(saved.changed)
    return Study(saved.id, saved.tree, facts, created, changed, is_yours=saved.guest == guest)
