"""The lessons over HTTP: the list, a lesson, and the progress of each guest."""

from __future__ import annotations

from typing import Any

from edokko.lessons import LESSON_IDS, lessons
from edokko.server.store import Database
from edokko.server.tables.lessons import progress_of
from tests.helpers.database import in_database
from tests.helpers.server import People, Person, Server, admin, first_move


def put(person: Person, lesson: str, body: dict[str, Any], expect: int = 200) -> dict[str, Any]:
    response = person.http.put(f"/api/lessons/{lesson}/progress", json=body)
    assert response.status_code == expect, response.text
    answer: dict[str, Any] = response.json()
    return answer


def own(person: Person, lesson: str) -> tuple[int, bool]:
    entry = next(entry for entry in person.get("/api/lessons")["lessons"] if entry["id"] == lesson)
    return entry.get("reached", 0), entry.get("done", False)


def test_the_list_has_every_lesson_and_a_lesson_all_that_a_page_needs(person: People) -> None:
    guest = person()
    entries = guest.get("/api/lessons")["lessons"]
    assert [entry["id"] for entry in entries] == list(LESSON_IDS)
    for entry, taught in zip(entries, lessons(), strict=True):
        view = guest.get(f"/api/lessons/{entry['id']}")
        assert (view["number"], view["title"], len(view["steps"])) == (entry["number"], entry["title"], entry["steps"])
        assert view["scenes"] == [scene.start for scene in taught.scenes]
        before: list[str] = []
        for last, step in zip([None, *view["steps"]], view["steps"], strict=False):
            before = before + last.get("moves", []) + last.get("then", []) if last else []
            if last and last["scene"] != step["scene"]:
                before = []
            assert step.get("before", []) == before
    harmony = guest.get("/api/lessons/neighbours")["steps"][-1]
    assert harmony["numbers"] == {"kobun": 2, "cards": 3, "iki": 6}
    assert guest.get("/api/lessons/unknown", 404)["code"] == "not_found"


def test_progress_is_the_guests_own_and_a_finished_lesson_stays_finished(person: People) -> None:
    guest, other = person(), person()
    assert own(guest, "street") == (0, False)
    assert put(guest, "street", {"step": 3}) == {"reached": 3, "done": False}
    assert put(guest, "street", {"step": 7, "done": True}) == {"reached": 7, "done": True}
    assert put(guest, "street", {"step": 2}) == {"reached": 2, "done": True}
    assert own(guest, "street") == (2, True)
    assert own(other, "street") == (0, False)
    view = guest.get("/api/lessons/street")
    assert (view["reached"], view["done"]) == (2, True)


def test_impossible_progress_is_refused(person: People) -> None:
    guest = person()
    assert put(guest, "unknown", {"step": 0}, 404)["code"] == "not_found"
    assert put(guest, "street", {"step": 8}, 400)["detail"] == "step: found 8, expected 0 to 7"
    assert put(guest, "street", {"step": -1}, 400)["code"] == "bad_request"
    guest.http.cookies.clear()
    assert put(guest, "street", {"step": 1}, 401)["code"] == "no_guest"
    assert own(guest, "street") == (0, False)


def test_a_deleted_guest_leaves_no_progress(server: Server, person: People) -> None:
    guest = person()
    put(guest, "street", {"step": 1})
    admin(server, "delete", guest.id, "--yes")

    async def look(database: Database) -> None:
        assert await progress_of(database, guest.id) == {}

    in_database(server.database, look)


def test_a_guest_has_finished_a_game_once_one_is_over(person: People) -> None:
    guest = person()
    assert "has_finished_game" not in guest.get("/api/guest")
    view = guest.table("you", "local")
    table = view["table"]["id"]
    while view["table"]["status"] == "running":
        view = guest.play(table, view["table"].get("ply", 0), first_move(view))["view"]
    assert guest.get("/api/guest")["has_finished_game"]
