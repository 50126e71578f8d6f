import { isCompleting } from '../../lib/moves'
import type { StudyFact, StudyNode } from '../../lib/types'
import { isChance } from '../../table/positionSource'

/** A move or chance of a tree of variations. */
export interface TreeNode {
  readonly id: number
  readonly words: string
  readonly parent: TreeNode | null
  readonly fact: StudyFact
  children: TreeNode[]
  name: string
  comment: string
  /** Whether it was played in the game that the study is about. */
  played: boolean
  /** The win chance of the seat that played it, once the engine has looked at it. */
  win?: number
}

/** A row of the list: a node, with the nodes that only complete its move, such as the stall of a hire. */
export interface TreeRow {
  node: TreeNode
  /** The last node of the row. */
  end: TreeNode
  /** 1 for the main line. */
  level: number
  /** How many rows are folded below this one. */
  folded: number
}

/** Deeper variations are folded. */
const DEEPEST = 5

const playedOf = (nodes: readonly TreeNode[]): TreeNode | undefined => nodes.find((node) => node.played)

/** The variations of a study. The first child of a node is its main line. */
export class VariationTree {
  /** Grows with every change, because the nodes themselves are no state. */
  revision = $state(0)
  current = $state.raw<TreeNode | null>(null)
  /** The nodes whose deep variations are shown. */
  #unfolded = new Set<TreeNode>()
  /** The win chances of the moves after a node; `null` is the start. */
  #wins = new Map<TreeNode | null, ReadonlyMap<string, number>>()
  #roots: TreeNode[] = []
  #count = 0

  /** Make the node at the end of a line the current one, and add what is missing. */
  follow(line: readonly string[], factOf: (index: number) => StudyFact): void {
    let node: TreeNode | null = null
    line.forEach((words, index) => {
      const next: TreeNode | undefined = this.#childrenOf(node).find((child) => child.words === words)
      node = next ?? this.#add(node, words, factOf(index))
    })
    this.current = node
  }

