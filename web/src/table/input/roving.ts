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
  const candidates = () => {
    const legal = all().filter((item) => item.hasAttribute('data-legal'))
    return legal.length ? legal : all()
  }

  function refresh(): void {
    const items = all()
    const focused = items.find((item) => item === document.activeElement)
    const stop = focused ?? candidates()[0]
    for (const item of items) {
      const tabindex = item === stop ? '0' : '-1'
      if (item.getAttribute('tabindex') !== tabindex) item.setAttribute('tabindex', tabindex)
    }
  }

  function onKeyDown(event: KeyboardEvent): void {
    const direction = ARROWS[event.key]
    const here = document.activeElement
    if ((!direction && event.key !== 'Home') || !here || !region.contains(here)) return
    // A hidden element cannot take the focus.
    const items = (event.shiftKey ? all() : candidates()).filter((item) =>
      item.checkVisibility({ visibilityProperty: true }),
    )
    const next = direction ? nearest(here, items, direction) : items[0]
    if (!next) return
    event.preventDefault()
    next.focus()
    refresh()
  }

  const observer = new MutationObserver(refresh)
  observer.observe(region, { subtree: true, childList: true, attributeFilter: ['data-legal'] })
  region.addEventListener('keydown', onKeyDown)
  region.addEventListener('focusin', refresh)
  refresh()
  return () => {
    observer.disconnect()
    region.removeEventListener('keydown', onKeyDown)
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
  let lowestCost = Infinity
  for (const item of items) {
    if (item === from) continue
    const there = middle(item)
    const ahead = (there.x - here.x) * dx + (there.y - here.y) * dy
    const aside = Math.abs((there.x - here.x) * dy) + Math.abs((there.y - here.y) * dx)
    if (ahead < 4) continue
    const cost = ahead + aside * 2.2
    if (cost < lowestCost) {
      lowestCost = cost
      best = item
    }
  }
  return best
}
