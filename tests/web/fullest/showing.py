"""Show stored views in a browser. A stub replaces the server, so that a step takes a few frames."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from tests.helpers.layout import LANGUAGES
from tests.web.fullest.allowed import ALLOWED
from tests.web.fullest.games import HERE, Replay, box
from tests.web.fullest.picking import Step, replays

STUB = (HERE / "stub.js").read_text(encoding="utf-8")
CHECKS = (HERE / "checks.js").read_text(encoding="utf-8").split("*/", 1)[1].strip().removeprefix(";")
SIZES = {
    320: 568, 360: 740, 390: 844, 780: 493, 820: 1180, 1024: 768,
    1180: 820, 1280: 720, 1440: 900, 1920: 1080, 2560: 1440,
}  # fmt: skip
"""The height of each width."""
LONG_NAMES = ["Maximilianus", "Konstantinos", "Hermenegilda", "Wolframmarie"]
"""Twelve letters, which fit from 1280 pixels up."""
SHORT_NAMES = ["Hanako", "Momoko", "Martim", "Wiktor"]
"""Six letters, which fit on a phone."""
WIDE = 1280
LOWEST_TABLET = 700
ACTS = (
    "picture",
    "result",
    "card",
    "stall",
    "shop",
    "tap",
    "detail",
    "choices",
    "log",
    "player",
    "talk",
    "people",
    "rules",
)
"""The presses after a step is shown: see `stub.js`."""
OFTEN = {"picture": 1, "result": 1, "card": 1, "stall": 3, "shop": 1, "tap": 2, "detail": 6} | dict.fromkeys(
    ("choices", "log", "player", "talk", "people", "rules"), 6
)
"""The share of steps that get each press, as one of N."""
CHUNK = 25
EVERY_OTHER = 8
"""The share of steps shown to a player who is not acting, as one of N."""

THROUGH = """() => {
  const sheet = new CSSStyleSheet()
  const through = '[data-through] { pointer-events: none !important }'
  sheet.replaceSync(`* { pointer-events: auto !important } ${through}`)
  document.adoptedStyleSheets.push(sheet)
}"""
"""Let every element take part in hit tests, as `checks.js` needs it."""


def is_phone(width: int) -> bool:
    """Check whether a size has the layout of a phone, upright or on its side."""
    return width < WIDE and (width < 768 or SIZES[width] < LOWEST_TABLET)


RawFinding = tuple[str, str, str, str]


@dataclass(frozen=True)
class Finding:
    """A layout fault.

    Attributes:
        width, language: those of the page.
        step: its index in the list.
        act: the preceding press; empty for none.
        kind, place, text, amount: the result of `checks.js`.
    """

    width: int
    language: str
    step: int
    act: str
    kind: str
    place: str
    text: str
    amount: str


def stored(
    steps: Sequence[Step], look: Callable[[Step, Replay], object] = lambda step, replay: None
) -> list[dict[str, Any]]:
    """Return the data of each step for the stub, in order.

    Args:
        steps: the steps.
        look: called with each step and its game, at the step.
    """
    views: dict[int, dict[str, Any]] = {}
    indexes = {(step.game, step.ply): number for number, step in enumerate(steps)}
    before: dict[int, dict[str, Any]] = {}
    earlier = {(step.game, step.ply - 1): number for number, step in enumerate(steps) if _happens(step)}
    needed = [*steps, *(Step(game, ply) for game, ply in earlier if ply >= 0 and (game, ply) not in indexes)]
    for step, replay in replays(needed):
        key = (step.game, step.ply)
        if key in earlier:
            before[earlier[key]] = _step_data(replay, _viewer(steps[earlier[key]], replay, earlier[key]))
        if key in indexes:
            views[indexes[key]] = _step_data(replay, _viewer(step, replay, indexes[key]))
            look(step, replay)
    for number, data in before.items():
        # The same player sees both.
        data["view"]["you"] = {"seats": views[number]["view"]["you"]["seats"], "host": True}
        views[number]["before"] = data
    return [views[number] | {"game": str(step.game).replace(":", "-")} for number, step in enumerate(steps)]


def _happens(step: Step) -> bool:
    """Check whether a step shows a payday or a fire, which needs the step before it."""
    return step.ply > 0 and any(name in step.names for name in ("payday_began", "fire_broke_out"))


def _viewer(step: Step, replay: Replay, number: int) -> int:
    acting = replay.match.seat or 0
    return (acting + 1) % replay.record.players if number % EVERY_OTHER == EVERY_OTHER - 1 else acting


def _step_data(replay: Replay, seat: int) -> dict[str, Any]:
    setup = replay.record
    return {
        "view": replay.view(seat, [""] * setup.players),
        "log": replay.log(),
        "box": f"{setup.edition} {setup.players}",
    }


class Stage:
    """A tab that shows stored steps.

    Args:
        browser: a Playwright browser.
        address: of a running server, for the page itself.
        steps: the result of `stored`.
        width, language: of the tab.
        height: of the tab; by default the usual one for the width.
        only: the steps to load; by default all.
        theme: the colour scheme of the system.
    """

    def __init__(
        self,
        browser: Any,
        address: str,
        steps: list[dict[str, Any]],
        width: int,
        language: str,
        height: int | None = None,
        only: Iterable[int] | None = None,
        theme: Literal["light", "dark"] = "light",
    ) -> None:
        self.width, self.language, self.steps = width, language, steps
        size = {"width": width, "height": height or SIZES[width]}
        touch = {"has_touch": True, "is_mobile": True} if is_phone(width) else {}
        self.context = browser.new_context(
            viewport=size, locale=LANGUAGES[language], reduced_motion="reduce", color_scheme=theme, **touch
        )
        self.page = self.context.new_page()
        self.errors: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(f"{error}\n{error.stack}"))
        self.page.on(
            "console",
            lambda line: self.errors.append(line.text) if line.type == "error" and "404" not in line.text else None,
        )
        self.page.add_init_script(STUB)
        self.names = LONG_NAMES if width >= WIDE else SHORT_NAMES
        boxes = {
            key: box(edition, int(players))
            for key in {step["box"] for step in steps}
            for edition, players in [key.split()]
        }
        shown = set(range(len(steps)) if only is None else only)
        self.page.goto(f"{address}/rules")
        self.page.evaluate(
            "(data) => Object.assign(fullest, JSON.parse(data))",
            # Playwright takes a second for such a structure, and no time for a text.
            json.dumps(
                {
                    "steps": [step if number in shown else None for number, step in enumerate(steps)],
                    "names": self.names,
                    "boxes": boxes,
                }
            ),
        )
        self.page.evaluate(THROUGH)

    def check_arguments(self, number: int) -> dict[str, Any]:
        """Return the arguments of `checks.js` for a step."""
        view = self.steps[number]["view"]
        count = view["table"]["players"]
        phone = is_phone(self.width)
        # A phone's strip shows "you" instead of the own name.
        own = view["you"]["seats"] if phone else []
        return {
            "allowed": [exception.as_json() for exception in ALLOWED],
            "names": [name for seat, name in enumerate(self.names[:count]) if seat not in own],
            "least": 44 if phone else 24,
            # The result of a game is longer than a phone, which scrolls then.
            "scrolls": SIZES[self.width] < 640 or (phone and view["table"]["status"] == "finished"),
            "months": phone,
        }

    def look(self, numbers: Iterable[int], acts: Callable[[int], Sequence[str]] | None = None) -> Iterator[Finding]:
        """Show steps and yield the findings.

        Args:
            numbers: the indexes of the steps.
            acts: the presses at each step, in order; by default none.
        """
        jobs = [[number, self.check_arguments(number), list(acts(number)) if acts else []] for number in numbers]
        for start in range(0, len(jobs), CHUNK):
            for number, act, findings, boxes in self.page.evaluate(LOOP, jobs[start : start + CHUNK]):
                yield from self._seen(number, act, findings)
                if not act:
                    yield from self._moved(number, boxes)

    def _seen(self, number: int, act: str, findings: list[RawFinding]) -> Iterator[Finding]:
        for kind, place, text, amount in findings:
            # The player has opened the overlay that covers the names.
            if not (act and kind == "name not whole"):
                yield Finding(self.width, self.language, number, act, kind, place, text, amount)

    _boxes: dict[tuple[str, str], Any] | None = None

    def _moved(self, number: int, boxes: dict[str, Any]) -> Iterator[Finding]:
        """Yield the regions that move between steps of tables with the same number of players."""
        self._boxes = self._boxes or {}
        view = self.steps[number]["view"]["table"]
        if view["status"] == "finished":
            return
        for name in ("bar", "stage"):
            if name not in boxes:
                continue
            first = self._boxes.setdefault((name, self.steps[number]["box"]), boxes[name])
            if first != boxes[name]:
                difference = f"{boxes[name]}, first {first}"
                yield Finding(self.width, self.language, number, "", "region moves", f"{name} |", name, difference)

    def picture(self, number: int, act: str, path: str) -> None:
        """Save a screenshot of a step, after its animation."""
        self.page.evaluate("(number) => fullest.show(number)", number)
        if act in ACTS:
            self.page.evaluate("(act) => fullest.act(act)", act)
        self.page.screenshot(path=path)

    def close(self) -> None:
        """Close the tab."""
        self.context.close()


LOOP = f"""async (jobs) => {{
  const check = {CHECKS}
  const results = []
  for (const [number, options, acts] of jobs) {{
    await fullest.show(number, () => results.push([number, 'during', check(options).findings, {{}}]))
    const {{ findings, boxes }} = check(options)
    results.push([number, '', findings, boxes])
    for (const act of acts) {{
      if (!(await fullest.act(act))) continue
      results.push([number, act, check(options).findings, {{}}])
      await fullest.back()
    }}
  }}
  return results
}}"""


def some_acts(number: int) -> list[str]:
    """Return the presses at a step in a full run."""
    return [act for offset, act in enumerate(ACTS) if (number + offset) % OFTEN[act] == 0]
