import { language, laterLoaders, loadLanguage } from './i18n.svelte'
import { loadLater } from './loadLater'

/** The prefix of the messages that a part of the page loads on demand. */
export type MessagePart =
  'lesson' | 'coach' | 'study' | 'puzzle' | 'share' | 'end' | 'contest' | 'together' | 'notify' | 'rules' | 'offline'

// One glob for each part, because the pattern and the query must be literals. A module of its own, so that the lists
// of files stay out of the first chunk.
const FILES: Record<MessagePart, Record<string, () => Promise<string>>> = {
  lesson: import.meta.glob<string>('../../../src/edokko/catalogue/*.ftl', { import: 'default', query: '?lesson' }),
  coach: import.meta.glob<string>('../../../src/edokko/catalogue/*.ftl', { import: 'default', query: '?coach' }),
  study: import.meta.glob<string>('../../../src/edokko/catalogue/*.ftl', { import: 'default', query: '?study' }),
  puzzle: import.meta.glob<string>('../../../src/edokko/catalogue/*.ftl', { import: 'default', query: '?puzzle' }),
  share: import.meta.glob<string>('../../../src/edokko/catalogue/*.ftl', { import: 'default', query: '?share' }),
  end: import.meta.glob<string>('../../../src/edokko/catalogue/*.ftl', { import: 'default', query: '?end' }),
  contest: import.meta.glob<string>('../../../src/edokko/catalogue/*.ftl', { import: 'default', query: '?contest' }),
  together: import.meta.glob<string>('../../../src/edokko/catalogue/*.ftl', { import: 'default', query: '?together' }),
  notify: import.meta.glob<string>('../../../src/edokko/catalogue/*.ftl', { import: 'default', query: '?notify' }),
  rules: import.meta.glob<string>('../../../src/edokko/catalogue/*.ftl', { import: 'default', query: '?rules' }),
  offline: import.meta.glob<string>('../../../src/edokko/catalogue/*.ftl', { import: 'default', query: '?offline' }),
}

const loads = new Map<MessagePart, Promise<void>>()

/** Load the messages of a part, in this language and in those that the player chooses later. */
export function loadMessages(part: MessagePart): Promise<void> {
  const load = loads.get(part) ?? add(part)
  loads.set(part, load)
  return load
}

async function add(part: MessagePart): Promise<void> {
  const load = (name: string) => FILES[part][`../../../src/edokko/catalogue/${name}.ftl`]!()
  // Until they have arrived, the messages of every page stay as they are.
  await loadLater(() => load(language()))
  laterLoaders.push(load)
  // Without a connection the language that the player wants may fail, so show the part in that of the page.
  await loadLanguage().catch(() => loadLanguage(language()))
}
