"""The views around the table on a server: review, talk, events, series, lessons, analysis and puzzle.

``python -m tests.web.fullest pages`` shows each of them in every size and language, with the checks of ``checks.js``.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.helpers.layout import LANGUAGES
from tests.helpers.tab import Tab
from tests.web.fullest.allowed import ALLOWED, Allowed
from tests.web.fullest.showing import CHECKS, SIZES, THROUGH, Finding, is_phone

NAMES = ("Wolframmarie", "Hermenegilda", "Konstantinos")
"""Names of twelve letters, as at the fullest tables."""
MESSAGES = (
    "Shall we start?",
    "Give me five minutes: I have to look for the glasses that my uncle has left at the fish market of Nihonbashi.",
    "https://iki.example/an-address/without-any-space/that-goes-on-and-on-and-on",
)
WIDE = 1280
"""The width of the smallest window with the panels beside the board, in pixels."""
GAME_TIMEOUT = 180.0
"""How long a game over the API may take, in seconds."""
BESIDE_TABLE = (
    Allowed(
        ("ellipsis",),
        "[title], [aria-label], label",
        "A name or a line of the scrubber may end in an ellipsis: its title or label has the full text.",
        told=True,
    ),
    Allowed(
        ("target under 44 px",),
        ".curve, .curvepanel, .scrub, .rail, .top, .lnk, .tabs",
        "Links in rows of text, and the small controls of a wide screen.",
    ),
    Allowed(
        ("target under 44 px",),
        ".standings .entrant",
        "A name in a row of standings is a link in a text.",
    ),
    Allowed(
        ("covered",),
        ".cover, .speech, .answer",
        "A lesson dims what its step is not about; its sentence, its letters and its sums lie over the board.",
        of=".app *",
    ),
    Allowed(
        ("covered", "target under a target"),
        ".pop",
        "The player opens and closes the options of a game over the lobby.",
    ),
    Allowed(
        ("covered",),
        ".focusmarks, .hintmarks .advice",
        "The signs of moves lie on the places that they are about, or above a tile; the list names all of them.",
        of=".board *, .boats *, .offers *, .bar .prompt > span, .hintmarks .advice",
    ),
    Allowed(
        ("covered",),
        ".scrub input",
        "A slider paints only its track and its thumb.",
        of=".scrub .marks *",
    ),
)
"""Exceptions of these views."""


@dataclass(frozen=True)
class View:
    """A view to visit.

    Attributes:
        name: its name in reports.
        path: its address on the server, without the leading slash.
        ready: the selector of what shows that it has loaded.
        press: what to press then, in order.
        ending: the selector of what the presses lead to.
        is_wide: whether phones and tablets lack the view.
    """

    name: str
    path: str
    ready: str
    press: tuple[str, ...] = ()
    ending: str = ""
    is_wide: bool = False


PRESSED_ON_A_PHONE = {".tool.talk": ("[data-tool=log]", "[data-tab=talk]")}
"""What a phone has in the place of a tool in the header."""


@dataclass
class Pages:
    """The views of a prepared server, and the guest who sees them."""

    views: list[View]
    state: Any = field(repr=False)


def prepare(browser: Any, address: str) -> Pages:
    """Play games, write messages and create an event and a series, over the API."""
    contexts = [browser.new_context() for _ in NAMES]
    tabs = [Tab(context.new_page(), address) for context in contexts]
    host, *others = tabs
    for tab, name in zip(tabs, NAMES, strict=True):
        tab.ask("GET", "/guest")
        tab.ask("PUT", "/guest", {"name": name})
    chance = random.Random(16)
    over = host.new_table("you", "easy", "easy", hints=True)
    _play([host], over, chance)
    # The server computes the review while the other views are prepared.
    host.page.context.request.get(f"{address}/api/tables/{over}/review")
    talking = host.new_table("you", "open", "open", chat=True, name="Nihonbashi")
    for tab in others:
        tab.ask("POST", f"/tables/{talking}/join", {})
    for number, text in enumerate(MESSAGES * 2):
        tabs[number % len(tabs)].ask("POST", f"/tables/{talking}/chat", {"text": text})
    twice = host.new_table("you", "local", "local")
    _play([host], twice, chance)
    series = host.ask("POST", "/series", {"table": twice, "games": 3})["id"]
    clock = {"minutes": 10, "increment": 5, "level": "easy"}
    event = {"name": "Autumn cup of the fish market at Nihonbashi", "clock": clock, "size": 3, "rounds": 2}
    begun = host.ask("POST", "/events", event | {"pause": 3_600})["id"]
    host.ask("POST", "/events", event | {"listed": True})
    for tab in others:
        tab.ask("POST", f"/events/{begun}/join", {})
    started = host.ask("POST", f"/events/{begun}/start")
    _play(tabs, started["played"][0]["tables"][0]["table"], chance)
    _await_review(host, over)
    host.ask("PUT", "/alerts", {"quiet": {"start": 1_320, "end": 420, "zone": "Europe/Warsaw"}})
    lesson = host.ask("GET", "/lessons")["lessons"][-1]["id"]
    ply = host.ply(over) // 2
    views = [
        View("lobby", "", ".lobby .box .h"),
        View("options of a game", "", ".lobby .box .h", (".act.play .opt .lnk",), ".pop .seg"),
        View("settings", "settings", ".hours"),
        View("lessons", "learn", ".lessons li"),
        View(
            "lesson",
            f"learn/{lesson}",
            "[data-show]",
            ("[data-show]",),
            ".bar.lesson [data-next]",
        ),
        View("review", f"t/{over}/review", ".decision li"),
        View(
            "review, as a table",
            f"t/{over}/review/{ply}",
            ".curvehead .lnk",
            (".curvehead .lnk",),
            ".curvetable",
            is_wide=True,
        ),
        View("replay", f"t/{over}/replay/{ply}", ".bar.scrub"),
        View("end", f"t/{over}", ".ended .points"),
        View("talk in the waiting room", f"t/{talking}", ".chatlines li", ("[data-report]",), ".flag small"),
        View("talk", f"t/{over}", ".ended", (".tool.talk",), ".talkpanel [data-note]"),
        View("events", "events", ".newevent"),
        View("event", f"event/{begun}", ".gamecard .score"),
        View("series", f"series/{series}", ".standings tbody tr"),
        View("analysis", f"study?table={over}&ply={ply}", ".best li b", (), ".bar"),
        View("a new analysis", "study", ".studystart form"),
        View("puzzle", "puzzles/today", "[data-puzzle]"),
    ]
    pages = Pages(views, host.page.context.storage_state())
    for context in contexts:
        context.close()
    return pages


def _play(tabs: list[Tab], table: str, chance: random.Random) -> None:
    """Play a game to its end, as all guests who sit there."""
    end = time.monotonic() + GAME_TIMEOUT
    while time.monotonic() < end:
        for tab in tabs:
            view = tab.view(table)
            if view["table"]["status"] == "finished":
                return
            if view["you"].get("may_play"):
                words = chance.choice(view["table"]["game"]["moves"])["words"]
                tab.ask("POST", f"/tables/{table}/moves", {"ply": view["table"].get("ply", 0), "moves": [words]})
    raise AssertionError(f"the game at {table} does not end")


def _await_review(tab: Tab, table: str) -> None:
    end = time.monotonic() + GAME_TIMEOUT
    while tab.page.context.request.get(f"{tab.address}/api/tables/{table}/review").status != 200:
        assert time.monotonic() < end, "the review does not come"
        time.sleep(0.3)


def look(
    browser: Any, address: str, pages: Pages, width: int, language: str, folder: Path | None = None
) -> Iterator[Finding]:
    """Visit all views in one size and language, and yield the findings.

    Args:
        browser: a Playwright browser.
        address: of the server.
        pages: the result of `prepare`.
        width, language: of the tab.
        folder: for a picture of each view with findings.
    """
    phone = is_phone(width)
    options = {"has_touch": True, "is_mobile": True} if phone else {}
    size = {"width": width, "height": SIZES[width]}
    context = browser.new_context(
        viewport=size, locale=LANGUAGES[language], reduced_motion="reduce", storage_state=pages.state, **options
    )
    tab = Tab(context.new_page(), address)
    try:
        for number, view in enumerate(pages.views):
            if view.is_wide and width < WIDE:
                continue
            tab.page.set_viewport_size(size)
            _show(tab, view, phone)
            findings = tab.page.evaluate(f"(asked) => ({CHECKS})(asked)", _arguments(tab, width))["findings"]
            for kind, place, text, amount in findings:
                yield Finding(width, language, number, view.name, kind, place, text, amount)
            if findings and folder:
                folder.mkdir(parents=True, exist_ok=True)
                tab.page.screenshot(path=folder / f"{view.name.replace(' ', '-')}-{width}-{language}.png")
            for error in tab.errors:
                yield Finding(width, language, number, view.name, "error", "-", error, "")
            tab.errors.clear()
    finally:
        context.close()


def _show(tab: Tab, view: View, phone: bool) -> None:
    page = tab.page
    tab.go(view.path)
    page.locator(view.ready).first.wait_for()
    for selector in view.press:
        for each in PRESSED_ON_A_PHONE.get(selector, (selector,)) if phone else (selector,):
            page.locator(each).first.click()
    if view.ending:
        page.locator(view.ending).first.wait_for()
    page.mouse.move(0, 0)
    page.evaluate(THROUGH)
    page.wait_for_load_state("networkidle")
    if not page.locator(".app").count():
        # A document scrolls: show all of it, so that all of it is checked.
        width, height = page.viewport_size["width"], page.evaluate("document.documentElement.scrollHeight")
        page.set_viewport_size({"width": width, "height": max(page.viewport_size["height"], height)})


def _arguments(tab: Tab, width: int) -> dict[str, Any]:
    is_table = tab.page.locator(".app").count() > 0
    # On a phone the panels of these views follow below the bar, and the result of a game below the board. The sheet of
    # a lesson is taller than a bar, so a low phone scrolls below it.
    follows = is_phone(width) and tab.page.locator(".app:is(.railed, .over, :has(> .bar.lesson))").count() > 0
    return {
        "allowed": [exception.as_json() for exception in (*ALLOWED, *BESIDE_TABLE)],
        "names": [],
        "least": 44 if is_phone(width) else 24,
        "scrolls": not is_table or follows or SIZES[width] < 640,
        "months": False,
    }
