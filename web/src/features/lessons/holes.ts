import { placesOf, type Box, type Places } from '../../board/places'
import type { LegalMove, Position } from '../../lib/types'
import type { Words } from '../../lib/words'
import type { TableState } from '../../table/table.svelte'
import { buildingOf } from '../../table/targets'

/** How far the edge of a hole is from what it shows, in pixels. */
const MARGIN = 4
/** Half the width of the edge. */
const EDGE = 1.5
/** The shops that sell tokens. */
const TOKEN_SHOPS: Record<string, string> = { pipe: 'tobacco_shop', pouch: 'tobacco_shop', fish: 'fish_market' }

/**
 * Return the holes for the highlights of a step, in viewport coordinates. What the layout does not show, and what is scrolled away, has no hole.
 *
 * @param root the table's element
 */
export function holesOf(root: HTMLElement, table: TableState, highlights: readonly string[]): Box[] {
  return highlights
    .flatMap((highlight) => groupsOf(root, table, highlight))
    .map(unionOf)
    .filter((box) => box !== null)
    .map(withMargin)
    .filter(({ w, h }) => w > 0 && h > 0)
}

/** Return the boxes that lie in no other one. */
export function outermost(boxes: readonly Box[]): Box[] {
  const isIn = (a: Box, b: Box) => a.x >= b.x && a.y >= b.y && a.x + a.w <= b.x + b.w && a.y + a.h <= b.y + b.h
  return boxes.filter(
    (box, index) => !boxes.some((other, at) => at !== index && isIn(box, other) && !(at > index && isIn(other, box))),
  )
}

/** Return the hole for a box; its edge stays inside the viewport. */
function withMargin({ x, y, w, h }: Box): Box {
  const [left, top] = [Math.max(EDGE, x - MARGIN), Math.max(EDGE, y - MARGIN)]
  const right = Math.min(innerWidth - EDGE, x + w + MARGIN)
  const bottom = Math.min(innerHeight - EDGE, y + h + MARGIN)
  return { x: left, y: top, w: right - left, h: bottom - top }
}

/** Scroll the page, the row and the board so that the highlights of a step are inside. */
export function scrollTo(root: HTMLElement, highlights: readonly string[]): void {
  for (const highlight of highlights.toReversed()) {
    const [kind = '', id = ''] = highlight.split(' ')
    const attribute = { card: 'offer', stall: 'room', square: 'shop', building: 'building', player: 'panel' }[kind]
    const target = attribute && root.querySelector(`[data-${attribute}="${id}"]`)
    if (target) target.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' })
  }
}

/** Return the boxes of a highlight: one group for each hole. */
function groupsOf(root: HTMLElement, table: TableState, highlight: string): Box[][] {
  const [kind = '', id = ''] = highlight.split(' ')
  const { position } = table.game!
  const all = (selector: string) => [...root.querySelectorAll(selector)].map(boxOf)
  switch (kind) {
    case 'street':
      return [[1, 2, 3, 4, 5, 6, 7, 8].flatMap((square) => squareOf(root, table, square))]
    case 'square':
      return [squareOf(root, table, Number(id))]
    case 'slots':
      return [all('[data-slot]')]
    case 'slot':
      return [all(`[data-slot="${id}"]`)]
    case 'row':
      return [all('.offers [data-offer]')]
    case 'card':
      return [all(`.offers [data-offer="${id}"]`)]
    case 'goods':
      return ['tobacco_shop', 'fish_market'].map((shop) => squareOf(root, table, squareWith(table.words!, shop)))
    case 'good':
      return [
        squareOf(root, table, squareWith(table.words!, TOKEN_SHOPS[table.words!.goods.get(id)?.kind ?? ''] ?? '')),
      ]
    case 'buildings':
      return [all('.bld')]
    case 'building':
      return [all(`[data-building="${id}"]`)]
    case 'corners':
      return cornersOf(position).map((room) => all(`[data-room="${room}"]`))
    case 'stall':
      return [all(`[data-room="${id}"]`)]
    case 'nagaya':
      return [all(`[data-room^="${id}"]`)]
    case 'oyakata':
      return [all(`[data-pawn="${id}"]`)]
    case 'player':
      return [all(`[data-panel="${id}"]`)]
    case 'calendar':
      // The calendar of a wide screen is as wide as the space between the title and the tools, so its parts count.
      return [all('.top .cal > *, .top .monthline')]
    case 'track':
      return [trackOf(root, table)]
    case 'score':
      return [all('.scores')]
    default:
      return []
  }
}

