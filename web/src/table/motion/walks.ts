/** The walk of an oyakata along the street to its place in the next view. */
export interface Walk {
  /** How long it pauses at the lap line, in milliseconds. */
  pause: number
  /** When it reaches the lap line and its end. Both are known once the walk has begun. */
  line: number
  end: number
}

/**
 * The walks of the next view, by seat. An oyakata without a walk jumps: a move was undone, or many moves were missed.
 */
export const walks = new Map<number, Walk>()
