import type { Attachment } from 'svelte/attachments'
import { movesLittle } from '../lib/settings.svelte'
import { motion } from '../table/motion.svelte'
import { journey, type Places, type Point } from './places'

const PER_STEP = 110
const LONGEST = 900
const last = new WeakMap<Element, { square: number; at: Point; tall: boolean }>()

/** Puts an oyakata where it stands, and lets it walk there along the street when it has moved. */
export function travel(places: Places, square: number, at: Point): Attachment<SVGGElement> {
  return (node) => {
    node.setAttribute('transform', `translate(${at[0]} ${at[1]})`)
    const before = last.get(node)
    last.set(node, { square, at, tall: places.tall })
    if (!before || before.square === square || before.tall !== places.tall || movesLittle()) return
    const half = places.pawn / 2
    const stops = journey(places, before.square, square, [before.at[0] + half, before.at[1] + half])
    const way: Point[] = [[before.at[0] + half, before.at[1] + half], ...stops.slice(before.square ? 1 : 0, -1), [at[0] + half, at[1] + half]]
    const frames = way.map(([x, y]) => ({ transform: `translate(${x - half}px, ${y - half}px)` }))
    const time = Math.min(LONGEST, Math.max(240, frames.length * PER_STEP))
    node.parentNode?.appendChild(node)
    const walk = node.animate(frames, { duration: time, easing: 'cubic-bezier(.6,0,.3,1)' })
    motion.add(walk)
    return () => {
      if (walk.playState === 'running') walk.finish()
    }
  }
}
