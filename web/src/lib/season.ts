/** What a board looks like: one of the four seasons, or New Year. */
export type Season = 'spring' | 'summer' | 'autumn' | 'winter' | 'new'

const NEW_YEAR = 13

export const seasonOf = ({ month, season }: { month: number; season: string }): Season =>
  month === NEW_YEAR ? 'new' : (season as Season)
