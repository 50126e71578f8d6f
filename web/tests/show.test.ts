import { expect, test } from 'vitest'
import type { GameEvent, Position, Step } from '../src/lib/types'
import {
  entriesOf,
  fireOf,
  framesOf,
  gainsOf,
  housesOf,
  mealsOf,
  reachedSteps,
  salariesOf,
} from '../src/table/motion/show'
import type { Report } from '../src/table/motion/show'

const events = (...all: object[]) => all as GameEvent[]
const room = (id: string, card: string, owner?: number) => ({ id, squares: [], card, kind: 'character', owner })
const before = {
  month: 3,
  players: [{ fire: 2 }, { fire: 5 }],
  rooms: [room('A1', 'monk', 0), room('A2', 'cook', 1), room('A3', 'nun', 0), room('C1', 'smith', 1), { id: 'C2' }],
} as unknown as Position
const payday = (...all: object[]): Report => ({ kind: 'payday', month: 3, events: events(...all), before })
const fire = (...all: object[]): Report => ({ kind: 'fire', month: 5, events: events(...all), before })
const gained = (seat: number, reason: string, resource: string, amount: number, source?: string) => ({
  kind: 'gained',
  seat,
  reason,
  resource,
  amount,
  source,
})
const harmony = { kind: 'harmony_scored', seat: 0, group: 'A', type: 'priest', amount: 4, detail: 2 }
const typeOf = (card: string) => (card === 'cook' ? 'vendor' : 'priest')

test('salaries stand at the cards on the board, and those of retired cards in the sums alone', () => {
  const report = payday(
    gained(0, 'salary', 'mon', 2, 'monk'),
    gained(0, 'salary', 'iki', 1, 'monk'),
    gained(0, 'salary', 'iki', 3, 'retired'),
  )
  expect(salariesOf(report)).toEqual([
    {
      room: 'A1',
      seat: 0,
      amounts: [
        ['mon', 2],
        ['iki', 1],
      ],
    },
  ])
  expect(gainsOf(report, 0, 0)).toEqual([
    ['mon', 2],
    ['iki', 4],
  ])
})

test('a house has the stalls that count and its sum', () => {
  const report = payday(harmony, gained(0, 'harmony', 'iki', 4))
  expect(housesOf(report, [], typeOf)).toEqual([
    { group: 'A', rooms: ['A1', 'A3'], sums: [{ seat: 0, type: 'priest', kobun: 2, cards: 2, iki: 4 }] },
  ])
  // The salaries are a frame of their own, before the houses.
  expect([gainsOf(report, 0, 0), gainsOf(report, 0, 1)]).toEqual([[], [['iki', 4]]])
})

test('bowls land on the fed, once it is settled who they are', () => {
  const eaten = { kind: 'fed', seat: 0, amount: 1, detail: 2 }
  expect(mealsOf(payday(eaten))).toEqual([{ seat: 0, fed: 1, mouths: 2, left: 0, rooms: [] }])
  const left = { kind: 'left', seat: 0, card: 'monk', room: 'A1', reason: 'food' }
  expect(mealsOf(payday(eaten, left))).toEqual([{ seat: 0, fed: 1, mouths: 2, left: 1, rooms: ['A3'] }])
  expect(entriesOf(payday(eaten, left), 2, [0, 1])).toEqual([{ seat: 0, parts: [{ text: '−1' }, { icon: 'kobun' }] }])
})

test('a fire goes from stall to stall with the force of the events, until a level is enough', () => {
  const out = fire(
    { kind: 'fire_broke_out', nagaya: 'A', amount: 6 },
    { kind: 'left', reason: 'fire', room: 'A1', card: 'monk', seat: 0, amount: 6 },
    { kind: 'fire_put_out', room: 'A2', card: 'cook', seat: 1, amount: 5 },
  )
  expect(fireOf(out).stalls.map((stall) => [stall.room, stall.fate, stall.level, stall.force])).toEqual([
    ['A1', 'burnt', 2, 6],
    ['A2', 'saved', 5, 5],
  ])
  expect([0, 1, 2].map((frame) => entriesOf(out, frame, [0, 1]))).toEqual([
    [],
    [{ seat: 0, parts: [{ text: '2 < 6' }] }],
    [{ seat: 1, parts: [{ text: '5 ≥ 5' }] }],
  ])
})

test('a frame without events is left out', () => {
  expect(framesOf('payday', events(gained(0, 'salary', 'mon', 1), { kind: 'fed' }))).toEqual([0, 2])
  expect(framesOf('fire', events({ kind: 'fire_broke_out' }, { kind: 'fire_died' }))).toEqual([0, 2])
})

test('the log shows nothing that the stage has not reached', () => {
  const began = { kind: 'payday_began' }
  const salary = gained(0, 'salary', 'mon', 2, 'monk')
  const eaten = { kind: 'fed', seat: 0, amount: 1, detail: 1 }
  const report = payday(began, salary, harmony, eaten)
  const step = { kind: 'move', ply: 4, events: [{ kind: 'moved' }, ...report.events, { kind: 'month_began' }] }
  const steps = [{ kind: 'move', ply: 3, events: [{ kind: 'moved' }] }, step, { kind: 'undo', ply: 5 }] as Step[]
  const logged = (frame: number) => reachedSteps(steps, report, frame).map((step) => step.events?.length)
  expect([0, 1, 2].map(logged)).toEqual([
    [1, 3],
    [1, 4],
    [1, 5],
  ])
  // A log that was read anew has other events.
  expect(reachedSteps(structuredClone(steps), report, 0)).toHaveLength(3)
})
