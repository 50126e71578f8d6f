import { t } from '../../lib/i18n.svelte'
import { seatName } from '../../lib/words'
import type { TableState } from '../../table/table.svelte'

/** Return the name of a target on the board, such as `stall C4`, for a reader who does not see it. */
export function targetName(table: TableState, target: string): string {
  const words = table.words!
  const [kind = '', id = ''] = target.split(' ')
  switch (kind) {
    case 'stall':
      return `${words.term('room')} ${id}`
    case 'square':
      return words.shop(Number(id))
    case 'slot':
      return t('move-ikizama', { slot: id })
    case 'nagaya':
      return t('web-nagaya', { nagaya: id })
    case 'player':
      return seatName(table.feed.view!.table.seats[Number(id)]!)
    default:
      return words.card(id)
  }
}
