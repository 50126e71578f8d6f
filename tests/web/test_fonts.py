"""The page's own fonts, and the fonts of the system that stand in until they arrive."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.helpers.letters import FAMILIES
from tests.helpers.paths import ROOT
from tests.helpers.playing import hiring
from tests.helpers.tab import OpenTab, Tab

LANGUAGES = ("en", "fr", "es", "pl", "pt")
SYMBOLS = {"--sans": "★☆", "--serif": "★☆●○◆▲■≥→←✓"}
"""Signs that the fonts lack: of the sans those are stars, and the serif draws none."""

SET_SAMPLE = """([id, font, weight, text]) => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(`#${id} { font: ${weight} 20px var(${font}); white-space: nowrap; position: absolute; top: 0 }`)
  document.adoptedStyleSheets.push(sheet)
  const sample = document.createElement('p')
  sample.id = id
  sample.textContent = text
  document.querySelector('main').append(sample)
  return document.fonts.ready.then(() => [sample.getBoundingClientRect().width, sample.offsetHeight])
}"""
"""Add a text in a font of the page; return its width and its height."""


def messages() -> list[str]:
    """Return the longer texts of the five catalogues, without variables."""
    texts = []
    for language in LANGUAGES:
        source = (ROOT / "src" / "edokko" / "catalogue" / f"{language}.ftl").read_text(encoding="utf-8")
        texts += re.findall(r"^(?:web-[a-z-]+ =|   ) ([^{}\n]{20,80})$", source, re.MULTILINE)
    return texts


def open_rules(tab: Tab) -> Tab:
    tab.go("rules")
    # Not the skeleton, which the page replaces.
    tab.page.wait_for_selector("main h1")
    return tab


def drawn_by(tab: Tab, node: str) -> dict[str, bool]:
    """Return the fonts that the browser draws an element with, and whether each is one of the page."""
    session = tab.page.context.new_cdp_session(tab.page)
    session.send("DOM.enable")
    session.send("CSS.enable")
    root = session.send("DOM.getDocument")["root"]["nodeId"]
    found = session.send("DOM.querySelector", {"nodeId": root, "selector": node})["nodeId"]
    fonts = session.send("CSS.getPlatformFontsForNode", {"nodeId": found})["fonts"]
    return {font["familyName"]: font["isCustomFont"] for font in fonts}


@pytest.mark.parametrize("font", ["--sans", "--serif"])
def test_the_letters_of_every_language_are_in_the_fonts_of_the_page(tab: Tab, font: str) -> None:
    folder = ROOT / "src" / "edokko"
    sources = [*(folder / "catalogue").glob("*.ftl"), folder / "components" / "components.toml"]
    letters = {letter for source in sources for letter in source.read_text(encoding="utf-8")}
    text = "".join(sorted(letters - set(SYMBOLS[font]) - {"\n"}))
    assert set("łŻãœ¿·–0") <= set(text)
    open_rules(tab)
    tab.page.evaluate(SET_SAMPLE, ["own", font, 600, text])
    fonts = drawn_by(tab, "#own")
    assert fonts
    assert all(fonts.values()), fonts
    # A name may have any letter: the system's fonts draw those that the page lacks.
    tab.page.evaluate(SET_SAMPLE, ["name", font, 600, "Ωmega"])
    assert set(drawn_by(tab, "#name").values()) == {False, True}


@pytest.mark.parametrize("letters", FAMILIES, indirect=True)
def test_the_fonts_of_the_system_are_as_wide_and_as_high_as_the_page_s(
    open_tab: OpenTab, browser: Any, letters: str
) -> None:
    text = " ".join(messages())
    assert len(text) > 10_000
    fallback = open_rules(open_tab())
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    own = open_rules(Tab(context.new_page(), fallback.address))
    for font, weight in (("--sans", 400), ("--sans", 500), ("--sans", 650), ("--sans", 700), ("--serif", 600)):
        sample = [f"w{weight}{font}", font, weight, text]
        (width, height), (own_width, own_height) = (tab.page.evaluate(SET_SAMPLE, sample) for tab in (fallback, own))
        assert width / own_width == pytest.approx(1, abs=0.02), (font, weight)
        assert height == own_height, (font, weight)
        assert not any(drawn_by(fallback, f"#{sample[0]}").values())
    context.close()


SHIFTS = """() => {
  window.shift = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.shift += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
}"""
BOXES = """() => [...document.querySelectorAll('main :is(h1, h2, button, .act, .box), header')].map((node) => {
  const { x, y, width, height } = node.getBoundingClientRect()
  return [x, y, width, height].map(Math.round)
})"""


LOADED = "() => [...document.fonts].filter((font) => font.status === 'loaded').length >= 2"
MEASURED = """() => [...document.querySelectorAll('.board rect, .board text, .board use')].map((node) =>
  ['x', 'width', 'textLength'].map((name) => node.getAttribute(name)).join(' '))"""
"""Return what depends on the width of a text: places, widths and squeezed names of the board."""


def test_texts_are_measured_again_when_the_fonts_arrive(open_tab: OpenTab) -> None:
    tab = open_tab(locale="fr-FR")
    table = tab.new_table("you", "local")
    tab.advance(table, hiring)

    def measured() -> Any:
        tab.settle()
        tab.page.locator(".offer[data-legal]").first.click()
        tab.page.wait_for_selector(".stall[data-legal] .paytxt")
        return tab.page.evaluate(MEASURED)

    held: list[Any] = []
    tab.page.route("**/*.woff2", lambda route: held.append(route))
    # Not `go_to_table`: the browser says that a page has loaded when it has its fonts.
    tab.page.goto(f"{tab.address}/t/{table}", wait_until="commit")
    tab.page.wait_for_selector(".app[data-ply] .board")
    early = measured()
    for route in held:
        route.continue_()
    tab.page.wait_for_function(LOADED)
    tab.page.wait_for_timeout(200)
    late = tab.page.evaluate(MEASURED)
    tab.page.unroute("**/*.woff2")
    tab.go_to_table(table)
    tab.page.wait_for_function(LOADED)
    assert late == measured()
    assert late != early


@pytest.mark.drawn
@pytest.mark.parametrize("size", [(1440, 900), (390, 844)])
def test_text_shows_at_once_and_nothing_moves_when_the_fonts_arrive(open_tab: OpenTab, size: tuple[int, int]) -> None:
    tab = open_tab(*size)
    held: list[Any] = []
    tab.page.route("**/*.woff2", lambda route: held.append(route))
    tab.page.goto(f"{tab.address}/", wait_until="commit")
    tab.page.wait_for_selector(".lobby .box .h", state="attached")
    assert held
    assert tab.page.evaluate("performance.getEntriesByType('paint').length") > 0
    tab.page.wait_for_timeout(500)
    tab.page.evaluate(SHIFTS)
    before, fonts_before = tab.page.evaluate(BOXES), drawn_by(tab, "main h1")
    assert not any(fonts_before.values())
    shift_before = tab.page.evaluate("window.shift")
    for route in held:
        route.continue_()
    tab.page.wait_for_function(LOADED)
    tab.page.wait_for_timeout(200)
    assert all(drawn_by(tab, "main h1").values())
    after = tab.page.evaluate(BOXES)
    assert len(before) == len(after) > 10
    moved = [(old, new) for old, new in zip(before, after, strict=True) if max(map(abs, differences(old, new))) > 8]
    assert moved == []
    assert tab.page.evaluate("window.shift") - shift_before < 0.01


def differences(old: list[int], new: list[int]) -> list[int]:
    return [one - other for one, other in zip(old, new, strict=True)]
