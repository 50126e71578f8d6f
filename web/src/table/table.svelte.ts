import { untrack } from 'svelte'
import { api, ApiError, type AnswerBase } from '../lib/api'
import type { Layout } from '../lib/layout'
import { openChannel } from '../lib/liveChannel'
import { MAX_HINTS } from '../lib/hints'
import { t } from '../lib/i18n.svelte'
import { rememberName, prefersReducedMotion, settings } from '../lib/settings.svelte'
import { playSound, playEventSounds } from '../lib/sound'
import { reuseUnchanged } from '../lib/structuralSharing'
import { errorText } from '../lib/errorText'
import { refusalText } from '../lib/refusals'
import { scheduleTask } from '../lib/scheduleTask'
import type { Box, Hint, LegalMove, LiveMessage, Running, Step, TableView } from '../lib/types'
import { Words } from '../lib/words'
import { marks } from './marks.svelte'
import { motion } from './motion.svelte'
import { Queue } from './queue'
import { Reports } from './reports.svelte'
import { hasReport, hasStages, type Part, partsOf, type Stage, viewAfter } from './stages'
import { noTargets, targetsOf, type Chosen } from './targets'

/** The item under the pointer or the focus, for the detail panel in the rail. */
export interface Looked {
  /** A `note` has the heading `id` and the sentence `text`. */
  kind: 'card' | 'building' | 'shop' | 'boat' | 'note'
  id: string
  room?: string
  /** The full sentence of a choice, which the bar has to shorten. */
  text?: string
}

/** A newer view, with the steps that led to it. */
interface News {
  /** A missed view is requested only when it is about to be shown. */
  view: TableView | (() => Promise<TableView>)
  version: number
  steps: readonly Step[]
}

/** An update that is shown part by part. */
interface Run {
  news: News & { view: TableView }
  parts: Part[]
  /** How many parts are on the table, and how many are in the log. */
  laid: number
  logged: number
  /** The length of the log before the update. */
  base: number
}

/** The most missed moves that are animated. With more, the changed stalls are marked for `MARKED` milliseconds. */
const MOST_MISSED = 6
/** How long the bar shows why an action was refused, in milliseconds. */
const SAID = 4000
const MARKED = 3000

/** The client's state of one table, and the player's selection there. */
export class TableState {
  view = $state.raw<TableView | null>(null)
  box = $state.raw<Box | null>(null)
  steps = $state.raw<Step[]>([])
  connection = $state<'live' | 'lost' | 'gone'>('lost')
  /** Whether the connection has been lost for so long that the page disables playing. */
  lostLong = $state(false)
  problem = $state<string | null>(null)
  /** A message that replaces all others in the bar, and whether it reports an error. */
  notice = $state('')
  failed = $state(false)
  chosen = $state.raw<Chosen | null>(null)
  shopOpen = $state(false)
  /** Tokens to buy together. */
  picked = $state.raw<string[]>([])
  /** The layout of the current viewport. */
  layout = $state<Layout>('wide')
  looked = $state.raw<Looked | null>(null)
  hint = $state.raw<Hint | null>(null)
  /** Whether a hint is being computed. */
  hinting = $state(false)
  /** Whether the list of the best moves is open. Their numbers on the board stay until the next move. */
  hintsShown = $state(false)
  panel = $state<'none' | 'choices' | 'log' | 'seats'>('none')
  /** The open tab of the drawer at the right. */
  drawer = $state<'rules' | 'cards' | null>(null)
  /** Whether ending the turn waits for confirmation, because a deal is left. */
  confirmEnd = $state(false)
  /** Whether the table is a replay, in which nothing can be played. */
  replay = $state(false)
  /** The seat whose perspective is shown; null for the viewer's own. */
  chair = $state<number | null>(null)
  /** Whether the score sheet of a finished game covers the board. */
  sheetShown = $state(true)
  /** The server's time in seconds and the client's time in milliseconds (both Unix) when the view arrived. */
  serverNow = 0
  viewCame = 0
  tapped = $state('')
  /** Whether a tap opened the detail sheet, which a narrow screen shows over the row. */
  sheet = $state(false)
  /** Accessible label of the tapped element. */
  tappedWords = $state('')
  /** Action of the confirming tap. */
  tapAct: (() => void) | null = null

