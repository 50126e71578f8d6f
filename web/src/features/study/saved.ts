import { api } from '../../lib/api'
import type { Study, StudyTree } from '../../lib/types'

/** Save a tree: replace the guest's own study, or save a new one. */
export const saveStudy = (study: Study | undefined, tree: StudyTree): Promise<Study> =>
  study?.is_yours ? api.replaceStudy(study.id, tree) : api.createStudy(tree)
