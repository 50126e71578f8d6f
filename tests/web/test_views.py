"""Layout and accessibility of every view: axe, each language, each screen, light and dark."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from tests.helpers.layout import LANGUAGES, LONG_NAME
from tests.helpers.letters import PAGE, WIDEST_LETTERS
from tests.helpers.patching import patch_view
from tests.helpers.pictures import picture
from tests.helpers.playing import by_mouse, hiring, play_on
from tests.helpers.serving import Server
from tests.helpers.tab import OpenTab, Tab

pytestmark = pytest.mark.matrix

SCREENS = {"desktop": (1440, 900), "phone": (390, 844)}

OVERFLOWS = """() => {
  const found = []
  const name = (node) => `${node.tagName}.${node.getAttribute('class')} "${node.textContent.trim().slice(0, 60)}"`
  const shown = (node) => {
    const box = node.getBoundingClientRect()
    return box.width > 1 && box.height > 1 && !node.closest('.sr') && node.checkVisibility()
  }
  // Player names, and the log line of a replay, may be clipped if a title or a label has the full text.
  const mayBeCut = (node) => {
    // The question and its line have fixed space; their tooltip has the full text.
    if (node.matches('.prompt b, .prompt > span') && node.closest('[data-tip]')) return true
    const whole = node.closest('[title], [aria-label]')
    return node.matches(`.nm, .chip em, .tb b, .tool span, .p span, .resrow a, .said, .steps b, .who2 span,
      .whose span, .scrub p`)
      && `${whole?.title} ${whole?.ariaLabel}`.includes(node.firstChild.textContent.trim())
  }
  const says = (node) => [...node.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim())
  for (const node of document.querySelectorAll('body *:not(svg *)')) {
    if (!shown(node) || !says(node)) continue
    const style = getComputedStyle(node)
    if (style.display === 'inline') continue
    if (mayBeCut(node)) continue
    if (node.clientWidth && node.scrollWidth > node.clientWidth + 1) found.push(`${name(node)} is wider than its box`)
    const cut = style.overflowY === 'hidden' && node.scrollHeight > node.clientHeight + 2
    if (cut) found.push(`${name(node)} is higher than its box`)
  }
  for (const icon of document.querySelectorAll('.ico')) {
    const style = getComputedStyle(icon)
    const side = parseFloat(style.getPropertyValue('--side') || '20')
    if (shown(icon) && Math.abs(parseFloat(style.width) - side) > 1) {
      found.push(`an icon in ${name(icon.parentElement)} is ${style.width} wide, not ${side}px`)
    }
  }
  // The widest shape behind a text is its box; a phone's sign lies before what is written on it.
  const boxes = (holder) => [holder, holder.matches('.shop') ? holder.previousElementSibling : null]
    .flatMap((group) => [...(group?.querySelectorAll('rect, path') ?? [])])
    .filter((shape) => shape.checkVisibility() && !/ring/.test(shape.getAttribute('class')))
  const wider = (one, other) => one && one.getBoundingClientRect().width > other.getBoundingClientRect().width
  const isBehind = (shape, text) => {
    const [{ left, right }, { x, width }] = [shape.getBoundingClientRect(), text.getBoundingClientRect()]
    return left < x + width / 2 && right > x + width / 2
  }
  for (const text of document.querySelectorAll('svg text')) {
    const holder = text.closest('.shop, .stall, .boatg, .lap, .offer svg')
    const shape = holder && boxes(holder)
      .filter((each) => isBehind(each, text))
      .reduce((best, each) => (wider(best, each) ? best : each), null)
    if (!shape || !shown(text) || !text.textContent.trim()) continue
    const inner = text.getBoundingClientRect()
    const outer = shape.getBoundingClientRect()
    if (text.textContent.trim().endsWith('…')) found.push(`${name(text)} is cut`)
    if (inner.left < outer.left - 2 || inner.right > outer.right + 2) found.push(`${name(text)} leaves its shape`)
  }
  for (const node of document.querySelectorAll('.btn, .chip, .b, .stat, h2, .mo, th, td')) {
    const box = node.getBoundingClientRect()
    for (const child of node.querySelectorAll('*')) {
      const inner = child.getBoundingClientRect()
      if (shown(child) && !child.closest('svg') && (inner.right > box.right + 2 || inner.left < box.left - 2)) {
        found.push(`${name(child)} leaves ${name(node)}`)
      }
    }
  }
  return [...new Set(found)]
}"""


SMALL_TARGETS = """() => [...document.querySelectorAll('button, a[href], [role=button], select, input')]
  .flatMap((node) => {
  const label = node.closest('label') ?? node
  const whole = label.matches('p *') ? null : label.getBoundingClientRect()
  // The list of keys covers a part of the board until it is closed.
  if (document.querySelector('.keys') && !node.closest('.keys')) return []
  if (!whole || whole.width <= 1 || node.closest('[inert], .sr')) return []
  if (!node.checkVisibility({ opacityProperty: true })) return []
  node.scrollIntoView({ block: 'nearest', inline: 'center' })
  const box = label.getBoundingClientRect()
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  const there = (dx, dy) => document.elementFromPoint(x + dx, y + dy)
  const name = `${node.tagName}.${node.getAttribute('class')} ${node.ariaLabel ?? node.textContent.trim()}`
  const over = there(0, 0)?.closest('.sheetbox, .scores, .keys, .bar')
  if (over && !over.contains(node)) return []
  const far = (dx, dy) => {
    let steps = 0
    while (steps < 22 && label.contains(there(dx * (steps + 1), dy * (steps + 1)))) steps++
    return steps
  }
  const [wide, high] = [far(1, 0) + far(-1, 0) + 1, far(0, 1) + far(0, -1) + 1]
  // The sign of a square only has the free space between its stalls.
  const free = node.closest('.board') && node.matches('[data-shop], [data-square]')
  // A phone's header is 40 pixels high, so that the months have a row of their own.
  const inHeader = node.closest('.app.phone .top')
  const least = free ? Math.min(44, 37 * node.getScreenCTM().a) : inHeader ? 36 : 44
  if (!label.contains(there(0, 0))) return [`${name} lies under something else`]
  return wide >= (inHeader ? 32 : 43) && high >= least - 1 ? [] : [`${name} is reached on ${wide} x ${high}`]
})"""
"""Report targets that are too small for touch on a phone (WCAG 2.5.8 and stricter)."""


@dataclass(frozen=True)
class PreparedTables:
    """A guest with prepared tables that the tests do not change."""

    state: Any
    guest: str
    running: str
    moving: str
    over: str
    waiting: str


def can_choose_square(view: dict[str, Any]) -> bool:
    """Check whether several squares are reachable."""
    squares: int = sum(move["kind"] == "move" for move in view["game"]["moves"])
    return squares > 1


@pytest.fixture(scope="module")
def prepared(browser: Any, server: Server) -> PreparedTables:
    context = browser.new_context()
    tab = Tab(context.new_page(), server.address)
    chance = random.Random(6)
    tab.ask("GET", "/guest")
    tab.ask("PUT", "/guest", {"name": LONG_NAME})
    running = tab.new_table("you", "easy", "local", "easy", hints=True)
    tab.advance(running, lambda view: hiring(view) and view["game"]["position"]["month"] > 3, chance)
    moving = tab.new_table("you", "local", "local", "local")
    tab.advance(moving, can_choose_square, chance)
    over = tab.new_table("you", "local", edition="2015")
    tab.advance(over, lambda view: False, chance)
    # The server computes the review while the tabs visit the other views.
    tab.page.context.request.get(f"{server.address}/api/tables/{over}/review")
    waiting = tab.new_table("you", "open", "easy", listed=True, name="Nihonbashi")
    prepared = PreparedTables(context.storage_state(), tab.ask("GET", "/guest")["id"], running, moving, over, waiting)
    context.close()
    return prepared


def views(tab: Tab, prepared: PreparedTables) -> Iterator[str]:
    """Lead the tab to every view and yield the view's name."""
    page = tab.page
    # The browser logs the request of the table that does not exist.
    tab.expected_errors = ("404",)
    tab.go_to_lobby()
    page.wait_for_selector(".mine .game", state="attached")
    yield "lobby"
    for path in ("rules", "settings", "cards", f"player/{prepared.guest}", "move-in/abcdefghijkl", "t/nowhere"):
        tab.go(path)
        page.wait_for_selector("main.page h1:not(.sr), main.page .sheet")
        page.wait_for_load_state("networkidle")
        yield path.split("/")[0]
    tab.go(f"t/{prepared.waiting}")
    page.wait_for_selector(".seatcard")
    yield "waiting room"
    tab.go_to_table(prepared.running)
    tab.settle()
    yield "table"
    page.locator("[data-tool=log]").click()
    page.wait_for_selector(".log.full")
    yield "log"
    page.keyboard.press("a")
    page.wait_for_selector(".choices")
    yield "choices"
    page.keyboard.press("Escape")
    page.locator(".conn").click()
    page.locator(".seats [data-at-table] .btn").first.click()
    yield "seats"
    page.keyboard.press("Escape")
    page.wait_for_selector(".seats", state="detached")
    page.keyboard.press("?")
    page.wait_for_selector(".keys")
    yield "keys"
    page.keyboard.press("Escape")
    page.wait_for_selector(".keys", state="detached")
    page.keyboard.press("b")
    page.wait_for_selector(".boardlist")
    yield "board as a list"
    page.keyboard.press("b")
    page.locator(".offer[data-legal]").first.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(".stall[data-legal] .paytxt")
    yield "a card chosen"
    tab.go_to_table(prepared.moving)
    tab.settle()
    yield "moving"
    tab.go_to_table(prepared.over)
    page.wait_for_selector(".ended .points")
    yield "end"
    tab.go(f"t/{prepared.over}/review")
    page.wait_for_selector(".decision")
    # The names of moves load after the positions.
    page.wait_for_function("() => !document.querySelector('.rail.own').innerText.includes('…')")
    yield "review"
    tab.go(f"t/{prepared.over}/replay/40")
    tab.wait_for_ply(40)
    yield "replay"


