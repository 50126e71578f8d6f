import type { Step } from './types'

/** Return the steps without the undos and the moves that they took back. Handovers of seats stay. */
export function withoutUndone(steps: readonly Step[]): Step[] {
  const effective: Step[] = []
  for (const step of steps) {
    if (step.kind !== 'undo') effective.push(step)
    for (let left = step.undone ?? 0; left > 0; left--) {
      const lastMove = effective.findLastIndex(({ kind }) => kind === 'move')
      if (lastMove >= 0) effective.splice(lastMove, 1)
    }
  }
  return effective
}