const cornersOf = (position: Position) =>
  position.rooms.filter((room) => (room.surcharge ?? 0) > 0).map((room) => room.id)
const squareWith = (words: Words, shop: string) =>
  [...words.shops.values()].find((other) => other.id === shop)?.square ?? 0

/** Return a square with its sign. */
function squareOf(root: HTMLElement, table: TableState, square: number): Box[] {
  const board = root.querySelector<SVGSVGElement>('.board')
  const at = placesAt(table).squares[square]
  return board && at ? [at, at.shop].map((box) => onScreen(board, box)) : []
}

/** Return the firefighting track: on the board, or on its own drawing on a tablet; a phone shows it in the strip. */
function trackOf(root: HTMLElement, table: TableState): Box[] {
  const own = root.querySelector('.canal .firetrack')
  if (own) return [boxOf(own)]
  const onBoard = [...root.querySelectorAll('.board .tcell')].map(boxOf)
  return onBoard.length ? onBoard : [...root.querySelectorAll(`.strip [data-panel="${table.seat}"]`)].map(boxOf)
}

const placesAt = (table: TableState): Places => placesOf(table.feed.components!.board.side, table.screen.layout)

export function boxOf(element: Element): Box {
  const { x, y, width, height } = element.getBoundingClientRect()
  return { x, y, w: width, h: height }
}

function onScreen(board: SVGSVGElement, { x, y, w, h }: Box): Box {
  const matrix = board.getScreenCTM()!
  const from = new DOMPoint(x, y).matrixTransform(matrix)
  const to = new DOMPoint(x + w, y + h).matrixTransform(matrix)
  return { x: from.x, y: from.y, w: to.x - from.x, h: to.y - from.y }
}

function unionOf(boxes: readonly Box[]): Box | null {
  const visible = boxes.filter(({ w, h }) => w > 0 && h > 0)
  if (!visible.length) return null
  const x = Math.min(...visible.map((box) => box.x))
  const y = Math.min(...visible.map((box) => box.y))
  return {
    x,
    y,
    w: Math.max(...visible.map((box) => box.x + box.w)) - x,
    h: Math.max(...visible.map((box) => box.y + box.h)) - y,
  }
}

const ITEMS = '[data-slot], [data-offer], [data-room], [data-square], [data-shop], [data-building], [data-good]'

/** What a press hits. */
export interface Press {
  /** The move that it would make outside the lesson. */
  move?: LegalMove
  isCard: boolean
}

/**
 * Return what a press hits on the table; null if it is left to the page: the allowed move, or no part of the game.
 *
 * @param legal all legal moves
 */
export function pressOf(target: Element, table: TableState, legal: readonly LegalMove[]): Press | null {
  const item = target.closest<HTMLElement | SVGElement>(ITEMS)
  if (!item?.closest('.app') || item.closest('[data-legal], .sheetbox')) return null
  const { slot, offer, room, square, shop, building, good } = item.dataset
  const here = table.game?.position.players[table.game.turn?.seat ?? 0]?.square
  const at = Number(square ?? shop)
  const move = legal.find((other) => {
    const [first] = other.parts ?? []
    if (slot) return other.kind === 'ikizama' && first === slot
    if (offer) return ['start', 'hire', 'neutral'].includes(other.kind) && first === offer
    if (room) return ['place', 'work', 'train', 'swap', 'with', 'starve'].includes(other.kind) && first === room
    if (building) return buildingOf(other) === building
    if (good) return other.kind === 'shop' && other.parts?.includes(good)
    return other.preview?.square === at || (other.kind === 'shop' && at === here)
  })
  const isStanding = !!room && !!table.game?.position.rooms.find(({ id }) => id === room)?.card
  return { move, isCard: !!offer || !!building || isStanding }
}