def screens(tab: Tab) -> Iterator[str]:
    """Show the same view on each screen."""
    # A resize moves elements below the mouse. If one of them opened its tooltip, Escape would close only the tooltip.
    tab.page.mouse.move(-1, -1)
    for name, (width, height) in SCREENS.items():
        tab.resize(width, height)
        tab.page.wait_for_function(
            "(phone) => !document.querySelector('.app') || document.querySelector('.app').matches('.phone') === phone",
            arg=width < 1280,
        )
        yield name
        # The options of the lobby's cards are collapsed.
        for card in tab.page.locator(".act:has(.opt .lnk)").all():
            card.locator(".opt .lnk").click()
            card.locator(".pop").wait_for()
            yield f"{name}, options of {card.get_attribute('aria-label')}"
            tab.page.keyboard.press("Escape")
    width, height = SCREENS["desktop"]
    tab.resize(width, height)


def text_faults(tab: Tab) -> list[str]:
    """Return texts that leave their boxes, and missing messages, which show as {their-name}."""
    names = "[...document.querySelectorAll('[aria-label], [title]')].map((node) => node.ariaLabel + node.title)"
    texts = [tab.page.inner_text("body"), *tab.page.evaluate(names)]
    return [*tab.page.evaluate(OVERFLOWS), *(f"not said: {text}" for text in texts if "{" in text)]


