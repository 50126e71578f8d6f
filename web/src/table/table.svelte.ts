import { untrack } from 'svelte'
import { api, ApiError, type Seen } from '../lib/api'
import type { Layout } from '../lib/layout'
import { listen } from '../lib/live'
import { BEST } from '../lib/hints'
import { t } from '../lib/i18n.svelte'
import { called, movesLittle, settings } from '../lib/settings.svelte'
import { play, playEvents } from '../lib/sound'
import { keep } from '../lib/keep'
import { told } from '../lib/told'
import { refusal } from '../lib/refusals'
import { soon } from '../lib/soon'
import type { Box, Hint, LegalMove, LiveMessage, Running, Step, TableView } from '../lib/types'
import { Words } from '../lib/words'
import { marks } from './marks.svelte'
import { motion } from './motion.svelte'
import { Queue } from './queue'
import { Reports } from './reports.svelte'
import { hasReport, hasStages, type Part, partsOf, type Stage, viewAfter } from './stages'
import { noTargets, targetsOf, type Chosen } from './targets'

/** What the pointer or the focus is on, for the detail in the rail. */
export interface Looked {
  /** A `note` is a sentence under a heading, `text` under `id`. */
  kind: 'card' | 'building' | 'shop' | 'boat' | 'note'
  id: string
  room?: string
  /** A whole sentence on what a choice does, where the bar has room for a part of it. */
  text?: string
}

/** A newer view, with what led to it. */
interface News {
  /** One that was missed is only asked for when it is shown. */
  view: TableView | (() => Promise<TableView>)
  version: number
  steps: readonly Step[]
}

/** News of which the first parts are on the table already. */
interface Run {
  news: News & { view: TableView }
  parts: Part[]
  /** How many parts have been put on the table, and how many are in the log. */
  laid: number
  logged: number
  /** How long the log was before. */
  base: number
}

/** More missed moves than that are not shown any more: what has changed is marked, for that many milliseconds. */
const MOST_MISSED = 6
/** Milliseconds for which the bar says why something was refused. */
const SAID = 4000
const MARKED = 3000

/** One table as this page sees it, and what is being chosen there. */
export class TableState {
  view = $state.raw<TableView | null>(null)
  box = $state.raw<Box | null>(null)
  steps = $state.raw<Step[]>([])
  connection = $state<'live' | 'lost' | 'gone'>('lost')
  /** Whether it has been lost for so long that nothing can be played until it is back. */
  lostLong = $state(false)
  problem = $state<string | null>(null)
  /** One line of the bar that comes before all others, and whether it tells of something that went wrong. */
  notice = $state('')
  failed = $state(false)
  chosen = $state.raw<Chosen | null>(null)
  shopOpen = $state(false)
  /** Tokens that are to be bought together. */
  picked = $state.raw<string[]>([])
  /** Which layout the window has room for. */
  layout = $state<Layout>('wide')
  looked = $state.raw<Looked | null>(null)
  hint = $state.raw<Hint | null>(null)
  /** Whether a hint is on its way. */
  hinting = $state(false)
  /** Whether the list of the best moves is shown; their numbers on the board stay until the next move. */
  hintsShown = $state(false)
  panel = $state<'none' | 'choices' | 'log' | 'seats'>('none')
  /** What lies open in the drawer at the right. */
  drawer = $state<'rules' | 'cards' | null>(null)
  /** The way to the panel's move that has to be confirmed once more. */
  confirmEnd = $state(false)
  /** A replay shows positions that nobody can play in. */
  replay = $state(false)
  /** From whose chair it is looked at; by itself one's own. */
  chair = $state<number | null>(null)
  /** Whether the score sheet of a finished game lies over the board. */
  sheetShown = $state(true)
  /** How late it was at the server when the view came, and here: seconds and milliseconds since 1970. */
  serverNow = 0
  viewCame = 0
  tapped = $state('')
  /** Whether a tap asked to see what it was on: a narrow screen shows it over the row. */
  sheet = $state(false)
  /** What it was on, in words. */
  tappedWords = $state('')
  /** What a second tap would do. */
  tapAct: (() => void) | null = null

