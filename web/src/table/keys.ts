import { settings } from '../lib/settings.svelte'
import { barButtons, endButton, undoButton } from './buttons'
import type { TableState } from './table.svelte'

/** What a key does anywhere at the table. */
export function onKey(event: KeyboardEvent, table: TableState, help: () => void): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return
  const within = event.target as HTMLElement
  if (within.matches?.('input, textarea, select')) return
  // A key that is held down is one press: the second one would end the turn past the question.
  if (event.repeat) return
  const key = event.key.toLowerCase()
  if (key === '?') return help()
  if (key === 'escape') {
    table.skip()
    if (table.panel !== 'none') table.panel = 'none'
    else if (table.tapped || (table.sheet && table.tall)) table.untap()
    else if (table.chosen || table.shopOpen || table.confirmEnd) table.back()
    else table.looked = null
    return
  }
  if (key === 'l') table.panel = table.panel === 'log' ? 'none' : 'log'
  if (key === 'b') settings.list = !settings.list
  if (table.replay || !table.mine.size || table.view?.table.status !== 'running') return
  if (key === 'u') undoButton(table).press()
  else if (key === 'e') endButton(table).press()
  if (!table.myTurn) return
  const buttons = barButtons(table)
  if (key === 'i') buttons.find((one) => one.id === 'income')?.press()
  else if (key === 'a') table.panel = table.panel === 'choices' ? 'none' : 'choices'
  else if (key === 'h' && table.view?.table.hints) void table.askHint()
  else if (/^[1-9]$/.test(key)) buttons[Number(key) - 1]?.press()
}
