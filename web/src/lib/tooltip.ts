import type { Attachment } from 'svelte/attachments'

/**
 * The text of a tooltip, or a function that returns it when the tooltip is shown. The first of several lines is its
 * heading.
 */
export type TooltipText = string | (() => string)

/**
 * Delays in milliseconds: hover or focus until shown, the same right after another tooltip, long press, leave until
 * hidden.
 */
const HOVER = 300
const NEXT = 60
const PRESS = 500
const LEAVE = 150
/** How long after hiding a tooltip the next one opens with the short delay, in milliseconds. */
const WARM = 500
/** How far a finger may move during a long press, in pixels. */
const STILL = 10
/** How long after a key press a focus change counts as keyboard navigation, in milliseconds. */
const STEERED = 600
/** Pixels between a tooltip and its target, and the minimum distance to the viewport's edge. */
const GAP = 6
const EDGE = 8
const ID = 'tip'

export interface Box {
  x: number
  y: number
  width: number
  height: number
}

/**
 * Return the position of a tooltip: below its target, else above, right or left of it. It never covers the target and
 * stays inside the viewport.
 *
 * @param target in viewport coordinates, as the result
 * @param size of the tooltip
 * @param view size of the viewport
 * @param first the side to try first; a finger hides what is below it
 */
export function tooltipPosition(
  target: Box,
  size: { width: number; height: number },
  view: { width: number; height: number },
  first: 'under' | 'above' = 'under',
): { x: number; y: number } {
  const within = (at: number, length: number, end: number) => Math.max(EDGE, Math.min(at, end - EDGE - length))
  const across = within(target.x + target.width / 2 - size.width / 2, size.width, view.width)
  const along = within(target.y + target.height / 2 - size.height / 2, size.height, view.height)
  const under = { room: view.height - target.y - target.height, x: across, y: target.y + target.height + GAP }
  const above = { room: target.y, x: across, y: target.y - GAP - size.height }
  const right = { room: view.width - target.x - target.width, x: target.x + target.width + GAP, y: along }
  const left = { room: target.x, x: target.x - GAP - size.width, y: along }
  const upright = first === 'under' ? [under, above] : [above, under]
  const fits =
    upright.find((side) => side.room >= size.height + GAP + EDGE) ??
    [right, left].find((side) => side.room >= size.width + GAP + EDGE)
  if (fits) return { x: fits.x, y: fits.y }
  // The target fills the viewport: put the tooltip at the edge with the most room.
  const most = under.room > above.room ? under : above
  return { x: across, y: within(most.y, size.height, view.height) }
}

const texts = new Map<Element, () => string>()
let shown: Element | null = null
let how: 'hover' | 'focus' | 'touch' = 'hover'
let coming: Element | null = null
let timer = 0
let leaving = 0
let gone = -Infinity
/** Where the touch began. */
let pressed: { x: number; y: number } | null = null
/** Whether to swallow the click that ends a long press. */
let swallow = false
/** The element whose tooltip was dismissed. It stays hidden until the pointer leaves the element. */
let dismissed: Element | null = null
/** When a key last moved the focus. Focus set by the page itself shows no tooltip. */
let steered = -Infinity
let bubble: HTMLElement | null = null

/**
 * Attach a tooltip. It opens on hover, on keyboard focus and on a long press.
 *
 * All elements share one tooltip. Escape dismisses it, it stays while the pointer is on it (WCAG 1.4.13), and clicks
 * pass through it.
 */
export function tooltip(text: TooltipText): Attachment<Element> {
  return (node) => {
    listen()
    texts.set(node, typeof text === 'string' ? () => text : text)
    node.setAttribute('data-tip', typeof text === 'string' ? text : '')
    if (shown === node) fill(node)
    return () => {
      texts.delete(node)
      // An attachment is recreated when its text changes. Hide the tooltip only if the element has really gone.
      queueMicrotask(() => {
        if (texts.has(node)) return
        node.removeAttribute('data-tip')
        if (coming === node) cancel()
        if (shown === node) hide()
      })
    }
  }
}

function listen(): void {
  if (bubble) return
  bubble = document.createElement('div')
  bubble.id = ID
  bubble.className = 'tip'
  bubble.setAttribute('role', 'tooltip')
  document.body.append(bubble)
  document.addEventListener('pointerover', over)
  document.addEventListener('pointermove', moved)
  document.documentElement.addEventListener('pointerleave', left)
  document.addEventListener('pointerdown', down, true)
  document.addEventListener('pointerup', up, true)
  document.addEventListener('pointercancel', up, true)
  document.addEventListener('click', click, true)
  document.addEventListener('contextmenu', menu, true)
  document.addEventListener('focusin', focused)
  document.addEventListener('focusout', blurred)
  document.addEventListener('keydown', key, true)
  document.addEventListener('scroll', hide, true)
  window.addEventListener('resize', hide)
  window.addEventListener('blur', hide)
}

/** Return the innermost enclosing element that has a non-empty tooltip. */
function around(from: EventTarget | null): Element | null {
  for (let node = from instanceof Element ? from : null; node; node = node.parentElement) {
    if (texts.get(node)?.()) return node
  }
  return null
}

