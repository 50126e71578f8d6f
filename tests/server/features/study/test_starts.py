"""Studies of games that begin at a position."""

from __future__ import annotations

from edokko.server.features.study.trees import draft_of
from edokko.table.line import LineOfPlay
from edokko.table.replay import game_of
from tests.helpers.server import People
from tests.server.tables.test_starts import play_to_the_end, played, position


def test_a_game_from_a_position_is_a_study_with_all_its_moves() -> None:
    setup, match, rows = played(position(9), 6)
    draft = draft_of(LineOfPlay.from_rows(setup, rows), ["a", "b", "c"])
    assert draft.tree.position == setup.start
    moves = [node.move for node, fact in zip(draft.tree.nodes, draft.facts, strict=True) if fact.seat is not None]
    assert moves == [move.words for move in game_of(setup, rows).moves]
    assert len(moves) == match.ply
    assert {fact.month for fact in draft.facts} == {9, 10, 11, 12, 13}


def test_a_player_of_a_running_rated_game_makes_no_study_of_it(person: People) -> None:
    host, other = person(), person()
    table = host.table("you", "open", rated=True)["table"]["id"]
    other.post(f"/api/tables/{table}/join", {"ready": True})
    host.post(f"/api/tables/{table}/start")
    assert host.post("/api/studies/draft", {"table": table}, expect=409)["code"] == "not_over"


def test_a_finished_game_from_a_position_becomes_a_saved_study(person: People) -> None:
    host = person()
    table = play_to_the_end(host, host.table("you", "local", "local", start=position(13)))["table"]["id"]
    draft = host.post("/api/studies/draft", {"table": table})
    assert (draft["tree"]["table"], draft["tree"]["position"]) == (table, position(13))
    assert host.post("/api/studies", draft["tree"], expect=201)["tree"] == draft["tree"]
