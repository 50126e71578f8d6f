import { PositionSource } from '../../table/positionSource'
import type { LegalMove, TableView } from '../../lib/types'

/** Whether a move is another one or a part of it: of two tokens that are bought together, each is picked by itself. */
const isPartOf = (words: string, whole: string) =>
  words === whole || (whole.startsWith('shop ') && words.split(' ').every((word) => whole.split(' ').includes(word)))

/** The board of a lesson. It shows as legal only the moves that the step asks for. */
export class LessonSource extends PositionSource {
  override draws = false
  /** The words of the moves that the player may make now. */
  allowed: readonly string[] = []
  /** The name of the table: the number of the lesson. */
  name = ''

  /** All legal moves, so that the lesson can answer a wrong press. */
  get legal(): readonly LegalMove[] {
    return this.view?.table.game?.moves ?? []
  }

  /** Allow other moves at the same position, and return its view. */
  allow(moves: readonly string[]): TableView {
    this.allowed = moves
    return this.shown(this.view!)
  }

  override shown(view: TableView): TableView {
    const { game } = view.table
    // Card and stall are two steps of a lesson. Without its rooms a card is played by one press.
    const moves = (game?.moves ?? [])
      .filter((move) => this.allowed.some((words) => isPartOf(move.words, words)))
      .map((move) => ({ ...move, preview: move.preview && { ...move.preview, rooms: undefined, missing: undefined } }))
    return {
      ...view,
      you: { ...view.you, may_undo: false },
      table: { ...view.table, name: this.name, game: game && { ...game, moves, unavailable: [], undo_by: undefined } },
    } as TableView
  }
}
