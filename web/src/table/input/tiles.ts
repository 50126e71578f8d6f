import { doArt, goodArt, numbersOf, SHOPS, tokenArt, typeArt } from '../../art/emblems'
import { pair, t } from '../../lib/i18n.svelte'
import { moveDetails, moveLabel } from '../../lib/moves'
import { shortRefusal, refusalText } from '../../lib/refusals'
import type { Good, LegalMove, Preview, Running, Unavailable } from '../../lib/types'
import { goodText } from '../../lib/cardText'
import type { Words } from '../../lib/words'
import type { InspectedItem } from '../screen.svelte'
import type { TableState } from '../table.svelte'
import { buildingOf } from '../targets'

/** An icon or a short text on a tile. */
export type Part = { icon: string; of?: string } | { text: string }

/** A choice in the bar: a picture with its price below. */
export interface Tile {
  id: string
  /** The move in the notation of a record. */
  words?: string
  /** The full sentence: accessible name, tooltip and text of the card detail. */
  name: string
  /** The line of the bar while the tile has the focus or the pointer. */
  line: string
  /** A tile that is `off` is shown as disabled; pressing it shows the `reason`. */
  state: 'can' | 'off'
  reason?: string
  key?: string
  /** The number of a square, shown in a disc. */
  number?: number
  /** Distinguishes tokens with the same picture, as on the shop's sign. */
  badge?: number
  art: Part[]
  foot: Part[]
  /** Whether the token is picked for buying. */
  picked?: boolean
  item?: InspectedItem
  press(): void
}

/** Adjacent tiles. A strip above them states what they have in common. */
export interface Group {
  id: string
  kind: 'solo' | 'plain' | 'lap' | 'done'
  title: string
  /** The full sentence of the strip. */
  full: string
  tiles: Tile[]
}

const AMOUNTS = ['mon', 'rice', 'sandals', 'wood', 'koban', 'iki', 'fire'] as const
/** The icon of what a pouch counts. */
const COUNTED: Record<string, string> = { types: 't-artisan', largest_type: 'kobun', fish_value: 'f-tai' }

export function amounts(bundle: Record<string, number> | null | undefined, sign = ''): Part[] {
  return AMOUNTS.filter((resource) => bundle?.[resource]).flatMap((resource) => [
    { text: `${resource === 'fire' ? '+' : sign}${bundle![resource]}` },
    { icon: `r-${resource}` },
  ])
}

/** Return the immediate gains of a move. */
export function gains(preview: Preview): Part[] {
  const parts = amounts({ ...preview.gain, ...(preview.fire ? { fire: preview.fire } : {}) })
  for (const [token, count] of Object.entries(preview.tokens ?? {}))
    if (count > 0) parts.push({ icon: tokenArt(token) })
  for (const question of preview.asks ?? [])
    if (['train', 'build', 'swap'].includes(question)) parts.push({ icon: doArt(question), of: 'inkfill' })
  return parts
}

const costs = (preview: Preview): Part[] => amounts(preview.spend)

/** Return the effect of a token as icons: at once, or at the end of the game. */
function tokenEffect(good: Good | undefined): Part[] {
  if (!good) return []
  const parts = amounts(good.gain, '+')
  if (good.do) parts.push({ icon: doArt(good.do), of: 'inkfill' })
  if (good.score) parts.push({ text: `${good.score}` }, { icon: 'r-iki-end' })
  const per = good.score_per
  if (per) {
    const rate = per.every === 1 ? `${per.iki}×` : per.iki === 1 && per.every === 2 ? '½×' : `${per.iki}/${per.every}×`
    parts.push({ text: rate }, { icon: COUNTED[per.good] ?? `r-${per.good}` })
  }
  return parts
}

/** Return the choices of the bar in order. All their content comes from the view. */
export function groupsOf(table: TableState): Group[] {
  const { game, words } = table
  if (!game || !words || !table.myTurn || table.choice.selection?.room) return []
  const groups = table.choice.selection ? incomeGroups(table, words, game) : stepGroups(table, words, game)
  return table.feed.offline
    ? groups.map((group) => ({ ...group, tiles: group.tiles.map((tile) => disableOffline(table, tile)) }))
    : groups
}

/** Minimum widths in pixels: an icon, a letter, the padding of a tile, and the bounds of a tile. */
const ICON_WIDTH = 20
const LETTER_WIDTH = 7.2
const PADDING = 12
const MIN_WIDTH = 56
const MAX_WIDTH = 144

