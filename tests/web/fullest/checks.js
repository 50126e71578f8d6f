/**
 * Report the layout faults of the current page.
 *
 * Every element takes part in hit tests while this runs: `showing.py` sets `pointer-events: auto`, because an element
 * that lets the pointer through can still cover a text.
 *
 * @param {{ allowed: Allowed[], names: string[], least: number, scrolls: boolean, months: boolean }} asked
 *   allowed: the exceptions of `allowed.py`; names: player names that must be fully visible; least: the minimum size of
 *   a target in pixels; scrolls: whether the document may scroll vertically; months: whether a phone's row of months
 *   must be in sight
 * @returns {{ findings: [string, string, string, string][], boxes: Record<string, number[]> }}
 *   findings: kind, place, text, amount; boxes: those of the regions that must keep their places
 */
;(asked) => {
  const [width, height] = [innerWidth, innerHeight]
  const SLACK = 1.5
  /** How much of a target's edge may be clipped, as of the ring of one that is selected. */
  const CLIPPED = 6
  const findings = []
  const BLOCK = ['bar', 'offers', 'top', 'rail', 'strip', 'stage', 'board', 'show', 'sheetbox', 'drawer', 'log', 'insp']

  const memo = (make) => {
    const kept = new Map()
    return (element) => {
      let found = kept.get(element)
      if (found === undefined) kept.set(element, (found = make(element)))
      return found
    }
  }
  const style = memo((element) => getComputedStyle(element))
  const boxOf = memo((element) => element.getBoundingClientRect())
  const shown = memo(
    (element) =>
      element.checkVisibility({
        opacityProperty: true,
        visibilityProperty: true,
      }) &&
      // Inside a drawing the browser calls visible what it does not display.
      (element.tagName !== 'text' || element.getClientRects().length > 0),
  )
  const opacity = memo((element) =>
    element ? Number(style(element).opacity) * (element.parentElement ? opacity(element.parentElement) : 1) : 1,
  )
  const alpha = (colour) => {
    if (!colour || colour === 'none' || colour === 'transparent') return 0
    const found = /^rgba\(.*, ([\d.]+)\)$|\/ ([\d.]+)\)$/.exec(colour)
    return found ? Number(found[1] ?? found[2]) : 1
  }

  const word = (element) => {
    const names = (element.getAttribute('class') ?? '')
      .split(/\s+/)
      .filter((name) => name && !/^(s-|svelte|p\d|n\d|ty-|pl-)/.test(name))
    const data = Object.keys(element.dataset ?? {})
      .filter((name) => name !== 'nav')
      .slice(0, 2)
      .map((name) => `[${name}]`)
    return (
      element.tagName.toLowerCase() +
      names
        .slice(0, 2)
        .map((name) => `.${name}`)
        .join('') +
      data.join('')
    )
  }
  /** Describe where an element is: its region, and up to three enclosing elements. */
  const place = memo((element) => {
    const parts = []
    for (let at = element; at && at !== document.body && parts.length < 3; at = at.parentElement)
      parts.unshift(word(at))
    const region = element.closest(BLOCK.map((name) => `.${name}`).join(','))
    const name = region && BLOCK.find((each) => region.classList.contains(each))
    return `${name ?? '-'} | ${parts.join(' > ')}`
  })

  const may = (kind, element, of = element) =>
    asked.allowed.some(
      (rule) =>
        rule.kinds.includes(kind) &&
        element.closest(rule.where) &&
        (!rule.of || of.closest(rule.of)) &&
        (!rule.told || isTold(element)),
    )
  /** Check whether a title, a label or a tooltip has the full text. */
  const isTold = (element) => {
    const parts = element.textContent.trim().split(' · ')
    for (let at = element; at; at = at.parentElement) {
      for (const name of ['title', 'aria-label', 'data-tip', 'data-title']) {
        const label = at.getAttribute(name)
        if (label && parts.every((part) => label.includes(part))) return true
      }
    }
    return false
  }
  const find = (kind, element, text, how) => {
    if (!may(kind, element)) findings.push([kind, place(element), text.slice(0, 60), how])
  }
  const px = (...parts) => parts.map((element) => element.toFixed(1)).join(' × ') + ' px'

  /** Return the clipping ancestors of an element, the nearest first. */
  const clips = memo((element) => {
    const found = []
    let escapes = style(element).position
    for (let at = element; at && at !== document.documentElement && at !== document.body; at = at.parentElement) {
      const its = style(at)
      if (at !== element && escapes === 'fixed') break
      if (
        at !== element &&
        escapes === 'absolute' &&
        its.position === 'static' &&
        its.transform === 'none' &&
        !at.ownerSVGElement
      )
        continue
      const isInner = at.ownerSVGElement && at.tagName !== 'svg'
      if (!isInner && its.display !== 'inline' && its.display !== 'contents') {
        const [x, y] = [its.overflowX, its.overflowY]
        if (x !== 'visible' || y !== 'visible') {
          const scrolls = (how, inner, outer) => (how === 'auto' || how === 'scroll') && inner > outer + 1
          found.push({
            element: at,
            box: boxOf(at),
            x: x !== 'visible',
            y: y !== 'visible',
            scrollsX: scrolls(x, at.scrollWidth, at.clientWidth),
            scrollsY: scrolls(y, at.scrollHeight, at.clientHeight),
          })
        }
      }
      if (at !== element || !at.ownerSVGElement) escapes = its.position
    }
    return found
  })

  /** Check whether an element paints anything at a point. */
  const paints = (element, x, y) => {
    if (opacity(element) < 0.15) return false
    const its = style(element)
    if (its.visibility === 'hidden') return false
    if (element.ownerSVGElement && element.tagName !== 'svg') {
      if (['use', 'text', 'tspan', 'image'].includes(element.tagName)) return true
      if (its.fill !== 'none' && alpha(its.fill) * Number(its.fillOpacity) > 0.25) {
        const point = new DOMPoint(x, y).matrixTransform(element.getScreenCTM().inverse())
        if (!element.isPointInFill || element.isPointInFill(point)) return true
      }
      if (its.stroke === 'none' || alpha(its.stroke) * Number(its.strokeOpacity) < 0.25 || !element.isPointInStroke)
        return false
      return element.isPointInStroke(new DOMPoint(x, y).matrixTransform(element.getScreenCTM().inverse()))
    }
    if (alpha(its.backgroundColor) > 0.25 || its.backgroundImage !== 'none' || element.tagName === 'IMG') return true
    return [...element.childNodes].some((node) => {
      if (node.nodeType !== Node.TEXT_NODE || !node.data.trim()) return false
      const range = document.createRange()
      range.selectNodeContents(node)
      return [...range.getClientRects()].some(
        (box) => box.left <= x && x <= box.right && box.top <= y && y <= box.bottom,
      )
    })
  }
  const related = (element, other) => element === other || element.contains(other) || other.contains(element)
  /** Check whether an element paints nothing itself. */
  const isEmpty = (element) => {
    if (opacity(element) < 0.15) return true
    const its = style(element)
    if (element.ownerSVGElement && element.tagName !== 'svg') {
      const isClear =
        alpha(its.fill) * Number(its.fillOpacity) <= 0.25 && (its.stroke === 'none' || alpha(its.stroke) < 0.25)
      return isClear && !['use', 'text', 'tspan', 'image'].includes(element.tagName)
    }
    return ![...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim())
  }
  const bar = document.querySelector('.app > .bar')
  /** Check whether scrolling uncovers an element: a low viewport keeps the bar at its foot. */
  const scrollsFree = (element, by) =>
    asked.scrolls &&
    bar?.contains(by) &&
    boxOf(element).bottom + scrollY <= document.documentElement.scrollHeight - boxOf(bar).height + SLACK
  /** Return the element that covers another at a point. */
  const cover = (element, x, y) => {
    for (let tries = 0; tries < 8; tries++) {
      const top = document.elementFromPoint(x, y)
      if (!top || related(element, top)) return null
      if (paints(top, x, y)) return top
      if (!isEmpty(top)) break
      // It paints nothing anywhere: exclude it from further hit tests.
      top.setAttribute('data-through', '')
    }
    // Slow, so only if the topmost element paints nothing at this point.
    const all = document.elementsFromPoint(x, y)
    // An element that is not hit has a gap there, like a letter: the result is unknown.
    if (!all.includes(element)) return null
    for (const each of all) {
      if (related(element, each)) return null
      if (paints(each, x, y)) return each
    }
    return null
  }

  const hasBox = memo((element) => {
    const its = style(element)
    if (element.ownerSVGElement) return false
    const edges = ['Top', 'Right', 'Bottom', 'Left'].filter(
      (side) => parseFloat(its[`border${side}Width`]) > 0 && alpha(its[`border${side}Color`]) > 0.1,
    )
    return edges.length > 2 || alpha(its.backgroundColor) > 0.1 || its.backgroundImage !== 'none'
  })

  /** Return the shape below an SVG text: the last sibling before it, or before its parent, at this point. */
  const beneath = (element, x, y) => {
    for (let at = element, levels = 0; levels < 2 && at && at.tagName !== 'svg'; at = at.parentElement, levels++) {
      for (let each = at.previousElementSibling; each; each = each.previousElementSibling) {
        if (!/^(rect|circle|ellipse|path|polygon)$/.test(each.tagName)) continue
        const its = boxOf(each)
        if (x < its.left || x > its.right || y < its.top || y > its.bottom) continue
        if (alpha(style(each).fill) * Number(style(each).fillOpacity) > 0.25 && opacity(each) > 0.15) return each
      }
    }
    return null
  }

  const range = document.createRange()
  /** Exclude all elements that paint nothing from hit tests. Do it at once: each attribute recalculates styles. */
  const lookThrough = () => {
    const isBare = (element) => {
      if (element.ownerSVGElement && element.tagName !== 'svg') return true
      const its = style(element)
      return alpha(its.backgroundColor) <= 0.25 && its.backgroundImage === 'none' && element.tagName !== 'IMG'
    }
    const all = document.querySelectorAll('.app, .app :not(symbol *, defs *)')
    const empty = [...all].filter(
      (element) => shown(element) && isEmpty(element) && (isBare(element) || opacity(element) < 0.15),
    )
    for (const element of empty) element.setAttribute('data-through', '')
  }
  lookThrough()

  const whole = new Set()
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const ellipses = new Set()
  while (walker.nextNode()) {
    const node = walker.currentNode
    const text = node.data.trim()
    const element = node.parentElement
    if (
      !text ||
      /^(style|script|title|option)$/i.test(element.tagName) ||
      !shown(element) ||
      element.closest('symbol, defs, .sr')
    )
      continue
    range.selectNodeContents(node)
    // A range ignores `textLength`.
    const all = element.hasAttribute('textLength') ? [boxOf(element)] : [...range.getClientRects()]
    const rects = all.filter((box) => box.width > 1 && box.height > 1)
    if (!rects.length) continue
    const bounds = clips(element)
    // Text for screen readers has a box of one pixel.
    if (bounds.some(({ box }) => box.width < 3 || box.height < 3)) continue
    if (/^\{[a-z-]+\}$/.test(text)) find('no message', element, text, '')
    let cut = false
    for (const rect of rects) {
      // The line box is higher than its letters.
      const air = rect.height * 0.2
      const letters = {
        left: rect.left,
        right: rect.right,
        top: rect.top + air,
        bottom: rect.bottom - air,
      }
      const seen = { ...letters }
      let gone = false
      for (const { element: by, box, x, y, scrollsX, scrollsY } of bounds) {
        const dx = x ? Math.max(box.left - letters.left, letters.right - box.right) : 0
        const dy = y ? Math.max(box.top - letters.top, letters.bottom - box.bottom) : 0
        if (x) [seen.left, seen.right] = [Math.max(seen.left, box.left), Math.min(seen.right, box.right)]
        if (y) [seen.top, seen.bottom] = [Math.max(seen.top, box.top), Math.min(seen.bottom, box.bottom)]
        if ((dx > SLACK && scrollsX) || (dy > SLACK && scrollsY)) gone = true
        else if ((dx > SLACK || dy > SLACK) && !gone) {
          cut = true
          const away = dx > letters.right - letters.left || dy > letters.bottom - letters.top
          const kind =
            style(by).textOverflow === 'ellipsis' || style(element).textOverflow === 'ellipsis'
              ? 'ellipsis'
              : away
                ? 'cut away'
                : 'cut'
          find(kind, element, text, `${px(Math.max(dx, 0), Math.max(dy, 0))} by ${word(by)}`)
          break
        }
      }
      if (gone || cut) continue
      const out = [-letters.left, letters.right - width, -letters.top, letters.bottom - height]
      const far = Math.max(...out)
      if (far > SLACK) {
        // What a page that may scroll has below the window is reached by scrolling.
        cut = !(asked.scrolls && out[0] <= SLACK && out[1] <= SLACK)
        if (cut) find('outside the window', element, text, px(far))
        continue
      }
      const middle = (seen.top + seen.bottom) / 2
      const across = seen.right - seen.left
      for (const part of across > 60 ? [0.08, 0.5, 0.92] : across > 20 ? [0.2, 0.8] : [0.5]) {
        const by = cover(element, seen.left + across * part, middle)
        if (!by) continue
        if (may('covered', by, element) || scrollsFree(element, by)) continue
        cut = true
        find('covered', element, text, `by ${place(by)}`)
        break
      }
      // Find its background: a box, or in a drawing the shape below.
      let box = null
      if (!element.ownerSVGElement) {
        for (let at = element; at && at !== document.body; at = at.parentElement) {
          if (hasBox(at)) {
            box = at
            break
          }
          if (bounds.some((each) => each.element === at && (each.scrollsX || each.scrollsY))) break
        }
      } else if (!cut) {
        box = beneath(element, seen.left + across / 2, middle)
        // A shape that is far smaller than the text is part of a picture.
        if (box && boxOf(box).width * 3 < across) box = null
      }
      if (box) {
        const its = boxOf(box)
        const dx = Math.max(its.left - letters.left, letters.right - its.right)
        const dy = Math.max(its.top - letters.top, letters.bottom - its.bottom)
        if (dx > SLACK || dy > SLACK)
          find('leaves its box', element, text, `${px(Math.max(dx, 0), Math.max(dy, 0))} out of ${word(box)}`)
      }
    }
    for (let at = element; at && at.tagName !== 'BODY'; at = at.parentElement) {
      if (at.ownerSVGElement) break
      const its = style(at)
      const lines = its.webkitLineClamp !== 'none'
      if (
        !ellipses.has(at) &&
        ((its.textOverflow === 'ellipsis' && at.scrollWidth > at.clientWidth + 1) ||
          (lines && at.scrollHeight > at.clientHeight + 2))
      ) {
        ellipses.add(at)
        find(
          'ellipsis',
          at,
          at.textContent.trim(),
          px(at.scrollWidth - at.clientWidth, at.scrollHeight - at.clientHeight),
        )
      }
      if (ellipses.has(at)) cut = true
      if (its.display !== 'inline') break
    }
    if (!cut && element.closest('[data-panel], .stagesheet, .scores, .points'))
      for (const name of asked.names) if (text.includes(name)) whole.add(name)
    // A number must not touch the icon that it counts.
    if (element.tagName === 'text' && !cut) {
      const box = rects[0]
      for (const other of element.parentElement.children) {
        if (other.tagName !== 'use' || !shown(other)) continue
        const its = boxOf(other)
        const x = Math.min(its.right, box.right) - Math.max(its.left, box.left)
        const y = Math.min(its.bottom, box.bottom - box.height * 0.2) - Math.max(its.top, box.top + box.height * 0.2)
        const middle = (box.left + box.right) / 2
        if (x > 1 && y > 1 && (middle < its.left || middle > its.right))
          find('touches its picture', element, text, `${px(x, y)} ${other.getAttribute('href')}`)
      }
    }
  }
  // In a payday the gain of a player has the place of the name.
  const hasGains = document.querySelector('.gain')
  for (const name of asked.names)
    if (!whole.has(name) && !hasGains) findings.push(['name not whole', '-', name, ''])

  // Targets must be large enough, inside the viewport, and not covered by another.
  const TARGETS = 'button, a[href], input, select, [role=button], [data-legal]'
  for (const element of document.querySelectorAll(TARGETS)) {
    if (!shown(element) || element.closest('[inert]') || element.disabled || element.ariaDisabled === 'true') continue
    if (element.tagName === 'A' && style(element).display === 'inline') continue
    // A press on the label of a box reaches the box.
    const area = element.matches('input') ? (element.closest('label') ?? element) : element
    const box = boxOf(area)
    if (box.width < 3 || box.height < 3) continue
    const bounds = clips(element)
    const [atX, atY] = [box.left + box.width / 2, box.top + box.height / 2]
    const hidden = bounds.some(
      (by) =>
        (by.scrollsX && (box.left < by.box.left - SLACK || box.right > by.box.right + SLACK)) ||
        (by.scrollsY && (box.top < by.box.top - SLACK || box.bottom > by.box.bottom + SLACK)),
    )
    if (hidden || bounds.some((by) => by.box.width < 3 || by.box.height < 3)) continue
    const label = element.ariaLabel ?? element.textContent.trim()
    // Nobody can scroll to what such an ancestor clips.
    const clip = bounds.find(
      ({ element: by, box: { left, right, top, bottom }, x, y, scrollsX, scrollsY }) =>
        by !== element &&
        ((x && !scrollsX && Math.max(left - box.left, box.right - right) > CLIPPED) ||
          (y && !scrollsY && Math.max(top - box.top, box.bottom - bottom) > CLIPPED)),
    )
    if (clip) {
      find('target cut', element, label, `by ${word(clip.element)}`)
      continue
    }
    const far = Math.max(-box.left, box.right - width, -box.top, box.bottom - height)
    if (far > SLACK && !asked.scrolls) find('target outside the window', element, label, px(far))
    const least = asked.least
    if (box.width < least - 0.5 || box.height < least - 0.5) {
      const kind = box.width < 23.5 || box.height < 23.5 ? 'target under 24 px' : `target under ${least} px`
      find(kind, element, label, px(box.width, box.height))
    }
    const top = document.elementFromPoint(atX, atY)
    const other = top?.closest(TARGETS)
    if (other && !related(element, other) && !may('target under a target', top) && !scrollsFree(element, top))
      find('target under a target', element, label, `under ${place(other)}`)
  }

  // On a phone the year is in sight in every state, and so are all squares and boats to choose from.
  if (asked.months) {
    const row = document.querySelector('.app .months')
    const cells = [...(row?.children ?? [])]
    if (cells.length !== 13) find('months not in sight', row ?? document.body, 'no year', '')
    for (const cell of cells) {
      const box = boxOf(cell)
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]
      const far = Math.max(-box.left, box.right - width, -box.top, box.bottom - height)
      const top = document.elementFromPoint(x, y)
      // Between the number and the sign of a month is a gap: the hit test goes through to the header.
      const isSeen = top && (row.contains(top) || top.contains(row))
      if (!shown(cell) || box.width < 15 || far > 0 || !isSeen)
        find(
          'months not in sight',
          cell,
          cell.textContent.trim(),
          top && !isSeen ? `under ${place(top)}` : '',
        )
    }
    for (const choices of document.querySelectorAll('.tray.walk, .boattiles .row'))
      if (shown(choices) && choices.childElementCount < 6 && choices.scrollWidth > choices.clientWidth + 1)
        find('choices out of sight', choices, choices.textContent.trim(), px(choices.scrollWidth - choices.clientWidth))
  }

  const page = document.documentElement
  if (page.scrollWidth > width) findings.push(['document scrolls', '-', 'sideways', px(page.scrollWidth - width)])
  if (page.scrollHeight > height && !asked.scrolls)
    findings.push(['document scrolls', '-', 'down', px(page.scrollHeight - height)])

  for (const element of document.querySelectorAll('[data-through]')) element.removeAttribute('data-through')
  const boxes = {}
  for (const name of ['bar', 'stage', 'offers', 'rail', 'top', 'strip']) {
    const element = document.querySelector(`.app .${name}, .app.${name}`)
    if (element && shown(element)) {
      const { x, y, width: wide, height: high } = element.getBoundingClientRect()
      boxes[name] = [x, y, wide, high].map((each) => Math.round(each * 2) / 2)
    }
  }
  return { findings, boxes }
}
