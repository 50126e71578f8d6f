import type { Step } from '../../lib/types'
import { isChance } from '../../table/positionSource'
import { GameReview } from '../../review/review.svelte'
import type { TreeNode, VariationTree } from './tree.svelte'

/** The review of the game that a study is about. */
export class StudyReview extends GameReview {
  #moves: readonly TreeNode[]

  constructor(id: string, tree: VariationTree) {
    const moves = tree.game.filter((node) => !isChance(node.words))
    super(
      id,
      new Set(),
      moves.map(({ words, fact }, ply): Step => ({ kind: 'move', ply, move: words, seat: fact.seat })),
    )
    this.#moves = moves
  }

  /** The signs of the mistakes, by the nodes of the tree. */
  readonly signs = $derived.by(() => {
    const signs = new Map<TreeNode, string>()
    for (const mistake of this.mistakes) {
      const node = this.#moves[mistake.ply]
      if (node) signs.set(node, mistake.grade === 'blunder' ? '??' : '?')
    }
    return signs
  })
}
