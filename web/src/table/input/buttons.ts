import { pair, t } from '../../lib/i18n.svelte'
import { sentence, purchase } from './tiles'
import type { TableState } from '../table.svelte'

/** A button at the end of the bar, or a tool at its head. */
export interface BarButton {
  id: string
  /** The visible label: one or two words. */
  label: string
  /** The accessible name, where the label says only a part of it. */
  name?: string
  /** On the buy button: the price in mon, and the mon that the player has. */
  sum?: { price: number; of: number }
  icon?: string
  key?: string
  /** `can` marks a legal move. `off` is disabled: pressing it shows the `reason`. */
  state: 'can' | 'plain' | 'off'
  reason?: string
  words?: string
  /** Whether this is the suggested next action, drawn as a filled button. */
  filled?: boolean
  press(): void
}

/** Disable a button while the server is away. Pressing it then says so. */
function disableOffline(table: TableState, button: BarButton): BarButton {
  if (!table.feed.offline || button.state !== 'can') return button
  const reason = t('web-offline')
  return { ...button, state: 'off', reason, press: () => table.screen.showNotice(reason) }
}

/** Return the button that cancels the first tap of a finger. */
export const backButton = (table: TableState): BarButton => ({
  id: 'back',
  label: t('web-back'),
  state: 'plain',
  press: () => table.choice.clear(),
})

/** Return the button that goes on after a payday or a fire. While it is shown, the button skips to its result. */
export const goOnButton = (table: TableState): BarButton => ({
  id: 'go-on',
  label: t(table.waits ? 'web-go-on' : 'web-skip'),
  icon: 'u-arrow',
  key: 'G',
  state: 'can',
  filled: true,
  press: () => (table.waits ? table.feed.reports.goOn() : table.feed.skip()),
})

/** Return the button that buys the picked tokens: one legal move with the sum of their prices. */
export function buyButton(table: TableState): BarButton | undefined {
  const { game, words } = table
  const { pickedTokens: picked } = table.choice
  const move = game && words ? purchase(game.moves ?? [], picked) : undefined
  if (!game || !words || !move) return undefined
  const mon = game.position.players[game.turn?.seat ?? 0]?.mon ?? 0
  return disableOffline(table, {
    id: 'buy',
    words: move.words,
    label: t('web-bar-buy', { count: picked.length }),
    name: sentence(words, game, move),
    sum: { price: move.preview?.spend?.mon ?? 0, of: mon },
    key: 'P',
    state: 'can',
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
  state: 'plain',
  press: () => void table.hints.request(),
})

export const choicesButton = (table: TableState): BarButton => ({
  id: 'choices',
  label: t('web-all-choices', { count: (table.game?.moves ?? []).length }),
  icon: 'u-log',
  key: 'A',
  state: 'plain',
  press: () => (table.screen.panel = table.screen.panel === 'choices' ? 'none' : 'choices'),
})

/** Return the undo button, which is always visible. It first clears a selection that has not been sent. */
export function undoButton(table: TableState): BarButton {
  const mayUndo = table.feed.view?.you.may_undo ?? false
  const isEnabled = table.choice.hasSelection || (mayUndo && !table.feed.offline)
  const refusal = table.feed.view?.you.no_undo ?? 'nothing_to_undo'
  const reason = isEnabled ? undefined : t(mayUndo ? 'web-offline' : `web-no-undo-${refusal.replaceAll('_', '-')}`)
  return {
    id: 'undo',
    label: t('web-undo'),
    icon: 'u-undo',
    key: 'U',
    state: isEnabled ? 'plain' : 'off',
    reason,
    press: () => (isEnabled ? void table.undo() : table.screen.showNotice(reason ?? '')),
  }
}

/** Return the end-turn button, which is always visible. It asks for confirmation while an affordable deal is left. */
export function endButton(table: TableState): BarButton {
  const endMove = table.game?.moves?.find((move) => move.kind === 'done')
  const isEnabled = table.myTurn && !!endMove && !table.choice.selection && !table.feed.offline
  const dealsLeft = (table.game?.moves ?? []).some((move) => move.kind === 'shop' || move.kind === 'work')
  const reason = isEnabled
    ? undefined
    : t(table.feed.offline ? 'web-offline' : table.myTurn ? 'web-no-end' : 'web-not-your-turn')
  const isConfirming = isEnabled && dealsLeft && table.choice.confirmEnd
  return {
    id: 'end',
    words: 'done',
    label: t(isConfirming ? 'web-bar-end-sure' : 'web-bar-end'),
    name: isConfirming ? pair(t('web-end-anyway'), t('web-deals-left')) : t('web-end-turn'),
    icon: 'u-check',
    key: 'E',
    state: isEnabled ? (dealsLeft && !table.choice.confirmEnd ? 'plain' : 'can') : 'off',
    reason,
    filled: isEnabled && (!dealsLeft || isConfirming),
    press: () => {
      if (!isEnabled) table.screen.showNotice(reason ?? '')
      else if (dealsLeft && !table.choice.confirmEnd) table.choice.confirmEnd = true
      else void table.send(['done'])
    },
  }
}

/** Return a button's accessible name, which is also its tooltip. */
export const accessibleName = (button: { label?: string; name?: string; reason?: string }): string =>
  pair(button.name ?? button.label, button.reason)
