import { t } from '../lib/i18n.svelte'
import { details, nameOf } from '../lib/moves'
import { refusals } from '../lib/refusals'
import type { LegalMove } from '../lib/types'
import type { Words } from '../lib/words'
import type { TableState } from './table.svelte'

export interface BarButton {
  id: string
  label: string
  small?: string
  icon?: string
  key?: string
  /** `can` is a legal move; `off` cannot be pressed, and pressing it says the `reason`. */
  look: 'can' | 'plain' | 'off'
  reason?: string
  words?: string
  /** What is bought and the price, in pictures: where many ways stand side by side, their words would be cut. */
  brief?: { goods: string[]; price: string }
  /** Shape and key alone, the label for those who listen. */
  compact?: boolean
  press(): void
}

/** More moves than that stand on the board and in the list alone. */
const MOST = 2
const SHAPES: Record<string, string> = { income: 'r-mon', shop: 'u-purse', burn: 'fire', guard: 'k-ward', move: 'u-foot', step: 'u-foot' }

/** The moves that the bar shows: those that nothing else on the table stands for, and the ways of the step. */
function shown(table: TableState): LegalMove[] {
  const { game, targets, chosen } = table
  if (!game || !table.myTurn || chosen?.room) return []
  const moves = game.moves ?? []
  // A chosen card has not been hired yet: the income can still be taken.
  if (chosen) return moves.filter((one) => one.kind === 'income')
  if (table.shopOpen) return targets.shop
  return moves.filter((one) => {
    if (['income', 'stay', 'step', 'guard', 'burn', 'move'].includes(one.kind)) return true
    return one.kind === 'shop' && targets.shop.length === 1 && targets.shop[0] === one
  })
}

/** Goods of a shop and what they cost together. */
function briefOf(words: Words, move: LegalMove): BarButton['brief'] {
  const goods = move.preview?.goods ?? []
  if (move.kind !== 'shop' || !goods.length) return undefined
  return { goods, price: words.changes({ mon: -(move.preview?.spend?.mon ?? 0) }) }
}

/** While the server is away nothing can be played, and pressing it says so. */
function reachable(table: TableState, buttons: BarButton[]): BarButton[] {
  if (!table.lostLong) return buttons
  const reason = t('web-offline')
  return buttons.map((one) => (one.look === 'can' ? { ...one, look: 'off', reason, press: () => table.say(reason) } : one))
}

/** The buttons of the choice bar, in their order; digits press them. */
export const barButtons = (table: TableState): BarButton[] => reachable(table, ways(table))

function ways(table: TableState): BarButton[] {
  const { game, words, targets } = table
  if (!game || !words) return []
  const buttons: BarButton[] = []
  for (const move of shown(table).slice(0, table.shopOpen ? 9 : MOST)) {
    buttons.push({
      id: move.words,
      words: move.words,
      label: nameOf(words, game, move),
      small: details(words, game, move),
      brief: briefOf(words, move),
      icon: SHAPES[move.kind],
      key: move.kind === 'income' ? 'I' : undefined,
      look: 'can',
      press: () => void table.send([move.words]),
    })
  }
  if (!table.myTurn) return buttons
  if (!table.shopOpen && !table.chosen && targets.shop.length > 1) {
    const square = game.position.players[game.turn?.seat ?? 0]?.square ?? 0
    buttons.push({
      id: 'shop',
      label: words.shop(square),
      small: t('web-options', { count: targets.shop.length }),
      icon: 'u-purse',
      look: 'can',
      press: () => (table.shopOpen = true),
    })
  }
  // A deal that is left, and cannot be made.
  if (game.turn?.shop === 'open' && !table.chosen && !targets.shop.length && !targets.buildings.size && targets.whyShop.length) {
    const square = game.position.players[game.turn.seat ?? 0]?.square ?? 0
    const [reason = ''] = refusals(words, game, targets.whyShop)
    buttons.push({
      id: 'shop',
      label: words.shop(square),
      compact: true,
      icon: 'u-purse',
      look: 'off',
      reason,
      press: () => {
        // All the reasons, where there are several.
        table.looked = { kind: 'shop', id: String(square) }
        table.say(reason)
      },
    })
  }
  if (table.chosen || table.shopOpen) {
    buttons.push({ id: 'back', label: t('web-back'), key: 'Esc', look: 'plain', press: () => table.back() })
    return buttons
  }
  if ((game.moves ?? []).some((one) => one.kind !== 'done' && !buttons.some((button) => button.words === one.words))) {
    buttons.push({
      id: 'choices',
      label: t('web-all-choices', { count: (game.moves ?? []).length }),
      key: 'A',
      compact: true,
      icon: 'u-log',
      look: 'plain',
      press: () => (table.panel = table.panel === 'choices' ? 'none' : 'choices'),
    })
  }
  return buttons
}

/** What a finger's first tap was on can be done, or left. */
export const tappedButtons = (table: TableState): BarButton[] =>
  reachable(table, [
    { id: 'do', label: t('web-do-it'), icon: 'u-check', look: 'can', press: () => table.act() },
    { id: 'back', label: t('web-back'), look: 'plain', press: () => table.back() },
  ])

/** Taking back, always there: first what has only been chosen. */
export function undoButton(table: TableState): BarButton {
  const mayBack = table.view?.you.may_undo ?? false
  const may = !!table.chosen || table.shopOpen || (mayBack && !table.lostLong)
  const why = table.view?.you.no_undo ?? 'nothing_to_undo'
  const reason = may ? undefined : t(mayBack ? 'web-offline' : `web-no-undo-${why.replaceAll('_', '-')}`)
  return {
    id: 'undo',
    label: t('web-undo'),
    icon: 'u-undo',
    key: 'U',
    look: may ? 'plain' : 'off',
    reason,
    press: () => (may ? void table.undo() : table.say(reason ?? '')),
  }
}

/** Ending the turn, always there; it asks once more where a deal is left that could be paid for. */
export function endButton(table: TableState): BarButton {
  const done = table.game?.moves?.find((one) => one.kind === 'done')
  const may = table.myTurn && !!done && !table.chosen && !table.lostLong
  const left = (table.game?.moves ?? []).some((one) => one.kind === 'shop' || one.kind === 'work')
  const reason = may ? undefined : t(table.lostLong ? 'web-offline' : table.myTurn ? 'web-no-end' : 'web-not-your-turn')
  return {
    id: 'end',
    words: 'done',
    label: table.confirmEnd ? t('web-end-anyway') : t('web-end-turn'),
    small: table.confirmEnd ? t('web-deals-left') : undefined,
    icon: 'u-check',
    key: 'E',
    look: may ? (left && !table.confirmEnd ? 'plain' : 'can') : 'off',
    reason,
    press: () => {
      if (!may) table.say(reason ?? '')
      else if (left && !table.confirmEnd) table.confirmEnd = true
      else void table.send(['done'])
    },
  }
}
