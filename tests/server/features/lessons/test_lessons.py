"""The lessons over HTTP: the list, a lesson, and the progress of each guest."""

from __future__ import annotations

from typing import Any

from sqlalchemy import update

from edokko.lessons import LESSON_IDS, lessons
from edokko.server.features.lessons.shapes import StoredProgress
from edokko.server.features.lessons.sql_progress import SqlProgress
from edokko.server.store import Database, models
from edokko.server.tables.guests import Guests
from edokko.server.workers.expiry import DAY
from tests.helpers.database import in_database
from tests.helpers.server import People, Person, Server, admin, both_databases, first_move
from tests.server.workers.test_expiry import NOW, run_expiry


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
    steps = {step["text"]: step for step in guest.get("/api/lessons/neighbours")["steps"]}
    assert steps["lesson-neighbours-iki"]["sum"] == "2 :kobun × 3 :artisan = 6 :iki"
    question = steps["lesson-neighbours-place"]["question"]
    assert [choice["sum"] for choice in question["choices"]][question["right"]] == "2 × 3 = 6 :iki"
    assert question["choices"][question["right"]]["numbers"] == {"kobun": 2, "cards": 3}
    assert guest.get("/api/lessons/unknown", 404)["code"] == "not_found"


def test_progress_is_the_guests_own_and_a_finished_lesson_stays_finished(person: People) -> None:
    guest, other = person(), person()
    assert own(guest, "street") == (0, False)
    assert put(guest, "street", {"step": 3}) == {"reached": 3, "done": False, "lanterns": 3}
    end = {"step": 7, "done": True, "lanterns": 1}
    assert put(guest, "street", end) == {"reached": 7, "done": True, "lanterns": 1}
    assert put(guest, "street", {"step": 2}) == {"reached": 2, "done": True, "lanterns": 1}
    assert own(guest, "street") == (2, True)
    assert own(other, "street") == (0, False)
    view = guest.get("/api/lessons/street")
    assert (view["reached"], view["done"]) == (2, True)


@both_databases
def test_the_lanterns_of_the_best_end_are_kept(person: People) -> None:
    guest = person()
    # On the way the lanterns are those of now, so that a returning guest goes on with them.
    for lanterns in (2, 1):
        assert put(guest, "street", {"step": 3, "lanterns": lanterns})["lanterns"] == lanterns
    assert guest.get("/api/lessons/street")["lanterns"] == 1
    for at_the_end, kept in ((1, 1), (3, 3), (0, 3)):
        put(guest, "street", {"step": 2, "lanterns": 0})
        stored = put(guest, "street", {"step": 7, "done": True, "lanterns": at_the_end})
        assert stored["lanterns"] == kept
    assert put(guest, "street", {"step": 0, "lanterns": 4}, 400)["code"] == "bad_request"


def test_impossible_progress_is_refused(person: People) -> None:
    guest = person()
    assert put(guest, "unknown", {"step": 0}, 404)["code"] == "not_found"
    assert put(guest, "street", {"step": 8}, 400)["detail"] == "step: found 8, expected 0 to 7"
    assert put(guest, "street", {"step": -1}, 400)["code"] == "bad_request"
    guest.http.cookies.clear()
    assert put(guest, "street", {"step": 1}, 401)["code"] == "no_guest"
    assert own(guest, "street") == (0, False)


@both_databases
def test_a_deleted_guest_leaves_no_progress(server: Server, person: People) -> None:
    guest = person()
    put(guest, "street", {"step": 1})
    admin(server, "delete", guest.id, "--yes")

    async def look(database: Database) -> None:
        assert await SqlProgress(database).of(guest.id) == {}

    in_database(server.database, look)


def test_a_guest_has_finished_a_game_once_one_is_over(person: People) -> None:
    guest = person()
    assert "has_finished_game" not in guest.get("/api/guest")
    view = guest.table("you", "local")
    table = view["table"]["id"]
    while view["table"]["status"] == "running":
        view = guest.play(table, view["table"].get("ply", 0), first_move(view))["view"]
    assert guest.get("/api/guest")["has_finished_game"]


def test_progress_keeps_no_guest_and_goes_with_its_guest(database: str) -> None:
    async def look(database: Database) -> None:
        idle = (await Guests(database).create()).id
        await SqlProgress(database).save(idle, "street", StoredProgress(1, done=True, lanterns=3))
        seen = update(models.Guest).where(models.Guest.id == idle).values(seen=NOW - 31 * DAY)
        await database.transact(lambda connection: connection.execute(seen).close())
        await run_expiry(database)
        assert await SqlProgress(database).of(idle) == {}

    in_database(database, look)
