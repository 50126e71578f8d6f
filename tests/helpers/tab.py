"""A browser tab of one guest, what it shows, and the errors on it."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

import httpx

from tests.helpers.paths import ROOT

AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
CONNECTION_ERRORS = ("net::ERR_", "WebSocket")
"""Browser errors for a server that does not answer."""
TIMEOUT = 60_000
"""The default timeout in milliseconds. Test machines are slow."""
POLLING = 40
"""Milliseconds between two looks at the page, which takes less processor time than a look at every frame."""

SNAPSHOT = """() => {
  const app = document.querySelector('.app')
  if (!app) return null
  const targets = []
  for (const node of app.querySelectorAll('[data-legal], .btn.can')) {
    const kinds = ['room', 'offer', 'slot', 'square', 'shop', 'good', 'building', 'button']
    const kind = kinds.find((name) => name in node.dataset)
    if (!kind) continue
    const legal = node.matches('[data-legal]') ? '[data-legal]' : '.btn.can'
    const value = node.dataset[kind]
    targets.push({
      kind, value, move: node.dataset.move ?? '', label: node.ariaLabel,
      pressed: node.ariaPressed === 'true', expanded: node.ariaExpanded,
      selector: `.app ${legal}[data-${kind}="${value}"]`})
  }
  const buttons = [...app.querySelectorAll('.bar .btn:not([data-button=skip])')]
  const bar = buttons.map((node) => node.className + node.ariaLabel)
  const pressable = targets.map((node) => [node.label, node.pressed, node.expanded])
  for (const node of targets) delete node.expanded
  const frame = app.querySelector('.show')?.dataset.frame
  const mark = JSON.stringify([app.dataset.ply, app.dataset.status, frame, bar, pressable])
  return {
    ply: Number(app.dataset.ply), over: app.dataset.status === 'finished', targets, mark}
}"""

WAIT_FOR_RESIZE = """async ([width, height]) => {
  const frame = () => new Promise((done) => requestAnimationFrame(done))
  do { await frame() } while (innerWidth !== width || innerHeight !== height)
  await frame()
}"""
"""Wait until the page has handled a resize: media queries fire in one frame and the page redraws in the next."""

ASK_FOR_LANGUAGE = """(language) => {
  const stored = JSON.parse(localStorage.getItem('edokko') ?? '{}')
  localStorage.setItem('edokko', JSON.stringify({ ...stored, language }))
  dispatchEvent(new StorageEvent('storage', { key: 'edokko' }))
}"""
"""Ask for a language as if another tab did, and wait for nothing."""

CHANGE_LANGUAGE = f"""async (language) => {{
  if (document.documentElement.lang.startsWith(language)) return
  const frame = () => new Promise((done) => requestAnimationFrame(done))
  ;({ASK_FOR_LANGUAGE})(language)
  const end = Date.now() + 60_000
  while (!document.documentElement.lang.startsWith(language)) {{
    if (Date.now() > end) throw new Error(`the page did not change to ${{language}}`)
    await frame()
  }}
  // A table's names come in one language; a test without a connection would wait for ever.
  const names = () => document.querySelector('[data-names]')?.dataset.names ?? language
  for (let tries = 0; names() !== language && tries < 100; tries++) await frame()
  await frame()
  await frame()
}}"""
"""Change the language as if another tab did, without a reload. Wait until the page has fitted its texts. A page in that
language stays as it is."""

TRANSPARENT = """
const transparent = new CSSStyleSheet()
transparent.replaceSync('html:not([data-drawn]) { opacity: 0 !important }')
document.adoptedStyleSheets.push(transparent)
"""
"""Make the page transparent. Chromium then draws no pixels, which saves a quarter of a test's processor time; layout,
hit tests, focus and the accessibility tree stay as they are. The attribute `data-drawn` of the root draws the page."""

AXE_RUN = """async (options) => {
  const root = document.documentElement
  root.dataset.drawn = ''
  try {
    return (await axe.run(options)).violations
  } finally {
    delete root.dataset.drawn
  }
}"""
"""Run axe-core on the drawn page: in a transparent one it checks no colours."""

PAUSE_ANIMATIONS = """() => {
  const animate = Element.prototype.animate
  Element.prototype.animate = function (...given) {
    const animation = animate.apply(this, given)
    animation.pause()
    return animation
  }
}"""
"""Pause every animation that starts from now on."""


SKIP_TO_PLY = """(ply) => {
  if (Number(document.querySelector('.app').dataset.ply) >= ply) return true
  document.body.dispatchEvent(new KeyboardEvent('keydown', {key: 'Shift', bubbles: true}))
}"""
"""Check whether the table shows a ply or a later one; a key press skips the animation of a month's end meanwhile."""


