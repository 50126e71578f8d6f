import { describe, expect, it } from 'vitest'
import { ranked } from '../src/features/study/engine.svelte'
import { VariationTree } from '../src/features/study/tree.svelte'

const fact = () => ({ seat: 0 })

describe('the tree of variations', () => {
  it('adds what a line has new, and indents a variation below the move that it replaces', () => {
    const tree = new VariationTree()
    tree.follow(['income', 'move 2', 'done'], fact)
    tree.follow(['income', 'move 3'], fact)
    expect(tree.rows.map((row) => [row.node.words, row.level])).toEqual([
      ['income', 1],
      ['move 2', 1],
      ['move 3', 2],
      ['done', 1],
    ])
    expect(tree.lineTo(tree.current)).toEqual(['income', 'move 3'])
  })

  it('shows a hire and its stall in one row, until there is another stall', () => {
    const tree = new VariationTree()
    tree.follow(['hire monk', 'place A3', 'move 1'], fact)
    expect(tree.rows.map((row) => row.end.words)).toEqual(['place A3', 'move 1'])
    tree.follow(['hire monk', 'place B1'], fact)
    expect(tree.rows.map((row) => row.node.words)).toEqual(['hire monk', 'place A3', 'place B1', 'move 1'])
  })

  it('moves a variation to the front, and goes to the parent of a removed node', () => {
    const tree = new VariationTree()
    tree.follow(['income'], fact)
    tree.follow(['hire monk'], fact)
    tree.promote(tree.current!)
    expect(tree.rows[0]!.node.words).toBe('hire monk')
    tree.remove(tree.current!)
    expect(tree.current).toBeNull()
    expect(tree.rows.map((row) => row.node.words)).toEqual(['income'])
  })

  it('tells the next move of the game with those that complete it', () => {
    const tree = new VariationTree()
    const nodes = ['hire monk', 'place A3', 'move 2'].map((move, index) => ({ move, parent: index - 1, played: true }))
    tree.load(nodes, nodes.map(fact))
    expect(tree.playedNext).toEqual(['hire monk', 'place A3'])
  })

  it('keeps the moves of a game, and goes through them by their number', () => {
    const tree = new VariationTree()
    const nodes = ['ikizama 2', 'income', 'reveal monk', 'move 2'].map((move, index) => ({
      move,
      parent: index - 1,
      played: true,
    }))
    tree.load(nodes, nodes.map(fact))
    expect([tree.gameLength, tree.gameNodeAt(0), tree.gameNodeAt(2)?.words]).toEqual([3, null, 'reveal monk'])
    tree.follow(['ikizama 2', 'hire monk'], fact)
    expect([tree.gamePly, tree.playedNext]).toEqual([1, []])
    const variation = tree.current!
    tree.follow(['ikizama 2', 'hire ox_cart'], fact)
    tree.promote(tree.current!)
    expect(tree.rows.map((row) => row.node.words)).toEqual([
      'ikizama 2',
      'income',
      'hire ox_cart',
      'hire monk',
      'reveal monk',
      'move 2',
    ])
    tree.remove(variation.parent!)
    expect(tree.game.map((node) => node.words)).toEqual(nodes.map((node) => node.move))
    expect(tree.save().filter((node) => node.played)).toEqual(nodes)
    expect(tree.path.map((node) => node.words)).toEqual(['ikizama 2', 'hire ox_cart'])
  })

  it('remembers what the engine said about a move that is played later', () => {
    const tree = new VariationTree()
    tree.rate(new Map([['income', 0.4]]))
    tree.follow(['income'], fact)
    expect(tree.current?.win).toBe(0.4)
  })

  it('is the same after it was saved and loaded', () => {
    const tree = new VariationTree()
    tree.follow(['income', 'move 2'], fact)
    tree.follow(['hire monk', 'place A3'], fact)
    tree.describe(tree.current!, { name: 'What if', comment: 'Better.' })
    const saved = tree.save()
    const copy = new VariationTree()
    copy.load(saved, saved.map(fact))
    expect(copy.save()).toEqual(saved)
    expect(saved.map((node) => node.parent)).toEqual([-1, 0, -1, 2])
  })

  it('folds what is deeper than five levels', () => {
    const tree = new VariationTree()
    const line: string[] = []
    for (let level = 0; level < 7; level++) {
      tree.follow([...line, 'main'], fact)
      line.push(`other ${level}`)
      tree.follow([...line], fact)
    }
    const folded = tree.rows.find((row) => row.folded)!
    expect(Math.max(...tree.rows.map((row) => row.level))).toBe(5)
    tree.unfold(folded.node)
    expect(Math.max(...tree.rows.map((row) => row.level))).toBeGreaterThan(5)
  })
})

describe('the ranks of moves', () => {
  const move = (words: string, win: number, error: number) => ({
    move: words,
    visits: 10,
    wins: [win, 1 - win],
    finals: [50, 40],
    error,
    line: [words, 'place A3', 'move 2'],
  })
  it('are shared by moves that differ by less than the counting error', () => {
    const moves = [move('hire monk', 0.5, 0.01), move('income', 0.495, 0.01), move('hire porter', 0.3, 0.01)]
    const result = ranked({ simulations: 300, seat: 0, moves })
    expect(result.map((each) => each.rank)).toEqual([1, 1, 3])
    expect(result[0]!.then).toEqual(['place A3'])
  })
  it('do not exist where no seat decides', () => {
    expect(ranked({ simulations: 0, moves: [] })).toEqual([])
  })
})
