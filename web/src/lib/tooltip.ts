import type { Attachment } from 'svelte/attachments'

/**
 * The text of a tooltip, or a function that returns it when the tooltip is shown. The first of several lines is its
 * heading.
 */
type TooltipText = string | (() => string)

/**
 * Delays in milliseconds: hover or focus until shown, the same right after another tooltip, long press, leave until
 * hidden.
 */
const HOVER_DELAY = 300
const NEXT_DELAY = 60
const LONG_PRESS_DELAY = 500
const LEAVE_DELAY = 150
/** How long after hiding a tooltip the next one opens with the short delay, in milliseconds. */
const WARM_TIME = 500
/** How far a finger may move during a long press, in pixels. */
const MAX_TOUCH_MOVE = 10
/** How far a mouse may move after a click and still count as resting, in pixels. */
const MAX_REST_MOVE = 3
/** How long after a key press a focus change counts as keyboard navigation, in milliseconds. */
const KEYBOARD_TIME = 600
/** Pixels between a tooltip and its target, and the minimum distance to the viewport's edge. */
const GAP = 6
const EDGE = 8
const ID = 'tip'
const ANYWHERE = { x: -Infinity, y: -Infinity }

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
let trigger: 'hover' | 'focus' | 'touch' = 'hover'
let pending: Element | null = null
let timer = 0
let leaveTimer = 0
let hiddenAt = -Infinity
/** Where the touch began. */
let touchStart: { x: number; y: number } | null = null
/**
 * Where a mouse rests since its last click; anywhere until its first move. An element that appears below it then shows
 * no tooltip.
 */
let restingAt: { x: number; y: number } | null = ANYWHERE
/** Whether to swallow the click that ends a long press. */
let swallowClick = false
/** The element whose tooltip was dismissed. It stays hidden until the pointer leaves the element. */
let dismissed: Element | null = null
/** When a key last moved the focus. Focus set by the page itself shows no tooltip. */
let lastNavigationKey = -Infinity
let bubble: HTMLElement | null = null

/**
 * Attach a tooltip. It opens on hover, on keyboard focus and on a long press.
 *
 * All elements share one tooltip. Escape dismisses it, it stays while the pointer is on it (WCAG 1.4.13), and clicks
 * pass through it.
 */
export function tooltip(text: TooltipText): Attachment<Element> {
  return (node) => {
    install()
    texts.set(node, typeof text === 'string' ? () => text : text)
    node.setAttribute('data-tip', typeof text === 'string' ? text : '')
    if (shown === node) fill(node)
    return () => {
      texts.delete(node)
      // An attachment is recreated when its text changes. Hide the tooltip only if the element has really gone.
      queueMicrotask(() => {
        if (texts.has(node)) return
        node.removeAttribute('data-tip')
        if (pending === node) cancelPending()
        if (shown === node) hide()
      })
    }
  }
}

function install(): void {
  if (bubble) return
  bubble = document.createElement('div')
  bubble.id = ID
  bubble.className = 'tip'
  bubble.setAttribute('role', 'tooltip')
  document.body.append(bubble)
  document.addEventListener('pointerover', onPointerOver)
  document.addEventListener('pointermove', onPointerMove)
  document.documentElement.addEventListener('pointerleave', onPointerLeave)
  document.addEventListener('pointerdown', onPointerDown, true)
  document.addEventListener('pointerup', onPointerUp, true)
  document.addEventListener('pointercancel', onPointerUp, true)
  document.addEventListener('click', onClick, true)
  document.addEventListener('contextmenu', onContextMenu, true)
  document.addEventListener('focusin', onFocusIn)
  document.addEventListener('focusout', onFocusOut)
  document.addEventListener('keydown', onKeyDown, true)
  document.addEventListener('scroll', hide, true)
  window.addEventListener('resize', hide)
  window.addEventListener('blur', hide)
}

/** Return the innermost enclosing element that has a non-empty tooltip. */
function enclosingTarget(from: EventTarget | null): Element | null {
  for (let node = from instanceof Element ? from : null; node; node = node.parentElement) {
    if (texts.get(node)?.()) return node
  }
  return null
}

const contains = (box: DOMRect, x: number, y: number, more = 0) =>
  x >= box.left - more && x <= box.right + more && y >= box.top - more && y <= box.bottom + more

const movedFrom = (from: { x: number; y: number }, event: PointerEvent) =>
  Math.hypot(event.clientX - from.x, event.clientY - from.y)

