import { errorText } from '../lib/errorText'
import type { Layout } from '../lib/layout'

/** The item under the pointer or the focus, for the detail panel in the rail. */
export interface InspectedItem {
  /** A `note` has the heading `id` and the sentence `text`. */
  kind: 'card' | 'building' | 'shop' | 'boat' | 'note'
  id: string
  room?: string
  /** The full sentence of a choice, which the bar has to shorten. */
  text?: string
}

/** How long the bar shows why an action was refused, in milliseconds. */
const NOTICE_TIME = 4000

/** What the page shows of a table besides the game: its panels, and what the bar says. */
export class Screen {
  /** The layout of the current viewport. */
  layout = $state<Layout>('wide')
  panel = $state<'none' | 'choices' | 'log' | 'seats' | 'talk'>('none')
  /** The open tab of the drawer at the right. */
  drawer = $state<'rules' | 'cards' | null>(null)
  inspectedItem = $state.raw<InspectedItem | null>(null)
  /** The seat whose perspective is shown; null for the viewer's own. */
  perspective = $state<number | null>(null)
  /** Whether something else has the place of the choice bar, so that nothing there goes on after a payday or a fire. */
  hasFoot = $state(false)
  /** Whether the page shows the end of the game, in place of the cards for hire and the choices. */
  over = $state(false)
  /** Whether the score sheet of a finished game covers the board, in a replay and in a lesson. */
  scoreSheetOpen = $state(true)
  /** The number of messages of the talk that the player has not read. */
  freshTalk = $state(0)
  /** A message that replaces all others in the bar, and whether it reports an error. */
  notice = $state('')
  noticeIsError = $state(false)
  #noticeTimer: ReturnType<typeof setTimeout> | undefined

  close(): void {
    clearTimeout(this.#noticeTimer)
  }

  /** Show a notice for a moment, such as why a button is disabled. */
  showNotice(text: string): void {
    this.noticeIsError = false
    this.#showForAMoment(text)
  }

  /** Show an error; for a moment if `text` says it in other words. */
  showError(error: unknown, text = ''): void {
    clearTimeout(this.#noticeTimer)
    this.noticeIsError = true
    if (text) this.#showForAMoment(text)
    else this.notice = errorText(error)
  }

  /** Show a notice, and clear it after a while unless another one has replaced it. */
  #showForAMoment(text: string): void {
    clearTimeout(this.#noticeTimer)
    this.notice = text
    this.#noticeTimer = setTimeout(() => {
      if (this.notice === text) this.notice = ''
    }, NOTICE_TIME)
  }
}
