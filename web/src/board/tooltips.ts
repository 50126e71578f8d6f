import { pair, t } from '../lib/i18n.svelte'
import type { Position, Room } from '../lib/types'
import { skillText } from '../lib/cardText'
import type { Words } from '../lib/words'

/** Tooltips of the board: what a part is, and where its number comes from. */

type Boat = Position['boats'][number]

/** Describe a boat: its distance, its place in the order, and whether it allows income or a hire. */
export function boatTip(words: Words, boats: readonly Boat[], boat: Boat): string {
  const order = t('web-tip-boat-order', { place: boats.indexOf(boat) + 1 })
  const hires = boat.hires ?? true
  const walks = hires
    ? t('web-tip-boat-walks', { squares: Number(boat.slot) })
    : t('web-tip-boat-free', { most: Number(boat.slot.split('-').at(-1)) })
  return [
    t('move-ikizama', { slot: boat.slot }),
    walks,
    hires ? t('web-tip-boat-hires') : t('web-tip-boat-no-hire', { mon: boat.mon ?? 0 }),
    boat.seat == null ? order : `${words.seat(boat.seat)}. ${order}`,
  ].join('\n')
}

/** Describe a card on the board: its owner, its step, and its next salary. */
export function ladderTip(words: Words, room: Room): string {
  const steps = t('web-steps', { step: room.step ?? 0, steps: room.steps ?? 0 })
  return [words.owned(room.card ?? '', room.owner), steps, t('web-tip-ladder')].join('\n')
}

/** Describe the deal with a character. */
export const skillTip = (words: Words, card: string) =>
  `${pair(t('board-skill'), skillText(words, card))}\n${t('web-tip-skill')}`

export const ownerTip = (words: Words, owner: number | null) =>
  owner === null ? t('web-tip-neutral') : t('web-tip-owner', { seat: words.seat(owner) })
