import { expect, test, vi } from 'vitest'
import { buyButton, endButton, undoButton } from '../src/table/input/buttons'
import { TableState } from '../src/table/table.svelte'
import { groupsOf, pickToken, tilesOf } from '../src/table/input/tiles'

const tiles = (table: TableState) => tilesOf(groupsOf(table))

const move = (words: string) => ({ words, kind: words.split(' ')[0]!, parts: words.split(' ').slice(1) })

const OPTIONS = ['pipe', 'pouch', 'pipe pouch'].map((id) => ({ id, do: 'buy' }))
const GOODS = ['pipe 1', 'pipe 2', 'pouch 1'].map((name) => {
  const [kind = '', number] = name.split(' ')
  return { good: `spring_${kind}_${number}`, kind, price: 4 }
})
const buying = (...goods: string[]) => ({
  ...move(`shop ${goods.map((token) => `${token.split('_')[1]} ${token}`).join(' ')}`),
  preview: { goods, spend: { mon: 4 * goods.length } },
})

/** Return a table in which the player may act. */
function tableWith(moves: object[], unavailable: object[] = []): TableState {
  const game = {
    moves,
    unavailable,
    asked: ['shop', 'work', 'done'],
    turn: { seat: 0, shop: 'open' },
    position: { players: [{ square: 4, mon: 12 }], rooms: [], goods: GOODS },
  }
  const table = new TableState('a')
  table.feed.components = {
    characters: [],
    buildings: [],
    goods: GOODS.map((token) => ({ ...token, id: token.good, season: 'spring' })),
    shops: [{ square: 4, options: OPTIONS }],
    terms: {},
    types: {},
  } as never
  table.feed.view = { you: { may_play: true, may_undo: true }, table: { version: 1, seats: [], game } } as never
  return table
}

test('while the server is away every action is disabled and explains itself', async () => {
  const table = tableWith([move('income'), move('done')])
  const looks = () => [tiles(table)[0]!, undoButton(table), endButton(table)].map((control) => control.state)
  expect(looks()).toEqual(['can', 'plain', 'can'])
  table.feed.offline = true
  expect(looks()).toEqual(['off', 'off', 'off'])
  const say = vi.spyOn(table.screen, 'showNotice')
  tiles(table)[0]!.press()
  endButton(table).press()
  await table.send(['income'])
  expect(say).toHaveBeenCalledTimes(3)
})

test('an unaffordable deal shows its reason; a finished deal shows none', () => {
  const table = tableWith([move('done')], [{ ...move('shop sandals'), reason: 'short', missing: { mon: 1 } }])
  expect(tiles(table)).toMatchObject([{ id: 'shop sandals', state: 'off' }])
  const say = vi.spyOn(table.screen, 'showNotice')
  tiles(table)[0]!.press()
  expect(say).toHaveBeenCalledOnce()
  expect(table.screen.inspectedItem).toEqual({ kind: 'shop', id: '4' })
  const { view } = table.feed
  const game = { ...view!.table.game!, turn: { seat: 0, shop: 'done' } }
  table.feed.view = { ...view!, table: { ...view!.table, game } } as never
  expect(tiles(table)).toEqual([])
  expect(groupsOf(table)).toMatchObject([{ id: 'shop', kind: 'done' }])
})

test('picked tokens are bought by the legal move for exactly these tokens', () => {
  const [first, second, pouch] = GOODS.map((token) => token.good) as [string, string, string]
  const table = tableWith([buying(first), buying(second), buying(pouch), buying(first, pouch), move('done')])
  expect(groupsOf(table).map((group) => [group.id, group.tiles.length])).toEqual([
    ['pipe', 2],
    ['pouch', 1],
  ])
  expect(buyButton(table)).toBeUndefined()
  pickToken(table, first)
  pickToken(table, pouch)
  expect(table.choice.pickedTokens).toEqual([first, pouch])
  expect(buyButton(table)).toMatchObject({ words: buying(first, pouch).words, sum: { price: 8, of: 12 } })
  // No move buys these two together.
  pickToken(table, second)
  expect(table.choice.pickedTokens).toEqual([second])
  pickToken(table, second)
  expect(table.choice.pickedTokens).toEqual([])
})

test('undo first clears the picked tokens', () => {
  const table = tableWith([buying(GOODS[0]!.good), move('done')])
  table.feed.view!.you.may_undo = false
  expect(undoButton(table).state).toBe('off')
  tiles(table)[0]!.press()
  expect([table.choice.pickedTokens.length, undoButton(table).state]).toEqual([1, 'plain'])
  void table.undo()
  expect(table.choice.pickedTokens).toEqual([])
})

test('every reachable square is a tile, and squares beyond the lap line share one strip', () => {
  const to = (square: number, more: object = {}) => ({ ...move(`move ${square}`), preview: { square, ...more } })
  const lap = { laps: 1, trains: [{ card: 'monk', seat: 0, room: 'A1', xp: 3 }], retires: ['monk'] }
  const table = tableWith([to(8), to(1, lap), to(2, { ...lap, spend: { sandals: 1 } })])
  table.feed.view!.table.game!.asked = ['move']
  const groups = groupsOf(table)
  expect(groups.map((group) => [group.kind, group.tiles.map((tile) => tile.number)])).toEqual([
    ['solo', [8]],
    ['lap', [1, 2]],
  ])
  expect(groups[1]!.tiles.map((tile) => tile.key)).toEqual(['1', '2'])
  expect(groups[1]!.tiles[1]!.foot).toEqual([{ text: '1' }, { icon: 'r-sandals' }])
})
