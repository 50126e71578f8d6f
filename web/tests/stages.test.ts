import { expect, test } from 'vitest'
import { iconOf } from '../src/lib/events'
import type { GameEvent, Step, TableView } from '../src/lib/types'
import { hasReport, partsOf, viewAfter } from '../src/table/motion/stages'

const events = (...all: object[]) => all as GameEvent[]
const step = (ply: number, ...all: object[]) =>
  ({ kind: 'move', ply, seat: 0, month: 3, events: events(...all) }) as Step
const kinds = (steps: readonly Step[]) => steps.flatMap((step) => (step.events ?? []).map((event) => event.kind))
const salary = { kind: 'gained', seat: 0, resource: 'mon', amount: 2, reason: 'salary' }
const food = { kind: 'gained', seat: 0, resource: 'rice', amount: -1, reason: 'food' }

test('a payday is shown before the next month, and the log grows with each part', () => {
  const done = step(
    7,
    { kind: 'placed', card: 'monk', room: 'A1' },
    { kind: 'left', card: 'cook', reason: 'season' },
    { kind: 'season_began', season: 'summer' },
    { kind: 'payday_began', level: 3 },
    salary,
    food,
    { kind: 'fed', seat: 0 },
    { kind: 'gained', seat: 0, resource: 'iki', amount: 1, reason: 'building' },
    { kind: 'month_began', level: 4 },
    { kind: 'revealed', card: 'geisha' },
  )
  const parts = partsOf([done])
  expect(parts.map((part) => part.stage)).toEqual(['move', 'payday', 'begins'])
  expect(parts.map((part) => kinds(part.steps).length)).toEqual([1, 7, 2])
  expect(parts.map((part) => kinds(part.log).length)).toEqual([1, 8, 10])
  expect(parts.at(-1)!.log).toEqual([done])
  expect(hasReport([done])).toBe(true)
})

test('events before a new month belong to the old month, although their step carries the new one', () => {
  const events = [{ kind: 'payday_began', level: 3 }, salary, { kind: 'month_began', level: 4 }, { kind: 'revealed' }]
  const parts = partsOf([{ ...step(7, { kind: 'placed' }, ...events), month: 4 } as Step])
  expect(parts.map((part) => [part.stage, part.month])).toEqual([
    ['move', 3],
    ['payday', 3],
    ['begins', 4],
  ])
})

test('a fire precedes the mon of the row and the next month, and includes its decisions', () => {
  const guard = step(
    9,
    { kind: 'token_spent', seat: 0, token: 'fire_guard', room: 'B2', reason: 'fire' },
    { kind: 'left', seat: 1, card: 'monk', room: 'B3', reason: 'fire' },
    { kind: 'fire_died', nagaya: 'B' },
    { kind: 'mon_on_card', card: 'cook', amount: 1 },
    { kind: 'month_began', level: 6 },
  )
  expect(partsOf([guard]).map((part) => part.stage)).toEqual(['fire', 'ends', 'begins'])
})

test('moves of one turn form one part, and a hire is no fire', () => {
  const steps = [step(1, { kind: 'card_taken', card: 'monk' }), step(2, { kind: 'fire_rose', seat: 0, amount: 1 })]
  expect(partsOf(steps)).toEqual([{ stage: 'move', month: 3, steps, log: steps }])
  expect(hasReport(steps)).toBe(false)
})

test('an interim view applies the events so far and offers no moves', () => {
  const player = { seat: 0, mon: 1, rice: 1, iki: 5, kobun: 0, hungry: 1, tokens: ['joker', 'fire_guard'] }
  const view = {
    you: { may_play: true, may_undo: true, seats: [0] },
    table: {
      ply: 7,
      version: 8,
      seat: 0,
      game: {
        turn: { seat: 0 },
        moves: [{}],
        calendar: [],
        position: {
          month: 3,
          players: [player, { ...player, seat: 1 }],
          rooms: [{ id: 'B3', squares: [4], card: 'monk', kind: 'character', owner: 1, step: 2 }],
          row: [{ card: 'cook', cost: 2 }],
        },
      },
    },
  } as unknown as TableView
  const paid = viewAfter(view, { stage: 'payday', steps: [step(7, salary, food)] })
  expect(paid.you.may_play).toBe(false)
  expect([paid.table.ply, paid.table.version, paid.table.seat, paid.table.game!.moves]).toEqual([7, 8, undefined, []])
  expect(paid.table.game!.position.month).toBe(3)
  expect(paid.table.game!.position.players[0]).toMatchObject({ mon: 3, rice: 0, iki: 5, hungry: 0 })
  expect(paid.table.game!.position.players[1]).toMatchObject({ mon: 1, rice: 1 })
  const burnt = viewAfter(view, {
    stage: 'fire',
    steps: [
      step(
        7,
        { kind: 'token_spent', seat: 0, token: 'fire_guard', room: 'B2', reason: 'fire' },
        { kind: 'left', seat: 1, card: 'monk', room: 'B3', reason: 'fire' },
        { kind: 'mon_on_card', card: 'cook', amount: 1 },
      ),
    ],
  }).table.game!.position
  expect(burnt.rooms).toEqual([{ id: 'B3', squares: [4] }])
  expect(burnt.players.map((player) => [player.kobun, player.tokens])).toEqual([
    [0, ['joker']],
    [1, ['joker', 'fire_guard']],
  ])
  expect(burnt.row).toEqual([{ card: 'cook', cost: 2, mon: 1 }])
  // The original view is unchanged.
  expect(view.table.game!.position.rooms[0]!.card).toBe('monk')
})

test('only a payday has the scales as its icon', () => {
  const icon = (kind: string, more: object = {}) => iconOf({ kind, ...more } as GameEvent)
  expect(icon('payday_began', { level: 3 })).toBe('u-scales')
  expect(icon('month_began', { level: 1 })).toBe('u-month')
  expect(icon('month_began', { level: 13 })).toBe('u-new-year')
  expect(icon('season_began', { season: 'autumn' })).toBe('s-autumn')
  expect(icon('fire_died')).toBe('fire')
})
