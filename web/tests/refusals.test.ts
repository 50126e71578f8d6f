import { expect, test, vi } from 'vitest'
import { brief } from '../src/lib/refusals'
import type { Unavailable } from '../src/lib/types'
import type { Words } from '../src/lib/words'

vi.mock('../src/lib/i18n.svelte', () => ({ t: (id: string, what: object = {}) => [id, ...Object.values(what)].join(' '), has: () => true }))

const words = { amount: (what: string, count: number) => `${count} ${what}`, listed: (all: string[]) => all.join(), card: () => 'the Inn' } as unknown as Words
const build = { words: 'work D2', kind: 'work', parts: ['D2'], missing: { wood: 1 } }

test('On a card that could build it stands what the nearest building lacks: a sentence has no room there', () => {
  expect(brief(words, { ...build, reason: 'short' } as Unavailable)).toBe('web-short 1 wood')
  expect(brief(words, { ...build, reason: 'nothing_to_build', card: 'inn' } as Unavailable)).toBe('web-short 1 wood')
})
