/** The pictures of the page, drawn on the server: `src/edokko/server/features/pictures/drawer.py` runs this bundle. */
import './browser'
import rules from 'virtual:sheet'
import { render } from 'svelte/server'
import { showCrests } from '../art/crests.svelte'
import { loadLanguage, t } from '../lib/i18n.svelte'
import type { Components, TableView } from '../lib/types'
import type { GameSource } from '../table/source'
import { TableState } from '../table/table.svelte'
import { flatten, indexRules } from './flatten'
import Picture from './Picture.svelte'

/** What the server sends. */
interface Request {
  language: string
  title: string
  sheet: boolean
  view: TableView
  components: Components
}

const RULES = indexRules(rules)
const NO_SOURCE = {} as GameSource
let drawing = ''
let failure: unknown

/** Draw the SVG of a picture, which `drawn()` returns when the pending jobs have run. */
function draw(json: string): void {
  const request = JSON.parse(json) as Request
  drawing = ''
  failure = new Error('no picture')
  loadLanguage(request.language)
    .then(() => {
      drawing = svgOf(request)
      failure = undefined
    })
    .catch((error: unknown) => (failure = error))
}

/** Return the picture that `draw()` was called for. */
function drawn(): string {
  if (failure) throw failure
  return drawing
}

function svgOf({ title, sheet, view, components }: Request): string {
  const table = new TableState('', NO_SOURCE)
  table.feed.components = components
  table.replay = true
  table.feed.view = view
  showCrests(view.table.seats)
  const { body } = render(Picture, { props: { table, title, note: noteOf(table), sheet } })
  return flatten(body, RULES)
}

/** Return what the position is: the end, or the month and whose turn it is. */
function noteOf(table: TableState): string {
  const game = table.game!
  if (game.scores?.length) return t('board-over')
  const seat = table.feed.view!.table.seat
  if (table.feed.view!.table.status !== 'running') return ''
  const { month, season } = game.position
  const year = month > 12 ? t('board-new-year') : t('board-month', { month, season: table.words!.season(season) })
  return seat == null ? year : `${year} · ${t('web-turn-of', { seat: table.words!.seat(seat) })}`
}

Object.assign(globalThis, { draw, drawn })
