import { readFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { shortRefusal } from '../src/lib/refusals'
import type { Unavailable } from '../src/lib/types'
import type { Words } from '../src/lib/words'

vi.mock('../src/lib/i18n.svelte', () => ({
  t: (id: string, what: object = {}) => [id, ...Object.values(what)].join(' '),
  has: () => true,
}))

const words = {
  amount: (what: string, count: number) => `${count} ${what}`,
  listed: (all: string[]) => all.join(),
  card: () => 'the Inn',
} as unknown as Words
const build = { words: 'work D2', kind: 'work', parts: ['D2'], missing: { wood: 1 } }

test('a card that could build shows the resources missing for the nearest building', () => {
  expect(shortRefusal(words, { ...build, reason: 'short' } as Unavailable)).toBe('web-short 1 wood')
  expect(shortRefusal(words, { ...build, reason: 'nothing_to_build', card: 'inn' } as Unavailable)).toBe(
    'web-short 1 wood',
  )
})

test('each reason has its own short text', () => {
  const reasons = ['not_your_character', 'work_done', 'same_room', 'start_card_taken', 'too_many_squares']
  expect(reasons.map((reason) => shortRefusal(words, { ...build, reason } as Unavailable))).toEqual([
    'web-why-not-your-character',
    'web-why-work-done',
    'web-why-same-room',
    'web-taken',
    'web-why-out-of-reach',
  ])
})

test('every refusal reason of the rules has a short text', () => {
  const source = (path: string) => readFileSync(new URL(`../../src/edokko/${path}`, import.meta.url), 'utf8')
  const literal = source('explain/refusals.py').match(/^_Any = (.*?)^RefusalCode = /ms)![1]!
  const reasons = [...literal.matchAll(/"(\w+)"/g)].map((match) => match[1]!)
  expect(reasons.length).toBeGreaterThan(20)
  const english = source('catalogue/en.ftl')
  const lacking = reasons.filter((reason) => {
    const id = shortRefusal(words, { ...build, reason } as unknown as Unavailable).split(' ')[0]!
    return !new RegExp(`^${id} =`, 'm').test(english)
  })
  expect(lacking).toEqual([])
})
