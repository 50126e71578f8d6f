// Each custom property that a style reads is set in a style or by the page.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const SOURCES = join(import.meta.dirname, '../src')

function texts(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    if (statSync(path).isDirectory()) return texts(path)
    return /\.(css|svelte|ts)$/.test(name) ? [readFileSync(path, 'utf8')] : []
  })
}

test('no style reads a property that is never set', () => {
  const all = [...texts(SOURCES), readFileSync(join(SOURCES, '../index.html'), 'utf8')].join('\n')
  const found = (pattern: RegExp) => new Set([...all.matchAll(pattern)].map(([, name]) => name))
  // A second value stands in for a property that is set only sometimes.
  const read = found(/var\((--[\w-]+)\)/g)
  const set = found(/(--[\w-]+)['"]?\s*[:,=]/g)
  expect(read.size).toBeGreaterThan(50)
  expect([...read].filter((name) => !set.has(name))).toEqual([])
})
