import type { LegalMove } from '../../lib/types'
import type { TableState } from '../table.svelte'

/** The rice that a seat's people need and have at the next payday, after a hire. */
interface MealForecast {
  seat: number
  needs: number
  has: number
  /** The month of that payday. */
  month: number
}

/** Return the forecast for the next payday after the hire that is selected or looked at, as the view previews it. */
export function mealForecast(table: TableState): MealForecast | null {
  const { game } = table
  const move = consideredHire(table)
  const payday = game?.calendar.find((month) => month.payday && month.month >= game.position.month)
  if (!game?.turn || !move?.preview?.meal || !payday) return null
  return { seat: game.turn.seat, month: payday.month, ...move.preview.meal }
}

function consideredHire({ choice, screen }: TableState): LegalMove | undefined {
  const { selection, targets } = choice
  if (selection?.move) return selection.move.kind === 'hire' ? selection.move : undefined
  const { inspectedItem } = screen
  const move = inspectedItem?.kind === 'card' && !inspectedItem.room ? targets.cards.get(inspectedItem.id) : undefined
  return move?.kind === 'hire' ? move : undefined
}

/** Return how many of the seat's people would get no rice. */
export const hungryCount = (meal: MealForecast) => Math.max(0, meal.needs - meal.has)
