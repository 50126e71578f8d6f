"""The board without colours, and the contrast of its text, which axe does not check (WCAG 1.4.1, 1.4.3, 1.4.11)."""

from __future__ import annotations

import base64
import random
import re
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest

from edokko.components import load
from tests.helpers.layout import LANGUAGES
from tests.helpers.moments import late_position
from tests.helpers.pictures import picture
from tests.helpers.playing import hiring, play_move, table_where
from tests.helpers.tab import OpenTab, Tab

pytestmark = pytest.mark.drawn

MIN_CONTRAST = 4.5
"""The minimum contrast of text."""
MIN_EDGE_CONTRAST = 3.0
"""The minimum contrast of edges and rings."""
MIN_GREY_DISTANCE = 6.0
"""The minimum mean difference of two bands in grey, pixel by pixel and of 255."""

BANDS = """() => [...document.querySelectorAll('.offer:not(.no) svg, .stall .card')].map((card) => {
  const band = card.querySelector('.tyfill')
  if (!band) return null
  const box = band.getBoundingClientRect()
  return {
    type: [...band.closest('[class*=ty-]').classList].find((element) => element.startsWith('ty-')),
    pattern: card.querySelector('.typat').getAttribute('fill'),
    glyph: card.querySelector('.tyglyph').getAttribute('href'),
    x: box.x, y: box.y, width: box.width, height: box.height }
}).filter(Boolean)"""
"""Return the head of every card that is not dimmed: type, pattern, glyph and position."""

OWNERS = """() => [...document.querySelectorAll('.stall .card')].map((card) => {
  const crest = card.querySelector('.discc')
  return [card.querySelector('.ownedge').getAttribute('class'), crest ? crest.getAttribute('href') : null]
})"""
"""Return of every card on the board its edge, which has the owner's colour, and its crest."""

GREYSCALE = """async ([picture, places]) => {
  const image = new Image()
  image.src = `data:image/png;base64,${picture}`
  await image.decode()
  const canvas = new OffscreenCanvas(image.width, image.height)
  const drawn = canvas.getContext('2d')
  drawn.filter = 'grayscale(1)'
  drawn.drawImage(image, 0, 0)
  return places.map(({ x, y, width, height }) => {
    const points = drawn.getImageData(Math.round(x), Math.round(y), width, height).data
    return Array.from({ length: points.length / 4 }, (_, index) => points[4 * index])
  })
}"""
"""Return parts of a picture in grey."""

COLOUR_FUNCTIONS = """
  const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
  const parsed = new Map()
  const parse = (text) => {
    if (!parsed.has(text)) {
      canvas.clearRect(0, 0, 1, 1)
      canvas.fillStyle = text
      canvas.fillRect(0, 0, 1, 1)
      const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data
      parsed.set(text, [r, g, b, a / 255])
    }
    return [...parsed.get(text)]
  }
  const over = ([r, g, b, a], ground) => [r, g, b].map((channel, index) => channel * a + ground[index] * (1 - a))
  const linear = (channel) => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4)
  const light = (colour) => {
    const [r, g, b] = colour.map((channel) => linear(channel / 255))
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const contrast = (first, second) => {
    const [bright, dark] = [light(first), light(second)].sort((a, b) => b - a)
    return (bright + 0.05) / (dark + 0.05)
  }
  const page = parse(getComputedStyle(document.body).backgroundColor).slice(0, 3)
  const opacity = (node) => (node.matches('svg') ? 1 : getComputedStyle(node).opacity * opacity(node.parentElement))
  const fill = (node) => {
    const style = getComputedStyle(node)
    if (style.fill === 'none' || style.fill.startsWith('url')) return null
    const [r, g, b, a] = parse(style.fill)
    return [r, g, b, a * Number(style.fillOpacity) * opacity(node)]
  }
  // The filled shapes of a drawing in their order. A page that is measured does not change, so they are found once.
  const shapes = new Map()
  const shapesOf = (drawing) => {
    if (!shapes.has(drawing)) {
      const drawn = [...drawing.querySelectorAll('rect, path, circle, ellipse')]
        .filter((shape) => !shape.closest('symbol, defs, pattern, clipPath'))
        .map((shape) => ({ shape, colour: fill(shape), box: shape.getBoundingClientRect() }))
        .filter(({ colour }) => colour && colour[3])
        .map((found) => ({ ...found, inverse: found.shape.getScreenCTM().inverse() }))
      shapes.set(drawing, drawn)
    }
    return shapes.get(drawing)
  }
  // Return the colour under an element at a point, composed from the ground up.
  const under = (what, x, y) => {
    let ground = page
    for (const { shape, colour, box, inverse } of shapesOf(what.ownerSVGElement)) {
      if (x < box.left - 1 || x > box.right + 1 || y < box.top - 1 || y > box.bottom + 1) continue
      if (shape === what || !(shape.compareDocumentPosition(what) & Node.DOCUMENT_POSITION_FOLLOWING)) continue
      if (shape.isPointInFill(new DOMPoint(x, y).matrixTransform(inverse))) ground = over(colour, ground)
    }
    return ground
  }"""
