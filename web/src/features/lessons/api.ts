import { get, request } from '../../lib/api'
import type { LessonList, LessonProgress, LessonView } from '../../lib/types'

const path = (id: string) => `/lessons/${encodeURIComponent(id)}`

export const lessonsApi = {
  list: () => get<LessonList>('/lessons'),
  lesson: (id: string) => get<LessonView>(path(id)),
  /** Save the progress, also if the player leaves the page at once. */
  saveProgress: (id: string, progress: LessonProgress) =>
    request<unknown>('PUT', `${path(id)}/progress`, progress, {}, true),
}
