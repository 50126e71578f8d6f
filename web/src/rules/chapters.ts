import { t } from '../lib/i18n.svelte'
import type { Words } from '../lib/words'

/** The chapters of the short rules, in order. */
export type ChapterId =
  'month' | 'hire' | 'move' | 'trade' | 'payday' | 'fire' | 'types' | 'fish' | 'goods' | 'buildings' | 'end' | 'two'

export interface Chapter {
  id: ChapterId
  title: string
  badge: string
  /** Sentences in the markup of `spans`. */
  lines: string[]
}

/** A piece of a sentence: plain, strong, or a term with a note. */
interface Span {
  text: string
  strong: boolean
  note: string
}

/** Terms that open a note in place. */
const NOTES = ['kobun', 'nagaya', 'oyakata', 'firefighting', 'lap', 'experience', 'neutral']

/**
 * Split a sentence into spans: `*strong*`, `[word]` and `[inflected word
 * note]`.
 */
export function spans(line: string): Span[] {
  const result: Span[] = []
  let strong = false
  for (const part of line.split(/(\*|\[[^\]]+\])/)) {
    if (part === '*') strong = !strong
    else if (part.startsWith('[')) {
      const [text = '', id = text] = part.slice(1, -1).split('|')
      const note = id.toLowerCase()
      result.push({ text, strong, note: NOTES.includes(note) ? note : '' })
    } else if (part) result.push({ text: part, strong, note: '' })
  }
  return result
}

export const plain = (line: string) =>
  spans(line)
    .map((span) => span.text)
    .join('')

/** Fold a text for the search, letter by letter: without accents and capitals. */
const foldText = (text: string) =>
  [...text].map((letter) => (letter.normalize('NFD')[0] ?? letter).toLowerCase()).join('')

/** Split a text at every match of the search: `[before, hit, between, hit, ...]`. */
export function hits(text: string, query: string): string[] {
  const needle = foldText(query.trim())
  if (!needle) return [text]
  const letters = [...text]
  const haystack = foldText(text)
  const result: string[] = []
  let from = 0
  for (let at = haystack.indexOf(needle); at >= 0; at = haystack.indexOf(needle, from)) {
    result.push(letters.slice(from, at).join(''), letters.slice(at, at + needle.length).join(''))
    from = at + needle.length
  }
  return [...result, letters.slice(from).join('')]
}

/** Check whether a chapter matches the search, in its text or in the note of one of its terms. */
export function isMatch(chapter: Chapter, query: string): boolean {
  const notes = chapter.lines.flatMap(spans).flatMap((span) => (span.note ? [t(`web-note-${span.note}`)] : []))
  return [chapter.title, chapter.badge, ...chapter.lines.map(plain), ...notes].some(
    (text) => hits(text, query).length > 1,
  )
}

const STEPS: Record<string, ChapterId> = {
  ikizama: 'month',
  start: 'hire',
  place: 'hire',
  income: 'hire',
  hire: 'hire',
  move: 'move',
  stay: 'move',
  step: 'move',
  shop: 'trade',
  work: 'trade',
  train: 'trade',
  swap: 'trade',
  with: 'trade',
  build: 'buildings',
  done: 'trade',
  starve: 'payday',
  guard: 'fire',
  burn: 'fire',
  neutral: 'two',
  visit: 'end',
}

/** Return the chapter of the current step, by the kinds of move that are possible. */
export const chapterOf = (questions: readonly string[]): ChapterId | null => STEPS[questions[0] ?? ''] ?? null

/** List the months that satisfy a predicate. */
export const months = (words: Words, of: (month: Words['components']['calendar'][number]) => unknown) =>
  words.commas(words.components.calendar.filter(of).map((month) => String(month.month)))

/** Return the stalls of a nagaya, from the edge of the board to the crossing. */
export const stalls = (words: Words, nagaya: string) =>
  words.components.board.rooms.filter((room) => room.id.startsWith(nagaya)).sort((a, b) => a.id.localeCompare(b.id))

/** Return the short rules of a table, with the numbers of its cards and edition. */
export function chapters(words: Words): Chapter[] {
  const { board, setup, shops, players } = words.components
  const mon = (count: number) => words.amount('mon', count)
  const maxSurcharge = Math.max(0, ...board.rooms.map((room) => room.surcharge ?? 0))
  const site = shops.find((shop) => shop.options.some((option) => option.do === 'build'))
  const fee = site?.options.find((option) => option.do === 'build')?.spend?.mon ?? 0
  const houses = words.components.buildings
    .filter((building) => building.effect && ['fed', 'largest_type'].includes(building.effect.per))
    .map((building) => words.card(building.id))
  const chapter = (id: ChapterId, lines: string[], badge = ''): Chapter => ({
    id,
    title: t(`rules-${id}`),
    badge,
    lines: lines.filter(Boolean),
  })
  const surcharge = () => {
    if (!maxSurcharge) return ''
    return t(board.corner_group?.length ? 'rules-hire-corner' : 'rules-hire-middle', { mon: mon(maxSurcharge) })
  }
  return [
    chapter('month', [
      t('rules-month-text'),
      !setup.free_slot
        ? ''
        : setup.free_slot_mon
          ? t('rules-month-free', { mon: mon(setup.free_slot_mon) })
          : t('rules-month-bare'),
    ]),
    chapter('hire', [t('rules-hire-text', { income: mon(setup.income) }), surcharge()]),
    chapter('move', [t('rules-move-text')]),
    chapter('trade', [t('rules-trade-text'), t('rules-trade-retire')]),
    chapter(
      'payday',
      [
        t('rules-salary'),
        t('rules-harmony', { kobun: 2, cards: 3, iki: 6 }),
        t('rules-food'),
        houses.length ? t('rules-houses', { names: words.listed(houses) }) : '',
      ],
      t('rules-payday-months', { months: months(words, (month) => month.payday) }),
    ),
    chapter('fire', [t('rules-fire-text')], t('rules-fire-less')),
    chapter('types', [t('rules-types-text')], t('rules-goods-end')),
    chapter('fish', [], t('rules-fish-seasons')),
    chapter('goods', [t('rules-goods-text')], t('rules-goods-end')),
    chapter('buildings', [t('rules-buildings-text', { shop: words.shop(site?.square ?? 0), mon: mon(fee) })]),
    chapter('end', [t('rules-end-text')]),
    ...(players === 2 ? [chapter('two', [t(board.side === 'small' ? 'rules-two-text' : 'rules-two-old')])] : []),
  ]
}