const inside = (box: DOMRect, x: number, y: number, more = 0) =>
  x >= box.left - more && x <= box.right + more && y >= box.top - more && y <= box.bottom + more

/** Check whether the pointer is on the tooltip or in the gap towards it. */
const onTip = (event: PointerEvent) =>
  !!shown && !!bubble && inside(bubble.getBoundingClientRect(), event.clientX, event.clientY, GAP)

function over(event: PointerEvent): void {
  if (event.pointerType === 'touch' || event.buttons || onTip(event)) return
  const node = around(event.target)
  if (node !== dismissed) dismissed = null
  if (node && (node === shown || node === dismissed)) return
  if (node !== coming) cancel()
  if (node && node !== coming) {
    coming = node
    timer = window.setTimeout(() => show(node, 'hover'), performance.now() - gone < WARM || shown ? NEXT : HOVER)
  }
}

function moved(event: PointerEvent): void {
  if (event.pointerType === 'touch') {
    if (pressed && Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) > STILL) {
      pressed = null
      cancel()
    }
    return
  }
  if (!shown || how !== 'hover') return
  if (onTip(event)) cancel()
  if (onTip(event) || around(event.target) === shown) {
    clearTimeout(leaving)
    leaving = 0
  } else leaving ||= window.setTimeout(hide, LEAVE)
}

function left(): void {
  cancel()
  if (how === 'hover') hide()
}

function down(event: PointerEvent): void {
  cancel()
  hide()
  swallow = false
  const node = around(event.target)
  dismissed = node
  if (!node || event.pointerType !== 'touch') return
  pressed = { x: event.clientX, y: event.clientY }
  coming = node
  timer = window.setTimeout(() => {
    if (!pressed) return
    swallow = true
    show(node, 'touch')
  }, PRESS)
}

function up(): void {
  pressed = null
  if (how === 'touch' || !shown) cancel()
}

/** Swallow the click that ends a long press: the press has shown the tooltip. */
function click(event: Event): void {
  if (!swallow) return
  swallow = false
  event.preventDefault()
  event.stopPropagation()
}

function menu(event: Event): void {
  if (pressed || swallow) event.preventDefault()
}

function focused(event: FocusEvent): void {
  const node = event.target instanceof Element && texts.has(event.target) ? event.target : null
  if (!node || !node.matches(':focus-visible') || !texts.get(node)!()) return
  cancel()
  // Describe the element at once: a screen reader reads the description on focus.
  fill(node)
  if (performance.now() - steered > STEERED) return
  coming = node
  timer = window.setTimeout(() => show(node, 'focus'), HOVER)
}

function blurred(event: FocusEvent): void {
  if (coming === event.target) cancel()
  if (shown === event.target && how === 'focus') hide()
  if (event.target instanceof Element && event.target !== shown) undescribe(event.target)
}

function key(event: KeyboardEvent): void {
  if (/^(Tab|Home|End|Arrow.*)$/.test(event.key)) steered = performance.now()
  if (event.key !== 'Escape') return
  cancel()
  if (!shown) return
  // Escape closes only the tooltip when the mouse opened it. After keyboard focus, Escape also takes its usual step
  // back.
  if (how !== 'focus') event.stopPropagation()
  dismissed = shown
  hide()
}

function cancel(): void {
  clearTimeout(timer)
  coming = null
}

function fill(node: Element): void {
  const [head = '', ...rest] = (texts.get(node)?.() ?? '').split('\n')
  bubble!.replaceChildren()
  if (rest.length) {
    const heading = document.createElement('b')
    heading.textContent = head
    bubble!.append(heading, rest.join('\n'))
  } else bubble!.append(head)
  for (const other of document.querySelectorAll(`[aria-describedby~="${ID}"]`)) {
    if (other !== node) undescribe(other)
  }
  const before = node.getAttribute('aria-describedby')
  if (!before?.split(' ').includes(ID)) node.setAttribute('aria-describedby', before ? `${before} ${ID}` : ID)
}

function undescribe(node: Element): void {
  const rest = (node.getAttribute('aria-describedby') ?? '').split(' ').filter((id) => id && id !== ID)
  if (rest.length) node.setAttribute('aria-describedby', rest.join(' '))
  else node.removeAttribute('aria-describedby')
}

function show(node: Element, by: typeof how): void {
  coming = null
  if (!node.isConnected || !texts.has(node)) return
  fill(node)
  shown = node
  how = by
  clearTimeout(leaving)
  leaving = 0
  const view = document.documentElement
  const box = bubble!
  const at = tooltipPosition(
    node.getBoundingClientRect(),
    { width: box.offsetWidth, height: box.offsetHeight },
    { width: view.clientWidth, height: window.innerHeight },
    by === 'touch' ? 'above' : 'under',
  )
  box.style.transform = `translate(${Math.round(at.x)}px, ${Math.round(at.y)}px)`
  box.classList.add('on')
}

function hide(): void {
  clearTimeout(leaving)
  leaving = 0
  if (!shown) return
  undescribe(shown)
  shown = null
  gone = performance.now()
  bubble?.classList.remove('on')
}