/** Check whether the pointer is on the tooltip or in the gap towards it. */
const onTip = (event: PointerEvent) =>
  !!shown && !!bubble && contains(bubble.getBoundingClientRect(), event.clientX, event.clientY, GAP)

function onPointerOver(event: PointerEvent): void {
  if (event.pointerType === 'touch' || event.buttons || restingAt || onTip(event)) return
  const node = enclosingTarget(event.target)
  if (node !== dismissed) dismissed = null
  if (node && (node === shown || node === dismissed)) return
  if (node !== pending) cancelPending()
  if (node && node !== pending) {
    pending = node
    timer = window.setTimeout(
      () => show(node, 'hover'),
      performance.now() - hiddenAt < WARM_TIME || shown ? NEXT_DELAY : HOVER_DELAY,
    )
  }
}

function onPointerMove(event: PointerEvent): void {
  if (event.pointerType === 'touch') {
    if (touchStart && movedFrom(touchStart, event) > MAX_TOUCH_MOVE) {
      touchStart = null
      cancelPending()
    }
    return
  }
  if (restingAt && movedFrom(restingAt, event) > MAX_REST_MOVE) {
    restingAt = null
    onPointerOver(event)
  }
  if (!shown || trigger !== 'hover') return
  if (onTip(event)) cancelPending()
  if (onTip(event) || enclosingTarget(event.target) === shown) {
    clearTimeout(leaveTimer)
    leaveTimer = 0
  } else leaveTimer ||= window.setTimeout(hide, LEAVE_DELAY)
}

function onPointerLeave(): void {
  cancelPending()
  if (trigger === 'hover') hide()
}

function onPointerDown(event: PointerEvent): void {
  cancelPending()
  hide()
  swallowClick = false
  const node = enclosingTarget(event.target)
  dismissed = node
  restingAt = event.pointerType === 'touch' ? ANYWHERE : { x: event.clientX, y: event.clientY }
  if (!node || event.pointerType !== 'touch') return
  touchStart = { x: event.clientX, y: event.clientY }
  pending = node
  timer = window.setTimeout(() => {
    if (!touchStart) return
    swallowClick = true
    show(node, 'touch')
  }, LONG_PRESS_DELAY)
}

function onPointerUp(): void {
  touchStart = null
  if (trigger === 'touch' || !shown) cancelPending()
}

/** Swallow the click that ends a long press: the press has shown the tooltip. */
function onClick(event: Event): void {
  if (!swallowClick) return
  swallowClick = false
  event.preventDefault()
  event.stopPropagation()
}

function onContextMenu(event: Event): void {
  if (touchStart || swallowClick) event.preventDefault()
}

function onFocusIn(event: FocusEvent): void {
  const node = event.target instanceof Element && texts.has(event.target) ? event.target : null
  if (!node || !node.matches(':focus-visible') || !texts.get(node)!()) return
  cancelPending()
  // Describe the element at once: a screen reader reads the description on focus.
  fill(node)
  if (performance.now() - lastNavigationKey > KEYBOARD_TIME) return
  pending = node
  timer = window.setTimeout(() => show(node, 'focus'), HOVER_DELAY)
}

function onFocusOut(event: FocusEvent): void {
  if (pending === event.target) cancelPending()
  if (shown === event.target && trigger === 'focus') hide()
  if (event.target instanceof Element && event.target !== shown) undescribe(event.target)
}

function onKeyDown(event: KeyboardEvent): void {
  if (/^(Tab|Home|End|Arrow.*)$/.test(event.key)) lastNavigationKey = performance.now()
  if (event.key !== 'Escape') return
  cancelPending()
  if (!shown) return
  // Escape closes only the tooltip when the mouse opened it. After keyboard focus, Escape also takes its usual step
  // back.
  if (trigger !== 'focus') event.stopPropagation()
  dismissed = shown
  hide()
}

function cancelPending(): void {
  clearTimeout(timer)
  pending = null
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

function show(node: Element, by: typeof trigger): void {
  pending = null
  if (!node.isConnected || !texts.has(node)) return
  fill(node)
  shown = node
  trigger = by
  clearTimeout(leaveTimer)
  leaveTimer = 0
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
  clearTimeout(leaveTimer)
  leaveTimer = 0
  if (!shown) return
  undescribe(shown)
  shown = null
  hiddenAt = performance.now()
  bubble?.classList.remove('on')
}
