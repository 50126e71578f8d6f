import { untrack } from 'svelte'
import type { Attachment } from 'svelte/attachments'
import type { TableState } from '../../table/table.svelte'
import { motion } from '../../table/motion/motion.svelte'

export type Frames = Keyframe[]

/**
 * Animate an element once when it comes, if the frames of the stage follow each other by themselves.
 *
 * @param frames transform and opacity only; the element rests in its own state unless `stays`
 * @param at when it begins, in milliseconds
 * @param stays whether it keeps the last of the frames
 */
export function appear(table: TableState, frames: Frames, at = 0, duration = 240, stays = false): Attachment<Element> {
  return (node) =>
    untrack(() => {
      if (!table.feed.reports.playing) return
      const fill = stays ? 'both' : 'backwards'
      motion.add(node.animate(frames, { delay: at, duration, fill, easing: 'cubic-bezier(.2,.7,.2,1)' }))
    })
}

/** It fades in. */
export const FADE: Frames = [{ opacity: 0 }, { opacity: 1 }]
/** It grows to its size. */
export const GROW: Frames = [
  { opacity: 0, transform: 'scale(.6)' },
  { opacity: 1, transform: 'scale(1)' },
]
/** It falls from a little above. */
export const LAND: Frames = [
  { opacity: 0, transform: 'translateY(-28px)' },
  { opacity: 1, transform: 'translateY(0)' },
]
/** It fades out. */
export const GO: Frames = [{ opacity: 1 }, { opacity: 0 }]
