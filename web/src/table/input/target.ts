import type { Attachment } from 'svelte/attachments'
import { t } from '../../lib/i18n.svelte'
import { settings } from '../../lib/settings.svelte'
import type { InspectedItem } from '../screen.svelte'
import type { TableState } from '../table.svelte'

interface Target {
  table: TableState
  /** Identifies the target, to tell a second tap on it from a tap on another target. */
  key: string
  legal: boolean
  /** Whether the press only selects, so that a tap needs no second one. */
  selects?: boolean
  act(): void
  item?: InspectedItem | null
}

/**
 * Make a shape a target of pointer, touch and keyboard.
 *
 * A first tap shows what the target is and costs; the second tap acts. A setting lets the first tap act.
 */
export function target(config: Target): Attachment<Element> {
  return (node) => {
    let touch = false
    // While the server is away, targets stay visible but are disabled.
    const legal = config.legal && !config.table.feed.offline
    node.toggleAttribute('data-legal', legal)
    if (legal) node.removeAttribute('aria-disabled')
    else node.setAttribute('aria-disabled', 'true')
    node.setAttribute('data-nav', '')
    if (!node.hasAttribute('tabindex')) node.setAttribute('tabindex', '-1')

    const inspect = () => {
      if (config.item) config.table.screen.inspectedItem = config.item
    }
    const act = (isTouch: boolean) => {
      const { table, key } = config
      inspect()
      table.choice.tapped = key
      if (!legal) {
        table.choice.cancelTap()
        table.choice.sheet = !!config.item
        if (config.legal) table.screen.showNotice(t('web-offline'))
      } else if (!isTouch || settings.quickTap) {
        table.choice.cancelTap()
        config.act()
      } else if (config.selects) {
        table.choice.cancelTap()
        config.act()
        table.choice.sheet = table.choice.hasSelection
      } else if (table.choice.tapKey === key) {
        table.choice.tapAction = config.act
        table.choice.confirmTap()
      } else {
        table.choice.cancelTap()
        if (!config.item) table.screen.inspectedItem = null
        table.choice.tapKey = key
        table.choice.sheet = true
        table.choice.tapAction = config.act
      }
    }
    const onPointerDown = (event: Event) => {
      touch = (event as PointerEvent).pointerType === 'touch'
    }
    const onClick = (event: Event) => {
      event.stopPropagation()
      act(touch)
      touch = false
    }
    const onKeyDown = (event: Event) => {
      const { key } = event as KeyboardEvent
      if (key !== 'Enter' && key !== ' ') return
      if (node instanceof HTMLButtonElement) return
      event.preventDefault()
      act(false)
    }
    const listeners: [string, (event: Event) => void][] = [
      ['pointerdown', onPointerDown],
      ['click', onClick],
      ['keydown', onKeyDown],
      ['pointerenter', inspect],
      ['focus', inspect],
    ]
    for (const [name, handler] of listeners) node.addEventListener(name, handler)
    return () => {
      for (const [name, handler] of listeners) node.removeEventListener(name, handler)
    }
  }
}