"""Colour functions for the scripts below."""

TEXT_CONTRASTS = f"""() => {{{COLOUR_FUNCTIONS}
  const found = []
  for (const text of document.querySelectorAll('.board text, .offer text, .boats text, .firetrack text')) {{
    if (!text.textContent.trim() || !text.checkVisibility({{ opacityProperty: true }})) continue
    const box = text.getBoundingClientRect()
    const ground = under(text, box.x + box.width / 2, box.y + box.height / 2)
    const ink = over(fill(text), ground)
    const colours = `${{ink.map(Math.round)}} on ${{ground.map(Math.round)}}`
    const words = `${{text.getAttribute('class')}} "${{text.textContent.trim()}}" ${{colours}}`
    found.push([contrast(ink, ground), words])
  }}
  return found
}}"""
"""Return the contrast of all text on the board and the cards with its background."""


EDGE_CONTRASTS = f"""() => {{{COLOUR_FUNCTIONS}
  const found = []
  const shown = (node) => node.checkVisibility({{ visibilityProperty: true }}) && !node.closest('.sr, [inert]')
  const note = (what, node, ...contrasts) => {{
    const where = `${{node.tagName}}.${{node.getAttribute('class')}} of ${{node.parentElement.getAttribute('class')}}`
    found.push([Math.max(...contrasts), `${{what}} ${{where}}`])
  }}
  const behind = (node) => {{
    if (!node) return page
    const colour = parse(getComputedStyle(node).backgroundColor)
    return colour[3] < 1 ? over(colour, behind(node.parentElement)) : colour.slice(0, 3)
  }}
  // Controls: the contrast of their edge with both sides, and of their focus ring.
  for (const node of document.querySelectorAll('button, a, select, input, label.chip')) {{
    if (!shown(node) || node.closest('.top, .hd')) continue
    const style = getComputedStyle(node)
    const ground = behind(node.parentElement)
    const edge = parse(style.borderTopColor)
    const carries = node.matches('.btn, .choice, .mini, .b.can, select, .crestchoice *, .tabs *, label.chip')
    const own = behind(node)
    if (carries) note('edge', node, contrast(edge, ground), contrast(edge, own), contrast(own, ground))
    if (!node.matches('label')) note('focus', node, contrast(parse(style.getPropertyValue('--focus')), ground))
    if (node.matches('.offer.can, .offer.sel')) {{
      note('state', node, contrast(parse(getComputedStyle(node, '::after').borderBottomColor), ground))
    }}
  }}
  // Rings on the board. A pawn stands out itself, so its disc is exempt.
  const rings = 'legalring focusring ghostframe disc now next own burnring'.split(' ').map((name) => `.${{name}}`)
  for (const node of document.querySelectorAll(`svg :is(${{rings}}):not(.neutral, .pawn *, .hexagon *)`)) {{
    if (!shown(node)) continue
    const style = getComputedStyle(node)
    const ink = parse(style.stroke)
    if (!node.matches('.focusring')) ink[3] *= opacity(node)
    const inks = node.matches('.disc') ? [ink, fill(node)] : [ink]
    if (node.matches('.disc')) note('ring', node, contrast(ink, inks[1]))
    // Ivory has ink at both of its sides.
    const back = node.matches('.ownedge') && parse(getComputedStyle(node.previousElementSibling).stroke)
    if (back && back[3]) inks.push(back)
    const length = node.getTotalLength()
    const aside = parseFloat(style.strokeWidth) / 2 + 1
    const parts = Array.from({{ length: 8 }}, (_, part) => {{
      const at = node.getPointAtLength(((part + 0.5) * length) / 8)
      const on = node.getPointAtLength(((part + 0.5) * length) / 8 + 0.5)
      const [dx, dy] = [(on.x - at.x) * 2 * aside, (on.y - at.y) * 2 * aside]
      const sides = [1, -1].map((side) => {{
        const there = new DOMPoint(at.x - dy * side, at.y + dx * side).matrixTransform(node.getScreenCTM())
        return under(node, there.x, there.y)
      }})
      return Math.max(...sides.flatMap((ground) => inks.map((ink) => contrast(over(ink, ground), ground))))
    }})
    // Part of a ring may lie on a roof or on a band of its own colour: five of eight parts must stand out.
    note('ring', node, parts.sort((a, b) => a - b)[3])
  }}
  return found
}}"""
"""Return the contrast of edges, rings and states with their surroundings (WCAG 1.4.11)."""


