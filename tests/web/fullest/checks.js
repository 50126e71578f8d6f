/** Look for what is wrong on the page that is shown.
 *
 * Every element takes part in hit tests while this runs: `showing.py` gives the page `pointer-events: auto`, because what
 * lets the pointer through can cover a text all the same.
 *
 * @param {{ allowed: Allowed[], names: string[], least: number, scrolls: boolean }} asked
 *   allowed: what may be, as in `allowed.py`; names: of players, to be read whole; least: pixels of a target;
 *   scrolls: whether the document may scroll down
 * @returns {{ findings: [string, string, string, string][], boxes: Record<string, number[]> }}
 *   findings: kind, place, text, by how much; boxes: of the regions that stay where they are
 */
;(asked) => {
  const [width, height] = [innerWidth, innerHeight]
  const SLACK = 1.5
  const findings = []
  const BLOCK = ['bar', 'offers', 'top', 'rail', 'strip', 'stage', 'board', 'show', 'sheetbox', 'drawer', 'log', 'insp']

  const memo = (make) => {
    const kept = new Map()
    return (one) => {
      let found = kept.get(one)
      if (found === undefined) kept.set(one, (found = make(one)))
      return found
    }
  }
  const style = memo((one) => getComputedStyle(one))
  const boxOf = memo((one) => one.getBoundingClientRect())
  const shown = memo((one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
  const opacity = memo((one) =>
    one ? Number(style(one).opacity) * (one.parentElement ? opacity(one.parentElement) : 1) : 1,
  )
  const alpha = (colour) => {
    if (!colour || colour === 'none' || colour === 'transparent') return 0
    const found = /^rgba\(.*, ([\d.]+)\)$|\/ ([\d.]+)\)$/.exec(colour)
    return found ? Number(found[1] ?? found[2]) : 1
  }

  const word = (one) => {
    const names = (one.getAttribute('class') ?? '')
      .split(/\s+/)
      .filter((name) => name && !/^(s-|svelte|p\d|n\d|ty-|pl-)/.test(name))
    const data = Object.keys(one.dataset ?? {})
      .filter((name) => name !== 'nav')
      .slice(0, 2)
      .map((name) => `[${name}]`)
    return (
      one.tagName.toLowerCase() +
      names
        .slice(0, 2)
        .map((name) => `.${name}`)
        .join('') +
      data.join('')
    )
  }
  /** Where it is, as a person would look for it: the region, and three elements. */
  const place = memo((one) => {
    const parts = []
    for (let at = one; at && at !== document.body && parts.length < 3; at = at.parentElement) parts.unshift(word(at))
    const region = one.closest(BLOCK.map((name) => `.${name}`).join(','))
    const name = region && BLOCK.find((each) => region.classList.contains(each))
    return `${name ?? '-'} | ${parts.join(' > ')}`
  })

  const may = (kind, one, of = one) =>
    asked.allowed.some(
      (rule) =>
        rule.kinds.includes(kind) &&
        one.closest(rule.where) &&
        (!rule.of || of.closest(rule.of)) &&
        (!rule.told || isTold(one)),
    )
  /** Whether all of a text can be had in another way: a title, a label, a tooltip. */
  const isTold = (one) => {
    const parts = one.textContent.trim().split(' · ')
    for (let at = one; at; at = at.parentElement) {
      for (const name of ['title', 'aria-label', 'data-tip', 'data-title']) {
        const told = at.getAttribute(name)
        if (told && parts.every((part) => told.includes(part))) return true
      }
    }
    return false
  }
  const find = (kind, one, text, how) => {
    if (!may(kind, one)) findings.push([kind, place(one), text.slice(0, 60), how])
  }
  const px = (...parts) => parts.map((one) => one.toFixed(1)).join(' × ') + ' px'

  /** What cuts an element off: boxes of its ancestors that hide what leaves them, the nearest first. */
  const clips = memo((one) => {
    const found = []
    let escapes = style(one).position
    for (let at = one; at && at !== document.documentElement && at !== document.body; at = at.parentElement) {
      const its = style(at)
      if (at !== one && escapes === 'fixed') break
      if (
        at !== one &&
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
            one: at,
            box: boxOf(at),
            x: x !== 'visible',
            y: y !== 'visible',
            scrollsX: scrolls(x, at.scrollWidth, at.clientWidth),
            scrollsY: scrolls(y, at.scrollHeight, at.clientHeight),
          })
        }
      }
      if (at !== one || !at.ownerSVGElement) escapes = its.position
    }
    return found
  })

  /** Whether an element draws anything at a point. */
  const paints = (one, x, y) => {
    if (opacity(one) < 0.15) return false
    const its = style(one)
    if (its.visibility === 'hidden') return false
    if (one.ownerSVGElement && one.tagName !== 'svg') {
      if (['use', 'text', 'tspan', 'image'].includes(one.tagName)) return true
      if (its.fill !== 'none' && alpha(its.fill) * Number(its.fillOpacity) > 0.25) {
        const point = new DOMPoint(x, y).matrixTransform(one.getScreenCTM().inverse())
        if (!one.isPointInFill || one.isPointInFill(point)) return true
      }
      if (its.stroke === 'none' || alpha(its.stroke) * Number(its.strokeOpacity) < 0.25 || !one.isPointInStroke)
        return false
      return one.isPointInStroke(new DOMPoint(x, y).matrixTransform(one.getScreenCTM().inverse()))
    }
    if (alpha(its.backgroundColor) > 0.25 || its.backgroundImage !== 'none' || one.tagName === 'IMG') return true
    return [...one.childNodes].some((node) => {
      if (node.nodeType !== Node.TEXT_NODE || !node.data.trim()) return false
      const range = document.createRange()
      range.selectNodeContents(node)
      return [...range.getClientRects()].some(
        (box) => box.left <= x && x <= box.right && box.top <= y && y <= box.bottom,
      )
    })
  }
  const related = (one, other) => one === other || one.contains(other) || other.contains(one)
  /** Whether an element draws nothing anywhere, apart from its children. */
  const isEmpty = (one) => {
    if (opacity(one) < 0.15) return true
    const its = style(one)
    if (one.ownerSVGElement && one.tagName !== 'svg') {
      const isClear =
        alpha(its.fill) * Number(its.fillOpacity) <= 0.25 && (its.stroke === 'none' || alpha(its.stroke) < 0.25)
      return isClear && !['use', 'text', 'tspan', 'image'].includes(one.tagName)
    }
    return ![...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim())
  }
  const bar = document.querySelector('.app > .bar')
  /** Whether the bar lies over an element only until the reader scrolls: a low window keeps the bar at its foot. */
  const scrollsFree = (one, by) =>
    asked.scrolls &&
    bar?.contains(by) &&
    boxOf(one).bottom + scrollY <= document.documentElement.scrollHeight - boxOf(bar).height + SLACK
  /** What covers an element at a point. */
  const cover = (one, x, y) => {
    for (let tries = 0; tries < 8; tries++) {
      const top = document.elementFromPoint(x, y)
      if (!top || related(one, top)) return null
      if (paints(top, x, y)) return top
      if (!isEmpty(top)) break
      // Nothing of it is drawn anywhere: from now on the test looks through it.
      top.setAttribute('data-through', '')
    }
    // Slow, so only where what is on top draws nothing here.
    const all = document.elementsFromPoint(x, y)
    // What is not hit at all has gaps there, as a letter has: nothing is known.
    if (!all.includes(one)) return null
    for (const each of all) {
      if (related(one, each)) return null
      if (paints(each, x, y)) return each
    }
    return null
  }

  const hasBox = memo((one) => {
    const its = style(one)
    if (one.ownerSVGElement) return false
    const edges = ['Top', 'Right', 'Bottom', 'Left'].filter(
      (side) => parseFloat(its[`border${side}Width`]) > 0 && alpha(its[`border${side}Color`]) > 0.1,
    )
    return edges.length > 2 || alpha(its.backgroundColor) > 0.1 || its.backgroundImage !== 'none'
  })

  /** The shape that a text of a drawing is written on: the last one drawn before it, beside it or one level above. */
  const beneath = (one, x, y) => {
    for (let at = one, levels = 0; levels < 2 && at && at.tagName !== 'svg'; at = at.parentElement, levels++) {
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
  /** Let the hit test look through what draws nothing: all of it at once, since each such mark styles the page anew. */
  const lookThrough = () => {
    const isBare = (one) => {
      if (one.ownerSVGElement && one.tagName !== 'svg') return true
      const its = style(one)
      return alpha(its.backgroundColor) <= 0.25 && its.backgroundImage === 'none' && one.tagName !== 'IMG'
    }
    const all = document.querySelectorAll('.app, .app :not(symbol *, defs *)')
    const empty = [...all].filter((one) => shown(one) && isEmpty(one) && (isBare(one) || opacity(one) < 0.15))
    for (const one of empty) one.setAttribute('data-through', '')
  }
  lookThrough()

  const whole = new Set()
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const ellipses = new Set()
  while (walker.nextNode()) {
    const node = walker.currentNode
    const text = node.data.trim()
    const one = node.parentElement
    if (!text || /^(style|script|title|option)$/i.test(one.tagName) || !shown(one) || one.closest('symbol, defs, .sr'))
      continue
    range.selectNodeContents(node)
    // A range knows nothing of the length that a text of a drawing is pressed into.
    const all = one.hasAttribute('textLength') ? [boxOf(one)] : [...range.getClientRects()]
    const rects = all.filter((box) => box.width > 1 && box.height > 1)
    if (!rects.length) continue
    const bounds = clips(one)
    // Writing for those who listen lies in a box of a pixel.
    if (bounds.some(({ box }) => box.width < 3 || box.height < 3)) continue
    if (/^\{[a-z-]+\}$/.test(text)) find('no message', one, text, '')
    let cut = false
    for (const rect of rects) {
      // The line's box is higher than its letters.
      const air = rect.height * 0.2
      const letters = { left: rect.left, right: rect.right, top: rect.top + air, bottom: rect.bottom - air }
      const seen = { ...letters }
      let gone = false
      for (const { one: by, box, x, y, scrollsX, scrollsY } of bounds) {
        const dx = x ? Math.max(box.left - letters.left, letters.right - box.right) : 0
        const dy = y ? Math.max(box.top - letters.top, letters.bottom - box.bottom) : 0
        if (x) [seen.left, seen.right] = [Math.max(seen.left, box.left), Math.min(seen.right, box.right)]
        if (y) [seen.top, seen.bottom] = [Math.max(seen.top, box.top), Math.min(seen.bottom, box.bottom)]
        if ((dx > SLACK && scrollsX) || (dy > SLACK && scrollsY)) gone = true
        else if ((dx > SLACK || dy > SLACK) && !gone) {
          cut = true
          const away = dx > letters.right - letters.left || dy > letters.bottom - letters.top
          const kind =
            style(by).textOverflow === 'ellipsis' || style(one).textOverflow === 'ellipsis'
              ? 'ellipsis'
              : away
                ? 'cut away'
                : 'cut'
          find(kind, one, text, `${px(Math.max(dx, 0), Math.max(dy, 0))} by ${word(by)}`)
          break
        }
      }
      if (gone || cut) continue
      const out = [-letters.left, letters.right - width, -letters.top, letters.bottom - height]
      const far = Math.max(...out)
      if (far > SLACK) {
        if (!(asked.scrolls && out[0] <= SLACK && out[1] <= SLACK)) find('outside the window', one, text, px(far))
        cut = true
        continue
      }
      const middle = (seen.top + seen.bottom) / 2
      const across = seen.right - seen.left
      for (const part of across > 60 ? [0.08, 0.5, 0.92] : across > 20 ? [0.2, 0.8] : [0.5]) {
        const by = cover(one, seen.left + across * part, middle)
        if (!by) continue
        if (may('covered', by, one) || scrollsFree(one, by)) continue
        cut = true
        find('covered', one, text, `by ${place(by)}`)
        break
      }
      // What it is written on: a box, or in a drawing the shape beneath.
      let box = null
      if (!one.ownerSVGElement) {
        for (let at = one; at && at !== document.body; at = at.parentElement) {
          if (hasBox(at)) {
            box = at
            break
          }
          if (bounds.some((each) => each.one === at && (each.scrollsX || each.scrollsY))) break
        }
      } else if (!cut) {
        box = beneath(one, seen.left + across / 2, middle)
        // A shape that is far smaller than a word is a part of a picture.
        if (box && boxOf(box).width * 3 < across) box = null
      }
      if (box) {
        const its = boxOf(box)
        const dx = Math.max(its.left - letters.left, letters.right - its.right)
        const dy = Math.max(its.top - letters.top, letters.bottom - its.bottom)
        if (dx > SLACK || dy > SLACK)
          find('leaves its box', one, text, `${px(Math.max(dx, 0), Math.max(dy, 0))} out of ${word(box)}`)
      }
    }
    for (let at = one; at && at.tagName !== 'BODY'; at = at.parentElement) {
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
    if (!cut && one.closest('[data-panel], .report, .scores'))
      for (const name of asked.names) if (text.includes(name)) whole.add(name)
    // Figures and the picture of what they count do not touch.
    if (one.tagName === 'text' && !cut) {
      const box = rects[0]
      for (const other of one.parentElement.children) {
        if (other.tagName !== 'use' || !shown(other)) continue
        const its = boxOf(other)
        const x = Math.min(its.right, box.right) - Math.max(its.left, box.left)
        const y = Math.min(its.bottom, box.bottom - box.height * 0.2) - Math.max(its.top, box.top + box.height * 0.2)
        const middle = (box.left + box.right) / 2
        if (x > 1 && y > 1 && (middle < its.left || middle > its.right))
          find('touches its picture', one, text, `${px(x, y)} ${other.getAttribute('href')}`)
      }
    }
  }
  for (const name of asked.names) if (!whole.has(name)) findings.push(['name not whole', '-', name, ''])

  // Targets: large enough, in the window, not under another.
  const TARGETS = 'button, a[href], input, select, [role=button], [data-legal]'
  for (const one of document.querySelectorAll(TARGETS)) {
    if (!shown(one) || one.closest('[inert]') || one.disabled || one.ariaDisabled === 'true') continue
    if (one.tagName === 'A' && style(one).display === 'inline') continue
    const box = boxOf(one)
    if (box.width < 3 || box.height < 3) continue
    const bounds = clips(one)
    const [atX, atY] = [box.left + box.width / 2, box.top + box.height / 2]
    /** Whether its middle is cut away: nobody presses it there. */
    const isAway = ({ box: by, x, y }) =>
      (x && (atX < by.left || atX > by.right)) || (y && (atY < by.top || atY > by.bottom))
    const hidden = bounds.some(
      (by) =>
        (by.scrollsX && (box.left < by.box.left - SLACK || box.right > by.box.right + SLACK)) ||
        (by.scrollsY && (box.top < by.box.top - SLACK || box.bottom > by.box.bottom + SLACK)),
    )
    if (hidden || bounds.some((by) => by.box.width < 3 || by.box.height < 3 || isAway(by))) continue
    const label = one.ariaLabel ?? one.textContent.trim()
    const far = Math.max(-box.left, box.right - width, -box.top, box.bottom - height)
    if (far > SLACK && !asked.scrolls) find('target outside the window', one, label, px(far))
    const least = asked.least
    if (box.width < least - 0.5 || box.height < least - 0.5) {
      const kind = box.width < 23.5 || box.height < 23.5 ? 'target under 24 px' : `target under ${least} px`
      find(kind, one, label, px(box.width, box.height))
    }
    const top = document.elementFromPoint(atX, atY)
    const other = top?.closest(TARGETS)
    if (other && !related(one, other) && !may('target under a target', top) && !scrollsFree(one, top))
      find('target under a target', one, label, `under ${place(other)}`)
  }

  const page = document.documentElement
  if (page.scrollWidth > width) findings.push(['document scrolls', '-', 'sideways', px(page.scrollWidth - width)])
  if (page.scrollHeight > height && !asked.scrolls)
    findings.push(['document scrolls', '-', 'down', px(page.scrollHeight - height)])

  for (const one of document.querySelectorAll('[data-through]')) one.removeAttribute('data-through')
  const boxes = {}
  for (const name of ['bar', 'stage', 'offers', 'rail', 'top', 'strip']) {
    const one = document.querySelector(`.app .${name}, .app.${name}`)
    if (one && shown(one)) {
      const { x, y, width: wide, height: high } = one.getBoundingClientRect()
      boxes[name] = [x, y, wide, high].map((each) => Math.round(each * 2) / 2)
    }
  }
  return { findings, boxes }
}
