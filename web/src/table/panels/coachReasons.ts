import { hintTitle, moveText } from '../../lib/hints'
import { t, type Values } from '../../lib/i18n.svelte'
import type { Position, Reason, Remark } from '../../lib/types'
import type { Words } from '../../lib/words'

/** Say a reason for a move. */
export function reasonText(words: Words, position: Position, seat: number, reason: Reason): string {
  return t(`coach-reason-${reason.kind}`, valuesOf(words, position, seat, reason))
}

/** Name a move that the coach picks after the month, and say what was good about it. */
export function remarkText(words: Words, position: Position, seat: number, remark: Remark): [string, string] {
  const { reason } = remark
  // A card may have left its room since.
  const rooms = position.rooms.map((room) => remark.rooms?.find(({ id }) => id === room.id) ?? room)
  const before = { ...position, rooms }
  return [hintTitle(words, before, remark, seat), reason ? reasonText(words, before, seat, reason) : '']
}

function valuesOf(words: Words, position: Position, seat: number, reason: Reason): Values {
  const { count = 0, amounts, card, token, type, line, squares, move, room, slot } = reason
  return {
    count,
    amount: words.amount('mon', count),
    changes: words.changes(amounts ?? {}),
    hungry: Math.max(0, (reason.needs ?? 0) - (reason.has ?? 0)),
    stall: Math.max(1, (reason.strength ?? 0) - (reason.level ?? 0) + 1),
    room: room ?? '',
    slot: slot ?? '',
    seat: words.seat(reason.seat),
    card: card ? words.card(card) : '',
    token: token ? words.token(token) : '',
    type: type ? words.type(type) : '',
    line: line ? t(`score-${line}`) : '',
    squares: words.either((squares ?? []).map(words.shop)),
    move: move ? moveText(words, position, move, seat) : '',
  }
}
