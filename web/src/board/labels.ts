import { t } from '../lib/i18n.svelte'
import { moveDetails, moveLabel } from '../lib/moves'
import { priceText } from '../lib/price'
import { refusalText } from '../lib/refusals'
import type { Room } from '../lib/types'
import { occupantTexts } from '../lib/cardText'
import type { Reason } from '../table/allowedStalls'
import type { TableState } from '../table/table.svelte'
import type { Words } from '../lib/words'
import { boatTip } from './tooltips'

/** Say why a stall is worth a look. */
export function reasonText(words: Words, reason: Reason, type = ''): string {
  if (reason.kind === 'lands') return t('web-reason-lands', { square: words.square(reason.square) })
  if (reason.kind === 'alike') return t('web-alike', { type: words.type(type), count: reason.count })
  if (reason.kind === 'wards') return t('web-reason-wards', { strength: reason.strength })
  return t('web-reason-cheapest')
}

/** Return the accessible name of a stall: its card, and its action or the reason against it. */
export function roomLabel(table: TableState, room: Room): string {
  const [words, game] = [table.words!, table.game!]
  const target = table.choice.targets.rooms.get(room.id)
  const refusal = target ? undefined : table.choice.targets.whyRooms.get(room.id)
  const parts = [room.id]
  if (room.card) {
    parts.push(words.owned(room.card, room.owner))
    if (room.kind === 'character' && room.owner != null)
      parts.push(t('web-steps', { step: room.step ?? 0, steps: room.steps ?? 0 }))
    parts.push(...occupantTexts(words, room))
  } else parts.push(t('web-empty'))
  if (target?.price !== undefined) {
    parts.push(priceText(words, target.price))
    if (room.surcharge && !room.card) parts.push(t('web-with-surcharge', { mon: room.surcharge }))
    const type = words.characters.get(target.move.parts?.at(-1) ?? '')?.type
    parts.push(...(table.choice.allowed.get(room.id)?.reasons ?? []).map((reason) => reasonText(words, reason, type)))
  } else if (target)
    parts.push(
      ...(target.chooses
        ? [t('web-choose-room')]
        : [moveLabel(words, game, target.move), moveDetails(words, game, target.move)]),
    )
  else if (refusal) parts.push(refusalText(words, refusal))
  if (game.position.burning?.room === room.id) parts.push(t('web-fire', { strength: game.position.burning.strength }))
  return parts.filter(Boolean).join(', ')
}

/** Return the accessible name of a boat: what it does, and its action or the reason against it. */
export function boatLabel(table: TableState, slot: string): string {
  const [words, game] = [table.words!, table.game!]
  const boat = game.position.boats.find((other) => other.slot === slot)!
  const move = table.choice.targets.boats.get(slot)
  const refusal = table.choice.targets.whyBoats.get(slot)
  const parts = boatTip(words, game.position.boats, boat).split('\n')
  if (move) parts.push(moveDetails(words, game, move))
  else if (boat.closed) parts.push(t('web-closed'))
  if (refusal) parts.push(refusalText(words, refusal))
  return parts.filter(Boolean).join(', ')
}
