import type { Attachment } from 'svelte/attachments'
import type { LegalMove } from '../../lib/types'
import type { TableState } from '../table.svelte'

/** How far the pointer may move before a press becomes a drag, in pixels. */
const DRAG_THRESHOLD = 8

/** Let the player drag a card of the row to a stall, with the same effect as pressing the card and then the stall. */
export function drag(table: TableState, move: LegalMove | undefined): Attachment<HTMLElement> {
  return (node) => {
    if (!move || table.feed.offline || !Object.keys(move.preview?.rooms ?? {}).length) return
    node.dataset.drags = ''
    let from: PointerEvent | null = null
    let picture: HTMLElement | null = null
    let over: Element | null = null
    let swallowClick = false

    const onPointerDown = (event: PointerEvent) => {
      swallowClick = false
      if (event.button === 0 && event.isPrimary) from = event
    }
    const onPointerMove = (event: PointerEvent) => {
      if (!from || event.pointerId !== from.pointerId) return
      const [dx, dy] = [event.clientX - from.clientX, event.clientY - from.clientY]
      if (!picture) {
        if (Math.hypot(dx, dy) < DRAG_THRESHOLD) return
        node.setPointerCapture(event.pointerId)
        picture = createPicture(node)
        table.choice.selectDragged(move)
      }
      picture.style.transform = `${picture.dataset.from} translate(${dx}px, ${dy}px)`
      const now = stallBelow(event)
      if (now === over) return
      over?.classList.remove('over')
      over = now
      over?.classList.add('over')
    }
    const onPointerUp = (event: PointerEvent) => {
      if (!from || event.pointerId !== from.pointerId) return
      const room = picture && event.type === 'pointerup' ? stallBelow(event)?.dataset.room : undefined
      swallowClick = !!picture
      // The browser fires the click of this press at once, or not at all.
      setTimeout(() => (swallowClick = false))
      if (picture && room) table.choice.clickRoom(room)
      else if (picture) table.choice.clear()
      stop()
    }
    const onClick = (event: Event) => {
      if (swallowClick) event.stopImmediatePropagation()
    }
    function stop(): void {
      picture?.remove()
      over?.classList.remove('over')
      from = picture = over = null
    }

    node.addEventListener('pointerdown', onPointerDown)
    node.addEventListener('pointermove', onPointerMove)
    node.addEventListener('pointerup', onPointerUp)
    node.addEventListener('pointercancel', onPointerUp)
    node.addEventListener('click', onClick, true)
    return () => {
      delete node.dataset.drags
      stop()
      node.removeEventListener('pointerdown', onPointerDown)
      node.removeEventListener('pointermove', onPointerMove)
      node.removeEventListener('pointerup', onPointerUp)
      node.removeEventListener('pointercancel', onPointerUp)
      node.removeEventListener('click', onClick, true)
    }
  }
}

/** Return the legal stall below the pointer. */
function stallBelow(event: PointerEvent): HTMLElement | null {
  return document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>('.stall[data-legal]') ?? null
}

/** Create the dragged picture of a card on the animation layer. */
function createPicture(node: HTMLElement): HTMLElement {
  const layer = node.closest('.app')!.querySelector('.flights')!
  const [here, there] = [node.getBoundingClientRect(), layer.getBoundingClientRect()]
  const element = document.createElement('div')
  element.className = 'dragged'
  element.dataset.from = `translate(${here.x - there.x}px, ${here.y - there.y}px)`
  element.style.width = `${here.width}px`
  element.style.height = `${here.height}px`
  element.append(node.querySelector('svg')!.cloneNode(true))
  layer.append(element)
  return element
}
