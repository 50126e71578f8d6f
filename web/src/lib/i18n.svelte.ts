import { FluentBundle, FluentNumber, FluentResource, type FluentVariable } from '@fluent/bundle'
import { settings } from './settings.svelte'

const files = import.meta.glob<string>('../../../src/edokko/catalogue/*.ftl', { import: 'default', query: '?raw' })
const loaders = new Map(Object.entries(files).map(([path, load]) => [path.replace(/.*\/|\.ftl$/g, ''), load]))

/** The languages there are, English first. */
export const LANGUAGES = [...loaders.keys()].sort(
  (a, b) => Number(b === 'en') - Number(a === 'en') || a.localeCompare(b),
)

/** Each language by its own name. */
export function ownName(language: string): string {
  const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1)
}

let current = $state.raw<{ language: string; bundle: FluentBundle | null }>({ language: 'en', bundle: null })

/** The language that is shown. */
export const language = () => current.language

/** The language to show: the chosen one, else the best of the browser's. */
export function wanted(): string {
  if (loaders.has(settings.language)) return settings.language
  // Of pt-BR and the like only the language counts: there is one catalogue each.
  const best = navigator.languages.map((one) => one.split('-')[0]!.toLowerCase()).find((one) => loaders.has(one))
  return best ?? 'en'
}

export async function speak(name: string): Promise<void> {
  const load = loaders.get(name)
  if (!load || (current.bundle && current.language === name)) return
  const bundle = new FluentBundle(name === 'pt' ? 'pt-BR' : name, { useIsolating: false })
  bundle.addResource(new FluentResource(await load()))
  current = { language: name, bundle }
  document.documentElement.lang = name === 'pt' ? 'pt-BR' : name
}

/** Join a thing and what is said of it, either of which may be missing: French has a space before the colon. */
export const pair = (what = '', said = ''): string => (what && said ? t('web-pair', { what, said }) : what || said)

export type Values = Record<string, string | number>

export function has(id: string): boolean {
  return current.bundle?.hasMessage(id) ?? false
}

/** A message of the catalogue. A missing one shows its id: a test looks for such. */
export function t(id: string, values: Values = {}): string {
  const pattern = current.bundle?.getMessage(id)?.value
  if (!pattern) return current.bundle ? `{${id}}` : ''
  const given: Record<string, FluentVariable> = {}
  for (const [name, value] of Object.entries(values)) {
    given[name] = typeof value === 'number' ? new FluentNumber(value, { useGrouping: false }) : value
  }
  const errors: Error[] = []
  const text = current.bundle!.formatPattern(pattern, given, errors)
  if (errors.length) console.error(id, errors)
  return text
}
