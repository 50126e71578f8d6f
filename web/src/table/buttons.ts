import { pair, t } from '../lib/i18n.svelte'
import { sentence, purchase } from './tiles'
import type { TableState } from './table.svelte'

/** A button of the bar's end, or a tool at its head. */
export interface BarButton {
  id: string
  /** One or two words on the button. */
  label: string
  /** The whole sentence, where the label is only a part of it. */
  name?: string
  /** Mon to pay and mon there are, on the button that buys. */
  sum?: { price: number; of: number }
  icon?: string
  key?: string
  /** `can` is a legal move; `off` cannot be pressed, and pressing it says the `reason`. */
  look: 'can' | 'plain' | 'off'
  reason?: string
  words?: string
  /** The next thing to do: filled. */
  filled?: boolean
  press(): void
}

/** While the server is away nothing can be played, and pressing it says so. */
function reachable(table: TableState, button: BarButton): BarButton {
  if (!table.lostLong || button.look !== 'can') return button
  const reason = t('web-offline')
  return { ...button, look: 'off', reason, press: () => table.say(reason) }
}

/** What a finger's first tap was on can be done, or left. */
export const tappedButtons = (table: TableState): BarButton[] => [
  reachable(table, {
    id: 'do',
    label: t('web-do-it'),
    icon: 'u-check',
    look: 'can',
    filled: true,
    press: () => table.act(),
  }),
  { id: 'back', label: t('web-back'), look: 'plain', press: () => table.back() },
]

/** Buys the tokens that are picked: one listed move, with the sum of all. */
export function buyButton(table: TableState): BarButton | undefined {
  const { game, words, picked } = table
  const move = game && words ? purchase(game.moves ?? [], picked) : undefined
  if (!game || !words || !move) return undefined
  const mon = game.position.players[game.turn?.seat ?? 0]?.mon ?? 0
  return reachable(table, {
    id: 'buy',
    words: move.words,
    label: t('web-bar-buy', { count: picked.length }),
    name: sentence(words, game, move),
    sum: { price: move.preview?.spend?.mon ?? 0, of: mon },
    key: 'P',
    look: 'can',
    filled: true,
    press: () => void table.send([move.words]),
  })
}

export const hintButton = (table: TableState): BarButton => ({
  id: 'hint',
  label: t('web-hint'),
  name: pair(t('web-hint'), t('web-tip-hint')),
  icon: 'u-hint',
  key: 'H',
  look: 'plain',
  press: () => void table.askHint(),
})

export const choicesButton = (table: TableState): BarButton => ({
  id: 'choices',
  label: t('web-all-choices', { count: (table.game?.moves ?? []).length }),
  icon: 'u-log',
  key: 'A',
  look: 'plain',
  press: () => (table.panel = table.panel === 'choices' ? 'none' : 'choices'),
})

/** Taking back, always there: first what has only been chosen. */
export function undoButton(table: TableState): BarButton {
  const mayBack = table.view?.you.may_undo ?? false
  const may = table.choosing || (mayBack && !table.lostLong)
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
  const sure = may && left && table.confirmEnd
  return {
    id: 'end',
    words: 'done',
    label: t(sure ? 'web-bar-end-sure' : 'web-bar-end'),
    name: sure ? pair(t('web-end-anyway'), t('web-deals-left')) : t('web-end-turn'),
    icon: 'u-check',
    key: 'E',
    look: may ? (left && !table.confirmEnd ? 'plain' : 'can') : 'off',
    reason,
    filled: may && (!left || sure),
    press: () => {
      if (!may) table.say(reason ?? '')
      else if (left && !table.confirmEnd) table.confirmEnd = true
      else void table.send(['done'])
    },
  }
}

/** What is said of a button to those who listen, and in its tip. */
export const saidOf = (one: { label?: string; name?: string; reason?: string }): string =>
  pair(one.name ?? one.label, one.reason)