  /** The nodes from the start through the current one, and on along the main line. */
  get path(): TreeNode[] {
    void this.revision
    const nodes: TreeNode[] = []
    for (let at = this.current; at; at = at.parent) nodes.unshift(at)
    for (let at = this.#childrenOf(this.current)[0]; at; at = at.children[0]) nodes.push(at)
    return nodes
  }

  /** Return the words from the start to a node. */
  lineTo(node: TreeNode | null): string[] {
    const line: string[] = []
    for (let at = node; at; at = at.parent) line.unshift(at.words)
    return line
  }

  /**
   * Remove a node and everything after it, but never what was played in the game. The current node moves to its parent
   * if it was removed.
   */
  remove(node: TreeNode): void {
    if (node.played) return
    const siblings = this.#childrenOf(node.parent)
    siblings.splice(siblings.indexOf(node), 1)
    for (let at = this.current; at; at = at.parent) if (at === node) this.current = node.parent
    this.revision++
  }

  /** Make the line of a node the main line; after a move of the game the first variation. */
  promote(node: TreeNode): void {
    for (let at: TreeNode | null = node; at; at = at.parent) {
      const siblings = this.#childrenOf(at.parent)
      siblings.splice(siblings.indexOf(at), 1)
      siblings.splice(Number(!at.played && !!siblings[0]?.played), 0, at)
    }
    this.revision++
  }

  /** The nodes of the game that the study is about, chance included. */
  get game(): TreeNode[] {
    const nodes: TreeNode[] = []
    for (let at = playedOf(this.#roots); at; at = playedOf(at.children)) nodes.push(at)
    return nodes
  }

  /** Return the last node of the game after a number of its moves; null for its start. */
  gameNodeAt(ply: number): TreeNode | null {
    let moves = 0
    let last: TreeNode | null = null
    for (const node of this.game) {
      if (!isChance(node.words) && ++moves > ply) break
      last = node
    }
    return last
  }

  /** Return the number of moves of the game up to the current node, or to where its variation leaves the game. */
  get gamePly(): number {
    void this.revision
    let ply = 0
    for (let at = this.current; at; at = at.parent) if (at.played && !isChance(at.words)) ply++
    return ply
  }

  /** The number of moves of the game. */
  get gameLength(): number {
    void this.revision
    return this.game.filter((node) => !isChance(node.words)).length
  }

  /** The move that was played in the game after the current node, and those that complete it. */
  get playedNext(): string[] {
    void this.revision
    const line: string[] = []
    let at = playedOf(this.#childrenOf(this.current))
    for (; at && (!line.length || isCompleting(at.words)); at = playedOf(at.children)) line.push(at.words)
    return line
  }

  unfold(node: TreeNode): void {
    this.#unfolded.add(node)
    this.revision++
  }

  /** Note what a node is called, or what is written about it. */
  describe(node: TreeNode, text: { name?: string; comment?: string }): void {
    Object.assign(node, text)
    this.revision++
  }

  /** Note the win chances of the moves that follow the current node, also of those that are not in the tree yet. */
  rate(wins: ReadonlyMap<string, number>): void {
    this.#wins.set(this.current, wins)
    for (const child of this.#childrenOf(this.current)) child.win = wins.get(child.words) ?? child.win
    this.revision++
  }

  get isEmpty(): boolean {
    void this.revision
    return this.#roots.length === 0
  }

  /** The rows in the order in which they are shown: variations below the move that they replace. */
  get rows(): TreeRow[] {
    void this.revision
    return this.#rowsOf(this.#roots, 1)
  }

  #rowsOf(children: readonly TreeNode[], level: number): TreeRow[] {
    const [main, ...others] = children
    if (!main) return []
    const row = this.#rowFrom(main, level)
    const variations = others.flatMap((other) => this.#variation(other, level + 1))
    if (level + 1 > DEEPEST && variations.length && !this.#unfolded.has(main)) {
      row.folded = variations.length
      variations.length = 0
    }
    return [row, ...variations, ...this.#rowsOf(row.end.children, level)]
  }

  #variation(node: TreeNode, level: number): TreeRow[] {
    const row = this.#rowFrom(node, level)
    return [row, ...this.#rowsOf(row.end.children, level)]
  }

  #rowFrom(node: TreeNode, level: number): TreeRow {
    let end = node
    while (
      end.children.length === 1 &&
      end.children[0]!.played === end.played &&
      isCompleting(end.children[0]!.words) &&
      !end.comment &&
      !end.name
    )
      end = end.children[0]!
    return { node, end, level, folded: 0 }
  }

  // --- saved

  /** Replace the tree by a saved one. */
  load(nodes: readonly StudyNode[], facts: readonly StudyFact[]): void {
    this.#roots = []
    const made: TreeNode[] = []
    nodes.forEach(({ move, parent = -1, name = '', comment = '', played = false }, index) => {
      const node = this.#add(made[parent] ?? null, move, facts[index] ?? {})
      Object.assign(node, { name, comment, played })
      made.push(node)
    })
    this.current = null
  }

  /** Return the nodes as a study is saved: each after its parent. */
  save(): StudyNode[] {
    const nodes: StudyNode[] = []
    const visit = (node: TreeNode, parent: number): void => {
      const { words, name, comment, played } = node
      // A whole game has hundreds of nodes, so leave out what is empty.
      const texts = { ...(name && { name }), ...(comment && { comment }), ...(played && { played }) }
      const index = nodes.push({ move: words, parent, ...texts }) - 1
      node.children.forEach((child) => visit(child, index))
    }
    this.#roots.forEach((root) => visit(root, -1))
    return nodes
  }

  #childrenOf(node: TreeNode | null): TreeNode[] {
    return node ? node.children : this.#roots
  }

  #add(parent: TreeNode | null, words: string, fact: StudyFact): TreeNode {
    const node: TreeNode = {
      id: this.#count++,
      words,
      parent,
      fact,
      children: [],
      name: '',
      comment: '',
      played: false,
    }
    node.win = this.#wins.get(parent)?.get(words)
    this.#childrenOf(parent).push(node)
    this.revision++
    return node
  }
}
