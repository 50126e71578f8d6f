import { loadMessages } from '../../lib/laterMessages'
import { api } from '../../lib/api'
import { errorText } from '../../lib/errorText'
import { t, type Values } from '../../lib/i18n.svelte'
import { moveLabel } from '../../lib/moves'
import { prefersReducedMotion, settings } from '../../lib/settings.svelte'
import type { LessonView, LessonStep } from '../../lib/types'
import type { Words } from '../../lib/words'
import { TableState } from '../../table/table.svelte'
import { lessonsApi } from './api'
import { LANTERNS } from './lanterns'
import { LessonSource } from './lessonSource'

/** A table at which every move goes through the lesson. */
class LessonTable extends TableState {
  constructor(
    source: LessonSource,
    readonly onsend: (moves: string[]) => Promise<void>,
  ) {
    super('', source)
  }

  override async send(moves: string[]): Promise<void> {
    await this.onsend(moves)
  }

  /** The sign of a shop makes the deal of the step: a lesson shows no list of deals. */
  override useShop(): void {
    void this.onsend(['shop'])
  }

  /** Play moves without asking the lesson. */
  play(moves: readonly string[]): Promise<void> {
    return super.send([...moves])
  }
}

/** A lesson that is being taken: its step, and the table that shows it. */
export class Lesson {
  lesson = $state.raw<LessonView | null>(null)
  /** The number of the step, from 0. */
  at = $state(0)
  /** How many moves of the step have been played. */
  played = $state(0)
  /** The answers to the question of the step that have been tried and are not the right one. */
  tried = $state.raw<readonly number[]>([])
  /** Whether the right answer has been found. */
  answered = $state(false)
  /** The lanterns that are lit. */
  lanterns = $state(LANTERNS)
  /** What the player reads after a press that the step does not ask for. */
  reply = $state('')
  /** Grows with every wrong press. */
  wrongPresses = $state(0)
  /** Whether the other players' moves are being shown. */
  playingOn = $state(false)
  /** Whether the last step is done. */
  finished = $state(false)
  readonly source = new LessonSource({ position: '', you: [0] })
  readonly table = new LessonTable(this.source, (moves) => this.send(moves))
  readonly step = $derived<LessonStep | undefined>(this.lesson?.steps[this.at])
  /** Whether the step asks something that the player has not answered. */
  readonly asks = $derived(!!this.step?.question && !this.answered)
  /** The words of the move that the player has to make; none if the step is only to be read or answered. */
  readonly expected = $derived<string | undefined>(this.step?.question ? undefined : this.step?.moves?.[this.played])
  /** What the newest answer of the player is worth knowing; none before a try. */
  readonly said = $derived.by(() => {
    const question = this.step?.question
    const choice = question?.choices[this.answered ? question.right : (this.tried.at(-1) ?? -1)]
    return choice && this.text(choice.says, choice.numbers)
  })
  /** The name of that move. */
  readonly task = $derived.by(() => {
    const { game, words } = this.table
    const move = game?.moves?.find((other) => other.words === this.expected)
    return game && words && move ? moveLabel(words, game, move) : ''
  })

  #commands: Promise<void> = Promise.resolve()

  constructor(readonly id: string) {}

  async open(): Promise<void> {
    try {
      // A new visitor becomes a guest, whose progress the server can save.
      await api.guest()
      const [lesson] = await Promise.all([lessonsApi.lesson(this.id), loadMessages('lesson')])
      this.lesson = lesson
      // A lesson that is done begins anew.
      this.at = lesson.done ? 0 : Math.min(lesson.reached ?? 0, lesson.steps.length - 1)
      this.lanterns = lesson.done ? LANTERNS : (lesson.lanterns ?? LANTERNS)
      this.#prepare()
      await this.table.open()
    } catch (error) {
      this.table.feed.problem = errorText(error)
    }
  }

  close(): void {
    this.table.close()
  }

  /** Format a message of the step. */
  text(id: string, more: Record<string, number> = {}): string {
    const { words } = this.table
    const { numbers = {}, names = {} } = this.step ?? {}
    const named = Object.entries(names).map(([name, item]) => [name, words ? nameOf(words, item) : item])
    return t(id, { ...numbers, ...more, ...Object.fromEntries(named) } as Values)
  }

  /** Do what the step asks for: make its move, or go on. A question wants an answer first. */
  async next(): Promise<void> {
    if (!this.playingOn) return this.#inTurn(() => this.#goOn())
  }

