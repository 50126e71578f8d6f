import { expect, test } from 'vitest'
import { place } from '../src/features/lessons/placing'

const AREA = { x: 0, y: 48, w: 1440, h: 760 }
const SIZE = { w: 446, h: 140 }

test('the panel stands below its hole, with the beak at the middle of the hole', () => {
  expect(place([{ x: 100, y: 100, w: 400, h: 150 }], SIZE, AREA)).toEqual({ x: 77, y: 262, beak: 'top', along: 223 })
})

test('at the lower end it stands above, at the right edge it stays inside', () => {
  expect(place([{ x: 1300, y: 640, w: 120, h: 160 }], SIZE, AREA)).toEqual({
    x: 982,
    y: 488,
    beak: 'bottom',
    along: 378,
  })
})

test('it stands beside a hole as high as the area', () => {
  expect(place([{ x: 100, y: 60, w: 300, h: 740 }], SIZE, AREA)).toMatchObject({ x: 412, beak: 'left' })
  expect(place([{ x: 1100, y: 60, w: 300, h: 740 }], SIZE, AREA)).toMatchObject({ x: 642, beak: 'right' })
})

test('it covers no other hole', () => {
  const holes = [
    { x: 100, y: 200, w: 400, h: 100 },
    { x: 100, y: 320, w: 400, h: 100 },
  ]
  expect(place(holes, SIZE, AREA)).toMatchObject({ y: 48, beak: 'bottom' })
})

test('without a hole it stands in the middle, without a beak', () => {
  expect(place([], SIZE, AREA)).toEqual({ x: 497, y: 358, beak: '', along: 0 })
})
