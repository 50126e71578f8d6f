import { createSubscriber } from 'svelte/reactivity'
import { errorText } from '../lib/errorText'
import { language, t } from '../lib/i18n.svelte'
import { scheduleTask } from '../lib/scheduleTask'
import { prefersReducedMotion, settings } from '../lib/settings.svelte'
import { playEventSounds, playSound } from '../lib/sound'
import { reuseUnchanged } from '../lib/structuralSharing'
import type { Components, LiveMessage, Step, TableView } from '../lib/types'
import { marks } from './motion/marks.svelte'
import { motion } from './motion/motion.svelte'
import { Queue } from './motion/queue'
import { fireOf } from './motion/show'
import { hasReport, hasStages, isReport, type Part, partsFrom, type Stage, viewAfter } from './motion/stages'
import { Reports } from './reports.svelte'
import type { TableState } from './table.svelte'

/** A newer view, with the steps that led to it. */
interface Update {
  /** A missed view is requested only when it is about to be shown. */
  view: TableView | (() => Promise<TableView>)
  version: number
  steps: readonly Step[]
}

type KnownUpdate = Update & { view: TableView }

/** An update that is shown part by part. */
interface PartialUpdate {
  update: KnownUpdate
  parts: Part[]
  /** How many parts are on the table, and how many are in the log. */
  partsShown: number
  partsLogged: number
  /** The length of the log before the update. */
  logLength: number
}

/** The most missed moves that are animated. With more, the changed stalls are marked for `MARK_TIME` milliseconds. */
const MAX_MISSED = 6
const MARK_TIME = 3000

/** The stages of a game in which a payday or a fire asks something before it goes on. */
const WITHIN = new Set(['starve', 'guard_or_burn'])

/** Let an effect or a derived value run again twice a second. All of them share one timer. */
const tick = createSubscriber((update) => {
  const timer = setInterval(update, 500)
  return () => clearInterval(timer)
})

