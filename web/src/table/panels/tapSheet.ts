import { crestOf } from '../../art/crests.svelte'
import { goodArt, SHOPS, tokenArt, typeArt } from '../../art/emblems'
import { goodText, occupantTexts, buildingText, skillText } from '../../lib/cardText'
import { pair, t } from '../../lib/i18n.svelte'
import { moveLabel } from '../../lib/moves'
import { refusalText, refusalTexts } from '../../lib/refusals'
import type { LegalMove, Running, Unavailable } from '../../lib/types'
import type { Words } from '../../lib/words'
import { hungryCount, mealForecast } from './mealForecast'
import type { TableState } from '../table.svelte'
import { amounts, gains, type Part } from '../input/tiles'

/** A part of a line: a picture or a number, a crest, a shop's sign, or a dot between two facts. */
type SheetPart = Part | { crest: number; own?: boolean; later?: boolean } | { sign: string; icon: string } | 'dot'

interface SheetLine {
  parts: SheetPart[]
  /** Whether the line says that something will be lacking. */
  warns?: boolean
}

/** What the sheet says of a tapped target. */
export interface TapSheet {
  title: string
  /** A card, a boat, or an icon. */
  picture: { card: string } | { boat: string } | { icon: string }
  /** At most two lines of pictures and numbers. */
  lines: SheetLine[]
  /** What cannot be said in numbers, such as why the target is refused. */
  text: string
  /** The label of the button, and the price below it. */
  verb: string
  price: Part[]
}

/** The button's label for each kind of move; for others it confirms. */
const VERBS: Record<string, string> = {
  ikizama: 'web-verb-take',
  start: 'web-verb-take',
  hire: 'web-verb-hire',
  neutral: 'web-verb-take',
  move: 'web-step-move',
  visit: 'web-step-move',
  step: 'web-step-move',
  build: 'web-verb-build',
}

/** Describe the tapped target in a picture, its name, numbers, and what the second tap does. */
export function tapSheet(table: TableState): TapSheet | null {
  const { game, words } = table
  const { tapped } = table.choice
  if (!table.choice.sheet || !game || !words) return null
  const [kind, id = ''] = tapped.split(' ')
  if (kind === 'boat') return boatSheet(table, words, game, id)
  if (kind === 'room') return roomSheet(table, words, game, id)
  if (kind === 'square' || kind === 'shop') return shopSheet(table, words, game, Number(id))
  if (kind === 'good') return tokenSheet(table, words, id)
  return cardSheet(table, words, game, id)
}

const buttonOf = (move: LegalMove | undefined, price?: number) => ({
  verb: move ? t(VERBS[move.kind] ?? 'web-do-it') : '',
  price: price === undefined ? amounts(move?.preview?.spend) : amounts({ mon: price }),
})

function boatSheet(table: TableState, words: Words, game: Running, slot: string): TapSheet {
  const { boats, fire_order } = game.position
  const boat = boats.find((other) => other.slot === slot)!
  const move = table.choice.targets.boats.get(slot)
  const why = table.choice.targets.whyBoats.get(slot)
  const [square] = move?.preview?.reaches ?? []
  const walk: SheetPart[] = [{ icon: 'u-foot' }, { text: slot.replace('-', '–') }]
  if (square && move?.preview?.reaches?.length === 1)
    walk.push({ icon: 'u-arrow' }, { sign: words.shop(square), icon: `h-${SHOPS[square - 1]}` })
  if (boat.mon) walk.push('dot', ...amounts({ mon: boat.mon }, '+'))
  const seat = game.turn?.seat ?? 0
  const sequence: SheetPart[] = boats.flatMap((other): SheetPart[] =>
    other === boat && move
      ? [{ crest: crestOf(seat), own: true }]
      : other.seat == null
        ? []
        : [{ crest: crestOf(other.seat) }],
  )
  const later = fire_order.filter((other) => other !== seat && !boats.some((taken) => taken.seat === other))
  sequence.push(...later.map((other) => ({ crest: crestOf(other), later: true })))
  return {
    title: t('move-ikizama', { slot }),
    picture: { boat: slot.replace('-', '–') },
    lines: [
      { parts: walk },
      { parts: sequence.flatMap((part, index) => (index ? [{ icon: 'u-arrow' }, part] : [part])) },
    ],
    text: move ? '' : boat.closed ? t('web-closed') : why ? refusalText(words, why) : '',
    ...buttonOf(move),
  }
}

function roomSheet(table: TableState, words: Words, game: Running, id: string): TapSheet {
  const room = game.position.rooms.find((other) => other.id === id)!
  const aim = table.choice.targets.rooms.get(id)
  const chosen = table.choice.selection?.move ?? (aim?.chooses ? undefined : aim?.move)
  const placed = aim && chosen?.kind !== 'work' ? cardOf(chosen, game) : undefined
  const why = table.choice.targets.whyRooms.get(id)
  if (placed && placed !== id && placed !== room.card) {
    const type = words.characters.get(placed)?.type
    const mon = game.position.players[game.turn?.seat ?? 0]?.mon ?? 0
    const facts: SheetPart[] = aim?.price === undefined ? [] : [{ icon: 'r-mon' }, { text: `${aim.price} / ${mon}` }]
    if (type && aim?.alike)
      facts.push('dot', { icon: `t-${typeArt(type)}`, of: `tycol ty-${typeArt(type)}` }, { text: `× ${aim.alike}` })
    return {
      title: `${words.card(placed)} → ${id}`,
      picture: { card: placed },
      lines: [{ parts: facts }, ...mealLine(table)],
      text: '',
      ...buttonOf(chosen, aim?.price),
    }
  }
  const card = room.card ?? ''
  return {
    // A deal needs no more words than its lines have.
    title:
      aim?.move && !aim.chooses && aim.move.kind !== 'work'
        ? moveLabel(words, game, aim.move)
        : pair(id, card ? words.card(card) : t('web-nagaya', { nagaya: id[0]! })),
    picture: card ? { card } : { icon: 'u-hire' },
    lines: aim?.move && !aim.chooses ? moveLines(words, game, aim.move) : [],
    text: why ? refusalText(words, why) : aim?.chooses ? t('web-pick-card', { room: id }) : refusedText(words, room),
    ...buttonOf(aim?.chooses ? undefined : aim?.move),
  }
}