/** Return the smallest width at which a tile is readable, in pixels. */
export function widthOf(tile: Tile): number {
  const row = (parts: Part[]) =>
    parts.reduce((sum, part) => sum + ('icon' in part ? ICON_WIDTH : part.text.length * LETTER_WIDTH + 2), 0)
  const above = row(tile.art) + (tile.number ? 28 : 0)
  return Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, Math.ceil(Math.max(above, row(tile.foot)) + PADDING)))
}

/** Return all tiles in the order of the digits that press them. */
export const tilesOf = (groups: readonly Group[]): Tile[] => groups.flatMap((group) => group.tiles)

/** Disable a tile while the server is away. Pressing it then says so. */
function disableOffline(table: TableState, tile: Tile): Tile {
  if (tile.state === 'off') return tile
  const reason = t('web-offline')
  return { ...tile, state: 'off', reason, press: () => table.screen.showNotice(reason) }
}

function stepGroups(table: TableState, words: Words, game: Running): Group[] {
  const moves = game.moves ?? []
  const movesOf = (kinds: string[]) => moves.filter((move) => kinds.includes(move.kind))
  return [
    ...incomeGroups(table, words, game),
    ...squareGroups(table, words, game, movesOf(['move', 'visit'])),
    ...movesOf(['step', 'stay', 'guard', 'burn']).map((move) => soloGroup(answerTile(table, words, game, move))),
    ...(game.asked?.includes('done') ? dealGroups(table, words, game) : []),
  ]
}

const incomeGroups = (table: TableState, words: Words, game: Running): Group[] =>
  (game.moves ?? [])
    .filter((move) => move.kind === 'income')
    .map((move) => soloGroup(answerTile(table, words, game, move)))

const soloGroup = (tile: Tile): Group => ({ id: tile.id, kind: 'solo', title: '', full: '', tiles: [tile] })

/** Return the full sentence of a move. */
export const sentence = (words: Words, game: Running, move: LegalMove): string =>
  pair(moveLabel(words, game, move), moveDetails(words, game, move))

function moveTile(table: TableState, words: Words, game: Running, move: LegalMove): Tile {
  const name = sentence(words, game, move)
  return {
    id: move.words,
    words: move.words,
    name,
    line: name,
    state: 'can',
    art: [],
    foot: [],
    item: { kind: 'note', id: moveLabel(words, game, move), text: moveDetails(words, game, move) },
    press: () => void table.send([move.words]),
  }
}

const ANSWERS: Record<string, Part[]> = {
  stay: [{ icon: 'oyakata', of: 'still' }],
  guard: [{ icon: 'k-ward' }],
  burn: [{ icon: 'fire' }],
}

/** Return the tile of a simple answer, labelled in one or two words. */
function answerTile(table: TableState, words: Words, game: Running, move: LegalMove): Tile {
  const tile = moveTile(table, words, game, move)
  if (move.kind === 'step') return squareTile(tile, words, move, [{ text: '+1' }])
  return {
    ...tile,
    key: move.kind === 'income' ? 'I' : undefined,
    art: ANSWERS[move.kind] ?? amounts(move.preview?.gain, '+'),
    foot: [{ text: t(`web-bar-${move.kind}`) }],
  }
}

function squareTile(tile: Tile, words: Words, move: LegalMove, foot: Part[]): Tile {
  const number = move.preview?.square ?? Number(move.parts?.[0] ?? 0)
  const text = tile.item?.text
  return {
    ...tile,
    line: words.square(number),
    number,
    art: [{ icon: `h-${SHOPS[number - 1]}`, of: 'shopglyph' }],
    foot,
    item: { kind: 'shop', id: `${number}`, text: pair(noteTitle(tile), text) },
  }
}

const noteTitle = (tile: Tile): string => (tile.item?.kind === 'note' ? tile.item.id : '')

/**
 * Return the tiles of reachable squares. Those beyond the lap line form a group, because they share the lap's effects.
 */
function squareGroups(table: TableState, words: Words, game: Running, moves: LegalMove[]): Group[] {
  const groups: Group[] = []
  const numbers = moves.map((move) => move.preview?.square ?? Number(move.parts?.[0] ?? 0))
  for (const [index, move] of moves.entries()) {
    const costParts = costs(move.preview ?? {})
    const foot = costParts.length ? costParts : move.kind === 'visit' ? [] : [{ text: t('web-bar-free') }]
    const tile = squareTile(moveTile(table, words, game, move), words, move, foot)
    // A digit presses the square with that number.
    if (numbers.indexOf(numbers[index]!) === index) tile.key = `${tile.number}`
    if (!move.preview?.laps) groups.push(soloGroup(tile))
    else if (groups.at(-1)?.kind === 'lap') groups.at(-1)!.tiles.push(tile)
    else groups.push({ id: 'lap', kind: 'lap', ...lapTexts(words, game, move), tiles: [tile] })
  }
  return groups
}

