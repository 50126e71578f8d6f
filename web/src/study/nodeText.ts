import { t } from '../lib/i18n.svelte'
import { moveName } from '../lib/moves'
import type { Pending, Position, StudyFact } from '../lib/types'
import type { Words } from '../lib/words'
import { isCompleting, type TreeRow } from './tree.svelte'

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

/** Return the text of a row: its move, with what completes it. */
export function rowText(words: Words, position: Position, row: TreeRow): string {
  const texts: string[] = []
  let room = ''
  for (let node = row.end; ; node = node.parent!) {
    if (node.words.startsWith('place ') && node !== row.node) room ||= node.words.split(' ')[1]!
    else texts.unshift(entryText(words, position, node.words, node.fact))
    if (node === row.node || !isCompleting(node.words)) break
  }
  const text = words.commas(texts)
  return room ? t('web-hint-at', { move: text, room }) : text
}
