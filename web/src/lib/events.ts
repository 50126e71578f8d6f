import { t } from './i18n.svelte'
import { messageOf, named, sentence, table, variantOf } from './sentences'
import type { GameEvent, Step } from './types'
import { withoutUndone } from './undo'
import type { Words } from './words'

interface Line {
  /** Unique and stable while the log is shown. */
  key: string
  ply: number
  month: number
  kind: string
  seat: number | null
  text: string
  /** The icon of an event that belongs to no seat. */
  icon: string
}

/** The events of one line; the event of an act is the first. */
type Group = [GameEvent, ...GameEvent[]]

/** The icon of every other kind of event. */
const DEFAULT_ICON = 'u-log'
const ICONS: Record<string, string> = {
  payday_began: 'u-scales',
  month_began: 'u-month',
  fire_broke_out: 'fire',
  fire_passed: 'fire',
  fire_died: 'fire',
}

/** Return the icon of an event: the scales for a payday, the rising sun for New Year. */
export function iconOf({ kind, level, season }: GameEvent): string {
  if (kind === 'month_began' && level === 13) return 'u-new-year'
  if (kind === 'season_began') return `s-${season}`
  return ICONS[kind] ?? DEFAULT_ICON
}

/** Return the sentence for a move that is taken back, or for a computer player that takes over a seat. */
export const stepText = (words: Words, { kind, reason, seat }: Step): string =>
  t(`web-log-${kind === 'undo' ? kind : reason === 'time' ? reason : 'bot'}`, { seat: words.seat(seat ?? null) })

/**
 * Return the log lines of some steps. An act shares a line with what it costs and yields; events that another line
 * already covers are left out.
 *
 * @param before how many steps precede them in the log
 */
export function lines(words: Words, steps: readonly Step[], before = 0): Line[] {
  return steps.flatMap((step, index) => {
    const at = { key: `${before + index}`, ply: step.ply, month: step.month ?? 0 }
    const { kind, seat = null } = step
    if (kind === 'undo' || kind === 'seat')
      return [{ ...at, kind, icon: DEFAULT_ICON, seat, text: stepText(words, step) }]
    return groupEvents(step.events ?? []).flatMap((group, part) => {
      const [{ kind, seat = null }] = group
      const text = eventText(words, group)
      return text ? [{ ...at, key: `${at.key} ${part}`, kind, seat, text, icon: iconOf(group[0]) }] : []
    })
  })
}

/** Summarise a seat's turn so far in one line. Return '' if the turn has not begun. */
export function turnSoFar(words: Words, steps: readonly Step[], seat: number | null): string {
  const effective = withoutUndone(steps)
  const turnStart = effective.findLastIndex((step) =>
    (step.events ?? []).some((event) => event.kind === 'turn_began' && event.seat === seat),
  )
  if (turnStart < 0) return ''
  // The bar shows the name already, so strip it from each line.
  const name = words.seat(seat)
  const withoutName = (text: string) =>
    (text.startsWith(name) && text.slice(name.length).match(/^\s*:?\s+(.+)/s)?.[1]) || text
  return lines(words, effective.slice(turnStart + 1))
    .map((line) => withoutName(line.text))
    .join(' · ')
}

/**
 * Return the events of each line. A change joins its act's line, which may be a few lines back, or waits for its act in a
 * line of its own. Consecutive events with the same key share a line.
 */
function groupEvents(events: readonly GameEvent[]): Group[] {
  const groups: Group[] = []
  for (const event of events) {
    if (event.kind === 'gained' && table.redundant.includes(event.reason ?? '')) continue
    if (!joinAct(groups, event)) {
      const key = groupKey(event)
      const last = groups.at(-1)
      if (key && last && key === groupKey(last[0])) last.push(event)
      else groups.push([event])
    }
  }
  return groups
}

/** Put a change into the line of its act, or an act at the head of the line of its change. Return whether there was one. */
function joinAct(groups: Group[], event: GameEvent): boolean {
  for (const group of groups.toReversed()) {
    const [first] = group
    if ((first.seat ?? null) !== (event.seat ?? null)) return false
    if (belongs(event, first)) return group.push(event) > 0
    if (belongs(first, event)) return group.unshift(event) > 0
  }
  return false
}

/** Check whether an event is the cost or the yield of an act of the same seat. */
function belongs(change: GameEvent, act: GameEvent): boolean {
  const rule = table.act[change.reason ?? '']
  if (!rule || !['gained', 'fire_rose'].includes(change.kind)) return false
  const [kind, field] = rule
  return act.kind === kind && (act[field] ?? null) === (change.source ?? null)
}

/** Return the key that consecutive events of one line share; '' for an event with a line of its own. */
function groupKey(event: GameEvent): string {
  const [message, args] = variantOf('event', event.kind, event) ?? ['', '']
  if (!/cards|changes/.test(args)) return ''
  const id = messageOf('event', event.kind, message)
  return [id, event.seat, event.reason, table.source[event.reason ?? ''] && event.source].join(' ')
}

function eventText(words: Words, events: Group): string {
  const [event, second] = events
  if (second && belongs(second, event)) {
    return t('event-act', { act: eventText(words, [event]), changes: changeText(words, events.slice(1)) })
  }
  return sentence(words, 'event', event.kind, event, {
    cards: () => words.commas(events.map((event) => words.card(event.card ?? event.building ?? ''))),
    changes: () => changeText(words, events),
    hungry: () => (event.detail ?? 0) - (event.amount ?? 0),
    iki: () => words.amount('iki', event.amount ?? 0),
    is_character: () => words.characters.has(event.card ?? ''),
    occupant: () => words.occupant(event.card, event.seat, words.reader),
    origin: () => named(words, table.source[event.reason ?? ''] ?? '', event.source),
    progress: () => words.listed(events.map((event) => progressText(words, event))),
    who: () => ((event.seat ?? null) === null ? 'neutral' : event.seat === words.reader ? 'you' : 'other'),
    why: () => reasonText(words, event),
  })
}

/** Return the changes of several events: what is paid, then what is gained, never their difference. */
function changeText(words: Words, events: GameEvent[]): string {
  const paid: Record<string, number> = {}
  const gained: Record<string, number> = {}
  let level = ''
  for (const { kind, resource, amount, level: reached } of events) {
    const sums = (amount ?? 0) < 0 ? paid : gained
    if (kind === 'fire_rose') level = t('event-fire-level', { level: reached ?? 0 })
    else sums[resource ?? ''] = (sums[resource ?? ''] ?? 0) + (amount ?? 0)
  }
  return words.commas([words.changes(paid), words.changes(gained), level].filter(Boolean))
}

const progressText = (words: Words, { card = '', amount }: GameEvent) =>
  t('event-progress', {
    card: words.card(card!),
    xp: amount ?? 0,
    needed: words.characters.get(card!)?.xp_to_retire ?? 0,
  })

function reasonText(words: Words, { reason, source }: GameEvent): string {
  const kind = table.source[reason ?? '']
  if (kind === undefined || (kind && !source)) return t('reason-other')
  return t(`reason-${reason!.replaceAll('_', '-')}`, kind ? { source: named(words, kind, source) } : {})
}
