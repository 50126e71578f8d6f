import type { GameEvent, Position, Room, Step } from '../../lib/types'

/** A payday or a fire: its events so far, and the position before the first of them. */
export interface Report {
  kind: 'payday' | 'fire'
  month: number
  events: readonly GameEvent[]
  before: Position
}

/** How long each frame is shown, in milliseconds. */
export const FRAME_TIMES = { payday: [700, 700, 600], fire: [500, 700, 800] } as const

/** Amounts of resources, in the order in which they came. */
export type Sums = [resource: string, amount: number][]

/**
 * Return the frames in which some events are shown.
 *
 * A payday has salaries, harmony and food; a fire has its outbreak, what burns, and its end.
 */
export function framesOf(kind: Report['kind'], events: readonly GameEvent[]): number[] {
  const frames = events.map((event) => frameOf(kind, event))
  return [0, 1, 2].filter((frame) => frames.includes(frame))
}

/** Return the frame in which an event is shown, or -1. */
export function frameOf(kind: Report['kind'], { kind: what, reason }: GameEvent): number {
  if (kind === 'payday') {
    if (what === 'gained' && reason === 'salary') return 0
    if (what === 'harmony_scored' || reason === 'harmony') return 1
    return what === 'fed' || reason === 'food' || reason === 'building' ? 2 : -1
  }
  if (what === 'fire_broke_out') return 0
  if ((what === 'left' || what === 'token_spent') && reason === 'fire') return 1
  return what === 'fire_put_out' || what === 'fire_died' ? 2 : -1
}

/**
 * Return the events that are told in words at a frame.
 *
 * A payday tells one player what all frames so far have brought, and several players what this frame brings.
 */
export function toldEvents({ kind, events }: Report, frame: number, own: number | null): GameEvent[] {
  return events.filter((event) => {
    const at = frameOf(kind, event)
    if (kind === 'fire') return at >= 0 && at <= frame
    return own === null ? at === frame : at >= 0 && at <= frame && event.seat === own
  })
}

/** Return the steps of a log up to what the stage has reached: no later frame, and nothing after the report. */
export function reachedSteps(steps: readonly Step[], { kind, events }: Report, frame: number): readonly Step[] {
  const later = events.find((event) => frameOf(kind, event) > frame)
  const end = later ?? events.at(-1)!
  const index = steps.findLastIndex((step) => step.events?.includes(end))
  const step = steps[index]
  if (!step?.events) return steps
  return [
    ...steps.slice(0, index),
    { ...step, events: step.events.slice(0, step.events.indexOf(end) + (later ? 0 : 1)) },
  ]
}

/** The reasons for gains that each frame of a payday shows. Rice is eaten, so the meal is no gain. */
const REASONS = [['salary'], ['salary', 'harmony'], ['salary', 'harmony', 'building']] as const

/** Sum up what a payday has given a seat up to a frame. */
export function gainsOf({ events }: Report, seat: number, frame: number): Sums {
  return sum(events, seat, REASONS[frame] ?? [])
}

/** Sum up what a payday has given a seat for some reasons. */
export function sum(events: readonly GameEvent[], seat: number, reasons: readonly string[]): Sums {
  const amounts = new Map<string, number>()
  for (const event of events) {
    if (event.seat !== seat || event.kind !== 'gained' || !reasons.includes(event.reason ?? '')) continue
    const what = event.resource ?? ''
    amounts.set(what, (amounts.get(what) ?? 0) + (event.amount ?? 0))
  }
  return [...amounts].filter(([, amount]) => amount)
}

/** The salary of a card that stands in a stall. */
export interface Salary {
  room: string
  seat: number
  amounts: Sums
}

/** Return the salaries of the cards on the board. Those of retired cards stand in the sums alone. */
export function salariesOf({ events, before }: Report): Salary[] {
  const salaries = new Map<string, Salary>()
  for (const { kind, reason, source, seat, resource, amount } of events) {
    const room = kind === 'gained' && reason === 'salary' && before.rooms.find((each) => each.card === source)
    if (!room || !amount) continue
    const salary = salaries.get(room.id) ?? { room: room.id, seat: seat ?? -1, amounts: [] }
    salary.amounts.push([resource ?? '', amount])
    salaries.set(room.id, salary)
  }
  return [...salaries.values()]
}

/** A seat's harmony in a group: its kobun on a type, times the cards of that type. */
export interface Harmony {
  seat: number
  type: string
  kobun: number
  cards: number
  iki: number
}

/** The harmony of one type in a group, and the rooms with the cards that count. */
export interface House {
  group: string
  rooms: string[]
  sums: Harmony[]
}

/** Return the types with harmony in each group, in the order of the events. */
export function housesOf({ events, before }: Report, corners: readonly string[], typeOf: (card: string) => string) {
  const houses = new Map<string, House>()
  for (const { kind, group = '', seat, type, amount, detail } of events) {
    if (kind !== 'harmony_scored' || !group || !type) continue
    const belongs = ({ id }: Room) => (group === 'corners' ? corners.includes(id) : id.startsWith(group))
    const counts = (room: Room) => room.kind === 'character' && belongs(room) && typeOf(room.card ?? '') === type
    const key = `${group} ${type}`
    const house = houses.get(key) ?? { group, rooms: before.rooms.filter(counts).map((room) => room.id), sums: [] }
    const cards = detail || 1
    house.sums.push({ seat: seat ?? -1, type, kobun: (amount ?? 0) / cards, cards, iki: amount ?? 0 })
    houses.set(key, house)
  }
  return [...houses.values()]
}

