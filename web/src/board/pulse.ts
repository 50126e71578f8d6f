import type { Attachment } from 'svelte/attachments'
import { prefersReducedMotion } from '../lib/settings.svelte'
import { motion } from '../table/motion/motion.svelte'

const DURATION = 480

/** Make a shape pulse once when `now` becomes true. */
export function pulse(now: boolean): Attachment<SVGElement> {
  return (node) => {
    if (!now || prefersReducedMotion()) return
    const frames = [
      { transform: 'scale(1)', opacity: 1 },
      { transform: 'scale(1.35)', opacity: 0.6 },
      { transform: 'scale(1)', opacity: 1 },
    ]
    motion.add(node.animate(frames, { duration: DURATION, easing: 'cubic-bezier(.2,.7,.2,1)' }))
  }
}
