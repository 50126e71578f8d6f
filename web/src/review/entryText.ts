import { t } from '../lib/i18n.svelte'
import { moveName } from '../lib/moves'
import type { Pending, Position, StudyFact } from '../lib/types'
import type { Words } from '../lib/words'

/** Return the name of an outcome of chance. */
export function outcomeText(words: Words, kind: Pending['kind'], id: string): string {
  if (kind === 'fire') return words.group(id)
  return kind === 'closed' ? t('move-ikizama', { slot: id }) : words.card(id)
}

/** Return the text of a move or of chance, which has no position at hand. */
export function entryText(words: Words, position: Position, entry: string, fact: StudyFact): string {
  const [kind = '', ...parts] = entry.split(' ')
  if (fact.seat === null || fact.seat === undefined) {
    const names = parts.map((id) => outcomeText(words, kind as Pending['kind'], id))
    return t(`study-chance-${kind}`, { names: words.listed(names) })
  }
  // The stall had this card when the move was played.
  const rooms = position.rooms.map((room) =>
    room.id === parts[0] && fact.card ? { ...room, card: fact.card, owner: fact.owner ?? undefined } : room,
  )
  return moveName(words, { ...position, rooms }, kind, parts, fact.seat)
}