def accessibility_faults(tab: Tab, view: str, screen: str) -> list[str]:
    """Return what axe finds in both themes, and on a phone the targets that are too small for a finger."""
    picture(tab.page, f"light-{view}-{screen}")
    faults = tab.axe()
    # A theme changes colours alone.
    tab.page.emulate_media(color_scheme="dark")
    picture(tab.page, f"dark-{view}-{screen}")
    faults += tab.axe("color-contrast")
    tab.page.emulate_media(color_scheme="light")
    if ", options of" in screen:
        # The options open over the page and cover a part of it.
        faults = [text for text in faults if not text.startswith("target-size")]
    return faults + (tab.page.evaluate(SMALL_TARGETS) if screen.startswith("phone") else [])


@WIDEST_LETTERS
def test_views_pass_axe_and_their_texts_fit_in_each_language(
    open_tab: OpenTab, prepared: PreparedTables, letters: str
) -> None:
    tab = open_tab(locale=LANGUAGES["en"], storage_state=prepared.state)
    all_faults = {}
    others = [language for language in LANGUAGES if language != "en"]
    is_page = letters == PAGE
    for number, view in enumerate(views(tab, prepared)):
        for place, screen in enumerate(screens(tab), start=number):
            # A phone has the least room: it shows each language with the page's letters, and half of them with the
            # widest. On a desktop, one half has the page's letters, the other half the widest. English has axe, too.
            shows_all = is_page and screen.startswith("phone")
            shown = others if shows_all else others[(place + is_page) % 2 :: 2]
            for language in ["en", *shown] if is_page else shown:
                tab.change_language(language)
                faults = text_faults(tab)
                if language == "en":
                    faults += accessibility_faults(tab, view, screen)
                if faults:
                    picture(tab.page, f"language-{language}-{view}-{screen}")
                all_faults[view, screen, language] = faults
    assert len({(view, screen) for view, screen, _ in all_faults}) > 30
    assert {where: faults for where, faults in all_faults.items() if faults} == {}


