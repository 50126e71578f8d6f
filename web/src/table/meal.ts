import type { LegalMove } from '../lib/types'
import type { TableState } from './table.svelte'

/** What the characters of the seat that hires would need and have at the next payday. */
export interface MealThen {
  seat: number
  needs: number
  has: number
  /** The month of that payday. */
  month: number
}

/** Return the meal of the next payday with the hire that is chosen or looked at, as the view tells it. */
export function mealOf(table: TableState): MealThen | null {
  const { game } = table
  const move = hireOf(table)
  const payday = game?.calendar.find((one) => one.payday && one.month >= game.position.month)
  if (!game?.turn || !move?.preview?.meal || !payday) return null
  return { seat: game.turn.seat, month: payday.month, ...move.preview.meal }
}

function hireOf({ chosen, looked, targets }: TableState): LegalMove | undefined {
  if (chosen?.move) return chosen.move.kind === 'hire' ? chosen.move : undefined
  const move = looked?.kind === 'card' && !looked.room ? targets.cards.get(looked.id) : undefined
  return move?.kind === 'hire' ? move : undefined
}

/** How many would get no rice then. */
export const hungryThen = (meal: MealThen) => Math.max(0, meal.needs - meal.has)
