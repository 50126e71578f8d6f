import { api, post, type AnswerBase, type Played } from '../lib/api'
import type { Components, LinePosition, LineRequest, Pending, Step, TableView } from '../lib/types'
import type { GameSource, Watcher } from './source'

/** The start of a line, the seats that the player has there, and the names of the players. */
export type LineStart = Omit<LineRequest, 'moves' | 'draw' | 'since' | 'components'>
/** The entries of a line, moves and chance, in the groups in which they are taken back. */
export type Groups = readonly (readonly string[])[]

/** Return whether an entry is chance. */
export const isChance = (entry: string): boolean => /^(reveal|buildings|closed|fire) /.test(entry)

/** Return the number of entries that two lines share, so that the next one of both is a move. */
function sharedBy(one: readonly string[], other: readonly string[]): number {
  let count = 0
  while (count < one.length && one[count] === other[count]) count++
  // The step of a move includes the chance after it, which the lines may not share.
  while (count && (isChance(one[count] ?? '') || isChance(other[count] ?? ''))) count--
  return count
}

/** A line of play (`POST /api/positions`). The server stores nothing: the client holds the start and all entries. */
export class PositionSource implements GameSource {
  /** Whether the server draws the chance after the player's moves; otherwise the line waits for it. */
  draws = true
  /** The chance that the line waits for. */
  chance: Pending | null = null
  /** The position string. */
  position = ''
  #version = 0
  #steps: Step[] = []
  /** The newest view of the server. */
  protected view: TableView | null = null
  #watcher: Watcher | null = null

  constructor(
    public start: LineStart,
    public groups: Groups = [],
    /** The crests of the players, where they are not the numbers of the seats. */
    readonly crests: readonly number[] = [],
  ) {}

  /** Return what the table shows of a view. */
  shown(view: TableView): TableView {
    return view
  }

  async load(): Promise<{ view: TableView; components: Components }> {
    const view = await this.#begin(this.groups, this.draws)
    const { own_tables, edition, players } = view.table
    // The shipped components are cached, those of an overlay come with the position.
    const components = own_tables
      ? (await this.#ask([], { components: true })).components!
      : await api.components(edition, players)
    return { view, components }
  }

  async log(): Promise<{ version: number; steps: Step[] }> {
    return { version: this.#version, steps: this.#steps }
  }

  /** Every change answers a command, so the newest view is the only one that a table asks for. */
  async viewAt(): Promise<TableView> {
    return this.shown(this.view!)
  }

  watch(watcher: Watcher): () => void {
    this.#watcher = watcher
    watcher.after()
    watcher.state('live')
    this.#announce([])
    return () => (this.#watcher = null)
  }

  /** Play moves, or the chance that the line waits for. */
  play(_base: AnswerBase, entries: readonly string[]): Promise<Played> {
    return this.#continue(entries, this.draws)
  }

  /** Let the server draw the chance that the line waits for. */
  drawChance(): Promise<Played> {
    return this.#continue([], true)
  }

  /** Take back the last group. */
  async undo(): Promise<Played> {
    const groups = this.groups.slice(0, -1)
    const before = this.view?.table.ply ?? 0
    const answer = await this.#ask(groups.flat(), { since: groups.flat().length })
    const { ply = 0, seat, game } = answer.view.table
    const step: Step = { kind: 'undo', ply, seat, month: game?.position.month ?? 0, undone: before - ply }
    const view = this.#commit(groups, answer, [step])
    // A table, too, is told of an undo by its live channel.
    this.#announce([step])
    return { view }
  }

  /** Go to another line from the same start. Its log replaces the one that the table shows (`Feed.loadLog`). */
  async show(groups: Groups): Promise<Played> {
    // The steps of a whole game are long: ask only for those after the part that both lines share. Chance that was
    // chosen has a step of its own, which the other line may not have.
    const isPlain = this.#steps.length === this.#stepCount(this.line)
    return { view: await this.#begin(groups, false, isPlain ? sharedBy(this.line, groups.flat()) : 0) }
  }

  /** @param since the entries whose steps are known */
  async #begin(groups: Groups, draw: boolean, since = 0): Promise<TableView> {
    const known = this.#steps.slice(0, since && this.#stepCount(this.line.slice(0, since)))
    const answer = await this.#ask(groups.flat(), { draw, since })
    const { drawn = [] } = answer
    // Never older than the view on the table.
    this.#version++
    this.#steps = known
    return this.#commit(drawn.length ? [...groups, drawn] : groups, answer, answer.steps)
  }

  /** Return the number of steps of entries: chance belongs to the step before it. A new game begins with its setup. */
  #stepCount(entries: readonly string[]): number {
    const first = this.start.new ? 1 : Number(isChance(entries[0] ?? ''))
    return first + entries.filter((entry) => !isChance(entry)).length
  }

  async #continue(entries: readonly string[], draw: boolean): Promise<Played> {
    const { line } = this
    const answer = await this.#ask([...line, ...entries], { draw, since: line.length })
    const group = [...entries, ...(answer.drawn ?? [])]
    return { view: this.#commit([...this.groups, group], answer, answer.steps), events: answer.steps }
  }

  /** The entries in one list. */
  get line(): string[] {
    return this.groups.flat()
  }

  #ask(moves: readonly string[], options: Partial<LineRequest>): Promise<LinePosition> {
    return post<LinePosition>('/positions', { ...this.start, moves, ...options })
  }

  /** Make an answer the state of the line, and return its view. */
  #commit(groups: Groups, { view, chance, position }: LinePosition, steps: readonly Step[]): TableView {
    this.groups = groups
    this.chance = chance ?? null
    this.position = position
    this.#steps = [...this.#steps, ...steps]
    this.#version += steps.length
    const { game } = view.table
    const undo_by = groups.length ? (view.table.seat ?? view.you.seats?.[0]) : undefined
    const seats = view.table.seats.map((seat) => ({ ...seat, crest: this.crests[seat.seat] ?? seat.crest }))
    this.view = {
      ...view,
      you: { ...view.you, may_undo: groups.length > 0, no_undo: groups.length ? undefined : 'nothing_to_undo' },
      table: { ...view.table, seats, version: this.#version, game: game && { ...game, undo_by } },
    }
    return this.shown(this.view)
  }

  #announce(steps: Step[]): void {
    if (this.view) this.#watcher?.message({ type: 'view', version: this.#version, view: this.shown(this.view), steps })
  }
}