CARD_NAMES = """() => {
  const names = [...document.querySelectorAll('svg .name')]
  const face = (name) => name.closest('.offers')?.classList[1] ?? 'board'
  return [names.map((name) => name.textContent), [...new Set(names.map(face))]]
}"""
"""Return the lines of all card names, and the faces that draw them: `full` and `low` in the row, and the board."""


ON_THE_TABLE = 14
"""The cards that the row and the stalls show at once: as many as few games reach."""


@WIDEST_LETTERS
def test_every_card_name_fits_on_each_face(open_tab: OpenTab, prepared: PreparedTables) -> None:
    tab = open_tab(storage_state=prepared.state)
    cards = [character["id"] for character in tab.ask("GET", "/components")["characters"]]
    shown_cards: list[str] = []

    def show(game: dict[str, Any]) -> None:
        position = game["position"]
        position["row"] = [{"card": card, "mon": 1} for card in shown_cards]
        stalls = [room for room in position["rooms"] if room.get("kind") != "building"]
        for stall, card in zip(stalls, shown_cards, strict=False):
            stall |= {"kind": "character", "card": card, "owner": None, "step": None, "retires": False}
        game["moves"] = game["unavailable"] = []

    patch_view(tab, prepared.running, show)
    cut: set[tuple[str, tuple[int, int], str]] = set()
    # A face has the same space for a name at every scale: each size is seen once, and each face with all cards in all
    # languages.
    sizes = [(1440, 900), (1280, 720), (820, 1180), (1024, 768), (390, 844), (844, 390)]
    seen: set[str] = set()
    for start in range(0, len(cards), ON_THE_TABLE):
        shown_cards[:] = cards[start : start + ON_THE_TABLE]
        tab.go_to_table(prepared.running)
        for size in list(sizes):
            tab.resize(*size)
            _, faces = tab.page.evaluate(CARD_NAMES)
            is_known = start == 0 and seen.issuperset(faces)
            for language in ["pl"] if is_known else LANGUAGES:
                tab.change_language(language)
                names, _ = tab.page.evaluate(CARD_NAMES)
                assert len(names) >= len(shown_cards)
                cut.update((language, size, name) for name in names if name.endswith("…"))
            if is_known:
                sizes.remove(size)
            seen.update(faces)
    assert seen == {"board", "full", "low"}
    assert cut == set()


def test_a_computer_player_has_a_name_and_a_translated_level(open_tab: OpenTab) -> None:
    tab = open_tab(locale="fr-FR")
    table = tab.new_table("you", "easy", "easy")
    tab.go_to_table(table)
    called = [seat["name"] for seat in tab.view(table)["table"]["seats"]][1:]
    names = tab.page.locator(".rail .pl.opp .nm").all_inner_texts()
    assert names == called
    assert all("facile" in panel for panel in tab.page.locator(".rail .pl.opp").all_inner_texts())


@pytest.mark.parametrize(
    ("width", "height"), [(1440, 900), (1280, 800), (1280, 640), (390, 844), (844, 390), (768, 1024)]
)
def test_the_table_needs_no_scrolling(open_tab: OpenTab, prepared: PreparedTables, width: int, height: int) -> None:
    tab = open_tab(width, height, storage_state=prepared.state)
    tab.go_to_table(prepared.running)
    tab.settle()
    # On a low screen the row shows only the heads of its cards, and rises on hover.
    tab.page.locator(".offer[data-legal]").first.click(position={"x": 50, "y": 30})
    tab.page.wait_for_selector(".stall[data-legal] .paytxt")
    picture(tab.page, f"table-{width}x{height}")
    # The price breakdown is readable on each screen.
    spelled = tab.page.locator(".prompt > span")
    assert spelled.is_visible()
    assert re.fullmatch(r"(.+ turn · )?(\d+ mon|.* = \d+)( · .+)?", spelled.inner_text())
    assert spelled.evaluate("(element) => element.scrollHeight <= element.clientHeight + 2")
    size = tab.page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
    wide = (
        "[...document.querySelectorAll('.app *')].filter((node) => node.getBoundingClientRect().right > innerWidth + 1)"
    )
    assert size[0] <= width, tab.page.evaluate(
        f"{wide}.map((element) => element.tagName + '.' + element.getAttribute('class'))"
    )
    assert size[1] <= height


UNREACHABLE = """() => [...document.querySelectorAll('.app :is([data-legal], .btn, .tool, .chip)')].flatMap((node) => {
  if (node.matches('.unseen')) return []
  node.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  const box = node.getBoundingClientRect()
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  const there = document.elementFromPoint(x, y)
  const reached = there && (node.contains(there) || there.contains(node))
  return reached ? [] : [`${node.tagName}.${node.getAttribute('class')} ${node.ariaLabel} at ${x}, ${y}`]
})"""
"""Report targets that cannot be reached by scrolling."""


