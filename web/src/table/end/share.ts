import { language } from '../../lib/i18n.svelte'
import type { TableState } from '../table.svelte'

/** The file name of the picture that a player saves or passes on. */
export const PICTURE = 'iki.png'

/** Return the address of the picture of the final board with the points, which the server draws. */
export const pictureOf = (table: TableState) => `/api/tables/${table.id}/picture.png?scores=true&language=${language()}`
