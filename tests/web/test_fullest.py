"""The steps of recorded games in which the page is fullest, and the layout check that visits them.

``python -m tests.web.fullest run`` shows all of them at every size in every language and reports clipped, covered or
overflowing elements. These tests show a seeded sample, a different one at each size.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import pytest

from tests.helpers.layout import LANGUAGES
from tests.helpers.letters import PAGE
from tests.helpers.serving import Server
from tests.web.fullest.__main__ import report
from tests.web.fullest.games import games
from tests.web.fullest.picking import Step, not_full, read
from tests.web.fullest.showing import SIZES, Stage, some_acts, stored

pytestmark = pytest.mark.matrix

SEED = 16
CHECKED = 24
"""The number of steps to replay, to check that they are still as full."""
SHOWN = 6
"""The number of steps to show at each size."""
SHOWINGS = [*((PAGE, width) for width in SIZES), ("Liberation", 320), ("DejaVu", 320), ("DejaVu", 1280)]
"""Sets of fonts and widths: every size with the page's fonts, the narrowest with the others, as in `ANY_LETTERS`."""


def test_the_list_names_at_least_two_hundred_steps_of_both_editions() -> None:
    steps = read()
    assert len({(step.game, step.ply) for step in steps}) == len(steps) >= 200
    assert {step.game for step in steps} <= set(games())
    setups = {(record.edition, record.players) for record in (step.game.record() for step in steps)}
    assert setups == {(edition, players) for edition in ("2015", "2021") for players in (2, 3, 4)}


@dataclass
class Sample:
    """A seeded sample of the steps, replayed once."""

    data: list[dict[str, Any]]
    """The data of each step for the stub."""
    not_full: list[str]
    """The features that the steps no longer reach."""


def sample_of(steps: Sequence[Step]) -> Sample:
    gone: list[str] = []
    data = stored(steps, lambda step, replay: gone.extend(not_full(step, replay)))
    return Sample(data, gone)


@pytest.fixture(scope="module")
def sample() -> Sample:
    return sample_of(random.Random(SEED).sample(read(), CHECKED))


@pytest.fixture(scope="module")
def steps(sample: Sample) -> list[dict[str, Any]]:
    return sample.data


def test_the_picked_steps_are_still_as_full(sample: Sample) -> None:
    assert sample.not_full == []
    # The check would notice a step before the picked one.
    late = next(step for step in read() if step.ply > 20)
    late.ply -= 15
    assert sample_of([late]).not_full != []


@pytest.mark.parametrize(("letters", "width"), SHOWINGS, indirect=["letters"])
def test_the_fullest_steps_have_no_layout_faults(
    lettered_browser: Any, server: Server, steps: list[dict[str, Any]], width: int
) -> None:
    chance = random.Random(SEED + width)
    sample = chance.sample(range(len(steps)), SHOWN)
    language = chance.choice(list(LANGUAGES))
    theme: Literal["light", "dark"] = chance.choice(("light", "dark"))
    stage = Stage(lettered_browser, server.address, steps, width, language, only=sample, theme=theme)
    findings = list(stage.look(sample, some_acts))
    stage.close()
    assert not findings, report(findings)
    assert stage.errors == []


def test_the_check_detects_layout_faults(browser: Any, server: Server, steps: list[dict[str, Any]]) -> None:
    # Score sheets repeat the names.
    step = next(number for number, step in enumerate(steps) if step["view"]["table"]["status"] == "running")
    stage = Stage(browser, server.address, steps, 1440, "en", only=[step])
    spoil = """(style) => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(style)
      document.adoptedStyleSheets = [document.adoptedStyleSheets[0], sheet]
    }"""
    clean = Counter(finding.kind for finding in stage.look([step]))
    kinds = {
        ".app .stage text { font-size: 60px !important }": "covered",
        ".app h2, .app button { width: 12px !important; overflow: hidden; white-space: nowrap }": "cut",
        ".app .bar { transform: translateY(60px) }": "outside the window",
        "body { min-width: 3000px }": "document scrolls",
        ".app [data-legal], .app button { max-width: 8px; max-height: 8px }": "target under 24 px",
        ".app [data-panel] * { display: none !important }": "name not whole",
        ".app .bar { min-height: 200px }": "region moves",
        ".app .top .tools { overflow: hidden; flex: none; width: 20px }": "target cut",
    }
    for style, kind in kinds.items():
        stage.page.evaluate(spoil, style)
        spoilt = Counter(finding.kind for finding in stage.look([step]))
        assert spoilt[kind] > clean[kind], (style, spoilt)
        stage.page.evaluate(spoil, "")
    stage.close()