  /** Confirm the first tap of a finger. */
  act(): void {
    this.untap()
    this.tapAct?.()
  }

  readonly game = $derived<Running | null>(this.view?.table.game ?? null)
  readonly #seats = $derived(this.view?.table.seats ?? [])
  /** Compared as text, so that a change of presence does not rebuild `words`. */
  readonly #names = $derived(JSON.stringify(this.#seats.map((seat) => seat.name)))
  readonly words = $derived.by(() => {
    void this.#names
    return this.box
      ? new Words(
          this.box,
          untrack(() => this.#seats),
        )
      : null
  })
  readonly mine = $derived(new Set(this.view?.you.seats ?? []))
  readonly myTurn = $derived(!this.replay && (this.view?.you.may_play ?? false))
  /**
   * The seat from whose perspective the table is shown. With several seats at one screen it is the first, so that
   * panels keep their places.
   */
  readonly seat = $derived(this.chair ?? this.view?.you.seats?.[0] ?? 0)
  readonly targets = $derived.by(() => {
    if (!this.game || !this.myTurn) return noTargets()
    const square = this.game.position.players[this.game.turn?.seat ?? 0]?.square ?? 0
    return targetsOf(this.game, this.chosen, square)
  })

  /** The square whose shop the player can use now; 0 for none. */
  readonly shopAt = $derived(
    this.myTurn && !this.chosen && this.targets.shop.length
      ? (this.game?.position.players[this.game.turn?.seat ?? 0]?.square ?? 0)
      : 0,
  )

  /** The report of a payday or a fire. */
  readonly reports = new Reports()
  /** The stage of the month's end that is being shown; null for the current state. */
  stage = $state.raw<{ stage: Stage; month: number; nagaya: string } | null>(null)
  /** The steps since the page was opened, for the screen reader. */
  heard = $state.raw<readonly Step[]>([])
  /** Whether other players' moves are being shown. */
  #others = $state(false)
  /** The description of the stage that is being shown. */
  readonly doing = $derived.by(() => {
    if (!this.stage) return ''
    const { stage, month, nagaya } = this.stage
    if (stage === 'payday') return t('web-now-payday')
    if (stage === 'fire') return t('web-now-fire', { nagaya })
    if (stage === 'ends') return t('web-now-month-ends', { month })
    return month === 12 ? t('event-new-year-began') : t('event-month-began', { month: month + 1 })
  })

  /**
   * Prepares the animation of steps before the table changes. The returned function plays it afterwards, or drops it if
   * called with false.
   */
  show: ((steps: readonly Step[]) => (plays?: boolean) => void) | null = null
  /** Resolves when the animations of the newest view have ended. */
  shown: Promise<void> = Promise.resolve()
  readonly #queue = new Queue<News>(
    (news) => this.#show(news),
    (news) => void this.#put(news, []),
    (news) => hasReport(news.steps),
    () => this.#finish(),
  )
  #run: Run | null = null
  #close: (() => void) | null = null
  #lostTimer = 0
  #saidTimer: ReturnType<typeof setTimeout> | undefined
  #closed = false
  /** The version up to which the log is complete. */
  #told = -1
  /** The version after which the last connection requested steps. */
  #after = -1
  /** Whether the connection was lost and has sent nothing since it returned. */
  #away = false
  #opened = false
  /**
   * The version that a pending request answers. The live channel may be faster than the response: then the player can
   * already act on the newer view.
   */
  #answering = -1

  constructor(readonly id: string) {}

