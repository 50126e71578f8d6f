"""One page of one person in a browser, what it shows, and everything that goes wrong on it."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
CUT_OFF = ("net::ERR_", "WebSocket")
"""What a browser says of a server that does not answer."""
PATIENCE = 60_000
"""Milliseconds for anything to appear: machines that run tests are slow, and nothing is waited for in vain."""

LOOK = """() => {
  const app = document.querySelector('.app')
  if (!app) return null
  const targets = []
  for (const one of app.querySelectorAll('[data-legal], .btn.can')) {
    const kinds = ['room', 'offer', 'slot', 'square', 'shop', 'good', 'building', 'button']
    const kind = kinds.find((name) => name in one.dataset)
    if (!kind) continue
    const legal = one.matches('[data-legal]') ? '[data-legal]' : '.btn.can'
    const value = one.dataset[kind]
    targets.push({
      kind, value, move: one.dataset.move ?? '', label: one.ariaLabel,
      pressed: one.ariaPressed === 'true', expanded: one.ariaExpanded,
      selector: `.app ${legal}[data-${kind}="${value}"]`})
  }
  const bar = [...app.querySelectorAll('.bar .btn:not([data-button=skip])')].map((one) => one.className + one.ariaLabel)
  const pressable = targets.map((one) => [one.label, one.pressed, one.expanded])
  for (const one of targets) delete one.expanded
  const mark = JSON.stringify([app.dataset.ply, app.dataset.status, bar, pressable])
  return {
    ply: Number(app.dataset.ply), over: app.dataset.status === 'finished', targets, mark}
}"""

DRAWN = """async ([width, height]) => {
  const frame = () => new Promise((done) => requestAnimationFrame(done))
  do { await frame() } while (innerWidth !== width || innerHeight !== height)
  await frame()
}"""
"""The page has heard how large it is: what asks for a width is told in a frame, and draws itself after it."""

HELD = """() => {
  const animate = Element.prototype.animate
  Element.prototype.animate = function (...given) {
    const one = animate.apply(this, given)
    one.pause()
    return one
  }
}"""
"""What moves from now on does not come to its end by itself."""


SKIPPED = """(ply) => {
  if (document.querySelector('.app').dataset.ply === ply) return true
  document.body.dispatchEvent(new KeyboardEvent('keydown', {key: 'Shift', bubbles: true}))
}"""
"""Whether the table shows that many moves; the end of a month that is still being shown is skipped."""


@dataclass(frozen=True)
class Target:
    """Something that can be pressed."""

    kind: str
    """What of the table it stands for; `button` is one of the bar."""
    value: str
    move: str
    label: str
    pressed: bool
    selector: str


@dataclass(frozen=True)
class Seen:
    """What a table shows."""

    ply: int
    over: bool
    targets: list[Target]
    mark: str
    """Changes with whatever can be pressed."""


@dataclass
class Tab:
    """One page of one person."""

    page: Any
    address: str
    wrong: list[str] = field(default_factory=list)
    """Errors in the console, exceptions, requests to other hosts."""
    excused: tuple[str, ...] = ()
    """Parts of errors that the test brings about itself: a server that is away, a table that does not exist."""

    def __post_init__(self) -> None:
        self.page.set_default_timeout(PATIENCE)
        self.page.on("console", self._said)
        self.page.on("pageerror", lambda error: self.wrong.append(f"{error}\n{error.stack}"))
        self.page.on("request", lambda asked: self._asked(asked.url))
        self.page.on("websocket", lambda socket: self._asked(socket.url))

    def _said(self, message: Any) -> None:
        if message.type == "error" and not any(one in message.text for one in self.excused):
            self.wrong.append(f"console: {message.text} ({message.location.get('url')})")

    def _asked(self, url: str) -> None:
        host = self.address.removeprefix("http")
        if not url.startswith((f"http{host}/", f"ws{host}/", "data:", "blob:")):
            self.wrong.append(f"asks another host: {url}")

    # --- where to

    def go(self, path: str = "") -> None:
        self.page.goto(f"{self.address}/{path}")

    def go_to_table(self, table: str) -> None:
        self.go(f"t/{table}")
        # The street is drawn while the table loads; what it shows comes after.
        self.page.wait_for_selector(".app[data-ply] .board, .app[data-ply] .boardlist")

    # --- the API, as this person

    def ask(self, method: str, path: str, body: Any = None, *, expect: int | None = None) -> Any:
        """What the API answers to this browser's guest, beside the page."""
        sent = {} if body is None else {"data": body}
        answer = self.page.context.request.fetch(f"{self.address}/api{path}", method=method, **sent)
        assert answer.ok if expect is None else answer.status == expect, f"{method} {path}: {answer.text()[:500]}"
        return answer.json()

    def new_table(self, *seats: str, **asked: Any) -> str:
        """A table of this guest; `seats` are `you`, `local`, `open` or a level. Its id."""
        kinds = [{"kind": one} if one in ("you", "local", "open") else {"kind": "bot", "level": one} for one in seats]
        for place, one in enumerate(kinds):
            if one["kind"] == "local":
                one["name"] = f"Bo {place}"
        self.ask("GET", "/guest")
        made = self.ask("POST", "/tables", {"seats": kinds, "random_seats": False} | asked)
        return str(made["table"]["id"])

    def view(self, table: str, query: str = "") -> dict[str, Any]:
        found: dict[str, Any] = self.ask("GET", f"/tables/{table}{query}")
        return found

    def ply(self, table: str) -> int:
        return int(self.view(table)["table"].get("ply", 0))

    def advance(self, table: str, until: Callable[[dict[str, Any]], bool], chance: random.Random | None = None) -> None:
        """Play over the API, for all of this guest's seats, until the view is as wanted.

        Args:
            table: where.
            until: told by the `table` of the view; a game that ends ends it too.
            chance: what is played; without it always the first move.
        """
        end = time.monotonic() + PATIENCE / 1000 * 3
        view = self.view(table)
        while time.monotonic() < end:
            now = view["table"]
            if now["status"] == "finished" or (until(now) and view["you"].get("may_play")):
                return
            if not view["you"].get("may_play"):
                time.sleep(0.03)
                view = self.view(table)
                continue
            moves = now["game"]["moves"]
            move = chance.choice(moves) if chance else moves[0]
            view = self.ask("POST", f"/tables/{table}/moves", {"ply": now.get("ply", 0), "moves": [move["words"]]})[
                "view"
            ]
        raise AssertionError("the table did not get there")

    # --- what the table shows

    def look(self) -> Seen:
        found = self.page.evaluate(LOOK)
        assert found, f"no table is shown: {self.page.inner_text('body')[:500]}"
        targets = [Target(**one) for one in found.pop("targets")]
        return Seen(targets=targets, **found)

    def settle(self) -> Seen:
        """Wait until something can be pressed or the game is over."""
        self.page.wait_for_function(
            f"() => {{ const seen = ({LOOK})(); return seen && (seen.over || seen.targets.length) }}"
        )
        return self.look()

    def wait_for_change(self, before: Seen) -> None:
        """Wait until what was pressed has had its effect."""
        self.page.wait_for_function(
            f"(mark) => {{ const seen = ({LOOK})(); return seen && seen.mark !== mark }}", arg=before.mark
        )

    def wait_for_ply(self, ply: int) -> None:
        """Wait until the table shows that many moves."""
        self.page.wait_for_function(
            "(ply) => document.querySelector('.app')?.dataset.ply === ply",
            arg=str(ply),
        )

    def skip_to_ply(self, ply: int) -> None:
        """Wait until the table shows that many moves, and skip what is shown of a month's end."""
        self.page.wait_for_function(SKIPPED, arg=str(ply))

    def press(self, target: Target) -> None:
        """With the mouse."""
        before = self.look()
        self.page.locator(target.selector).click()
        self.wait_for_change(before)

    def resize(self, width: int, height: int) -> None:
        """Give the page another size, in pixels, and wait until it has taken it."""
        self.page.set_viewport_size({"width": width, "height": height})
        self.page.evaluate(DRAWN, [width, height])

    def axe(self) -> list[str]:
        """What axe-core finds, a line each."""
        if not self.page.evaluate("() => 'axe' in window"):
            self.page.evaluate(AXE.read_text())
        # A card's name is a sentence; the figures and words drawn on it are its parts, in another order.
        asked = "{rules: {'label-content-name-mismatch': {enabled: false}, 'target-size': {enabled: true}}}"
        found = self.page.evaluate(f"async () => (await axe.run({asked})).violations")
        return [f"{one['id']}: {one['nodes'][0]['target']} {one['nodes'][0]['failureSummary']}" for one in found]
