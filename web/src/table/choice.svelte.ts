import { settings } from '../lib/settings.svelte'
import type { LegalMove } from '../lib/types'
import { allowedStalls, type Allowed } from './allowedStalls'
import type { TableState } from './table.svelte'
import { noTargets, targetsOf, type MoveSelection } from './targets'

/** After how many confirmed taps the sheet offers to do without. */
const QUICK_TAP_OFFER = 10

/** What the player has chosen so far and not sent, and what can be chosen. */
export class Choice {
  selection = $state.raw<MoveSelection | null>(null)
  shopOpen = $state(false)
  /** Tokens to buy together. */
  pickedTokens = $state.raw<string[]>([])
  /** Whether ending the turn waits for confirmation, because a deal is left. */
  confirmEnd = $state(false)
  /** The target that waits for the confirming tap; '' for none. */
  tapKey = $state('')
  /** The target that was tapped last, legal or not. */
  tapped = $state('')
  /** Whether the sheet shows the tapped target. */
  sheet = $state(false)
  /** Whether a phone shows all that is known of the tapped target. */
  detailOpen = $state(false)
  /** Action of the confirming tap. */
  tapAction: (() => void) | null = null
  readonly #table: TableState

  constructor(table: TableState) {
    this.#table = table
  }

  /** The square of the seat that decides. */
  readonly #square = $derived.by(() => {
    const { game } = this.#table
    return game?.position.players[game.turn?.seat ?? 0]?.square ?? 0
  })
  readonly targets = $derived.by(() => {
    const { game, myTurn } = this.#table
    return game && myTurn ? targetsOf(game, this.selection, this.#square) : noTargets()
  })
  /** The empty stalls where the player can put the selected card or building. */
  readonly allowed = $derived.by(() => {
    const { game } = this.#table
    return game ? allowedStalls(game, this.targets) : new Map<string, Allowed>()
  })
  /** The square whose shop the player can use now; 0 for none. */
  readonly shopAt = $derived.by(() =>
    this.#table.myTurn && !this.selection && this.targets.shop.length ? this.#square : 0,
  )

  /** Whether the player has a selection that has not been sent. */
  get hasSelection(): boolean {
    return !!this.selection || this.shopOpen || this.pickedTokens.length > 0 || this.sheet
  }

  clear(): void {
    this.selection = null
    this.shopOpen = false
    this.pickedTokens = []
    this.confirmEnd = false
    this.cancelTap()
  }

  /** Cancel the first tap of a finger. */
  cancelTap(): void {
    this.tapKey = ''
    this.sheet = this.detailOpen = false
  }

  /** Confirm the first tap of a finger. */
  confirmTap(): void {
    this.cancelTap()
    settings.taps = Math.min(settings.taps + 1, QUICK_TAP_OFFER + 1)
    this.tapAction?.()
  }

  /** Whether the sheet offers to play with single taps: once, after ten confirmed ones. */
  get offersQuickTap(): boolean {
    return settings.taps === QUICK_TAP_OFFER && !settings.quickTap && !!this.tapKey
  }

  /** Handle a press on a card of the row or on a building on offer. */
  select(move: LegalMove): void {
    this.#table.screen.notice = ''
    const rooms = Object.keys(move.preview?.rooms ?? {})
    if (!rooms.length) return void this.#table.send([move.words])
    if (this.selection?.room) return void this.#table.send([move.words, `place ${this.selection.room}`])
    this.selection = this.selection?.move?.words === move.words ? null : { move }
  }

  /** Select a card that is being dragged: only its rooms are targets now. */
  selectDragged(move: LegalMove): void {
    this.#table.screen.notice = ''
    this.selection = { move }
  }

  clickRoom(room: string): void {
    const target = this.targets.rooms.get(room)
    if (!target) return
    this.#table.screen.notice = ''
    if (target.chooses) this.selection = this.selection?.room === room ? null : { room }
    else void this.#table.send(target.send)
  }
}