  /** Load the table and open the live channel. */
  async open(): Promise<void> {
    try {
      rememberName((await api.guest()).name)
      const view = await api.view(this.id)
      this.box = await api.boxOf(this.id)
      this.take(view)
      await this.readLog()
      // The page may have been closed during the requests.
      if (this.#closed) return
      this.#close = openChannel<LiveMessage>(() => this.#channel(), {
        opens: 'view',
        message: (message) => this.#heard(message),
        state: (state) => this.#connected(state),
      })
    } catch (error) {
      this.problem = errorText(error)
    }
  }

  close(): void {
    this.#closed = true
    this.#close?.()
    clearTimeout(this.#lostTimer)
    clearTimeout(this.#saidTimer)
  }

  async readLog(): Promise<void> {
    if (this.view?.table.status === 'waiting') return
    const log = await api.log(this.id)
    // A newer step arrived during the request, so read the log again.
    if (log.version < this.#told) return this.readLog()
    this.#told = log.version
    this.steps = log.steps ?? []
  }

  /**
   * Put a newer view on the table.
   *
   * @param steps that led to it, for animation and sound
   */
  take(view: TableView, steps: readonly Step[] = []): void {
    const old = this.view
    view = reuseUnchanged(old, view)
    if (old && (view.table.version < old.table.version || this.replay)) return
    // The view is newer than the update that is being shown: drop the rest of that update.
    if (this.#run && view.table.version > this.#run.news.version) this.stage = this.#run = null
    const moved = (old?.table.ply ?? 0) !== (view.table.ply ?? 0) || old?.table.seat !== view.table.seat
    const fresh = old !== null && view.table.version > old.table.version
    this.#lay(view, fresh ? steps : [], moved, fresh)
  }

  #lay(view: TableView, steps: readonly Step[], moved: boolean, fresh = true): void {
    const hadTurn = this.myTurn
    // A new state finishes the running animations.
    if (moved) motion.skip()
    const shows = steps.length ? this.show?.(steps) : undefined
    this.serverNow = view.now ?? Date.now() / 1000
    this.viewCame = Date.now()
    this.view = view
    // An even newer view brings its own animation.
    this.begin(shows && ((plays = true) => shows(plays && this.view?.table.version === view.table.version)))
    if (fresh && settings.sound) {
      playEventSounds(steps.flatMap((step) => step.events ?? []))
      if (!hadTurn && this.myTurn) playSound('turn')
    }
    if (!moved) return
    this.notice = ''
    this.chosen = null
    this.shopOpen = false
    this.picked = []
    this.confirmEnd = false
    this.hint = null
    this.hintsShown = false
    this.untap()
    // The score sheet covers the element under the mouse.
    if (view.table.status === 'finished') this.looked = null
  }

  /** Play the animation of a view that has just been put on the table. */
  begin(shows: ((plays?: boolean) => void) | undefined): void {
    this.shown = shows ? scheduleTask(shows).then(() => motion.still()) : Promise.resolve()
  }

  #heard(message: LiveMessage): void {
    if (message.type === 'view') this.#news(message.view, message.version, message.steps ?? [], message.resync)
    else if (message.type === 'presence' && this.view) {
      const present = (view: TableView): TableView => {
        const seats = view.table.seats.map((seat) => ({ ...seat, connected: message.connected.includes(seat.seat) }))
        return { ...view, you: { ...view.you, hand_over: message.hand_over }, table: { ...view.table, seats } }
      }
      this.view = present(this.view)
      this.#queue.change((news) => (typeof news.view === 'function' ? news : { ...news, view: present(news.view) }))
      if (this.#run) this.#run.news = { ...this.#run.news, view: present(this.#run.news.view) }
      if (message.now) [this.serverNow, this.viewCame] = [message.now, Date.now()]
    }
  }

  #news(view: TableView, version: number, steps: readonly Step[], resync = false): void {
    const news = { view, version, steps }
    const back = this.#opened && this.#away
    // A log that was read meanwhile may contain some of these steps.
    const known = !resync && (!this.#opened || this.#heardTo() === this.#after)
    if (this.#opened) this.#opened = this.#away = false
    const moves = steps.filter((step) => step.kind === 'move')
    if (known && !back && version <= this.#heardTo()) {
      // The response to the player's own move was faster. While a month's end is being shown, the table does not show
      // this view yet.
      if (!this.#run && !this.#queue.newest) this.take(view)
    } else if (!known || (back && moves.length > MOST_MISSED)) this.#jump(news, known, back)
    else if (back && moves.length === steps.length) this.#queue.add(...this.#missed(view, version, steps))
    else if (moves.every((move) => this.mine.has(move.seat ?? -1))) this.#queue.now(news)
    else this.#queue.add(news)
  }

  /**
   * Return updates for missed moves. The views between them are not known yet, so each is requested when it is shown.
   */
  #missed(newest: TableView, version: number, steps: readonly Step[]): News[] {
    return steps.map((step, place) => {
      const earlier = version - (steps.length - 1 - place)
      const asked = async () => {
        const { ply, seat, game } = (await api.view(this.id, step.ply + 1)).table
        // The position is history, so nothing can be played in it.
        return {
          ...newest,
          you: { ...newest.you, may_play: false, may_undo: false },
          table: { ...newest.table, ply, seat, game, version: earlier },
        }
      }
      return { view: earlier < version ? asked : newest, version: earlier, steps: [step] }
    })
  }

  async #show(news: News): Promise<void> {
    if (typeof news.view !== 'function') return this.#showParts({ ...news, view: news.view })
    const view = await news.view().catch(() => news.view)
    // The rest may have been applied meanwhile, without this step in the log.
    if (news.version <= this.#told) void this.readLog()
    else if (typeof view === 'function') await this.#put({ ...news, view })
    else await this.#showParts({ ...news, view })
  }

  /** Show an update part by part. Its view replaces the interim views with the last part. */
  async #showParts(news: Run['news']): Promise<void> {
    this.#others = news.steps.some((step) => step.kind === 'move' && !this.mine.has(step.seat ?? -1))
    const parts = partsOf(news.steps)
    // Reduced motion skips the stages.
    const isStaged = hasStages(parts) && !this.replay && !prefersReducedMotion()
    if (!isStaged || !this.view || news.version <= this.#told) return this.#put(news)
    const run: Run = { news, parts, laid: 0, logged: 0, base: this.steps.length }
    this.#run = run
    for (const part of parts) {
      const isReport = part.stage === 'payday' || part.stage === 'fire'
      run.laid++
      this.stage = stageOf(part)
      // After a payday or a fire, the player can act only when it has been shown.
      if (part === parts.at(-1) && !isReport) this.take(run.news.view, part.steps)
      else this.#lay(viewAfter(this.view ?? run.news.view, part), part.steps, true)
      if (!isReport) this.#log(run)
      await this.shown
      // The player skipped it: the rest has been applied.
      if (this.#run !== run) return
      if (isReport) this.#log(run)
    }
    this.#finish()
  }

  /** Apply the rest of the update that is being shown. */
  #finish(): void {
    const run = this.#run
    this.#run = null
    this.stage = null
    if (!run) return
    run.laid = run.parts.length
    this.take(run.news.view)
    this.#log(run)
  }

  /** Add the shown parts to the log and to the report. */
  #log(run: Run): void {
    const parts = run.parts.slice(run.logged, run.laid)
    run.logged = run.laid
    this.#closeReport(parts)
    this.reports.tell(parts)
    if (run.news.version <= this.#told) return
    this.heard = [...this.heard, ...parts.flatMap((part) => part.steps)]
    this.steps = [...this.steps.slice(0, run.base), ...(run.parts[run.laid - 1]?.log ?? [])]
    if (run.laid === run.parts.length) this.#told = run.news.version
  }

  /** Close the report once a player at this screen has moved on. Deciding which card burns is part of the fire. */
  #closeReport(parts: readonly Part[]): void {
    const isOwn = (step: Step) => step.kind === 'move' && this.mine.has(step.seat ?? -1)
    const goesOn = (part: Part) => part.stage === 'fire' || begins(part)
    if (parts.some((part) => !goesOn(part) && part.steps.some(isOwn))) this.reports.close()
  }

  /** @param shown the steps to animate */
  async #put(news: News, shown = news.steps): Promise<void> {
    if (typeof news.view !== 'function') this.take(news.view, shown)
    const isNews = news.version > this.#told
    if (isNews) {
      this.#told = news.version
      this.steps = [...this.steps, ...news.steps]
      this.heard = [...this.heard, ...news.steps]
    }
    const parts = isNews ? partsOf(news.steps) : []
    this.#closeReport(parts)
    await this.shown
    this.reports.tell(parts)
  }

  /**
   * Skip to a view without animation, and mark the stalls that changed.
   *
   * @param known whether the steps are exactly those that the log lacks
   */
  #jump(news: News & { view: TableView }, known: boolean, back: boolean): void {
    const before = new Set(this.game?.position.rooms)
    this.#queue.hurry()
    if (known) void this.#put(news, [])
    else {
      this.take(news.view)
      if (news.version !== this.#told || !this.steps.length) void this.readLog()
    }
    const rooms = this.game?.position.rooms ?? []
    const changed = rooms.filter((room) => !before.has(room)).map((room) => [room.id, { kind: 'fresh' }] as const)
    if (back) marks.put(Object.fromEntries(changed), MARKED)
  }

  /** Whether a skippable animation runs: other players' moves, or a month's end. */
  get canSkip(): boolean {
    return motion.busy && (this.replay || this.#others || this.stage !== null)
  }

  /** Skip to the newest state before an input, so that the player acts on the current position. */
  catchUp(): void {
    const view = (this.#queue.newest ?? this.#run?.news)?.view
    if (view && typeof view !== 'function' && view.you.may_play) this.skip()
  }

  /** Finish the running animations, and apply all waiting updates. */
  skip(): void {
    this.#queue.hurry()
  }

  #heardTo(): number {
    return Math.max(this.#queue.newest?.version ?? -1, this.#run?.news.version ?? -1, this.#told)
  }

  /** Return the path of the live channel. After a reconnect the server sends the missed steps. */
  #channel(): string {
    this.#after = this.#heardTo()
    return `/tables/${encodeURIComponent(this.id)}/live` + (this.#after < 0 ? '' : `?after=${this.#after}`)
  }

  #connected(state: 'live' | 'lost' | 'gone'): void {
    // Every view message confirms the connection.
    if (state !== this.connection) this.#opened = state === 'live'
    this.connection = state
    this.#away ||= state !== 'live'
    if (state === 'live') {
      clearTimeout(this.#lostTimer)
      this.#lostTimer = 0
      // Clear the notice that the server does not answer.
      if (this.lostLong) this.notice = ''
      this.lostLong = false
    } else {
      // Start the timer once: every failed attempt reports the loss again.
      this.#lostTimer ||= window.setTimeout(() => (this.lostLong = true), 3000)
    }
  }

  // --- playing

  async send(moves: string[]): Promise<void> {
    if (moves.length) await this.#answer((seen) => api.play(this.id, seen, moves))
  }

  /** Whether the player has a selection that has not been sent. */
  get choosing(): boolean {
    return !!this.chosen || this.shopOpen || this.picked.length > 0
  }

  async undo(): Promise<void> {
    if (this.choosing) return this.back()
    if (this.view?.you.may_undo) await this.#answer(async (seen) => ({ view: (await api.undo(this.id, seen)).view }))
  }

  async #answer(ask: (seen: AnswerBase) => Promise<{ view: TableView; events?: Step[] }>): Promise<void> {
    if (this.lostLong) return this.say(t('web-offline'))
    const { version = -1, ply = 0 } = this.view?.table ?? {}
    if (version < 0 || this.#answering === version) return
    this.#answering = version
    this.notice = ''
    try {
      const { view, events: steps = [] } = await ask({ ply, version })
      this.#played({ view, version: view.table.version, steps })
    } catch (error) {
      this.#refused(error)
      if (this.view?.table.version === version) this.chosen = null
    } finally {
      if (this.#answering === version) this.#answering = -1
    }
  }

  /** Apply the response to a move. The live channel may have delivered it already. */
  #played(news: Run['news']): void {
    if (news.version <= this.#heardTo()) {
      if (!this.#run && !this.#queue.newest) this.take(news.view)
    } else if (news.steps.length && news.version === this.#told + news.steps.length) this.#queue.now(news)
    // The log lacks more steps than these; the live channel will send them.
    else this.take(news.view, news.steps)
  }

  async askHint(): Promise<void> {
    if (this.hinting) return
    this.hinting = true
    this.hintsShown = true
    this.panel = 'none'
    try {
      const hint = await api.hint(this.id)
      // The game may have moved on meanwhile.
      if (hint.ply === (this.view?.table.ply ?? 0)) this.hint = hint
      this.#adviseOnChosen()
    } catch (error) {
      this.hintsShown = false
      this.fail(error)
    } finally {
      this.hinting = false
    }
  }

  /** If the hint does not contain the selected card, say in the bar that other moves are better. */
  #adviseOnChosen(): void {
    const chosen = this.chosen?.move
    const best = this.hint?.moves.slice(0, MAX_HINTS) ?? []
    if (!chosen || !best.length || best.some((hint) => hint.words === chosen.words)) return
    this.say(t('web-hint-else', { card: this.words?.card(chosen.parts?.at(-1) ?? '') ?? '' }))
  }

  #refused(error: unknown): void {
    // Apply the newer view first, because it clears the notice.
    if (error instanceof ApiError && error.problem.view) this.take(error.problem.view)
    this.fail(error)
    if (error instanceof ApiError && error.problem.refusal && this.words) {
      this.notice = refusalText(this.words, error.problem.refusal)
      this.#forget()
    }
  }

  /** Show a notice for a moment, such as why a button is disabled. */
  say(text: string): void {
    this.notice = text
    this.failed = false
    this.#forget()
  }

  /** Clear the notice after a while, unless another one has replaced it. */
  #forget(): void {
    clearTimeout(this.#saidTimer)
    const said = this.notice
    this.#saidTimer = setTimeout(() => {
      if (this.notice === said) this.notice = ''
    }, SAID)
  }

  /** Show an error. */
  fail(error: unknown): void {
    clearTimeout(this.#saidTimer)
    this.notice = errorText(error)
    this.failed = true
  }

  /** Clear the selection. */
  back(): void {
    this.chosen = null
    this.shopOpen = false
    this.picked = []
    this.confirmEnd = false
    this.untap()
  }

  /** Cancel the first tap of a finger. */
  untap(): void {
    this.tapped = ''
    this.sheet = false
  }

  /** Use the shop of the square: make its only deal, or let the bar show just the shop's deals. */
  useShop(): void {
    const [only, ...more] = this.targets.shop
    if (only && !more.length) void this.send([only.words])
    else this.shopOpen = !this.shopOpen
  }

  /** Handle a press on a card of the row or on a building on offer. */
  choose(move: LegalMove): void {
    this.notice = ''
    const rooms = Object.keys(move.preview?.rooms ?? {})
    if (!rooms.length) return void this.send([move.words])
    if (this.chosen?.room) return void this.send([move.words, `place ${this.chosen.room}`])
    this.chosen = this.chosen?.move?.words === move.words ? null : { move }
  }

  /** Select a card that is being dragged: only its rooms are targets now. */
  lift(move: LegalMove): void {
    this.notice = ''
    this.chosen = { move }
  }

  clickRoom(room: string): void {
    const target = this.targets.rooms.get(room)
    if (!target) return
    this.notice = ''
    if (target.chooses) this.chosen = this.chosen?.room === room ? null : { room }
    else void this.send(target.send)
  }
}

const begins = ({ steps }: Part): boolean =>
  steps.some((step) => (step.events ?? []).some((event) => event.kind === 'payday_began'))

/** Return the stage that the bar names for a part; null for a move. */
function stageOf({ stage, month, steps }: Part): TableState['stage'] {
  if (stage === 'move') return null
  const where = steps.flatMap((step) => step.events ?? []).find((step) => step.nagaya ?? step.room)
  return { stage, month, nagaya: where?.nagaya ?? where?.room?.charAt(0) ?? '' }
}