  /** Does what the finger's first tap has shown. */
  act(): void {
    this.untap()
    this.tapAct?.()
  }

  readonly game = $derived<Running | null>(this.view?.table.game ?? null)
  readonly #seats = $derived(this.view?.table.seats ?? [])
  /** Compared as text: who is connected changes often, what everybody is called hardly ever. */
  readonly #names = $derived(JSON.stringify(this.#seats.map((one) => one.name)))
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
  /** The seat from whose chair the table is shown: of several at one screen the first, so that nothing moves about. */
  readonly seat = $derived(this.chair ?? this.view?.you.seats?.[0] ?? 0)
  readonly targets = $derived.by(() => {
    if (!this.game || !this.myTurn) return noTargets()
    const square = this.game.position.players[this.game.turn?.seat ?? 0]?.square ?? 0
    return targetsOf(this.game, this.chosen, square)
  })

  /** The square whose shop can be used now. */
  readonly shopAt = $derived(
    this.myTurn && !this.chosen && this.targets.shop.length
      ? (this.game?.position.players[this.game.turn?.seat ?? 0]?.square ?? 0)
      : 0,
  )

  /** The report of a payday or a fire. */
  readonly reports = new Reports()
  /** What is being shown of the end of a month; null while the table shows how it is now. */
  stage = $state.raw<{ stage: Stage; month: number; nagaya: string } | null>(null)
  /** What the log has gained since the page was opened, for those to whom it is read out. */
  heard = $state.raw<readonly Step[]>([])
  /** Whether others' moves are being shown. */
  #others = $state(false)
  /** What is going on, in words, while nobody can play. */
  readonly doing = $derived.by(() => {
    if (!this.stage) return ''
    const { stage, month, nagaya } = this.stage
    if (stage === 'payday') return t('web-now-payday')
    if (stage === 'fire') return t('web-now-fire', { nagaya })
    if (stage === 'ends') return t('web-now-month-ends', { month })
    return month === 12 ? t('event-new-year-began') : t('event-month-began', { month: month + 1 })
  })

  /** What shows steps on the table: it looks before, and what it gives back is called when they are there; with false,
   * when they are not to be shown any more. */
  show: ((steps: readonly Step[]) => (plays?: boolean) => void) | null = null
  /** Until what led to the newest view has been shown. */
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
  /** Up to which version the steps are known. */
  #told = -1
  /** After which version the channel was asked to tell. */
  #after = -1
  /** Whether the channel was away, and has sent nothing since it is back. */
  #away = false
  #opened = false
  /** The version that is being answered. The channel may be quicker than the answer: then the newer view can be played in. */
  #answering = -1

  constructor(readonly id: string) {}

