import { FluentBundle, FluentNumber, FluentResource, type FluentVariable } from '@fluent/bundle'
import { settings } from './settings.svelte'

const files = import.meta.glob<string>('../../../src/edokko/catalogue/*.ftl', { import: 'default', query: '?raw' })
const loaders = new Map(Object.entries(files).map(([path, load]) => [path.replace(/.*\/|\.ftl$/g, ''), load]))

/** All languages with a catalogue, English first. */
export const LANGUAGES = [...loaders.keys()].sort(
  (a, b) => Number(b === 'en') - Number(a === 'en') || a.localeCompare(b),
)

/** Return a language's name in that language. */
export function nativeName(language: string): string {
  const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1)
}

let current = $state.raw<{ language: string; bundle: FluentBundle | null }>({ language: 'en', bundle: null })

/** Return the language in use. */
export const language = () => current.language

/** Return the language to load: the chosen one, else the first supported language of the browser. */
export function preferredLanguage(): string {
  if (loaders.has(settings.language)) return settings.language
  // There is one catalogue for each language, so ignore the region of tags like pt-BR.
  const best = navigator.languages.map((tag) => tag.split('-')[0]!.toLowerCase()).find((tag) => loaders.has(tag))
  return best ?? 'en'
}

/** Loaders of the messages that parts of the page need besides those of every page (`laterMessages.ts`). */
export const laterLoaders: ((language: string) => Promise<string>)[] = []

let wanted = ''
let turns = 0
let newest = Promise.resolve()

/** @param name the language; without it the one wanted last, because it has got more messages */
export function loadLanguage(name?: string): Promise<void> {
  if (!name || name !== wanted) newest = change((wanted = name ?? wanted))
  return newest
}

async function change(name: string): Promise<void> {
  const load = loaders.get(name)
  if (!load) return
  const turn = ++turns
  const bundle = new FluentBundle(name === 'pt' ? 'pt-BR' : name, { useIsolating: false })
  for (const next of [load, ...laterLoaders]) bundle.addResource(new FluentResource(await next(name)))
  // A newer change knows the language that the player wants now, and all messages.
  if (turn !== turns) return newest
  current = { language: name, bundle }
  document.documentElement.lang = name === 'pt' ? 'pt-BR' : name
}

/** Join a label and its value, either of which may be missing. French puts a space before the colon. */
export const pair = (label = '', value = ''): string =>
  label && value ? t('web-pair', { what: label, said: value }) : label || value

export type Values = Record<string, string | number>

export function hasMessage(id: string): boolean {
  return current.bundle?.hasMessage(id) ?? false
}

/** Format a message of the catalogue. A missing message shows its id, which a test looks for. */
export function t(id: string, values: Values = {}): string {
  const pattern = current.bundle?.getMessage(id)?.value
  if (!pattern) return current.bundle ? `{${id}}` : ''
  const variables: Record<string, FluentVariable> = {}
  for (const [name, value] of Object.entries(values)) {
    variables[name] = typeof value === 'number' ? new FluentNumber(value, { useGrouping: false }) : value
  }
  const errors: Error[] = []
  const text = current.bundle!.formatPattern(pattern, variables, errors)
  if (errors.length) console.error(id, errors)
  return text
}
