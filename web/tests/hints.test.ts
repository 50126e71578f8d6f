import { expect, it } from 'vitest'
import { separatePlates } from '../src/lib/hints'

it('moves a plate below the one that it would cover, and leaves others where they are', () => {
  const plates = [
    { x: 100, y: 50 },
    { x: 180, y: 50 },
    { x: 500, y: 50 },
    { x: 190, y: 60 },
  ]
  expect(separatePlates(plates, 124, 32, 900).map(({ y }) => y)).toEqual([50, 82, 50, 114])
})

it('moves a plate up where there is no room below', () => {
  const plates = [
    { x: 100, y: 860 },
    { x: 180, y: 860 },
  ]
  expect(separatePlates(plates, 124, 32, 900).map(({ y }) => y)).toEqual([860, 828])
})