def faint_edges(tab: Tab) -> set[str]:
    contrasts = tab.page.evaluate(EDGE_CONTRASTS)
    assert len(contrasts) > 10
    return {f"{contrast:.2f} {what}" for contrast, what in contrasts if contrast < MIN_EDGE_CONTRAST}


def restyle(tab: Tab, style: str) -> None:
    """Add a style sheet to the page."""
    adopt = (
        "(style) => { const sheet = new CSSStyleSheet(); sheet.replaceSync(style); "
        "document.adoptedStyleSheets.push(sheet) }"
    )
    tab.page.evaluate(adopt, style)


def has_many_types(view: dict[str, Any]) -> bool:
    """Check whether a hire is possible, with cards of four types and three owners."""
    characters = load("2021").characters
    standing = [room for room in view["game"]["position"]["rooms"] if room.get("kind") == "character"]
    # Cards that cannot be hired are dimmed and do not count.
    cards = [move["parts"][0] for move in view["game"]["moves"] if move["kind"] == "hire"]
    types = {characters[card].type for card in (*cards, *(room["card"] for room in standing))}
    owners = {room.get("owner") for room in standing} - {None}
    return hiring(view) and len(types) >= 4 and len(owners) > 2


def show(tab: Tab, table: str) -> None:
    tab.go_to_table(table)
    tab.settle()
    tab.page.locator(".offer[data-legal]").first.click()
    tab.page.wait_for_selector(".stall[data-legal] .paytxt")


def test_types_owners_and_targets_are_distinguishable_without_colours(open_tab: OpenTab) -> None:
    tab = open_tab()
    show(tab, table_where(tab, has_many_types))
    bands = tab.page.evaluate(BANDS)
    contrasts = {band["type"]: (band["pattern"], band["glyph"]) for band in bands}
    assert len(contrasts) >= 4
    for part in range(2):
        assert len({parts[part] for parts in contrasts.values()}) == len(contrasts)
    assert all((band["pattern"], band["glyph"]) == contrasts[band["type"]] for band in bands)
    owners = [(edge, crest) for edge, crest in tab.page.evaluate(OWNERS) if crest]
    assert len({edge for edge, _ in owners}) == len({crest for _, crest in owners}) == len(set(owners)) > 2
    for target in tab.page.locator(".stall[data-legal]").all():
        quiet = target.locator(".footline").count() > 0
        assert target.locator(".legalring").count() == (not quiet)
        assert target.locator(".looktxt" if quiet else ".paytxt").text_content()
        assert target.get_attribute("aria-label")
    assert tab.page.locator(".stall:not([data-legal]) .legalring").count() == 0


