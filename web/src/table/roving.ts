import type { Attachment } from 'svelte/attachments'

const ARROWS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/**
 * Roving tabindex: one tab stop for a whole region. Arrow keys move to the nearest legal target in that direction, or
 * to any item with Shift or where no target is legal.
 */
export const roving: Attachment<HTMLElement> = (region) => {
  const all = () => [...region.querySelectorAll<HTMLElement>('[data-nav]')]
  const among = () => {
    const legal = all().filter((item) => item.hasAttribute('data-legal'))
    return legal.length ? legal : all()
  }

  function refresh(): void {
    const items = all()
    const inside = items.find((item) => item === document.activeElement)
    const stop = inside ?? among()[0]
    for (const item of items) {
      const wanted = item === stop ? '0' : '-1'
      if (item.getAttribute('tabindex') !== wanted) item.setAttribute('tabindex', wanted)
    }
  }

  function moved(event: KeyboardEvent): void {
    const way = ARROWS[event.key]
    const here = document.activeElement
    if ((!way && event.key !== 'Home') || !here || !region.contains(here)) return
    // A hidden element cannot take the focus.
    const items = (event.shiftKey ? all() : among()).filter((item) =>
      item.checkVisibility({ visibilityProperty: true }),
    )
    const next = way ? nearest(here, items, way) : items[0]
    if (!next) return
    event.preventDefault()
    next.focus()
    refresh()
  }

  const watcher = new MutationObserver(refresh)
  watcher.observe(region, { subtree: true, childList: true, attributeFilter: ['data-legal'] })
  region.addEventListener('keydown', moved)
  region.addEventListener('focusin', refresh)
  refresh()
  return () => {
    watcher.disconnect()
    region.removeEventListener('keydown', moved)
    region.removeEventListener('focusin', refresh)
  }
}

function nearest(from: Element, items: HTMLElement[], [dx, dy]: readonly [number, number]): HTMLElement | undefined {
  const middle = (element: Element) => {
    const box = element.getBoundingClientRect()
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  }
  const here = middle(from)
  let best: HTMLElement | undefined
  let least = Infinity
  for (const item of items) {
    if (item === from) continue
    const there = middle(item)
    const ahead = (there.x - here.x) * dx + (there.y - here.y) * dy
    const aside = Math.abs((there.x - here.x) * dy) + Math.abs((there.y - here.y) * dx)
    if (ahead < 4) continue
    const cost = ahead + aside * 2.2
    if (cost < least) {
      least = cost
      best = item
    }
  }
  return best
}