  /** Begins to listen. */
  async open(): Promise<void> {
    try {
      called((await api.guest()).name)
      const view = await api.view(this.id)
      this.box = await api.boxOf(this.id)
      this.take(view)
      await this.readLog()
      // Whoever has left meanwhile has nothing to listen for.
      if (this.#closed) return
      this.#close = listen<LiveMessage>(() => this.#channel(), {
        opens: 'view',
        message: (message) => this.#heard(message),
        state: (state) => this.#connected(state),
      })
    } catch (error) {
      this.problem = told(error)
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
    // A step that came while the log was on its way: whatever is newer is read again.
    if (log.version < this.#told) return this.readLog()
    this.#told = log.version
    this.steps = log.steps ?? []
  }

  /** Puts a newer view on the table.
   *
   * @param steps what led to it, for the eye and the ear
   */
  take(view: TableView, steps: readonly Step[] = []): void {
    const old = this.view
    view = keep(old, view)
    if (old && (view.table.version < old.table.version || this.replay)) return
    // Newer than what is still being shown: the rest of that is not put on the table any more.
    if (this.#run && view.table.version > this.#run.news.version) this.stage = this.#run = null
    const moved = (old?.table.ply ?? 0) !== (view.table.ply ?? 0) || old?.table.seat !== view.table.seat
    const fresh = old !== null && view.table.version > old.table.version
    this.#lay(view, fresh ? steps : [], moved, fresh)
  }

  #lay(view: TableView, steps: readonly Step[], moved: boolean, fresh = true): void {
    const hadTurn = this.myTurn
    // A new state brings what still moves to its end.
    if (moved) motion.skip()
    const shows = steps.length ? this.show?.(steps) : undefined
    this.serverNow = view.now ?? Date.now() / 1000
    this.viewCame = Date.now()
    this.view = view
    // What is newer by then has its own way to be shown.
    this.begin(shows && ((plays = true) => shows(plays && this.view?.table.version === view.table.version)))
    if (fresh && settings.sound) {
      playEvents(steps.flatMap((one) => one.events ?? []))
      if (!hadTurn && this.myTurn) play('turn')
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
    // The score sheet lies over what the mouse was on.
    if (view.table.status === 'finished') this.looked = null
  }

  /** Shows what led to a view that has just been put on the table. */
  begin(shows: ((plays?: boolean) => void) | undefined): void {
    this.shown = shows ? soon(shows).then(() => motion.still()) : Promise.resolve()
  }

  #heard(message: LiveMessage): void {
    if (message.type === 'view') this.#news(message.view, message.version, message.steps ?? [], message.resync)
    else if (message.type === 'presence' && this.view) {
      const present = (view: TableView): TableView => {
        const seats = view.table.seats.map((one) => ({ ...one, connected: message.connected.includes(one.seat) }))
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
    // A log that was read meanwhile may have told some of these steps.
    const known = !resync && (!this.#opened || this.#heardTo() === this.#after)
    if (this.#opened) this.#opened = this.#away = false
    const moves = steps.filter((one) => one.kind === 'move')
    if (known && !back && version <= this.#heardTo()) {
      // The answer to the own move was quicker. While its end is being shown, the table does not show this view yet.
      if (!this.#run && !this.#queue.newest) this.take(view)
    } else if (!known || (back && moves.length > MOST_MISSED)) this.#jump(news, known, back)
    else if (back && moves.length === steps.length) this.#queue.add(...this.#missed(view, version, steps))
    else if (moves.every((one) => this.mine.has(one.seat ?? -1))) this.#queue.now(news)
    else this.#queue.add(news)
  }

  /** Moves that were missed, one after the other: of all but the last it is not known yet what the table was like. */
  #missed(newest: TableView, version: number, steps: readonly Step[]): News[] {
    return steps.map((step, place) => {
      const earlier = version - (steps.length - 1 - place)
      const asked = async () => {
        const { ply, seat, game } = (await api.view(this.id, step.ply + 1)).table
        // Nobody plays there any more.
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
    // Meanwhile the rest may have been put on the table, without this step in its log.
    if (news.version <= this.#told) void this.readLog()
    else if (typeof view === 'function') await this.#put({ ...news, view })
    else await this.#showParts({ ...news, view })
  }

  /** Show what has happened part by part: the newest view comes with the last of them. */
  async #showParts(news: Run['news']): Promise<void> {
    this.#others = news.steps.some((one) => one.kind === 'move' && !this.mine.has(one.seat ?? -1))
    const parts = partsOf(news.steps)
    // Nothing moves in steps where little is to move.
    const isStaged = hasStages(parts) && !this.replay && !movesLittle()
    if (!isStaged || !this.view || news.version <= this.#told) return this.#put(news)
    const run: Run = { news, parts, laid: 0, logged: 0, base: this.steps.length }
    this.#run = run
    for (const part of parts) {
      const isReport = part.stage === 'payday' || part.stage === 'fire'
      run.laid++
      this.stage = stageOf(part)
      // What a payday or a fire leads to can be played in when it has been shown.
      if (part === parts.at(-1) && !isReport) this.take(run.news.view, part.steps)
      else this.#lay(viewAfter(this.view ?? run.news.view, part), part.steps, true)
      if (!isReport) this.#log(run)
      await this.shown
      // It was skipped: all of it is on the table.
      if (this.#run !== run) return
      if (isReport) this.#log(run)
    }
    this.#finish()
  }

  /** Put the rest of what is being shown on the table. */
  #finish(): void {
    const run = this.#run
    this.#run = null
    this.stage = null
    if (!run) return
    run.laid = run.parts.length
    this.take(run.news.view)
    this.#log(run)
  }

  /** The log gains the parts that have been put on the table, and the reader their report. */
  #log(run: Run): void {
    const parts = run.parts.slice(run.logged, run.laid)
    run.logged = run.laid
    this.#closeReport(parts)
    this.reports.tell(parts)
    if (run.news.version <= this.#told) return
    this.heard = [...this.heard, ...parts.flatMap((one) => one.steps)]
    this.steps = [...this.steps.slice(0, run.base), ...(run.parts[run.laid - 1]?.log ?? [])]
    if (run.laid === run.parts.length) this.#told = run.news.version
  }

  /** A report stays until a player at this screen has played on; deciding who burns is part of a fire. */
  #closeReport(parts: readonly Part[]): void {
    const isOwn = (one: Step) => one.kind === 'move' && this.mine.has(one.seat ?? -1)
    const goesOn = (one: Part) => one.stage === 'fire' || begins(one)
    if (parts.some((one) => !goesOn(one) && one.steps.some(isOwn))) this.reports.close()
  }

  /** @param shown what is shown of the steps that led there */
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

  /** Much has happened: the table shows how it is now, and where it is another one.
   *
   * @param known whether the steps that led there are all that the log lacks
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
    const changed = rooms.filter((one) => !before.has(one)).map((one) => [one.id, { kind: 'fresh' }] as const)
    if (back) marks.put(Object.fromEntries(changed), MARKED)
  }

  /** Whether others' moves or the end of a month are being shown, which can be skipped. */
  get canSkip(): boolean {
    return motion.busy && (this.replay || this.#others || this.stage !== null)
  }

  /** Whoever presses something answers what is, not what is still being shown. */
  catchUp(): void {
    const view = (this.#queue.newest ?? this.#run?.news)?.view
    if (view && typeof view !== 'function' && view.you.may_play) this.skip()
  }

  /** Brings to its end what moves, and shows what is. */
  skip(): void {
    this.#queue.hurry()
  }

  #heardTo(): number {
    return Math.max(this.#queue.newest?.version ?? -1, this.#run?.news.version ?? -1, this.#told)
  }

  /** Whoever comes back is told what was missed. */
  #channel(): string {
    this.#after = this.#heardTo()
    return `/tables/${encodeURIComponent(this.id)}/live` + (this.#after < 0 ? '' : `?after=${this.#after}`)
  }

  #connected(state: 'live' | 'lost' | 'gone'): void {
    // Every view says that the channel is there.
    if (state !== this.connection) this.#opened = state === 'live'
    this.connection = state
    this.#away ||= state !== 'live'
    if (state === 'live') {
      clearTimeout(this.#lostTimer)
      this.#lostTimer = 0
      // That the server does not answer is not so any more.
      if (this.lostLong) this.notice = ''
      this.lostLong = false
    } else {
      // Every try that fails says so once more.
      this.#lostTimer ||= window.setTimeout(() => (this.lostLong = true), 3000)
    }
  }

  // --- playing

  async send(moves: string[]): Promise<void> {
    if (moves.length) await this.#answer((seen) => api.play(this.id, seen, moves))
  }

  /** Whether something is chosen that has not been sent. */
  get choosing(): boolean {
    return !!this.chosen || this.shopOpen || this.picked.length > 0
  }

  async undo(): Promise<void> {
    if (this.choosing) return this.back()
    if (this.view?.you.may_undo) await this.#answer(async (seen) => ({ view: (await api.undo(this.id, seen)).view }))
  }

  async #answer(ask: (seen: Seen) => Promise<{ view: TableView; events?: Step[] }>): Promise<void> {
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

  /** The answer to a move; the channel may have brought it before. */
  #played(news: Run['news']): void {
    if (news.version <= this.#heardTo()) {
      if (!this.#run && !this.#queue.newest) this.take(news.view)
    } else if (news.steps.length && news.version === this.#told + news.steps.length) this.#queue.now(news)
    // The log lacks more than these steps: the channel tells them.
    else this.take(news.view, news.steps)
  }

  async askHint(): Promise<void> {
    if (this.hinting) return
    this.hinting = true
    this.hintsShown = true
    this.panel = 'none'
    try {
      const hint = await api.hint(this.id)
      // The game may have gone on meanwhile.
      if (hint.ply === (this.view?.table.ply ?? 0)) this.hint = hint
      this.#adviseOnChosen()
    } catch (error) {
      this.hintsShown = false
      this.fail(error)
    } finally {
      this.hinting = false
    }
  }

  /** A card that is chosen has its stall among the numbers, or the bar says that other moves are better. */
  #adviseOnChosen(): void {
    const chosen = this.chosen?.move
    const best = this.hint?.moves.slice(0, BEST) ?? []
    if (!chosen || !best.length || best.some((one) => one.words === chosen.words)) return
    this.say(t('web-hint-else', { card: this.words?.card(chosen.parts?.at(-1) ?? '') ?? '' }))
  }

  #refused(error: unknown): void {
    // First the newer view, which clears what was said before.
    if (error instanceof ApiError && error.problem.view) this.take(error.problem.view)
    this.fail(error)
    if (error instanceof ApiError && error.problem.refusal && this.words) {
      this.notice = refusal(this.words, error.problem.refusal)
      this.#forget()
    }
  }

  /** Say something for a moment, such as why a button cannot be pressed. */
  say(text: string): void {
    this.notice = text
    this.failed = false
    this.#forget()
  }

  /** Take away the notice after a while, unless another one has come. */
  #forget(): void {
    clearTimeout(this.#saidTimer)
    const said = this.notice
    this.#saidTimer = setTimeout(() => {
      if (this.notice === said) this.notice = ''
    }, SAID)
  }

  /** Says what went wrong. */
  fail(error: unknown): void {
    clearTimeout(this.#saidTimer)
    this.notice = told(error)
    this.failed = true
  }

  /** One step back in what is being chosen. */
  back(): void {
    this.chosen = null
    this.shopOpen = false
    this.picked = []
    this.confirmEnd = false
    this.untap()
  }

  /** Leaves what a finger's first tap was on. */
  untap(): void {
    this.tapped = ''
    this.sheet = false
  }

  /** The sign of the shop was pressed: one deal is made at once, of several the bar shows those of the shop alone. */
  useShop(): void {
    const [only, ...more] = this.targets.shop
    if (only && !more.length) void this.send([only.words])
    else this.shopOpen = !this.shopOpen
  }

  /** A card of the row, or a building on offer, was clicked. */
  choose(move: LegalMove): void {
    this.notice = ''
    const rooms = Object.keys(move.preview?.rooms ?? {})
    if (!rooms.length) return void this.send([move.words])
    if (this.chosen?.room) return void this.send([move.words, `place ${this.chosen.room}`])
    this.chosen = this.chosen?.move?.words === move.words ? null : { move }
  }

  /** A card was taken from the row by hand: now only its rooms count. */
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
  steps.some((step) => (step.events ?? []).some((one) => one.kind === 'payday_began'))

/** What the bar names while a part is shown; null for a move. */
function stageOf({ stage, month, steps }: Part): TableState['stage'] {
  if (stage === 'move') return null
  const where = steps.flatMap((one) => one.events ?? []).find((one) => one.nagaya ?? one.room)
  return { stage, month, nagaya: where?.nagaya ?? where?.room?.charAt(0) ?? '' }
}