/** Describe what passing the lap line does, in short and in full. */
function lapTexts(words: Words, game: Running, move: LegalMove): { title: string; full: string } {
  const { trains = [], retires = [] } = move.preview ?? {}
  const seat = game.turn?.seat ?? 0
  const summary = trains.length ? t('web-bar-lap', { count: trains.length }) : t('web-bar-lap-none')
  const title = retires.length
    ? t('web-bar-lap-retires', { lap: summary, cards: words.listed(retires.map(words.card)) })
    : summary
  const each = trains.map((training) =>
    t(retires.includes(training.card) ? 'detail-retires' : 'detail-learns', {
      card: words.owned(training.card, training.seat, seat),
      cards: words.owned(training.card, training.seat, seat),
      count: 1,
    }),
  )
  return { title, full: words.commas([summary, ...each]) }
}

/** Return the two deals of a turn: the shop, and one character. */
function dealGroups(table: TableState, words: Words, game: Running): Group[] {
  const turn = game.turn
  const ownSquare = game.position.players[turn?.seat ?? 0]?.square ?? 0
  const groups: Group[] = []
  const shop = words.shop(ownSquare)
  if (turn?.shop === 'done') groups.push({ id: 'shop', kind: 'done', title: shop, full: usedText(shop), tiles: [] })
  else groups.push(...shopGroups(table, words, game, ownSquare))
  if (table.choice.shopOpen) return groups
  const character = t('web-bar-character')
  const works = (game.moves ?? []).filter((move) => move.kind === 'work')
  if (turn?.work === 'done')
    groups.push({ id: 'character', kind: 'done', title: character, full: usedText(character), tiles: [] })
  else if (works.length)
    groups.push({
      id: 'character',
      kind: 'plain',
      title: character,
      full: character,
      tiles: works.map((move) => workTile(table, words, game, move)),
    })
  return groups
}

const usedText = (deal: string): string => pair(deal, t('web-deal-done'))

/** Return the tile of a deal with a character: type, gains, and stall. */
function workTile(table: TableState, words: Words, game: Running, move: LegalMove): Tile {
  const [id = ''] = move.parts ?? []
  const card = game.position.rooms.find((room) => room.id === id)?.card ?? ''
  const type = words.characters.get(card)?.type
  const parts = gains(move.preview ?? {})
  return {
    ...moveTile(table, words, game, move),
    art: [...(type ? [{ icon: `t-${typeArt(type)}`, of: `tycol ty-${typeArt(type)}` }] : []), ...parts],
    foot: [{ text: id }, ...amounts(move.preview?.spend, '−')],
    item: { kind: 'card', id: card, room: id },
  }
}

function shopGroups(table: TableState, words: Words, game: Running, ownSquare: number): Group[] {
  const tokens = tokenGroups(table, words, game, ownSquare)
  if (tokens.length) return tokens
  const inspect = (text: string): InspectedItem => ({ kind: 'shop', id: `${ownSquare}`, text })
  const tiles: Tile[] = table.choice.targets.shop.map((move) => {
    const tile = moveTile(table, words, game, move)
    const preview = move.preview ?? {}
    const costParts = costs(preview)
    const goods = preview.goods ?? []
    return {
      ...tile,
      art: goods.length ? goods.map((token) => ({ icon: goodArt(token) })) : gains(preview),
      foot: costParts.length ? costParts : [{ text: t('web-bar-free') }],
      item: inspect(tile.name),
    }
  })
  for (const move of table.choice.targets.whyShop) tiles.push(refusedTile(table, words, game, move, ownSquare))
  if (!tiles.length) return []
  const title = words.shop(ownSquare)
  return [{ id: 'shop', kind: 'plain', title, full: title, tiles }]
}

