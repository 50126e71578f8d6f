import { expect, test } from 'vitest'
import type { Running } from '../src/lib/types'
import { targetsOf } from '../src/table/targets'

const game = (moves: object[], unavailable: object[] = []) => ({ moves, unavailable }) as unknown as Running

const HIRE = { words: 'hire monk', kind: 'hire', parts: ['monk'], preview: { rooms: { A1: 4, A4: 6 } } }

test('a card and its room are sent together at the total price', () => {
  const targets = targetsOf(game([HIRE]), { move: HIRE }, 1)
  expect(targets.rooms.get('A4')).toMatchObject({ send: ['hire monk', 'place A4'], price: 6 })
})

test('the mon on a card reduce its price', () => {
  const move = { ...HIRE, preview: { ...HIRE.preview, gain: { mon: 5 } } }
  const targets = targetsOf(game([move]), { move }, 1)
  expect(['A1', 'A4'].map((room) => targets.rooms.get(room)?.price)).toEqual([-1, 1])
})

test('with a card selected, an unaffordable room shows the missing mon', () => {
  const preview = { rooms: { A1: 4 }, missing: { A4: 2 }, alike: { A1: 3 } }
  const move = { ...HIRE, preview }
  const targets = targetsOf(game([move]), { move }, 1)
  expect(targets.rooms.get('A1')).toMatchObject({ price: 4, alike: 3 })
  expect(targets.whyRooms.get('A4')).toMatchObject({ reason: 'short', missing: { mon: 2 } })
  expect(targetsOf(game([move]), null, 1).whyRooms.size).toBe(0)
})

test('a room can be selected before the card', () => {
  expect(targetsOf(game([HIRE]), null, 1).rooms.get('A1')).toMatchObject({ chooses: true })
  expect([...targetsOf(game([HIRE]), { room: 'A1' }, 1).cards.keys()]).toEqual(['monk'])
  expect([...targetsOf(game([HIRE]), { room: 'A1' }, 1).rooms.keys()]).toEqual(['A1'])
  expect([...targetsOf(game([HIRE]), { room: 'B1' }, 1).cards.keys()]).toEqual([])
})

test('squares have the cheapest move first', () => {
  const moves = [1, 9].map((count) => ({
    words: `move ${count}`,
    kind: 'move',
    parts: [`${count}`],
    preview: { square: 2 },
  }))
  expect(
    targetsOf(game(moves), null, 1)
      .squares.get(2)
      ?.map((move) => move.words),
  ).toEqual(['move 1', 'move 9'])
})

test('only nearby refusals are shown', () => {
  const why = [
    { words: 'work B1', kind: 'work', parts: ['B1'], reason: 'room_not_here', squares: [3] },
    { words: 'work A3', kind: 'work', parts: ['A3'], reason: 'short', missing: { mon: 1 } },
  ]
  expect([...targetsOf(game([], why), null, 1).whyRooms.keys()]).toEqual(['A3'])
})

test('refused shop deals and unreachable squares show each reason once', () => {
  const short = (words: string, mon: number) => ({
    words,
    kind: 'shop',
    parts: words.split(' ').slice(1),
    reason: 'short',
    missing: { mon },
  })
  const far = [1, 2].map((count) => ({
    words: `move ${count + 2}`,
    kind: 'move',
    parts: [`${count + 2}`],
    reason: 'too_many_squares',
    missing: { sandals: count },
    limit: 2,
  }))
  const there = { words: 'shop rice', kind: 'shop', parts: ['rice'], reason: 'wrong_square', squares: [2] }
  const pair = short('shop pipe a pouch b', 9)
  const targets = targetsOf(game([], [short('shop pipe a', 2), short('shop pouch b', 3), pair, there, ...far]), null, 4)
  expect(targets.whyShop.map((move) => move.words)).toEqual(['shop pipe a', 'shop pouch b'])
  expect(targets.whySquares.map((move) => move.words)).toEqual(['move 3'])
})
