import { expect, test } from 'vitest'
import { FACES, fitCards } from '../src/board/offerLayout'

const inside = (count: number, width: number, height: number) => {
  const { face, rows, scale } = fitCards(count, width, height, 6)
  const columns = Math.ceil(count / rows)
  expect(columns * FACES[face].w * scale + (columns - 1) * 6).toBeLessThanOrEqual(width + 0.01)
  expect(rows * FACES[face].h * scale + (rows - 1) * 6).toBeLessThanOrEqual(height + 0.01)
}

test('cards fit into their box at a readable size, in several rows where that is larger', () => {
  for (const [count, width, height] of [
    [8, 1062, 148],
    [12, 1062, 148],
    [9, 900, 92],
    [8, 580, 290],
    [14, 800, 200],
  ] as const) {
    expect(fitCards(count, width, height, 6).scrolls).toBe(false)
    inside(count, width, height)
  }
  expect(fitCards(8, 580, 290, 6)).toMatchObject({ face: 'full', rows: 2 })
  expect(fitCards(4, 1062, 148, 6, 1)).toMatchObject({ face: 'full', rows: 1, scale: 1 })
})

test('cards in a low row omit their picture', () => {
  expect(fitCards(8, 900, 92, 6)).toMatchObject({ face: 'low', rows: 1, scrolls: false })
})

test('cards that would be too small to read scroll', () => {
  const laid = fitCards(14, 900, 92, 6)
  expect(laid).toMatchObject({ face: 'low', rows: 1, scrolls: true })
  expect(laid.scale).toBeGreaterThanOrEqual(FACES.low.least)
})
