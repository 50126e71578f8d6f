/** The lanterns at the start of a lesson. */
export const LANTERNS = 3
