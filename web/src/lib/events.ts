import { t } from './i18n.svelte'
import type { GameEvent, Step } from './types'
import { withoutUndone } from './undo'
import type { Words } from './words'

export interface Line {
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

/** The icon of an event without an own icon. */
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

/**
 * Return the log lines of some steps. Events that another line already covers are left out.
 *
 * @param before how many steps precede them in the log
 */
export function lines(words: Words, steps: readonly Step[], before = 0): Line[] {
  return steps.flatMap((step, index) => {
    const at = { key: `${before + index}`, ply: step.ply, month: step.month ?? 0 }
    if (step.kind === 'undo') {
      return [
        {
          ...at,
          kind: 'undo',
          icon: DEFAULT_ICON,
          seat: step.seat ?? null,
          text: t('web-log-undo', { seat: words.seat(step.seat) }),
        },
      ]
    }
    if (step.kind === 'seat') {
      return [
        {
          ...at,
          kind: 'seat',
          icon: DEFAULT_ICON,
          seat: step.seat ?? null,
          text: t(step.reason === 'time' ? 'web-log-time' : 'web-log-bot', { seat: words.seat(step.seat) }),
        },
      ]
    }
    return groupEvents(step.events ?? []).flatMap((group, part) => {
      const text = eventText(words, group)
      const seat = group[0]!.seat ?? null
      const { kind } = group[0]!
      return text ? [{ ...at, key: `${at.key} ${part}`, kind, seat, text, icon: iconOf(group[0]!) }] : []
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

function groupEvents(events: readonly GameEvent[]): GameEvent[][] {
  const groups: GameEvent[][] = []
  let last = ''
  for (const event of events) {
    if (event.kind === 'gained' && (event.reason === 'harmony' || event.reason === 'food')) continue
    const key = groupKey(event)
    if (key && key === last) groups.at(-1)!.push(event)
    else groups.push([event])
    last = key
  }
  return groups
}

function groupKey(event: GameEvent): string {
  switch (event.kind) {
    case 'gained':
    case 'fire_rose':
      return `change ${event.seat} ${event.reason} ${event.reason === 'salary' ? '' : event.source}`
    case 'revealed':
    case 'building_offered':
    case 'mon_on_card':
      return event.kind
    case 'xp_gained':
      return `xp ${event.seat} ${event.reason}`
    case 'left':
      return event.reason === 'season' ? 'season' : ''
    default:
      return ''
  }
}

function eventText(words: Words, events: GameEvent[]): string {
  const event = events[0]!
  const id = `event-${event.kind.replaceAll('_', '-')}`
  const seat = words.seat(event.seat)
  const card = event.card ?? ''
  const room = event.room ?? ''
  const cards = () => words.commas(events.map((event) => words.card(event.card ?? event.building ?? '')))
  switch (event.kind) {
    case 'gained':
    case 'fire_rose':
      return t('event-changes', { seat, changes: changeText(words, events), why: reasonText(words, event) })
    case 'revealed':
      return t('event-revealed-gathered', { cards: cards() })
    case 'building_offered':
      return t('event-offered-gathered', { cards: cards() })
    case 'mon_on_card':
      return t('event-mon-gathered', { cards: cards() })
    case 'xp_gained': {
      const progress = events.map((event) =>
        t('event-progress', {
          card: words.card(event.card ?? ''),
          xp: event.amount ?? 0,
          needed: words.characters.get(event.card ?? '')?.xp_to_retire ?? 0,
        }),
      )
      if (progress.length === 1) return t(id, { seat, card: progress[0]! })
      return t('event-xp-gathered', { seat, cards: words.listed(progress) })
    }
    case 'retired':
      return t(id, { card: words.owned(card, event.seat), room })
    case 'token_gained':
    case 'token_spent':
      return t(id, { seat, token: words.token(event.token ?? '') })
    case 'placed':
      if (event.seat === undefined || event.seat === null) return t(`${id}-neutral`, { card: words.card(card), room })
      return t(id, { seat, card: words.card(card), room })
    case 'left':
      if (event.reason === 'season') return t('event-row-cleared', { cards: cards() })
      if (event.reason === 'neutral') return t('event-left-no-room', { card: words.card(card) })
      return t(`event-left-${event.reason}`, { card: words.owned(card, event.seat), room })
    case 'moved': {
      const square = words.square(event.square ?? 0)
      if (event.reason === 'visit') return t('event-visited', { seat, square })
      return t(id, { seat, square, squares: event.amount ?? 0 })
    }
    case 'swapped':
      return t(id, { seat, card: words.card(card), first: room, second: event.source ?? '' })
    case 'slot_taken':
      return t(id, { seat, slot: event.slot ?? '' })
    case 'slot_closed':
      return t(id, { slot: event.slot ?? '' })
    case 'card_taken':
      if (event.seat === undefined || event.seat === null) return t(`${id}-neutral`, { card: words.card(card) })
      return t(words.characters.has(card) ? `${id}-hired` : `${id}-built`, { seat, card: words.card(card) })
    case 'good_bought':
      return t(id, { seat, good: words.good(event.good ?? '') })
    case 'fire_broke_out':
    case 'fire_died':
      return t(id, { nagaya: event.nagaya ?? '', strength: event.amount ?? 0 })
    case 'fire_passed':
    case 'fire_put_out':
      return t(id, { seat, room, strength: event.amount ?? 0 })
    case 'season_began':
      return t(id, { season: words.season(event.season ?? '') })
    case 'payday_began':
      return t(id, { month: event.level ?? 0 })
    case 'month_began':
      return event.level === 13 ? t('event-new-year-began') : t(id, { month: event.level ?? 0 })
    case 'harmony_scored':
      return t(id, {
        seat,
        amount: words.amount('iki', event.amount ?? 0),
        group: groupName(event.group ?? ''),
        type: words.type(event.type ?? ''),
        count: event.detail ?? 0,
      })
    case 'fed': {
      const mouths = event.detail ?? 0
      const fed = event.amount ?? 0
      if (!mouths) return t('event-fed-none', { seat })
      return t(fed === mouths ? 'event-fed-all' : 'event-fed-some', { seat, fed, mouths })
    }
    case 'turn_began':
      return event.slot ? t(id, { seat, slot: event.slot }) : t('event-turn-began-new-year', { seat })
    case 'lapped':
      return t(id, { seat })
    case 'game_ended':
      return t(id)
    default:
      return ''
  }
}

function changeText(words: Words, events: GameEvent[]): string {
  const sums: Record<string, number> = {}
  let level = ''
  for (const event of events) {
    if (event.kind === 'fire_rose') level = t('event-fire-level', { level: event.level ?? 0 })
    else sums[event.resource ?? ''] = (sums[event.resource ?? ''] ?? 0) + (event.amount ?? 0)
  }
  return words.commas([words.changes(sums), level].filter(Boolean))
}

const groupName = (name: string) => (name === 'corners' ? t('group-corners') : t('group-nagaya', { nagaya: name }))

function reasonText(words: Words, event: GameEvent): string {
  const reason = event.reason ?? ''
  const id = `reason-${reason.replaceAll('_', '-')}`
  const source = event.source ?? ''
  if (['income', 'move', 'salary', 'food'].includes(reason)) return t(id)
  if (!source) return t('reason-other')
  if (reason === 'shop') {
    const shop = words.components.shops.find((shop) => shop.options.some((option) => option.id === source))
    return t(id, { shop: shop ? words.name(shop.names) : source })
  }
  if (reason === 'good') return t(id, { source: words.good(source) })
  if (reason === 'harmony') return t(id, { source: groupName(source) })
  if (reason === 'slot' || reason === 'surcharge') return t(id, { source })
  if (['card_mon', 'hire', 'hire_bonus', 'work', 'opponent', 'build', 'building'].includes(reason)) {
    return t(id, { source: words.card(source) })
  }
  return t('reason-other')
}
