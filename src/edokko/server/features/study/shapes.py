"""Studies: trees of variations that a guest saves and shares."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, field

from edokko.table.shapes.base import LONGEST_NAME, Crest, RequestShape, ResponseShape
from edokko.table.shapes.positions import LONGEST_RECORD, Entry
from edokko.table.shapes.requests import LONGEST_POSITION

MOST_NODES = 1_000
"""A whole game has up to 450 moves and outcomes."""
LONGEST_STUDY_NAME = 80
LONGEST_TITLE = 60
LONGEST_COMMENT = 1_000
StudyName = Annotated[str, Meta(max_length=LONGEST_STUDY_NAME)]


class StudyNode(RequestShape, omit_defaults=True):
    """A move of a study, or chance, as in a line of play."""

    move: Entry
    parent: Annotated[int, Meta(ge=-1, lt=MOST_NODES)] = -1
    """The index of the node before it, which comes earlier in the list; -1 for the start."""
    name: Annotated[str, Meta(max_length=LONGEST_TITLE)] = ""
    """Of the variation that begins here."""
    comment: Annotated[str, Meta(max_length=LONGEST_COMMENT)] = ""
    played: bool = False
    """Whether this was played in the game that the study is about. These nodes are one line from the start."""


class StudyTree(RequestShape, omit_defaults=True):
    """What the owner of a study sends: a position, and the variations from there."""

    position: Annotated[str, Meta(min_length=1, max_length=LONGEST_POSITION)]
    """The position string of the start."""
    name: StudyName = ""
    players: Annotated[list[Annotated[str, Meta(max_length=LONGEST_NAME)]], Meta(max_length=4)] = field(
        default_factory=list
    )
    """The players' names, from seat 0."""
    crests: Annotated[list[Crest], Meta(max_length=4)] = field(default_factory=list)
    """The players' crests, from seat 0; the numbers of the seats without them."""
    nodes: Annotated[list[StudyNode], Meta(max_length=MOST_NODES)] = field(default_factory=list)
    """The first child of a node is its main line."""
    table: Annotated[str, Meta(max_length=64)] | None = None
    """The table whose game the study is about: a reader who may see it gets its review."""


class StudyFact(ResponseShape):
    """What a page needs to name a node without its position."""

    seat: int | None = None
    """The seat that has played the move; ``None`` for chance."""
    card: str | None = None
    """The card in the room that the move names."""
    owner: int | None = None
    """The seat of that card; ``None`` for a neutral."""
    month: int = 0
    """The month of the position before it."""


class WholeGame(RequestShape):
    """A whole game: exactly one of `table` and `record`."""

    table: Annotated[str, Meta(max_length=64)] | None = None
    """A finished table, or a running one with hints."""
    record: Annotated[str, Meta(max_length=LONGEST_RECORD)] | None = None
    """A record, as text."""


class StudyDraft(ResponseShape):
    """A whole game as a study that is not saved."""

    tree: StudyTree
    """It begins at the first decision; all nodes are ``played``."""
    facts: list[StudyFact]
    """Of the nodes of the tree, in the same order."""


class Study(ResponseShape):
    """A saved study."""

    id: str
    tree: StudyTree
    facts: list[StudyFact]
    """Of the nodes of the tree, in the same order."""
    created: str
    changed: str
    is_yours: bool = False
    """Whether you may change it."""
