import { t } from '../../lib/i18n.svelte'
import { isCompleting } from '../../lib/moves'
import type { Position } from '../../lib/types'
import type { Words } from '../../lib/words'
import { entryText } from '../../review/entryText'
import type { TreeRow } from './tree.svelte'

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
