import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { EMBLEMS } from '../src/art/emblems'

const drawn = readFileSync(new URL('../src/art/Figures.svelte', import.meta.url), 'utf8')
const components = readFileSync(new URL('../../src/edokko/components/components.toml', import.meta.url), 'utf8')

test('every character has a figure and a good of its own', () => {
  const characters = [...components.matchAll(/^\[characters\.(\w+)\]$/gm)].map(([, id]) => id)
  expect(characters).toHaveLength(60)
  expect(Object.keys(EMBLEMS).sort()).toEqual(characters.sort())
  expect(new Set(Object.values(EMBLEMS).map((pair) => pair.join(' '))).size).toBe(60)
})

test('every figure and every good is drawn, and none is drawn in vain', () => {
  const used = new Set(Object.values(EMBLEMS).flatMap(([body, good]) => [`b-${body}`, `g-${good}`]))
  const symbols = [...drawn.matchAll(/<symbol id="([bg]-\w+)"/g)].map(([, id]) => id)
  expect(symbols.sort()).toEqual([...used].sort())
})