def grey_distances(tab: Tab) -> dict[tuple[str, str], float]:
    """Return the grey distance of the bands of each two types."""
    # Show only the bands.
    restyle(tab, ".offer svg *, .card * { visibility: hidden } .tyfill, .typat { visibility: visible !important }")
    picture = base64.b64encode(tab.page.screenshot()).decode()
    inner = {"width": 80, "height": 16}
    places = [band | inner | {"x": band["x"] + 12, "y": band["y"] + 4} for band in tab.page.evaluate(BANDS)]
    greys = tab.page.evaluate(GREYSCALE, [picture, places])
    first = {band["type"]: grey for band, grey in zip(places, greys, strict=True)}
    assert len(first) >= 4
    distances = {}
    for (first_type, grey), (other, also) in combinations(first.items(), 2):
        distances[first_type, other] = sum(abs(a - b) for a, b in zip(grey, also, strict=True)) / len(grey)
    return distances


def test_own_and_other_panels_draw_the_same_icons(tab: Tab) -> None:
    tab.go_to_table(tab.new_table("you", "easy"))
    tab.settle()
    own, other = tab.page.evaluate("""() => ['.pl.own', '.pl.opp'].map((panel) => {
      const its = getComputedStyle(document.querySelector(`${panel} .res .ico`))
      return [its.stroke, its.strokeWidth, its.fill]
    })""")
    assert own == other


def test_bands_of_two_types_differ_in_grey(open_tab: OpenTab) -> None:
    tab = open_tab()
    tab.go_to_table(table_where(tab, has_many_types))
    tab.settle()
    picture(tab.page, "grey")
    assert {pair: apart for pair, apart in grey_distances(tab).items() if apart < MIN_GREY_DISTANCE} == {}
    # The check would notice bands of one colour without patterns.
    restyle(tab, ".tyfill { fill: #777 !important } .typat { opacity: 0 !important }")
    assert max(grey_distances(tab).values()) < MIN_GREY_DISTANCE


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_focus_ring_is_visible_on_the_header(open_tab: OpenTab, theme: str) -> None:
    tab = open_tab(color_scheme=theme)
    tab.go_to_lobby()
    ring, *ground = tab.page.evaluate(
        """() => {
          const style = (where) => getComputedStyle(document.querySelector(where))
          document.querySelector('.top .tool').focus({ focusVisible: true })
          return [style('.top .tool').outlineColor, ...style('.top').backgroundImage.match(/rgb\\([^)]*\\)/g)]
        }"""
    )
    assert len(ground) > 1
    assert min(contrast(ring, colour) for colour in ground) >= 3


PLAYER_COLOURS = """() => [...document.querySelectorAll('.rail .pl, .strip .chip')].map((panel) => {
  const style = (element, part) => getComputedStyle(element, part)
  const kobun = (which) => [...panel.querySelectorAll(`.kob .ico${which}`)].map((icon) => style(icon).color)
  return {
    name: panel.className,
    ground: style(panel).backgroundColor,
    edge: panel.matches('.chip') ? style(panel).borderLeftColor : style(panel, '::before').backgroundColor,
    free: kobun(':not(.out)'), used: kobun('.out') }
})"""
"""Return the colours of the players' panels: their ground, their edge, and the bodies of free and used kobun."""