/** Return the disabled tile of a refused deal, with a short reason. */
function refusedTile(table: TableState, words: Words, game: Running, move: Unavailable, ownSquare: number): Tile {
  const reason = refusalText(words, move)
  const [kind = '', good = ''] = move.parts ?? []
  const option = words.shops.get(ownSquare)?.options.find((other) => other.id === (move.parts ?? []).join(' '))
  return {
    id: move.words,
    words: move.words,
    name: moveLabel(words, game, move),
    line: reason,
    state: 'off',
    reason,
    art: words.goods.has(good)
      ? [{ icon: goodArt(good) }]
      : option?.gain
        ? amounts(option.gain)
        : [{ icon: kind === 'build' ? 'u-build' : `h-${SHOPS[ownSquare - 1]}`, of: 'shopglyph' }],
    foot: move.reason === 'short' ? amounts(move.missing, '−') : [{ text: shortRefusal(words, move) }],
    item: { kind: 'shop', id: `${ownSquare}` },
    press: () => {
      table.screen.inspectedItem = { kind: 'shop', id: `${ownSquare}` }
      table.screen.showNotice(reason)
    },
  }
}

// --- tokens

/** Return the legal move that buys exactly these tokens. */
export function purchase(moves: readonly LegalMove[], picked: readonly string[]): LegalMove | undefined {
  if (!picked.length) return undefined
  return moves.find((move) => {
    const goods = move.kind === 'shop' ? (move.preview?.goods ?? []) : []
    return goods.length === picked.length && picked.every((good) => goods.includes(good))
  })
}

/** Return the picked tokens after one more press: all of them if one move buys them together, else only the new one. */
function nextPick(
  moves: readonly LegalMove[],
  picked: readonly string[],
  good: string,
  kindOf: (good: string) => string,
): string[] {
  if (picked.includes(good)) return picked.filter((other) => other !== good)
  const both = [...picked.filter((other) => kindOf(other) !== kindOf(good)), good]
  return purchase(moves, both) ? both : [good]
}

/** Return the kinds of tokens that a square's shop sells together in one deal. */
function bundledKinds(words: Words, square: number): string[] {
  const options = words.shops.get(square)?.options ?? []
  const kinds = options.filter((option) => option.do === 'buy').map((option) => option.id.split(' '))
  return kinds.find((kind) => kind.length > 1) ?? []
}

/** Pick a token, or put it back. */
export function pickToken(table: TableState, good: string): void {
  table.screen.notice = ''
  table.choice.pickedTokens = nextPick(
    table.game?.moves ?? [],
    table.choice.pickedTokens,
    good,
    (id) => table.words?.goods.get(id)?.kind ?? '',
  )
}

function tokenGroups(table: TableState, words: Words, game: Running, ownSquare: number): Group[] {
  const kinds = bundledKinds(words, ownSquare)
  const offered = game.position.goods.filter((token) => kinds.includes(token.kind))
  // If no token is affordable, show the reasons as at any other shop.
  if (!offered.some((token) => purchase(game.moves ?? [], [token.good]))) return []
  const numbers = numbersOf(offered)
  return kinds
    .map((kind) => ({ kind, all: offered.filter((token) => token.kind === kind) }))
    .filter(({ all }) => all.length)
    .map(({ kind, all }) => {
      const title = t(`web-bar-${kind}`, { count: all.length })
      const tiles = all.map((token): Tile => {
        const move = purchase(game.moves ?? [], [token.good])
        const refusal = (game.unavailable ?? []).find((other) => other.words === `shop ${kind} ${token.good}`)
        const worth = goodText(words, token.good)
        const name = [words.good(token.good), words.amount('mon', token.price), worth].filter(Boolean).join(', ')
        const picked = table.choice.pickedTokens.includes(token.good)
        const reason = move
          ? undefined
          : refusal
            ? refusalText(words, refusal)
            : t('refusal-not-on-sale', { good: words.good(token.good) })
        return {
          id: token.good,
          words: move?.words,
          name,
          line: pair(words.good(token.good), worth),
          state: move ? 'can' : 'off',
          reason,
          badge: numbers.get(token.good),
          art: [{ icon: goodArt(token.good) }, ...tokenEffect(words.goods.get(token.good))],
          foot: [...(picked ? [{ icon: 'u-check' }] : []), { text: `${token.price}` }, { icon: 'r-mon' }],
          picked,
          item: { kind: 'shop', id: `${ownSquare}`, text: name },
          press: () => (move ? pickToken(table, token.good) : table.screen.showNotice(reason ?? '')),
        }
      })
      return { id: kind, kind: 'plain', title, full: title, tiles }
    })
}

/** Check whether a legal move is missing from the bar, so that the player needs the board or the full list. */
export function hasMore(game: Running, tiles: readonly Tile[]): boolean {
  const inBar = new Set(tiles.map((tile) => tile.words))
  return (game.moves ?? []).some(
    (move) =>
      move.kind !== 'done' && !inBar.has(move.words) && !((move.preview?.goods ?? []).length > 1 && !buildingOf(move)),
  )
}