@dataclass(frozen=True)
class Target:
    """An element that can be pressed."""

    kind: str
    """The kind of its target; `button` is a button of the bar."""
    value: str
    move: str
    label: str
    pressed: bool
    selector: str


@dataclass(frozen=True)
class Snapshot:
    """A snapshot of what a table shows."""

    ply: int
    over: bool
    targets: list[Target]
    mark: str
    """A fingerprint that changes with the targets."""


@dataclass
class Tab:
    """A browser tab of one guest."""

    page: Any
    address: str
    errors: list[str] = field(default_factory=list)
    """Console errors, uncaught exceptions, and requests to other hosts."""
    expected_errors: tuple[str, ...] = ()
    """Substrings of expected errors, such as those of a killed server."""

    def __post_init__(self) -> None:
        self.page.set_default_timeout(TIMEOUT)
        self.page.on("console", self._on_console)
        self.page.on("pageerror", lambda error: self.errors.append(f"{error}\n{error.stack}"))
        self.page.on("request", lambda request: self._on_request(request.url))
        self.page.on("websocket", lambda socket: self._on_request(socket.url))

    def _on_console(self, message: Any) -> None:
        # A derived value of a component that is gone no longer changes: what reads it is frozen.
        fails = message.type == "error" or "derived_inert" in message.text
        if fails and not any(part in message.text for part in self.expected_errors):
            self.errors.append(f"console: {message.text} ({message.location.get('url')})")

    def _on_request(self, url: str) -> None:
        host = self.address.removeprefix("http")
        if not url.startswith((f"http{host}/", f"ws{host}/", "data:", "blob:")):
            self.errors.append(f"asks another host: {url}")

    # --- navigation

    def go(self, path: str = "") -> None:
        self.page.goto(f"{self.address}/{path}")

    def go_to_lobby(self) -> None:
        self.go()
        self.page.wait_for_selector(".lobby .box .h", state="attached")

    def go_to_table(self, table: str) -> None:
        self.go(f"t/{table}")
        # The skeleton draws the street before the table has loaded.
        self.page.wait_for_selector(".app[data-ply] .board, .app[data-ply] .boardlist")

    # --- the API, as this guest

    def ask(self, method: str, path: str, body: Any = None, *, expect: int | None = None) -> Any:
        """Send a request to the API as this browser's guest. Return the decoded answer."""
        sent = {} if body is None else {"data": body}
        answer = self.page.context.request.fetch(f"{self.address}/api{path}", method=method, **sent)
        assert answer.ok if expect is None else answer.status == expect, f"{method} {path}: {answer.text()[:500]}"
        return answer.json()

    def new_table(self, *seats: str, **options: Any) -> str:
        """Create a table of this guest and return its id. `seats` are `you`, `local`, `open` or a level."""
        kinds = [
            {"kind": seat} if seat in ("you", "local", "open") else {"kind": "bot", "level": seat} for seat in seats
        ]
        for index, seat in enumerate(kinds):
            if seat["kind"] == "local":
                seat["name"] = f"Bo {index}"
        self.ask("GET", "/guest")
        view = self.ask("POST", "/tables", {"seats": kinds, "random_seats": False} | options)
        return str(view["table"]["id"])

    def view(self, table: str, query: str = "") -> dict[str, Any]:
        view: dict[str, Any] = self.ask("GET", f"/tables/{table}{query}")
        return view

    def ply(self, table: str) -> int:
        return int(self.view(table)["table"].get("ply", 0))

    def play(self, table: str, moves: Iterable[str]) -> None:
        """Play moves of this guest's seats over the API."""
        for ply, move in enumerate(moves, self.ply(table)):
            self.ask("POST", f"/tables/{table}/moves", {"ply": ply, "moves": [move]})

    def advance(self, table: str, until: Callable[[dict[str, Any]], bool], chance: random.Random | None = None) -> None:
        """Play all seats of this guest over the API until the view satisfies a condition.

        Args:
            table: its id.
            until: the condition on the view's `table`; the end of the game stops as well.
            chance: chooses the moves; without it the first legal move is played.
        """
        end = time.monotonic() + TIMEOUT / 1000 * 3
        cookies = {cookie["name"]: cookie["value"] for cookie in self.page.context.cookies(self.address)}
        path = f"{self.address}/api/tables/{table}"
        # A client of Python takes less time for hundreds of moves than the browser's.
        with httpx.Client(cookies=cookies, headers={"Accept-Encoding": "identity"}, timeout=TIMEOUT / 1000) as client:
            view = client.get(path).raise_for_status().json()
            while time.monotonic() < end:
                now = view["table"]
                if now["status"] == "finished" or (until(now) and view["you"].get("may_play")):
                    return
                if not view["you"].get("may_play"):
                    time.sleep(0.03)
                    view = client.get(path).raise_for_status().json()
                    continue
                moves = now["game"]["moves"]
                move = chance.choice(moves) if chance else moves[0]
                body = {"ply": now.get("ply", 0), "moves": [move["words"]]}
                view = client.post(f"{path}/moves", json=body).raise_for_status().json()["view"]
        raise AssertionError("the table did not get there")

    # --- what the table shows

    def look(self) -> Snapshot:
        snapshot = self.page.evaluate(SNAPSHOT)
        assert snapshot, f"no table is shown: {self.page.inner_text('body')[:500]}"
        targets = [Target(**target) for target in snapshot.pop("targets")]
        return Snapshot(targets=targets, **snapshot)

    def settle(self) -> Snapshot:
        """Wait until a target can be pressed or the game is over."""
        self.page.wait_for_function(
            f"() => {{ const seen = ({SNAPSHOT})(); return seen && (seen.over || seen.targets.length) }}",
            polling=POLLING,
        )
        return self.look()

    def wait_for_change(self, before: Snapshot) -> None:
        """Wait until a press has taken effect."""
        self.page.wait_for_function(
            f"(mark) => {{ const seen = ({SNAPSHOT})(); return seen && seen.mark !== mark }}",
            arg=before.mark,
            polling=POLLING,
        )

    def wait_for_ply(self, ply: int) -> None:
        """Wait until the table shows a ply."""
        self.page.wait_for_function(
            "(ply) => document.querySelector('.app')?.dataset.ply === ply",
            arg=str(ply),
            polling=POLLING,
        )

    def skip_to_ply(self, ply: int) -> None:
        """Wait until the table shows a ply or a later one, and skip the animation of a month's end."""
        self.page.wait_for_function(SKIP_TO_PLY, arg=ply)

    def press(self, target: Target) -> None:
        """Click a target with the mouse."""
        before = self.look()
        self.page.locator(target.selector).click()
        self.wait_for_change(before)

    def resize(self, width: int, height: int) -> None:
        """Resize the viewport, in pixels, and wait until the page has adapted. The same size takes no time."""
        if self.page.viewport_size == {"width": width, "height": height}:
            return
        self.page.set_viewport_size({"width": width, "height": height})
        self.page.evaluate(WAIT_FOR_RESIZE, [width, height])

    def change_language(self, language: str) -> None:
        """Change the language of the page, such as `fr`, without a reload."""
        self.page.evaluate(CHANGE_LANGUAGE, language)

    def each_language(self, languages: Iterable[str]) -> Iterator[str]:
        """Show the page in each language. That of the page comes first, because a change takes longer than a look."""
        shown = self.page.evaluate("document.documentElement.lang")
        for language in sorted(languages, key=lambda language: not shown.startswith(language)):
            self.change_language(language)
            yield language

    def axe(self, *rules: str) -> list[str]:
        """Return the violations that axe-core reports, one line each; with rules, only theirs."""
        if not self.page.evaluate("() => 'axe' in window"):
            self.page.evaluate(AXE.read_text())
        # A card's accessible name is a sentence; the drawn numbers and words repeat its parts in another order.
        options: dict[str, Any] = {
            "rules": {"label-content-name-mismatch": {"enabled": False}, "target-size": {"enabled": True}}
        }
        if rules:
            options = {"runOnly": rules}
        # axe-core would write a selector for every node that passes, which takes most of its time.
        options["resultTypes"] = ["violations"]
        violations = self.page.evaluate(AXE_RUN, options)
        return [
            f"{violation['id']}: {violation['nodes'][0]['target']} {violation['nodes'][0]['failureSummary']}"
            for violation in violations
        ]


OpenTab = Callable[..., Tab]
"""The fixture `open_tab`: opens a tab of a new guest."""