def test_every_player_and_every_free_kobun_stands_out_in_both_themes(tab: Tab) -> None:
    tab.go_to_table(tab.new_table("you", "local", "local", "local", start=late_position(4, 5)))
    tab.settle()
    used = []
    for scheme in ("light", "dark"):
        tab.page.emulate_media(color_scheme=scheme)
        for width, height in ((1440, 900), (390, 844)):
            tab.resize(width, height)
            panels = tab.page.evaluate(PLAYER_COLOURS)
            assert len(panels) == 4
            for panel in panels:
                where = (scheme, width, panel)
                assert contrast(panel["edge"], panel["ground"]) >= MIN_EDGE_CONTRAST, where
                for colour in panel["free"]:
                    assert contrast(colour, panel["ground"]) >= MIN_EDGE_CONTRAST, where
                used += panel["used"]
    # A used kobun is empty: it shows the ground of the panel.
    assert set(used) == {"rgba(0, 0, 0, 0)"}


def contrast(first: str, other: str) -> float:
    """Return the contrast of two CSS colours."""

    def light(colour: str) -> float:
        parts = [int(part) / 255 for part in re.findall(r"\d+", colour)[:3]]
        red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    dark, bright = sorted((light(first), light(other)))
    return (bright + 0.05) / (dark + 0.05)


def test_every_connection_state_has_its_own_shape(phone: Tab) -> None:
    """Narrow screens have no room for the label."""
    phone.go_to_table(phone.new_table("you", "local"))
    phone.page.wait_for_selector(".conn.live")
    shapes = {
        state: phone.page.locator(".conn").evaluate(
            "(node, state) => { node.className = `conn ${state}`; return getComputedStyle(node.firstChild).clipPath }",
            state,
        )
        for state in ("live", "lost", "gone")
    }
    assert len(set(shapes.values())) == 3, shapes
    assert phone.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_header_has_room_for_a_lost_connection(tab: Tab) -> None:
    tab.page.route_web_socket("**/live*", lambda socket: None)
    tab.go_to_table(tab.new_table("you", "local"))
    tab.page.wait_for_selector(".conn.lost")
    for width, height in ((1280, 720), (1440, 900), (820, 1180), (390, 844), (320, 568)):
        tab.resize(width, height)
        for language in tab.each_language(LANGUAGES):
            last = tab.page.locator(".top .tool").last.bounding_box()
            shape = tab.page.locator(".conn i").bounding_box()
            assert last
            assert shape
            assert last["x"] + last["width"] <= width, (width, language)
            assert shape["width"] >= 12, (width, language)


def faint_texts(tab: Tab) -> list[str]:
    contrasts = tab.page.evaluate(TEXT_CONTRASTS)
    # How many texts there are depends on the cards of the game.
    assert len(contrasts) > 50
    return [text for contrast, text in contrasts if contrast < MIN_CONTRAST]


def themes(tab: Tab) -> Iterator[str]:
    """Show the same page in each theme."""
    for theme in ("light", "dark"):
        tab.page.emulate_media(color_scheme=theme)
        ground = tab.page.evaluate("() => getComputedStyle(document.body).backgroundColor.match(/\\d+/g).map(Number)")
        assert (min(ground) > 128) is (theme == "light"), (theme, ground)
        yield theme


SHOW_SEASON = """(season) => {
  const board = document.querySelector('.board')
  board.setAttribute('class', board.getAttribute('class').replace(/se-\\w+/, `se-${season}`))
}"""
"""Show the board in the colours of a season."""

