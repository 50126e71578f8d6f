import type { Attachment } from 'svelte/attachments'
import type { LegalMove } from '../lib/types'
import type { TableState } from './table.svelte'

/** How far the pointer may move before a press becomes a drag, in pixels. */
const SLIP = 8

/** Let the player drag a card of the row to a stall, with the same effect as pressing the card and then the stall. */
export function drag(table: TableState, move: LegalMove | undefined): Attachment<HTMLElement> {
  return (node) => {
    if (!move || table.offline || !Object.keys(move.preview?.rooms ?? {}).length) return
    node.dataset.drags = ''
    let from: PointerEvent | null = null
    let carried: HTMLElement | null = null
    let over: Element | null = null
    let dropped = false

    const pressed = (event: PointerEvent) => {
      dropped = false
      if (event.button === 0 && event.isPrimary) from = event
    }
    const moved = (event: PointerEvent) => {
      if (!from || event.pointerId !== from.pointerId) return
      const [dx, dy] = [event.clientX - from.clientX, event.clientY - from.clientY]
      if (!carried) {
        if (Math.hypot(dx, dy) < SLIP) return
        node.setPointerCapture(event.pointerId)
        carried = picture(node)
        table.selectDragged(move)
      }
      carried.style.transform = `${carried.dataset.from} translate(${dx}px, ${dy}px)`
      const now = stall(event)
      if (now === over) return
      over?.classList.remove('over')
      over = now
      over?.classList.add('over')
    }
    const released = (event: PointerEvent) => {
      if (!from || event.pointerId !== from.pointerId) return
      const room = carried && event.type === 'pointerup' ? stall(event)?.dataset.room : undefined
      dropped = !!carried
      // The browser fires the click of this press at once, or not at all.
      setTimeout(() => (dropped = false))
      if (carried && room) table.clickRoom(room)
      else if (carried) table.clearSelection()
      stop()
    }
    const clicked = (event: Event) => {
      if (dropped) event.stopImmediatePropagation()
    }
    function stop(): void {
      carried?.remove()
      over?.classList.remove('over')
      from = carried = over = null
    }

    node.addEventListener('pointerdown', pressed)
    node.addEventListener('pointermove', moved)
    node.addEventListener('pointerup', released)
    node.addEventListener('pointercancel', released)
    node.addEventListener('click', clicked, true)
    return () => {
      delete node.dataset.drags
      stop()
      node.removeEventListener('pointerdown', pressed)
      node.removeEventListener('pointermove', moved)
      node.removeEventListener('pointerup', released)
      node.removeEventListener('pointercancel', released)
      node.removeEventListener('click', clicked, true)
    }
  }
}

/** Return the legal stall below the pointer. */
function stall(event: PointerEvent): HTMLElement | null {
  return document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>('.stall[data-legal]') ?? null
}

/** Create the dragged picture of a card on the animation layer. */
function picture(node: HTMLElement): HTMLElement {
  const layer = node.closest('.app')!.querySelector('.flights')!
  const [here, there] = [node.getBoundingClientRect(), layer.getBoundingClientRect()]
  const made = document.createElement('div')
  made.className = 'dragged'
  made.dataset.from = `translate(${here.x - there.x}px, ${here.y - there.y}px)`
  made.style.width = `${here.width}px`
  made.style.height = `${here.height}px`
  made.append(node.querySelector('svg')!.cloneNode(true))
  layer.append(made)
  return made
}