const refusedText = (words: Words, room: Running['position']['rooms'][number]): string =>
  room.card ? (occupantTexts(words, room)[1] ?? '') : ''

/** Return the card that a move puts into a stall. */
const cardOf = (move: LegalMove | undefined, game: Running): string | undefined =>
  game.turn?.pending ?? (move?.kind === 'swap' ? undefined : move?.parts?.at(-1))

/** Return the rice that the next payday needs after the hire in question. */
function mealLine(table: TableState): SheetLine[] {
  const meal = mealForecast(table)
  if (!meal) return []
  const parts: SheetPart[] = [{ icon: 'r-rice' }, { text: `${meal.has} / ${meal.needs}` }, 'dot']
  return [{ parts: [...parts, { icon: 'u-scales' }, { text: `${meal.month}` }], warns: hungryCount(meal) > 0 }]
}

function cardSheet(table: TableState, words: Words, game: Running, id: string): TapSheet {
  const { cards, buildings, whyCards, whyBuildings } = table.choice.targets
  const selected = table.choice.selection?.move?.parts?.at(-1) === id ? table.choice.selection.move : undefined
  const move = selected ?? cards.get(id) ?? buildings.get(id)
  const why: Unavailable | undefined = whyCards.get(id) ?? whyBuildings.get(id)
  const building = words.buildings.get(id)
  const offer = game.position.row.find((other) => other.card === id)
  const mon = game.position.players[game.turn?.seat ?? 0]?.mon ?? 0
  const cost: SheetPart[] = building
    ? amounts(building.cost)
    : offer?.cost != null
      ? [{ icon: 'r-mon' }, { text: `${move?.preview?.spend?.mon ?? offer.cost} / ${mon}` }]
      : []
  const waits = selected && !table.choice.tapKey
  return {
    title: waits ? t('web-pick-room', { card: words.card(id) }) : words.card(id),
    picture: { card: id },
    lines: [{ parts: cost }, ...(move?.kind === 'hire' ? mealLine(table) : [])].filter(({ parts }) => parts.length),
    text: why ? refusalText(words, why) : waits ? '' : building ? buildingText(words, building) : skillText(words, id),
    ...buttonOf(selected ? undefined : move),
  }
}

function shopSheet(table: TableState, words: Words, game: Running, square: number): TapSheet {
  const [walk] = table.choice.tapped.startsWith('square') ? (table.choice.targets.squares.get(square) ?? []) : []
  const deals = table.choice.shopAt === square ? table.choice.targets.shop : []
  const move = walk ?? (deals.length === 1 ? deals[0] : undefined)
  const options = words.shops.get(square)?.options ?? []
  const trades = options
    .filter((option) => option.spend || option.gain)
    .slice(0, 2)
    .map(({ spend, gain }) => ({ parts: exchange(amounts(spend), amounts(gain, spend ? '' : '+')) }))
  const here = game.position.players[game.turn?.seat ?? 0]?.square === square
  const why = here && !walk ? refusalTexts(words, game, table.choice.targets.whyShop) : []
  return {
    title: words.square(square),
    picture: { icon: `h-${SHOPS[square - 1]}` },
    lines: move ? moveLines(words, game, move) : trades,
    text: why[0] ?? '',
    ...buttonOf(move),
  }
}

function tokenSheet(table: TableState, words: Words, id: string): TapSheet {
  const move = table.choice.targets.shop.find((other) => other.preview?.goods?.includes(id))
  return {
    title: words.good(id),
    picture: { icon: goodArt(id) },
    lines: [],
    text: goodText(words, id),
    ...buttonOf(move),
  }
}

const exchange = (spend: Part[], gain: Part[]): SheetPart[] =>
  spend.length && gain.length ? [...spend, { icon: 'u-arrow' }, ...gain] : [...spend, ...gain]

/** Return what a move costs and gains, and what it does to the cards. */
function moveLines(words: Words, game: Running, move: LegalMove): SheetLine[] {
  const preview = move.preview ?? {}
  const lines: SheetLine[] = [{ parts: exchange(amounts(preview.spend), gains(preview)) }]
  const effects: SheetPart[] = []
  const learning = (preview.trains ?? []).length
  if (learning) effects.push({ icon: 'kobun' }, { icon: 'u-up' }, { text: `× ${learning}` })
  for (const card of preview.retires ?? []) {
    const token = words.characters.get(card)?.retires_with
    if (token) effects.push({ icon: tokenArt(token) })
  }
  return [...lines, { parts: effects }].filter(({ parts }) => parts.length)
}
