import type { Problem } from './types'

/** A problem answer of the server, or no answer at all (`status` 0). */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly problem: Partial<Problem>,
  ) {
    super(problem.code ?? 'offline')
  }
}
