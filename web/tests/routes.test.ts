import { describe, expect, it } from 'vitest'
import { href, pathOfLegacyLink, parsePath as parseAmong, positionIn } from '../src/lib/routes'
import { pages } from '../src/pages'

const parsePath = (path: string) => parseAmong(pages, path)

describe('paths', () => {
  it('parse back to the route that they were built from', () => {
    expect(parsePath(href.lobby())).toEqual({ page: 'lobby' })
    expect(parsePath(href.table('aB_-1'))).toEqual({ page: 'table', id: 'aB_-1' })
    expect(parsePath(href.replay('x', 12))).toEqual({ page: 'replay', id: 'x', kind: 'replay', ply: '12' })
    expect(parsePath(href.review('x'))).toEqual({ page: 'replay', id: 'x', kind: 'review', ply: '' })
    expect(parsePath(href.review('x', 0))).toEqual({ page: 'replay', id: 'x', kind: 'review', ply: '0' })
    expect(parsePath(href.embed('x', 12).split('?')[0]!)).toEqual({ page: 'embed', id: 'x' })
    expect(parsePath(href.embedStudy('x'))).toEqual({ page: 'embed-study', id: 'x' })
    expect(parsePath(href.embedPuzzle('today'))).toEqual({ page: 'embed-puzzle', id: 'today' })
    expect(parsePath(href.playMoment('x', 12).split('?')[0]!)).toEqual({ page: 'play' })
    expect(parsePath(href.player('g'))).toEqual({ page: 'player', id: 'g' })
    expect(parsePath(href.moveIn('a b/c'))).toEqual({ page: 'move-in', code: 'a b/c' })
    for (const page of ['rules', 'cards', 'settings'] as const) expect(parsePath(href[page]())).toEqual({ page })
  })

  it('include a short form for reviews', () => {
    expect(parsePath('/review/x')).toEqual({ page: 'replay', id: 'x' })
  })

  it('have empty parts where some are missing', () => {
    expect(parsePath('/t/x/replay')).toEqual({ page: 'replay', id: 'x', kind: 'replay', ply: '' })
    expect(parsePath('/study')).toEqual({ page: 'study', id: '' })
  })

  it('may end with a slash', () => {
    expect(parsePath('/events/')).toEqual({ page: 'events' })
    expect(parsePath('/t/x/')).toEqual({ page: 'table', id: 'x' })
  })

  it('lead to one page each', () => {
    const paths = Object.values(pages).flatMap((page) => page.paths)
    expect(new Set(paths).size).toBe(paths.length)
  })

  it.each([
    '/nowhere',
    '/t',
    '/rules/1',
    '/t/x/else',
    '/t/x/replay/1/2',
    '/api/tables',
    '/t/x/review/1/2',
    '/player',
    '/embed/t',
    '/embed/x/y',
    '/embed/constructor/y',
    '/play/x',
  ])('%s is not a route', (path) => expect(parsePath(path)).toBeNull())

  it('keep the plus signs of a position', () => {
    const position = 'edokko1 2021.1 3:way-of-life:1 12+2'
    expect(positionIn(href.playPosition(position).slice('/play'.length))).toBe(position.replaceAll(' ', '_'))
  })

  it('tolerate broken escapes', () => {
    expect(parsePath('/t/%E0%A4%A')).toEqual({ page: 'table', id: '%E0%A4%A' })
  })
})

describe('an old link', () => {
  it.each([
    ['#/', '/'],
    ['#/table/x', '/t/x'],
    ['#/replay/x/12', '/t/x/replay/12'],
    ['#/replay/x', '/t/x/replay/0'],
    ['#/review/x', '/t/x/review'],
    ['#/player/g', '/player/g'],
    ['#/move-in/code', '/move-in/code'],
    ['#/rules', '/rules'],
    ['#/cards', '/cards'],
    ['#/settings', '/settings'],
    ['#/nowhere', '/'],
    ['#/table', '/'],
  ])('%s becomes %s', (old, path) => expect(pathOfLegacyLink(old)).toBe(path))

  it('begins with #/', () => {
    expect(pathOfLegacyLink('')).toBeNull()
    expect(pathOfLegacyLink('#fires')).toBeNull()
  })
})
