import { expect, test } from 'vitest'
import type { ScoreSheet } from '../src/lib/types'
import { decisionOf, topOf } from '../src/table/end/result'

const sheet = (seat: number, place: number, track: number, types: number): ScoreSheet => ({
  seat,
  place,
  lines: { track, types },
  total: track + types,
})
const scores = [sheet(1, 1, 39, 25), sheet(0, 2, 28, 20), sheet(2, 3, 30, 1)]

test('the line with the largest gap to the second decides', () => {
  expect(decisionOf(scores, null)).toMatchObject({ line: 'track', rival: { seat: 0 } })
  expect(decisionOf(scores, 1)).toMatchObject({ line: 'track', rival: { seat: 0 } })
})

test('a reader who lost is compared with the winner', () => {
  expect(decisionOf(scores, 2)).toMatchObject({ line: 'types', rival: { seat: 2 } })
})

test('nothing decides between equal points, and both have a banner', () => {
  const tie = [sheet(0, 1, 20, 20), sheet(1, 2, 30, 10), sheet(2, 3, 1, 1)]
  expect(decisionOf(tie, null)).toBeNull()
  expect(topOf(tie).map((score) => score.seat)).toEqual([0, 1])
})