def test_nothing_is_lost_at_200_percent(open_tab: OpenTab, prepared: PreparedTables) -> None:
    """A screen of 1440 x 900 at 200 % uses the narrow layout (WCAG 1.4.4, 1.4.10)."""
    tab = open_tab(720, 450, device_scale_factor=2, storage_state=prepared.state)
    page = tab.page
    tab.go_to_table(prepared.running)
    tab.settle()
    page.wait_for_selector(".app.phone")
    assert page.locator(".chip").count() == 4
    assert page.locator(".bar .btn").count() >= 3
    picture(tab.page, "zoom-200")
    assert page.evaluate(UNREACHABLE) == []
    page.locator(".offer[data-legal]").first.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(".stall[data-legal]")
    picture(tab.page, "zoom-200-chosen")
    assert page.evaluate(UNREACHABLE) == []
    wide = "[...document.querySelectorAll('.app *')].filter((node) => node.getBoundingClientRect().right > innerWidth)"
    assert page.evaluate("document.documentElement.scrollWidth") <= 720, page.evaluate(
        f"{wide}.map((element) => element.tagName + '.' + element.getAttribute('class'))"
    )
    assert page.evaluate(OVERFLOWS) == []
    # The game is playable there.
    table = tab.new_table("you", "local")
    tab.go_to_table(table)
    pressed = play_on(tab, random.Random(8), by_mouse, until=lambda seen: seen.ply >= 14)
    assert set(pressed) >= {"slot", "room"}, pressed


WIDE_SPACING = """
const spaced = new CSSStyleSheet()
spaced.replaceSync(`
  * { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important }
  p { margin-bottom: 2em !important }`)
document.adoptedStyleSheets.push(spaced)
"""
"""The text spacing that readers may set (WCAG 1.4.12)."""


OVERFLOWING_TEXTS = """() => {
  const found = []
  const box = (element) => element.getBoundingClientRect()
  for (const button of document.querySelectorAll('.app .btn')) {
    for (const part of button.querySelectorAll('.bt, small, kbd')) {
      const out = box(part).top < box(button).top - 1 || box(part).bottom > box(button).bottom + 1
      if (out && box(part).height > 1) found.push(`${part.textContent} leaves its button`)
    }
  }
  for (const card of document.querySelectorAll('.stall .card, .offer svg')) {
    const edge = card.querySelector('.lad')
    if (!edge) continue
    for (const name of card.querySelectorAll('.name')) {
      if (box(name).right > box(edge).left + 1) found.push(`${name.textContent} runs into the salaries`)
    }
  }
  const sign = document.querySelector('rect.lap')
  for (const text of document.querySelectorAll('.laptxt')) {
    if (box(text).right > box(sign).right + 1) found.push(`${text.textContent} leaves the sign`)
  }
  return found
}"""


@pytest.mark.parametrize("screen", SCREENS)
def test_wider_text_spacing_clips_nothing(open_tab: OpenTab, prepared: PreparedTables, screen: str) -> None:
    tab = open_tab(*SCREENS[screen], storage_state=prepared.state)
    tab.page.add_init_script(WIDE_SPACING)
    tab.go_to_table(prepared.running)
    tab.settle()
    picture(tab.page, f"spaced-{screen}")
    # Buildings have their full names in a tooltip.
    assert [finding for finding in tab.page.evaluate(OVERFLOWS) if not finding.startswith("SPAN.bn")] == []
    assert tab.page.evaluate(OVERFLOWING_TEXTS) == []
    assert tab.page.evaluate("document.documentElement.scrollWidth") <= SCREENS[screen][0]


def test_the_review_links_to_its_moves(open_tab: OpenTab, prepared: PreparedTables) -> None:
    tab = open_tab(storage_state=prepared.state)
    page = tab.page
    tab.go_to_table(prepared.over)
    page.locator(f"a[href='/t/{prepared.over}/review']").first.click()
    page.wait_for_selector(".curvepanel .curve")
    assert page.locator(".accuracy > li").count() == 2
    first = page.locator(".rail.own .mistakes li, .rail.own .turns li").first
    page.locator(".scrub input").press("End")
    first.locator("button").click()
    first.locator("[aria-current]").wait_for()
    ply = int(page.url.rsplit("/", 1)[1])
    tab.wait_for_ply(ply)
