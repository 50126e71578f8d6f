import { get, post } from '../../lib/api'
import type { EventList, EventView, NewEvent, SeriesView } from '../../lib/types'

const event = (id: string) => `/events/${encodeURIComponent(id)}`
const series = (id: string) => `/series/${encodeURIComponent(id)}`

/** What the organiser does by a press. */
export type Deed = 'start' | 'round' | 'close-round' | 'end'

export const eventsApi = {
  list: () => get<EventList>('/events'),
  create: (options: NewEvent) => post<EventView>('/events', options),
  join: (id: string) => post<EventView>(`${event(id)}/join`),
  leave: (id: string) => post<EventView>(`${event(id)}/leave`),
  withdraw: (id: string, player: number) => post<EventView>(`${event(id)}/withdraw`, { player }),
  run: (id: string, deed: Deed) => post<EventView>(`${event(id)}/${deed}`),
  live: (id: string) => `${event(id)}/live`,
}

export const seriesApi = {
  /** @param games the number of games; null for no end */
  begin: (table: string, games: number | null) => post<SeriesView>('/series', { table, games }),
  change: (id: string, games: number | null) => post<SeriesView>(`${series(id)}/games`, { games }),
  end: (id: string) => post<SeriesView>(`${series(id)}/end`),
  live: (id: string) => `${series(id)}/live`,
}
