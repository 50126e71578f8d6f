import { settings } from '../../lib/settings.svelte'
import { buyButton, endButton, undoButton } from './buttons'
import type { TableState } from '../table.svelte'
import { groupsOf, tilesOf, type Tile } from './tiles'

/** Return the tile of a digit: the square with that number, else the tile at that position. */
function tileOfDigit(tiles: readonly Tile[], digit: string): Tile | undefined {
  const numberedTile = tiles.find((tile) => tile.key === digit)
  if (numberedTile) return numberedTile
  const tile = tiles[Number(digit) - 1]
  return tile?.key ? undefined : tile
}

/** Handle a key press anywhere at the table. */
export function handleKey(event: KeyboardEvent, table: TableState, help: () => void): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return
  const target = event.target as HTMLElement
  if (target.matches?.('input, textarea, select')) return
  // Ignore key repeat: a held key would confirm the end of the turn.
  if (event.repeat) return
  const key = event.key.toLowerCase()
  if (key === '?') return help()
  if (key === 'r') {
    table.screen.drawer = table.screen.drawer ? null : 'rules'
    return
  }
  if (key === 'escape') {
    table.feed.skip()
    if (table.screen.drawer) table.screen.drawer = null
    else if (table.screen.panel !== 'none') table.screen.panel = 'none'
    else if (table.choice.tapKey || (table.choice.sheet && !table.choice.selection && !table.choice.shopOpen))
      table.choice.cancelTap()
    else if (table.choice.hasSelection || table.choice.confirmEnd) table.choice.clear()
    else table.screen.inspectedItem = null
    return
  }
  if (key === 'l') table.screen.panel = table.screen.panel === 'log' ? 'none' : 'log'
  if (key === 'b') settings.list = !settings.list
  if (table.waits && key === 'g') return table.feed.reports.goOn()
  if (table.replay || !table.mine.size || table.feed.view?.table.status !== 'running') return
  if (key === 'u') undoButton(table).press()
  else if (key === 'e') endButton(table).press()
  if (!table.myTurn) return
  const tiles = tilesOf(groupsOf(table))
  if (key === 'i') tiles.find((tile) => tile.id === 'income')?.press()
  else if (key === 'p') buyButton(table)?.press()
  else if (key === 'a') table.screen.panel = table.screen.panel === 'choices' ? 'none' : 'choices'
  else if (key === 'h' && table.hints.mayHint) void table.hints.request()
  else if (/^[1-9]$/.test(key)) tileOfDigit(tiles, key)?.press()
}
