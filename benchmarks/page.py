"""The page measured in Chromium: bytes on the wire, times to lobby and table, the longest task, the idle page.

    python benchmarks/page.py                        # the figures; exit status 1 if a floor is missed
    python benchmarks/page.py --pictures docs/images # the two pictures of docs/play/page.md as well

Tasks are measured in processor time of the page's main thread, from Chromium's own trace, so other work on the machine
does not count; what the clock says stands beside it.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import random
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from load_server import Server, table_server

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chromium-headless-shell")
REPEATS = 5
PRESSES = 60
MOST_LOBBY, MOST_TABLE = 190_000, 220_000
"""Bytes of a first visit, the fonts included."""
MOST_SLOW, MOST_FIRST, MOST_TASK, MOST_IDLE = 4_000.0, 1_000.0, 50.0, 1.0
LANGUAGES = ("en", "fr", "es", "pl", "pt")
# A slow line: milliseconds until an answer begins, and bytes a second.
SLOW_LINE = {"offline": False, "latency": 400, "downloadThroughput": 50_000, "uploadThroughput": 50_000}
SETTLED = 1_000
"""Milliseconds in which a page that is shown may ask for more."""
IDLE = 20
"""Seconds without input."""
USABLE = "main.lobby button.cta"
"""What is pressed in the lobby to begin."""
DESKTOP, PHONE = ViewportSize(width=1440, height=900), ViewportSize(width=390, height=844)
SEATS = [{"kind": "you"}, {"kind": "bot", "level": "easy"}, {"kind": "bot", "level": "medium"}]

# When a table with its streets, stalls and what can be pressed has been painted for the first time.
FIRST = """() => {
  const look = () => {
    if (document.querySelector('.app .stall') && document.querySelector('.app [data-legal]')) {
      requestAnimationFrame(() => setTimeout(() => (window.firstTable = performance.now())))
    } else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}"""
LONG_TASKS = """() => {
  window.longTasks = []
  const told = (list) => window.longTasks.push(...list.getEntries().map((one) => one.duration))
  new PerformanceObserver(told).observe({type: 'longtask'})
}"""
SHOWN = """() => {
  window.shown = { payday: 0, fire: 0 }
  let last = null
  new MutationObserver(() => {
    const banner = document.querySelector('.stagebanner')
    if (banner && !last) window.shown[banner.classList.contains('fire') ? 'fire' : 'payday']++
    last = banner
  }).observe(document.body, { subtree: true, childList: true })
}"""
"""Count the paydays and the fires that are shown."""
PRESS = """(share) => {
  const chosen = document.querySelector('.app [data-legal][aria-pressed=true]')
  const stalls = [...document.querySelectorAll('.app .stall[data-legal]')]
  const all = [...document.querySelectorAll('.app [data-legal], .app .btn.can')]
  const targets = chosen && stalls.length ? stalls : all
  targets[Math.floor(share * targets.length)]?.dispatchEvent(new MouseEvent('click', {bubbles: true}))
}"""
PRESSABLE = """() => document.querySelector('.app')?.dataset.status === 'finished'
  || document.querySelector('.app [data-legal], .app .btn.can')"""


def main() -> int:
    parser = argparse.ArgumentParser(description="The page's size, first table and longest task.")
    parser.add_argument("--pictures", type=Path, metavar="FOLDER", help="where to write page.webp and page-phone.webp")
    asked = parser.parse_args()
    chromium = next((found for one in BROWSERS if (found := shutil.which(one))), None)
    if not chromium:
        print("page.py: needs Chromium (Debian: apt install chromium)", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        database = f"sqlite+aiosqlite:///{Path(folder) / 'tables.sqlite'}"
        server = table_server(database, EDOKKO_BOT_PAUSE_MS="200")
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        try:
            figures = measure(browser, server)
            if asked.pictures:
                take_pictures(browser, server, asked.pictures)
        finally:
            browser.close()
            server.stop()
    print(f"load of the machine over the last minute: {os.getloadavg()[0]:.1f}\n")
    missed = False
    for name, value, unit, most in figures:
        floor = "" if most is None else f"{most:,.0f}"
        missed = missed or (most is not None and value > most)
        print(f"{name:<58} {value:>9,.1f} {unit:<6} {floor:>9}")
    return int(missed)


def measure(browser: Browser, server: Server) -> list[tuple[str, float, str, float | None]]:
    """The figures: name, value, unit and the most that is allowed."""
    visits = [first_visits(browser, server, language) for language in LANGUAGES]
    slow = [slow_lobby(browser, server) for _ in range(REPEATS)]
    cold, warm = first_tables(browser, server)
    idle = idle_share(browser, server)
    task, clock, over, shown = longest_task(browser, server)
    return [
        *(
            (f"first visit on the wire: {name} ({language})", count, "bytes", most)
            for language, visit in zip(LANGUAGES, visits, strict=True)
            for name, count, most in zip(("lobby", "a table's link"), visit, (MOST_LOBBY, MOST_TABLE), strict=True)
        ),
        (f"400 ms and 50 kB/s: something is painted (middle of {REPEATS})", middle(slow, 0), "ms", None),
        (f"400 ms and 50 kB/s: the lobby can be used (middle of {REPEATS})", middle(slow, 1), "ms", MOST_SLOW),
        (f"a table that waits for its player, {IDLE} s", idle, "% core", MOST_IDLE),
        (f"first table, empty cache (best of {REPEATS})", min(cold), "ms", MOST_FIRST),
        (f"first table, empty cache (middle of {REPEATS})", sorted(cold)[REPEATS // 2], "ms", None),
        (f"first table, loaded before (best of {REPEATS})", min(warm), "ms", None),
        (f"longest task over {PRESSES} presses, processor time", task, "ms", MOST_TASK),
        ("longest task by the clock, other work included", clock, "ms", None),
        ("long tasks that the browser counted by the clock", over, "", None),
        *((f"{what}s shown during these presses", count, "", None) for what, count in shown.items()),
    ]


def middle(runs: list[tuple[float, float]], part: int) -> float:
    """The median of a part of the results."""
    return sorted(one[part] for one in runs)[len(runs) // 2]


def first_visits(browser: Browser, server: Server, language: str) -> tuple[int, int]:
    """Bytes on the wire of two first visits, each with an empty cache: the lobby, and a table by its link."""
    host = browser.new_context()
    table = new_table(host.new_page(), server)
    host.close()
    lobby = bytes_of(browser, f"{server.address}/", USABLE, language)
    return lobby, bytes_of(browser, f"{server.address}/t/{table}", ".app .stall", language)


def bytes_of(browser: Browser, address: str, until: str, language: str) -> int:
    """Bytes on the wire, headers included, until an address has all that it asks for."""
    context = browser.new_context(viewport=DESKTOP, locale=language)
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    total = 0

    def count(event: dict[str, Any]) -> None:
        nonlocal total
        total += int(event["encodedDataLength"])

    session.on("Network.loadingFinished", count)
    page.goto(address)
    page.wait_for_selector(until)
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(SETTLED)
    context.close()
    return total


def slow_lobby(browser: Browser, server: Server) -> tuple[float, float]:
    """Milliseconds on a slow line with an empty cache: until something is painted, and until the lobby can be used."""
    context = browser.new_context(viewport=PHONE, locale="pl")
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", SLOW_LINE)
    page.goto(f"{server.address}/", wait_until="commit")
    page.wait_for_selector(USABLE, state="attached", timeout=60_000)
    usable = page.evaluate("performance.now()")
    painted = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? performance.now()")
    context.close()
    return painted, usable


def idle_share(browser: Browser, server: Server) -> float:
    """Per cent of a core that a table takes while it is this player's turn and no input arrives."""
    context = browser.new_context(viewport=DESKTOP, reduced_motion="no-preference")
    page = context.new_page()
    page.goto(f"{server.address}/t/{new_table(page, server)}")
    page.wait_for_function(PRESSABLE)
    page.wait_for_timeout(5_000)
    session = browser.new_browser_cdp_session()

    def processor() -> float:
        told = session.send("SystemInfo.getProcessInfo")["processInfo"]
        return float(sum(one["cpuTime"] for one in told))

    before = processor()
    page.wait_for_timeout(IDLE * 1000)
    spent = processor() - before
    context.close()
    return 100 * spent / IDLE


def new_table(page: Page, server: Server, name: str = "Chiyo") -> str:
    """A table of three, made over the API by the guest of this page; its id."""
    api = page.context.request
    api.get(f"{server.address}/api/guest")
    api.put(f"{server.address}/api/guest", data={"name": name})
    made = api.post(f"{server.address}/api/tables", data={"seats": SEATS, "random_seats": False})
    return str(made.json()["table"]["id"])


def first_tables(browser: Browser, server: Server) -> tuple[list[float], list[float]]:
    """Milliseconds from the start of the navigation to a painted table: with an empty cache, and once more."""
    cold: list[float] = []
    warm: list[float] = []
    for _ in range(REPEATS):
        context = browser.new_context(viewport=DESKTOP)
        page = context.new_page()
        address = f"{server.address}/t/{new_table(page, server)}"
        page.add_init_script(f"({FIRST})()")
        for times in (cold, warm):
            page.goto("about:blank")
            page.goto(address)
            page.wait_for_function("() => window.firstTable")
            times.append(page.evaluate("window.firstTable"))
        context.close()
    return cold, warm


def longest_task(browser: Browser, server: Server) -> tuple[float, float, int, dict[str, int]]:
    """The longest task while a game is played with every animation, in milliseconds.

    Returns:
        Its processor time; the longest by the clock; how many the browser itself counted as long; how many paydays and
        fires were shown.
    """
    context = browser.new_context(viewport=DESKTOP, reduced_motion="no-preference")
    page = context.new_page()
    page.goto(f"{server.address}/t/{new_table(page, server)}")
    page.wait_for_function(PRESSABLE)
    # What loading costs is the first table's figure.
    page.wait_for_timeout(1000)
    page.evaluate(LONG_TASKS)
    page.evaluate(SHOWN)
    browser.start_tracing(page=page, categories=["toplevel", "disabled-by-default-devtools.timeline"])
    play(page, random.Random(1), PRESSES)
    trace = json.loads(browser.stop_tracing())["traceEvents"]
    over = len(page.evaluate("window.longTasks"))
    shown = page.evaluate("window.shown")
    context.close()
    mains = {
        (one["pid"], one["tid"])
        for one in trace
        if one["name"] == "thread_name" and one["args"]["name"] == "CrRendererMain"
    }
    tasks = [one for one in trace if one["name"].endswith("RunTask") and (one["pid"], one["tid"]) in mains]
    assert tasks, "the trace has no tasks"
    task, clock = (max(one.get(part, 0) for one in tasks) / 1000 for part in ("tdur", "dur"))
    return task, clock, over, shown


def play(page: Page, chance: random.Random, presses: int) -> None:
    """Press anything that can be pressed, and let the others move."""
    for _ in range(presses):
        page.wait_for_function(PRESSABLE)
        page.evaluate(PRESS, chance.random())
        page.wait_for_timeout(250)


def take_pictures(browser: Browser, server: Server, folder: Path) -> None:
    """Take pictures of a game, in its fifth month or a little later, on a desktop and on a phone."""
    context = browser.new_context(viewport=DESKTOP, reduced_motion="reduce", device_scale_factor=1)
    page = context.new_page()
    table = new_table(page, server)
    chance = random.Random(5)
    while True:
        view = context.request.get(f"{server.address}/api/tables/{table}").json()
        game = view["table"]["game"]
        kinds = {one["kind"] for one in game.get("moves", [])}
        if view["you"].get("may_play"):
            if game["position"]["month"] >= 5 and {"hire", "income"} <= kinds:
                break
            moves = [one for one in game["moves"] if one["kind"] in ("hire", "place", "shop", "work")] or game["moves"]
            body = {"ply": view["table"].get("ply", 0), "moves": [chance.choice(moves)["words"]]}
            context.request.post(f"{server.address}/api/tables/{table}/moves", data=body)
        else:
            page.wait_for_timeout(50)
    page.goto(f"{server.address}/t/{table}")
    folder.mkdir(parents=True, exist_ok=True)
    for name, viewport in (("page", DESKTOP), ("page-phone", PHONE)):
        page.set_viewport_size(viewport)
        card = page.locator(".offer[data-legal]").first
        card.wait_for()
        if name == "page":
            card.click()
        # A pointer that stays over the bar would bring its tooltip.
        page.mouse.move(0, 0)
        page.wait_for_selector(".stall[data-legal] .paytxt")
        page.wait_for_timeout(500)
        picture = Image.open(io.BytesIO(page.screenshot()))
        picture.save(folder / f"{name}.webp", quality=82, method=6)
    context.close()


if __name__ == "__main__":
    sys.exit(main())
