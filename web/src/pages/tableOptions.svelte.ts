import { t } from '../lib/i18n.svelte'
import { settings } from '../lib/settings.svelte'
import { can } from '../lib/transport'
import type { NewTable, Table, Terms } from '../lib/types'
import type { Level } from '../lib/words'

/** Who is not a computer player. */
const PEOPLE = ['you', 'local', 'open'] as const
type People = (typeof PEOPLE)[number]
const isPeople = (kind: string): kind is People => PEOPLE.some((each) => each === kind)
/** The clocks to choose from, by pace: minutes for the game plus seconds a turn, or days a turn. */
const CLOCKS = { live: ['10+5', '20+10', '40+20'], days: ['1', '3', '7'] } as const

/** The options of a new table for several people. All have defaults. */
export class TableOptions {
  edition = $state<'2021' | '2015'>('2021')
  players = $state(3)
  /** `you`, `local`, `open`, or the level of a computer player, with its style. */
  seats = $state<string[]>(['you', ...Array<string>(3).fill(can('people') ? 'open' : 'local')])
  names = $state(['', '', '', ''])
  listed = $state(false)
  pace = $state<'live' | 'days'>('live')
  hints = $state(false)
  spectators = $state(true)
  chat = $state(false)
  random = $state(true)
  title = $state('')
  rated = $state(false)
  clock = $state('none')
  clockLevel = $state<Level>('easy')
  overlay = $state.raw<{ name: string; text: string } | null>(null)

  /**
   * @param start the position string of the position where the game begins; '' for its setup
   * @param crests those that the seats have on the board of the position
   */
  constructor(
    readonly start = '',
    readonly crests: readonly number[] = [],
  ) {}

  readonly mayChat = can('chat')
  readonly people = $derived(this.seats.slice(0, this.players).some((kind) => kind === 'open'))
  readonly clocks = $derived<readonly string[]>(CLOCKS[this.pace])
  readonly clockOptions = $derived.by(() => {
    if (!this.people || !this.clocks.includes(this.clock)) return null
    const [first = 0, second = 0] = this.clock.split('+').map(Number)
    const level = this.clockLevel
    return this.pace === 'days' ? { days: first, level } : { minutes: first, increment: second, level }
  })
  /** Only games between people that begin with the setup can be rated. */
  readonly mayRate = $derived.by(
    () =>
      this.people &&
      this.seats.slice(0, this.players).every((kind) => kind === 'you' || kind === 'open') &&
      !this.hints &&
      !this.overlay &&
      !this.start,
  )
  readonly facts = $derived([
    t('web-players', { count: this.players }),
    this.clockOptions ? this.clockName(this.clock) : t('web-no-clock'),
    ...(this.people ? [this.listed ? t('web-public') : t('web-private')] : []),
  ])

  /** Choose who plays a seat. The guest has one seat: its former player takes the guest's old one. */
  choose(seat: number, kind: string): void {
    const own = this.seats.indexOf('you')
    if (kind === 'you' && own >= 0) this.seats[own] = this.seats[seat]!
    this.seats[seat] = kind
  }

  hasComputer(seat: number): boolean {
    return !isPeople(this.seats[seat]!)
  }

  clockName(option: string): string {
    const [first = 0, second = 0] = option.split('+').map(Number)
    return this.pace === 'days'
      ? t('web-clock-days', { days: first })
      : t('web-clock-minutes', { minutes: first, increment: second })
  }

  /** Take over what the host of a waiting table may change. */
  take({ edition, pace = 'live', clock, chat = false }: Table): void {
    this.edition = edition as '2021' | '2015'
    this.pace = pace as 'live' | 'days'
    this.chat = chat
    this.clock = !clock ? 'none' : clock.days ? `${clock.days}` : `${clock.minutes}+${clock.increment ?? 0}`
    if (clock) this.clockLevel = clock.level as Level
  }

  get terms(): Terms {
    return { edition: this.edition, pace: this.pace, clock: this.clockOptions, chat: this.chat }
  }

  /** Return the request for the table; `open` lists it in the lobby. */
  request(open = false): NewTable {
    const { people } = this
    return {
      edition: this.edition,
      name: this.title.trim(),
      listed: (this.listed || open) && people,
      pace: this.pace,
      hints: this.hints,
      spectators: this.spectators,
      chat: this.chat && people,
      rated: this.rated && this.mayRate,
      clock: this.clockOptions,
      random_seats: this.random && !this.start,
      overlay: this.overlay?.text ?? null,
      start: this.start || null,
      seats: this.seats.slice(0, this.players).map((kind, index) => {
        const own = kind === 'you' && !this.start ? settings.crest : this.crests[index]
        const crest = own === undefined ? {} : { crest: own }
        if (!isPeople(kind)) return { kind: 'bot' as const, level: kind, ...crest }
        if (kind !== 'local') return { kind, ...crest }
        return { kind, name: (this.names[index] ?? '').trim() || t('seat-number', { number: index + 1 }), ...crest }
      }),
    }
  }
}