/** What a table shows of its game: the newest view, how it came to it, and the connection that brings more. */
export class Feed {
  view = $state.raw<TableView | null>(null)
  components = $state.raw<Components | null>(null)
  /** The language of the names of the components, unless a source gives all. */
  named = $state('')
  steps = $state.raw<Step[]>([])
  connection = $state<'live' | 'lost' | 'gone'>('lost')
  /** Whether the connection has been lost for so long that the page disables playing. */
  offline = $state(false)
  problem = $state<string | null>(null)
  /** The messages of the channel besides views and presence, for parts of the page that load later. */
  sideMessages = $state.raw<LiveMessage[]>([])
  /** The server's time in seconds and the client's time in milliseconds (both Unix) when the view arrived. */
  serverTime = 0
  receivedAt = 0
  readonly reports = new Reports()
  /** The payday or the fire on the stage: none in a step that it asks itself, nor after the game. */
  readonly shown = $derived.by(() => {
    const { status, game } = this.view?.table ?? {}
    const asksWithin = WITHIN.has(game?.position.stage ?? '')
    return this.reports.playing || (!asksWithin && status === 'running') ? this.reports.current : null
  })
  /** The stage of the month's end that is being shown; null for the current state. */
  stage = $state.raw<{ stage: Stage; month: number; nagaya: string } | null>(null)
  /** The steps since the page was opened, for the screen reader. */
  liveSteps = $state.raw<readonly Step[]>([])
  /** The seats that people at this screen have had since it was opened. */
  readonly #held = new Set<number>()
  /** The step that took a seat from a person at this screen: the time ran out, or the person handed it over. */
  readonly loss = $derived(
    this.steps.findLast(({ kind, seat }) => kind === 'seat' && this.#held.has(seat ?? -1)) ?? null,
  )
  /** Whether other players' moves are being shown. */
  #showsOthers = $state(false)
  /** The description of the stage that is being shown. */
  readonly stageLabel = $derived.by(() => {
    if (this.shown?.kind === 'payday') return t('web-now-payday')
    if (this.shown) return t('web-now-fire', { nagaya: fireOf(this.shown).nagaya })
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
  prepareAnimation: ((steps: readonly Step[]) => (plays?: boolean) => void) | null = null
  /** Resolves when the animations of the newest view have ended. */
  animationsDone: Promise<void> = Promise.resolve()
  readonly #queue = new Queue<Update>(
    (update) => this.#showUpdate(update),
    (update) => void this.#applyQueued(update, []),
    (update) => hasReport(update.steps),
    () => this.#finishParts(),
  )
  #partial: PartialUpdate | null = null
  #closeChannel: (() => void) | null = null
  #offlineTimer = 0
  #closed = false
  /** The version up to which the log is complete. */
  #logVersion = -1
  /** The version after which the last connection requested steps. */
  #requestedVersion = -1
  /** Whether the connection was lost and has sent nothing since it returned. */
  #reconnecting = false
  #justConnected = false
  readonly #table: TableState

  constructor(table: TableState) {
    this.#table = table
  }

  /** Return the seconds until a time of the server, which run on between two views. */
  secondsUntil(time: number): number {
    tick()
    return time - this.serverTime - (Date.now() - this.receivedAt) / 1000
  }

  /** Load the table and watch it. */
  async open(): Promise<void> {
    try {
      const named = language()
      const { view, components } = await this.#table.source.load(named)
      this.components = components
      if (this.#table.source.components) this.named = named
      this.update(view)
      await this.loadLog()
      // The page may have been closed during the requests.
      if (this.#closed) return
      this.#closeChannel = this.#table.source.watch({
        after: () => (this.#requestedVersion = this.#newestVersion()),
        message: (message) => this.#onMessage(message),
        state: (state) => this.#onConnection(state),
      })
    } catch (error) {
      this.problem = errorText(error)
    }
  }

  close(): void {
    this.#closed = true
    this.#closeChannel?.()
    clearTimeout(this.#offlineTimer)
  }

  /** Load the names in a language. Without a connection the old ones stay until it returns. */
  async translate(name: string): Promise<void> {
    if (!this.components || name === this.named) return
    const components = await this.#table.source.components?.(name).catch(() => null)
    if (!components || name !== language()) return
    this.components = components
    this.named = name
  }

  async loadLog(): Promise<void> {
    if (this.view?.table.status === 'waiting') return
    const log = await this.#table.source.log()
    // A newer step arrived during the request, so read the log again.
    if (log.version < this.#logVersion) return this.loadLog()
    this.#logVersion = log.version
    this.steps = log.steps ?? []
  }

  /**
   * Put a newer view on the table.
   *
   * @param steps that led to it, for animation and sound
   */
  update(view: TableView, steps: readonly Step[] = []): void {
    const previous = this.view
    view = reuseUnchanged(previous, view)
    if (previous && (view.table.version < previous.table.version || this.#table.replay)) return
    // The view is newer than the update that is being shown: drop the rest of that update.
    if (this.#partial && view.table.version > this.#partial.update.version) this.stage = this.#partial = null
    const hasMoved = (previous?.table.ply ?? 0) !== (view.table.ply ?? 0) || previous?.table.seat !== view.table.seat
    const isNewer = previous !== null && view.table.version > previous.table.version
    this.#apply(view, isNewer ? steps : [], hasMoved, isNewer)
  }

  #apply(view: TableView, steps: readonly Step[], hasMoved: boolean, isNewer = true): void {
    const hadTurn = this.#table.myTurn
    // A new state finishes the running animations.
    if (hasMoved) motion.skip()
    const play = steps.length ? this.prepareAnimation?.(steps) : undefined
    this.serverTime = view.now ?? Date.now() / 1000
    this.receivedAt = Date.now()
    this.view = view
    for (const seat of this.#table.mine) this.#held.add(seat)
    // An even newer view brings its own animation.
    this.startAnimation(play && ((plays = true) => play(plays && this.view?.table.version === view.table.version)))
    if (isNewer && settings.sound) {
      playEventSounds(steps.flatMap((step) => step.events ?? []))
      if (!hadTurn && this.#table.myTurn) playSound('turn')
    }
    if (!hasMoved) return
    this.#table.moveOn()
  }

  /** Play the animation of a view that has just been put on the table. */
  startAnimation(play: ((plays?: boolean) => void) | undefined): void {
    this.animationsDone = play ? scheduleTask(play).then(() => motion.settled()) : Promise.resolve()
  }

  #onMessage(message: LiveMessage): void {
    if (message.type === 'view') this.#onView(message.view, message.version, message.steps ?? [], message.resync)
    else if (message.type === 'presence' && this.view) {
      const withPresence = (view: TableView): TableView => {
        const seats = view.table.seats.map((seat) => ({ ...seat, connected: message.connected.includes(seat.seat) }))
        return {
          ...view,
          you: { ...view.you, hand_over: message.hand_over },
          table: { ...view.table, seats, watching: message.spectators },
        }
      }
      this.view = withPresence(this.view)
      this.#queue.mapWaiting((update) =>
        typeof update.view === 'function' ? update : { ...update, view: withPresence(update.view) },
      )
      if (this.#partial)
        this.#partial.update = { ...this.#partial.update, view: withPresence(this.#partial.update.view) }
      if (message.now) [this.serverTime, this.receivedAt] = [message.now, Date.now()]
    } else if (message.type !== 'pong') this.sideMessages = [...this.sideMessages, message]
  }

  #onView(view: TableView, version: number, steps: readonly Step[], resync = false): void {
    const update = { view, version, steps }
    const isReconnect = this.#justConnected && this.#reconnecting
    // A log that was read meanwhile may contain some of these steps.
    const isComplete = !resync && (!this.#justConnected || this.#newestVersion() === this.#requestedVersion)
    // The server begins anew in an open channel only if its database has lost moves that it had sent.
    const hasLostMoves = resync && (!this.#justConnected || version < this.#newestVersion())
    if (this.#justConnected) this.#justConnected = this.#reconnecting = false
    const moves = steps.filter((step) => step.kind === 'move')
    if (hasLostMoves) this.#goBack(view, version)
    else if (isComplete && !isReconnect && version <= this.#newestVersion()) {
      // The response to the player's own move was faster. While a month's end is being shown, the table does not show
      // this view yet.
      if (!this.#partial && !this.#queue.newest) this.update(view)
    } else if (!isComplete || (isReconnect && moves.length > MAX_MISSED)) this.#skipTo(update, isComplete, isReconnect)
    else if (isReconnect && moves.length === steps.length) this.#queue.add(...this.#missedUpdates(view, version, steps))
    else if (moves.every((move) => this.#table.mine.has(move.seat ?? -1))) this.#queue.showNow(update)
    else this.#queue.add(update)
  }

  /**
   * Return updates for missed moves. The views between them are not known yet, so each is requested when it is shown.
   */
  #missedUpdates(newest: TableView, version: number, steps: readonly Step[]): Update[] {
    return steps.map((step, index) => {
      const stepVersion = version - (steps.length - 1 - index)
      const requestView = async () => {
        const { ply, seat, game } = (await this.#table.source.viewAt(step.ply + 1)).table
        // The position is history, so nothing can be played in it.
        return {
          ...newest,
          you: { ...newest.you, may_play: false, may_undo: false },
          table: { ...newest.table, ply, seat, game, version: stepVersion },
        }
      }
      return { view: stepVersion < version ? requestView : newest, version: stepVersion, steps: [step] }
    })
  }

  async #showUpdate(update: Update): Promise<void> {
    if (typeof update.view !== 'function') return this.#showParts({ ...update, view: update.view })
    const view = await update.view().catch(() => update.view)
    // The rest may have been applied meanwhile, without this step in the log.
    if (update.version <= this.#logVersion) void this.loadLog()
    else if (typeof view === 'function') await this.#applyQueued({ ...update, view })
    else await this.#showParts({ ...update, view })
  }

  /** Show an update part by part. Its view replaces the interim views with the last part. */
  async #showParts(update: KnownUpdate): Promise<void> {
    this.#showsOthers = update.steps.some((step) => step.kind === 'move' && !this.#table.mine.has(step.seat ?? -1))
    const parts = partsFrom(this.view, update.steps)
    // Reduced motion skips the stages.
    const isStaged = hasStages(parts) && !this.#table.replay && !prefersReducedMotion()
    if (!isStaged || !this.view || update.version <= this.#logVersion) return this.#applyQueued(update)
    const partial: PartialUpdate = { update, parts, partsShown: 0, partsLogged: 0, logLength: this.steps.length }
    this.#partial = partial
    for (const part of parts) {
      partial.partsShown++
      this.stage = stageOf(part)
      const play = isReport(part) && part.before ? this.reports.begin(part) : undefined
      // After a payday or a fire, the player can act only when it has been shown.
      if (part === parts.at(-1) && !isReport(part)) this.update(partial.update.view, part.steps)
      else this.#apply(viewAfter(this.view ?? partial.update.view, part), part.steps, true)
      if (!isReport(part)) this.#logParts(partial)
      await Promise.all([play?.(), this.animationsDone])
      // The player skipped it: the rest has been applied.
      if (this.#partial !== partial) return
      if (isReport(part)) this.#logParts(partial)
    }
    this.#finishParts()
  }

  /** Apply the rest of the update that is being shown. */
  #finishParts(): void {
    const partial = this.#partial
    this.#partial = null
    this.stage = null
    this.reports.finish()
    if (!partial) return
    partial.partsShown = partial.parts.length
    this.update(partial.update.view)
    this.#logParts(partial)
  }

  /** Add the shown parts to the log, and to the stage unless they have been there. */
  #logParts(partial: PartialUpdate): void {
    const parts = partial.parts.slice(partial.partsLogged, partial.partsShown)
    partial.partsLogged = partial.partsShown
    this.#closeReport(parts)
    this.reports.add(parts)
    if (partial.update.version <= this.#logVersion) return
    this.liveSteps = [...this.liveSteps, ...parts.flatMap((part) => part.steps)]
    this.steps = [...this.steps.slice(0, partial.logLength), ...(partial.parts[partial.partsShown - 1]?.log ?? [])]
    if (partial.partsShown === partial.parts.length) this.#logVersion = partial.update.version
  }

  /** Clear the stage once a player at this screen has moved on. Deciding who burns or starves is a part of it. */
  #closeReport(parts: readonly Part[]): void {
    const isOwn = (step: Step) => step.kind === 'move' && this.#table.mine.has(step.seat ?? -1)
    if (parts.some((part) => part.stage === 'move' && part.steps.some(isOwn))) this.reports.close()
  }

  /** @param animated the steps to animate */
  async #applyQueued(update: Update, animated = update.steps): Promise<void> {
    const isNewer = update.version > this.#logVersion
    const parts = isNewer ? partsFrom(this.view, update.steps) : []
    if (typeof update.view !== 'function') this.update(update.view, animated)
    if (isNewer) {
      this.#logVersion = update.version
      this.steps = [...this.steps, ...update.steps]
      this.liveSteps = [...this.liveSteps, ...update.steps]
    }
    this.#closeReport(parts)
    await this.animationsDone
    this.reports.add(parts)
  }

  /**
   * Skip to a view without animation, and mark the stalls that changed.
   *
   * @param known whether the steps are exactly those that the log lacks
   */
  #skipTo(update: KnownUpdate, isComplete: boolean, isReconnect: boolean): void {
    const before = new Set(this.#table.game?.position.rooms)
    this.#queue.flush()
    if (isComplete) void this.#applyQueued(update, [])
    else {
      this.update(update.view)
      if (update.version !== this.#logVersion || !this.steps.length) void this.loadLog()
    }
    const rooms = this.#table.game?.position.rooms ?? []
    const changed = rooms.filter((room) => !before.has(room)).map((room) => room.id)
    if (isReconnect) marks.put(changed, MARK_TIME)
  }

  /** Show what the server has, although the table has shown more: read the log again. */
  #goBack(view: TableView, version: number): void {
    this.#queue.flush()
    this.stage = this.#partial = null
    this.#logVersion = version
    if (!this.#table.replay) this.#apply(view, [], true, false)
    void this.loadLog()
  }

  /** Whether a skippable animation runs: other players' moves, or a month's end. */
  get canSkip(): boolean {
    return motion.busy && (this.#table.replay || this.#showsOthers || this.stage !== null)
  }

  /** Skip to the newest state before an input, so that the player acts on the current position. */
  catchUp(): void {
    const view = (this.#queue.newest ?? this.#partial?.update)?.view
    if (view && typeof view !== 'function' && view.you.may_play) this.skip()
  }

  /** Finish the running animations, and apply all waiting updates. */
  skip(): void {
    this.#queue.flush()
  }

  #newestVersion(): number {
    return Math.max(this.#queue.newest?.version ?? -1, this.#partial?.update.version ?? -1, this.#logVersion)
  }

  #onConnection(state: 'live' | 'lost' | 'gone'): void {
    // Every view message confirms the connection.
    if (state !== this.connection) {
      this.#justConnected = state === 'live'
      if (this.#justConnected) void this.translate(language())
    }
    this.connection = state
    this.#reconnecting ||= state !== 'live'
    if (state === 'live') {
      clearTimeout(this.#offlineTimer)
      this.#offlineTimer = 0
      // Clear the notice that the server does not answer.
      if (this.offline) this.#table.screen.notice = ''
      this.offline = false
    } else {
      // Start the timer once: every failed attempt reports the loss again.
      this.#offlineTimer ||= window.setTimeout(() => (this.offline = true), 3000)
    }
  }

  /** Apply the response to a move. The live channel may have delivered it already. */
  onResponse(update: KnownUpdate): void {
    if (update.version <= this.#newestVersion()) {
      if (!this.#partial && !this.#queue.newest) this.update(update.view)
    } else if (update.steps.length && update.version === this.#logVersion + update.steps.length)
      this.#queue.showNow(update)
    // The log lacks more steps than these; the live channel will send them.
    else this.update(update.view, update.steps)
  }
}

/** Return the stage that the bar names for a part; null for a move. */
function stageOf({ stage, month, steps }: Part): Feed['stage'] {
  if (stage === 'move') return null
  const event = steps.flatMap((step) => step.events ?? []).find((item) => item.nagaya ?? item.room)
  return { stage, month, nagaya: event?.nagaya ?? event?.room?.charAt(0) ?? '' }
}