  async #goOn(): Promise<void> {
    const { step } = this
    if (!step || this.asks || this.finished) return
    if (this.expected) return this.send([this.expected])
    if (!step.question || (await this.#playOn(step.then ?? []))) return this.#advance()
    return this.#goTo(this.at)
  }

  /** The letter of an answer. */
  letter = (index: number): string => 'abc'[index]!

  /** Try an answer. The right one makes the moves of the step; another one puts out a lantern. */
  async answer(index: number): Promise<void> {
    if (!this.playingOn) return this.#inTurn(() => this.#answer(index))
  }

  /** Play the right answer; a lantern that is still lit goes out. */
  async show(): Promise<void> {
    if (this.playingOn) return
    return this.#inTurn(async () => {
      if (!this.asks) return
      this.#loseLantern()
      await this.#answer(this.step!.question!.right)
    })
  }

  async #answer(index: number): Promise<void> {
    const { step } = this
    const question = step?.question
    if (!step || !question?.choices[index] || this.answered || this.tried.includes(index)) return
    this.reply = ''
    if (index !== question.right) {
      this.tried = [...this.tried, index]
      return this.#loseLantern()
    }
    this.answered = true
    if (step.moves?.length && !(await this.#play(step.moves))) this.answered = false
  }

  #loseLantern(): void {
    this.lanterns = Math.max(0, this.lanterns - 1)
    this.#save()
  }

  /** Take the lesson from its first step, with all lanterns. */
  async again(): Promise<void> {
    return this.#inTurn(async () => {
      this.finished = false
      this.lanterns = LANTERNS
      await this.#goTo(0)
    })
  }

  async back(): Promise<void> {
    if (!this.playingOn)
      return this.#inTurn(async () => {
        if (this.finished) this.finished = false
        else if (this.at > 0) await this.#goTo(this.at - 1)
      })
  }

  /** Run a command after those before it: the position of a quick player may still be loading. */
  #inTurn(command: () => Promise<void>): Promise<void> {
    this.#commands = this.#commands.then(command)
    return this.#commands
  }

  /** Take a move of the player. */
  async send(moves: readonly string[]): Promise<void> {
    const { step, lesson } = this
    if (!step || !lesson || this.playingOn) return
    const isShop = moves[0] === 'shop' && this.expected?.startsWith('shop ')
    const move = (isShop ? this.expected : moves[0]) ?? ''
    if (move !== this.expected) return this.refuse(move)
    const isLast = this.played + 1 === (step.moves?.length ?? 0)
    const following = isLast ? lesson.steps[this.at + 1] : undefined
    const isSameBoard = following !== undefined && following.scene === step.scene
    const allowed = isLast ? (isSameBoard ? firstMove(following) : undefined) : step.moves?.[this.played + 1]
    const { allowed: formerlyAllowed } = this.source
    this.source.allowed = allowed ? [allowed] : []
    if (!(await this.#play([move]))) {
      this.source.allowed = formerlyAllowed
      return
    }
    this.reply = ''
    if (!isLast) this.played++
    else if (await this.#playOn(step.then ?? [])) await this.#advance()
    // The board is amid the others' turns, so the step begins again.
    else await this.#goTo(this.at)
  }

  /** Play entries, and return whether the server has answered; otherwise the table says why not. */
  async #play(entries: readonly string[]): Promise<boolean> {
    const { groups } = this.source
    await this.table.play(entries)
    return this.source.groups !== groups
  }

  /** Play what happens without the player: at once, or one after the other if the player sees it. */
  async #playOn(entries: readonly string[]): Promise<boolean> {
    if (!entries.length) return true
    if (prefersReducedMotion()) return this.#play(entries)
    this.playingOn = true
    try {
      for (const entry of entries) {
        await this.table.feed.animationsDone
        if (!(await this.#play([entry]))) return false
      }
      await this.table.feed.animationsDone
      return true
    } finally {
      this.playingOn = false
    }
  }

  /** Answer a press that the step does not ask for. */
  refuse(words: string): void {
    const [kind] = words.split(' ')
    const answers = this.step?.answers ?? []
    const answer = answers.find(({ move }) => move === words) ?? answers.find(({ move }) => move === kind)
    this.reply = answer ? this.text(answer.message) : t(this.step!.otherwise, { move: this.task })
    this.wrongPresses++
  }

  async #advance(): Promise<void> {
    const { lesson, step } = this
    if (!lesson || !step) return
    const following = lesson.steps[this.at + 1]
    this.reply = ''
    if (!following) {
      this.finished = true
      return this.#save(true)
    }
    if (following.scene !== step.scene) return this.#goTo(this.at + 1)
    this.at++
    this.#begin()
    const first = firstMove(following)
    this.table.feed.update(this.source.allow(first ? [first] : []))
    this.#save()
  }

  /** Show the position of a step. */
  async #goTo(at: number): Promise<void> {
    const former = this.at
    this.at = at
    this.#prepare()
    const { groups } = this.source
    this.source.groups = []
    await this.table.submit(() => this.source.show(groups))
    if (this.source.groups !== groups) {
      // No answer came.
      this.at = former
      return this.#prepare()
    }
    await this.table.feed.loadLog()
    this.#save()
  }

  /** Set the source to the start of the step. */
  #prepare(): void {
    const { lesson, step } = this
    if (!lesson || !step) return
    this.#begin()
    this.reply = ''
    const first = firstMove(step)
    this.source.name = t('lesson-number', { number: lesson.number, title: t(lesson.title) })
    this.source.start = { position: lesson.scenes[step.scene ?? 0]!, you: [0], names: settings.names.slice(0, 1) }
    this.source.groups = [step.before ?? []]
    this.source.allowed = first ? [first] : []
  }

  #begin(): void {
    this.played = 0
    this.tried = []
    this.answered = false
  }

  /** Save the progress. Without an answer it is saved with the next step. */
  #save(done = false): void {
    lessonsApi.saveProgress(this.id, { step: this.at, done, lanterns: this.lanterns }).catch(() => {})
  }
}

/** Return the move with which a step begins; none if the player reads or answers first. */
const firstMove = (step: LessonStep): string | undefined => (step.question ? undefined : step.moves?.[0])

/** Return the name of a card, a good or a shop. */
function nameOf(words: Words, id: string): string {
  if (words.goods.has(id)) return words.good(id)
  const shop = [...words.shops.values()].find((other) => other.id === id)
  return shop ? words.name(shop.names) : words.card(id)
}
