import json from '../../../src/edokko/words/sentences.json'
import { t, type Values } from './i18n.svelte'
import type { GameEvent } from './types'
import type { Words } from './words'

/** A message, its arguments and the facts that it requires. */
type Variant = [message: string, args: string, conditions?: Record<string, unknown>]
type Section = 'event' | 'refusal' | 'move'
type Derived = Record<string, () => unknown>

/** The table of sentences, which `edokko.words.sentences` describes. */
export const table = json as unknown as {
  names: string[]
  redundant: string[]
  source: Record<string, string>
  /** For each reason of a change that belongs to an act: the kind of the act's event, and its field with the source. */
  act: Record<string, [kind: string, field: keyof GameEvent]>
} & Record<Section, Record<string, string | Variant[]>>

const factOf = (facts: object, derived: Derived, name: string): unknown =>
  derived[name] ? derived[name]() : ((facts as Record<string, unknown>)[name] ?? null)

/** Return the variant of a sentence that applies to some facts. */
export function variantOf(section: Section, kind: string, facts: object, derived: Derived = {}): Variant | undefined {
  const rows = table[section][kind]
  if (typeof rows === 'string') return ['', rows]
  return rows?.find(([, , conditions = {}]) =>
    Object.entries(conditions).every(([name, value]) => factOf(facts, derived, name) === value),
  )
}

/** Return the id of a variant's message; a name with a dash continues the name of the kind. */
export const messageOf = (section: Section, kind: string, message: string) =>
  `${section}-${/^-|^$/.test(message) ? kind.replaceAll('_', '-') : ''}${message}`

/** Return the name of an id of a kind; an id without a name of its own, such as a room's. */
export const named = (words: Words, kind: string, value: unknown): string | number =>
  table.names.includes(kind)
    ? (words as unknown as Record<string, (value: unknown) => string>)[kind]!(value)
    : ((value ?? '') as string | number)

/**
 * Return the sentence about some facts, '' for facts of an unknown kind.
 *
 * @param derived functions that return the facts which are no field: ids of the kinds under `names`, else texts
 */
export function sentence(words: Words, section: Section, kind: string, facts: object, derived: Derived): string {
  const variant = variantOf(section, kind, facts, derived)
  if (!variant) return ''
  const [message, args] = variant
  const values: Values = {}
  for (const arg of args.split(' ')) {
    const [name = '', source = name] = arg.split(':')
    values[name] = named(words, source, factOf(facts, derived, source))
  }
  return t(messageOf(section, kind, message), values)
}
