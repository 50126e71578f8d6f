import { language, t, type Values } from './i18n.svelte'
import type { Amounts, Components, Building, Bundle, Character, Good, Seat, Shop } from './types'

const RESOURCES = ['mon', 'rice', 'sandals', 'wood', 'koban', 'iki', 'fire'] as const
type Names = Record<string, string>

export const LEVELS = ['easy', 'medium', 'skilled', 'hard', 'expert', 'master'] as const
export type Level = (typeof LEVELS)[number]
/** What a computer player may like beside winning, from the second level on. Its level is then `hard:builder`. */
export const STYLES = ['builder', 'fisher', 'employer', 'captain'] as const
type Named = Pick<Seat, 'kind' | 'name' | 'level'>

/** Return the name of a level, with its style. */
export function levelText(level: string): string {
  const [name, style] = level.split(':')
  return [t(`web-level-${name}`), ...(style ? [t(`web-style-${style}`)] : [])].join(t('list-comma'))
}

/** Return the sentence about the style of a computer player, if it has one. */
export function styleText({ kind, level }: Pick<Seat, 'kind' | 'level'>): string {
  const style = kind === 'bot' && level ? level.split(':')[1] : undefined
  return style ? t(`web-style-${style}-likes`) : ''
}

/** Return the name of the player at a seat. */
export const seatName = (seat: Named): string => seat.name ?? ''

/** Return the name of the player at a seat, with the level of a computer player. */
export function seatTitle(seat: Named): string {
  const level = seat.kind === 'bot' && seat.level ? levelText(seat.level) : ''
  return level ? `${seatName(seat)} (${level})` : seatName(seat)
}

/** The names and amounts of one table in the current language (`edokko.words.words`). */
export class Words {
  readonly characters: Map<string, Character>
  readonly buildings: Map<string, Building>
  readonly goods: Map<string, Good>
  readonly shops: Map<number, Shop>

  constructor(
    readonly components: Components,
    readonly seats: readonly Seat[] = [],
    /** The seat of the reader, whom events address as "you"; null for a reader who does not play. */
    readonly reader: number | null = null,
  ) {
    this.characters = new Map(components.characters.map((character) => [character.id, character]))
    this.buildings = new Map(components.buildings.map((building) => [building.id, building]))
    this.goods = new Map(components.goods.map((token) => [token.id, token]))
    this.shops = new Map(components.shops.map((shop) => [shop.square, shop]))
  }

  text = (id: string, values: Values = {}) => t(id, values)

  listed = (parts: string[]) => this.#joined(parts, 'list-and')
  either = (parts: string[]) => this.#joined(parts, 'list-or')
  commas = (parts: string[]) => parts.join(t('list-comma'))

  #joined(parts: string[], last: string): string {
    if (parts.length < 2) return parts[0] ?? ''
    return t(last, { first: this.commas(parts.slice(0, -1)), last: parts.at(-1)! })
  }

  amount = (resource: string, count: number) => t(`amount-${resource}`, { count })

  /** Describe a resource of a player. For rice, add how many of the player's people will find none. */
  holds = (resource: 'mon' | 'rice' | 'sandals' | 'wood' | 'koban', has: Amounts) => {
    const amount = this.amount(resource, has[resource])
    return resource === 'rice' && has.hungry ? this.commas([amount, t('web-hungry', { count: has.hungry })]) : amount
  }

  #parts(bundle: Bundle): [string, number][] {
    return RESOURCES.filter((resource) => bundle[resource]).map((resource) => [resource, bundle[resource]!])
  }

  bundle = (bundle: Bundle) => this.listed(this.#parts(bundle).map(([resource, count]) => this.amount(resource, count)))
  plus = (bundle: Bundle) =>
    this.#parts(bundle)
      .map(([resource, count]) => this.amount(resource, count))
      .join(t('list-plus'))
  changes = (bundle: Bundle) =>
    this.commas(
      this.#parts(bundle).map(([resource, count]) =>
        t(count > 0 ? 'amount-more' : 'amount-less', { amount: this.amount(resource, Math.abs(count)) }),
      ),
    )

  name = (names: Names | undefined) => (names && (names[language()] ?? names.en ?? Object.values(names)[0])) ?? ''
  card = (id: string) => this.name(this.characters.get(id)?.names ?? this.buildings.get(id)?.names) || id
  /** Return the short name, for use where the full name does not fit. */
  short = (id: string, name = this.card(id)) => t('web-short-name', { id, name })
  term = (id: string) => this.name(this.components.terms[id])
  season = (id: string) => this.term(id)
  type = (id: string) => this.name(this.components.types[id])
  typeOf = (card: string) => {
    const character = this.characters.get(card)
    return character ? this.type(character.type) : this.term('building')
  }
  token = (id: string) => t(`token-${id.replaceAll('_', '-')}`)
  shop = (square: number) => (square ? this.name(this.shops.get(square)?.names) : t('square-none'))
  square = (square: number) => (square ? t('square', { name: this.shop(square), number: square }) : this.shop(0))

  good = (id: string) => {
    const what = this.goods.get(id)
    if (!what) return id
    if (what.kind !== 'fish') {
      return t(`good-${what.kind}`, { season: this.season(what.season), number: Number(id.split('_').at(-1)) })
    }
    const pair = this.components.goods.filter((token) => token.kind === 'fish' && token.season === what.season)
    const expensive = pair.every(
      (other) => other === what || what.price > other.price || (what.price === other.price && id > other.id),
    )
    return t(expensive ? 'good-fish-dear' : 'good-fish-cheap', { name: this.name(what.names) })
  }

  /** Return the name of the shop with an option. */
  option = (option: string) => {
    const shop = this.components.shops.find((shop) => shop.options.some(({ id }) => id === option))
    return shop ? this.name(shop.names) : option
  }
  group = (group: string) => (group === 'corners' ? t('group-corners') : t('group-nagaya', { nagaya: group }))

  seat = (seat: number | null | undefined) => {
    if (seat === null || seat === undefined) return t('seat-neutral')
    const who = this.seats[seat]
    const name = (who && seatName(who)) || t('seat-number', { number: seat + 1 })
    const isAmbiguous = this.seats.filter((seat) => seatName(seat) === name).length > 1
    return isAmbiguous ? t('seat-alike', { name, number: seat + 1 }) : name
  }

  owned = (card: string, seat: number | null | undefined, you: number | null = null) => {
    if (seat === null || seat === undefined) return t('card-neutral', { card: this.card(card) })
    if (seat === you) return t('card-own', { card: this.card(card) })
    return t('card-owned', { card: this.card(card), seat: this.seat(seat) })
  }

  occupant = (card: string | null | undefined, seat: number | null | undefined, you: number | null = null) =>
    card ? this.owned(card, seat, you) : t('room-empty')
}