TOKENS = """(names) => {
  const probe = document.createElementNS('http://www.w3.org/2000/svg', 'g')
  document.querySelector('.board').append(probe)
  const colours = names.map((name) => {
    probe.setAttribute('fill', `var(${name})`)
    return getComputedStyle(probe).fill
  })
  probe.remove()
  return colours
}"""
"""Return the values of colour tokens on the board."""


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (1024, 768), (390, 844)])
def test_text_and_edges_have_enough_contrast(open_tab: OpenTab, width: int, height: int) -> None:
    tab = open_tab(width, height)
    tab.go_to_lobby()
    for theme in themes(tab):
        assert faint_edges(tab) == set(), theme
    table = table_where(tab, has_many_types)
    # The links of the log have edges, too.
    assert tab.ply(table) > 0
    tab.go_to_table(table)
    tab.settle()
    for theme in themes(tab):
        assert faint_texts(tab) == [], theme
        assert faint_edges(tab) == set(), theme
    # Check the edges too: during a hire, and at the squares that are reachable then.
    for chosen, then in ((".stall", ".stall.selected"), (".offer", ".ghost[data-legal]")):
        tab.page.locator(f"{chosen}[data-legal]").first.focus()
        tab.page.keyboard.press("Enter")
        tab.page.wait_for_selector(then)
        for theme in themes(tab):
            assert faint_edges(tab) == set(), (theme, then)
    for theme in themes(tab):
        for season in ("spring", "summer", "autumn", "winter", "new"):
            tab.page.evaluate(SHOW_SEASON, season)
            assert faint_texts(tab) == [], (theme, season)
            assert faint_edges(tab) == set(), (theme, season)
            # The rings of a stall stand out from the house around it, and the line at its foot from its paper.
            ring, focus, line, paper, house = tab.page.evaluate(
                TOKENS, ["--shu", "--focus", "--shu-cta", "--card", "--house"]
            )
            edges = ((ring, house), (focus, house), (line, paper))
            assert [pair for pair in edges if contrast(*pair) < MIN_EDGE_CONTRAST] == [], (theme, season)
    # The check would notice grey names on the cards.
    restyle(tab, ".board text, .offer text { fill: #8a8a8a !important }")
    for theme in themes(tab):
        assert len(faint_texts(tab)) > 30, theme


def test_the_numbers_of_the_boats_below_a_board_are_legible(phone: Tab) -> None:
    table = phone.new_table("you", "local")
    phone.advance(table, lambda view: "ikizama" in view["game"]["asked"])
    phone.go_to_table(table)
    phone.page.wait_for_selector(".boattiles")
    for theme in themes(phone):
        boat, number = phone.page.evaluate(
            "['.boat', '.boatnum'].map((part) => getComputedStyle(document.querySelector(`.boattiles ${part}`)).fill)"
        )
        assert contrast(boat, number) > MIN_CONTRAST, theme


UNNAMED = r"""() => {
  const plain = (text) => text.toLowerCase().replace(/[\u00ad\u200b]/g, '')
  const isShown = (node) => node.checkVisibility({ visibilityProperty: true }) && node.getBoundingClientRect().width > 2
  const found = []
  for (const control of document.querySelectorAll('a, button, [role=button]')) {
    if (!isShown(control)) continue
    const label = control.getAttribute('aria-label')
    const own = label ?? control.textContent
    if (!own.trim() && !control.querySelector('[aria-label], [alt]')) found.push(`no name: ${control.outerHTML}`)
    if (label === null) continue
    const texts = document.createTreeWalker(control, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const node = texts.currentNode.parentElement
      if (!isShown(node) || node.closest('title, .sr, kbd, .name, .shopname, .bn')) continue
      for (const word of plain(texts.currentNode.textContent).match(/\p{L}{3,}/gu) ?? [])
        if (!plain(label).includes(word)) found.push(`${word} is not in ${label}`)
    }
  }
  return found
}"""


def test_the_name_of_a_control_has_the_words_that_it_shows(open_tab: OpenTab) -> None:
    """Speech input presses what a person reads (WCAG 2.5.3). Numbers and pictures of a card stand for its sentence, and
    a sign may have room for a short form of a name."""
    for width, height, locale in ((1440, 900, "en"), (1024, 768, "fr"), (390, 844, "en")):
        tab = open_tab(width, height, locale=locale)
        chance, table = random.Random(5), tab.new_table("you", "easy", random_seats=False)
        tab.go_to_table(table)
        for _ in range(6):
            play_move(tab, chance)
            assert tab.page.evaluate(UNNAMED) == []
        for path in ("", "learn", "learn/street", "settings"):
            tab.go(path)
            tab.page.wait_for_load_state("networkidle")
            assert tab.page.evaluate(UNNAMED) == [], (path, width)
