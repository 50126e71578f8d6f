import { t, type Values } from '../../lib/i18n.svelte'
import { moveText } from '../../lib/hints'
import type { Position, Reason } from '../../lib/types'
import type { Words } from '../../lib/words'

/** The kinds that a short list leaves out first. */
const MINOR: readonly Reason['kind'][] = ['reaches', 'learns', 'token', 'firefighting', 'overtakes', 'end', 'salary']
/** The most reasons for one move, besides the expected score. */
const MOST = 4

/** Write the reasons for a move, in the order of the server: now, at the payday, at the end. */
export function reasonText(words: Words, position: Position, seat: number, reasons: readonly Reason[]): string {
  const shown = [...reasons]
  for (const kind of MINOR) {
    const place = shown.findIndex((reason) => reason.kind === kind)
    if (shown.length > MOST + 1 && place >= 0) shown.splice(place, 1)
  }
  return shown.map((reason) => t(`coach-reason-${reason.kind}`, valuesOf(words, position, seat, reason))).join(' ')
}

function valuesOf(words: Words, position: Position, seat: number, reason: Reason): Values {
  const { count = 0, amounts, card, token, type, line, squares, move, room, slot } = reason
  return {
    count,
    amount: words.amount('mon', count),
    changes: words.changes(amounts ?? {}),
    month: reason.month ?? 0,
    alike: reason.alike ?? 0,
    needs: reason.needs ?? 0,
    has: reason.has ?? 0,
    level: reason.level ?? 0,
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
