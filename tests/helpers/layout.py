"""Languages, long names and layout faults, which several tests of the page check."""

from __future__ import annotations

LANGUAGES = {"en": "en-GB", "fr": "fr-FR", "es": "es-ES", "pl": "pl-PL", "pt": "pt-BR"}
"""The locale of each language of the page."""

LONG_NAME = "Konstancja Brzęczyszczykiewicz"
"""A name of the maximum length."""

LAYOUT_FAULTS = """() => {
  const found = []
  const box = (node) => node.getBoundingClientRect()
  const within = (node, other, sides = ['left', 'top', 'right', 'bottom']) => sides.every((side) =>
    ['left', 'top'].includes(side)
      ? box(node)[side] >= box(other)[side] - 0.5
      : box(node)[side] <= box(other)[side] + 0.5)
  const shown = (node) => node.checkVisibility() && box(node).width > 1 && box(node).height > 1
  const bar = document.querySelector('.bar')
  const acts = bar.querySelector('.tray')
  for (const node of bar.querySelectorAll('.asking, .prompt, .steps, .tray, .end, .scrubber, .exits'))
    if (shown(node) && !within(node, bar)) found.push(`${node.className} leaves the bar`)
  for (const node of bar.querySelectorAll('.group, .tile, .group > div, .sign'))
    if (!within(node, acts, ['top', 'bottom'])) found.push(`${node.className} is higher than its row`)
  for (const node of bar.querySelectorAll('.prompt > *, .end .btn, .aids .btn, .tray .btn'))
    if (shown(node) && !within(node, bar, ['top', 'bottom']))
      found.push(`${node.className || node.tagName} leaves the bar`)
  for (const node of bar.querySelectorAll('.steps, .end'))
    if (shown(node) && node.scrollWidth > node.clientWidth + 1) found.push(`${node.className} is wider than its space`)
  for (const button of bar.querySelectorAll('.btn')) {
    if (!shown(button)) continue
    const name = button.ariaLabel ?? button.textContent.trim()
    if (button.matches('.group .tile') && !within(button, button.closest('.group')))
      found.push(`${name} leaves its group`)
    for (const part of button.querySelectorAll('.pic, .price, .bt, .ico, .number, small')) {
      if (shown(part) && !within(part, button)) found.push(`${name}: ${part.className} leaves the button`)
      const cut = shown(part) && part.scrollWidth > part.clientWidth + 1
      if (cut && !button.matches('.off')) found.push(`${name}: ${part.className} is cut`)
    }
    const [least, side] = [24, button.matches('.tile') ? 'width' : 'height']
    if (box(button)[side] < least) found.push(`${name} is only ${box(button)[side]} px`)
  }
  const seen = new Set()
  for (const tile of bar.querySelectorAll('.tile')) {
    const looks = [...tile.querySelectorAll('.pic, .price, .nr')].map((node) => node.innerHTML).join('')
    const group = tile.closest('.group')?.dataset.deal
    if (seen.has(group + looks)) found.push(`${tile.ariaLabel} looks like another tile`)
    seen.add(group + looks)
  }
  const prompt = bar.querySelector('.prompt b')
  const lines = document.querySelector('.app.phone') ? 3 : 2
  if (prompt && prompt.clientHeight / parseFloat(getComputedStyle(prompt).lineHeight) > lines + 0.1)
    found.push(`the question has more than ${lines} lines`)
  const page = document.documentElement
  // A phone's page may scroll; the bar stays as wide as the viewport.
  if (!document.querySelector('.app.phone') && (page.scrollWidth > innerWidth || page.scrollHeight > innerHeight))
    found.push('the page can be scrolled')
  if (box(bar).left < 0 || box(bar).right > innerWidth) found.push('the bar leaves the viewport')
  return found
}"""
"""Report overflowing, clipped or indistinguishable elements of the bar."""