/** What the people of a seat ate, and the stalls of the fed. */
export interface Meal {
  seat: number
  fed: number
  mouths: number
  /** How many have left. */
  left: number
  /** Empty until it is settled who is fed. */
  rooms: string[]
}

/** Return the meals of the seats with people, in the order in which they ate. */
export function mealsOf({ events, before }: Report): Meal[] {
  return events
    .filter((event) => event.kind === 'fed' && event.detail)
    .map(({ seat = -1, amount, detail }) => {
      const left = events
        .filter((event) => event.kind === 'left' && event.reason === 'food' && event.seat === seat)
        .map((event) => event.room)
      const staying = before.rooms
        .filter(({ id, kind, owner }) => kind === 'character' && owner === seat && !left.includes(id))
        .map((room) => room.id)
      const fed = amount ?? 0
      const rooms = staying.length === fed ? staying : []
      return { seat: seat ?? -1, fed, mouths: detail ?? 0, left: left.length, rooms }
    })
}

/** What a fire did at a stall. */
export interface FireStall {
  room: string
  force: number
  fate: 'passed' | 'burnt' | 'guarded' | 'saved'
  /** The owner and the owner's firefighting level; null for an empty stall and for a neutral card. */
  seat: number | null
  level: number | null
}

/** A fire from stall to stall. */
export interface Fire {
  nagaya: string
  stalls: FireStall[]
}

/** Return the way of a fire. */
export function fireOf({ events, before }: Report): Fire {
  const fire: Fire = { nagaya: '', stalls: [] }
  let force = 0
  for (const { kind, reason, nagaya, room, seat: owner, amount } of events) {
    if (nagaya || room) fire.nagaya ||= nagaya ?? room!.charAt(0)
    if (kind === 'fire_broke_out') force = amount ?? 0
    const fate = fateOf(kind, reason)
    if (!fate || !room) continue
    // A guarded stall lets the fire pass, and its event counts the guard.
    force = fate === 'guarded' ? force : (amount ?? 0)
    const seat = fate === 'passed' ? null : (owner ?? null)
    const level = seat === null ? null : (before.players[seat]?.fire ?? null)
    fire.stalls.push({ room, force, fate, seat, level })
  }
  return fire
}

function fateOf(kind: string, reason: string | null | undefined): FireStall['fate'] | undefined {
  if (kind === 'fire_passed') return 'passed'
  if (kind === 'fire_put_out') return 'saved'
  if (reason !== 'fire') return undefined
  return kind === 'left' ? 'burnt' : kind === 'token_spent' ? 'guarded' : undefined
}

/** A number or an icon on the stage. */
export type Part = { text: string } | { icon: string }

/** What stands on the stage for one seat. */
export interface Entry {
  seat: number | null
  parts: Part[]
}

/** Return what the stage says of each seat in a frame. */
export function entriesOf(report: Report, frame: number, seats: readonly number[]): Entry[] {
  return report.kind === 'payday' ? paydayEntries(report, frame, seats) : fireEntries(fireOf(report), frame)
}

function paydayEntries(report: Report, frame: number, seats: readonly number[]): Entry[] {
  const meals = frame === 2 ? mealsOf(report) : []
  return seats
    .map((seat) => {
      const left = meals.find((meal) => meal.seat === seat)?.left ?? 0
      const lost: Part[] = left ? [{ text: `−${left}` }, { icon: 'kobun' }] : []
      return { seat, parts: [...amountParts(foremost(gainsOf(report, seat, frame), frame)), ...lost] }
    })
    .filter((entry) => entry.parts.length)
}

/** What the canal has room for in each frame of a payday, the first to look for. */
const FOREMOST = [['iki', 'mon', 'rice', 'sandals', 'wood', 'koban', 'fire'], ['iki', 'mon'], ['iki']]

/** Return the amounts that a frame shows in order; all of them if it shows none. */
function foremost(sums: Sums, frame: number): Sums {
  const amounts = new Map(sums)
  const shown = FOREMOST[frame]!.flatMap((what): Sums => (amounts.has(what) ? [[what, amounts.get(what)!]] : []))
  return shown.length ? shown : sums
}

/** Return amounts as numbers with their icons. */
export const amountParts = (sums: Sums): Part[] =>
  sums.flatMap(([what, amount]) => [{ text: `${amount < 0 ? '−' : '+'}${Math.abs(amount)}` }, { icon: `r-${what}` }])

function fireEntries({ stalls }: Fire, frame: number): Entry[] {
  if (frame === 0) return []
  const saved = frame === 2 ? stalls.filter((stall) => stall.fate === 'saved') : []
  return (saved.length ? saved : stalls.filter((stall) => stall.fate === 'burnt' || stall.fate === 'guarded')).map(
    (stall) => ({ seat: stall.seat, parts: comparison(stall) }),
  )
}

/** Return the comparison of a level with the force of the fire. */
function comparison({ fate, level, force }: FireStall): Part[] {
  if (fate === 'guarded') return [{ icon: 'k-ward' }]
  if (level === null) return [{ icon: 'fire' }, { text: `${force}` }]
  return [{ text: `${level} ${fate === 'saved' ? '≥' : '<'} ${force}` }]
}
