"""Studies as trees: playing their variations, and a whole game as a study."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from edokko.components.ids import CARD_IDS
from edokko.game import Game
from edokko.position import PositionError
from edokko.rules.moves import ROOM_IDS
from edokko.server.features.study.shapes import StudyDraft, StudyFact, StudyNode, StudyTree
from edokko.table.commands.lines import play_line
from edokko.table.commands.making import LONGEST_REASON
from edokko.table.line import LineOfPlay
from edokko.table.problems import ApiProblem, Complaint


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
