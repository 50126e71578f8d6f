import type { Attachment } from 'svelte/attachments'
import { movesLittle } from '../lib/settings.svelte'
import { motion } from '../table/motion.svelte'
import { journey, type Places, type Point } from './places'

/** Milliseconds a square, and more for an end bridge, which lies between two lanes. */
const PER_SQUARE = 90
const BRIDGE = 70
const LONGEST = 900
const SHORTEST = 240
const PATH_SHOWN = 1500
const last = new WeakMap<Element, { square: number; at: Point; tall: boolean }>()

/** Puts an oyakata where it stands, and lets it walk there along the street when it has moved. */
export function travel(places: Places, square: number, at: Point): Attachment<SVGGElement> {
  return (node) => {
    node.setAttribute('transform', `translate(${at[0]} ${at[1]})`)
    const before = last.get(node)
    last.set(node, { square, at, tall: places.tall })
    // At New Year they are put back to the start: nobody walks there.
    if (!before || !square || before.square === square || before.tall !== places.tall) return
    const half = places.pawn / 2
    const stops = journey(places, before.square, square, [before.at[0] + half, before.at[1] + half])
    const way: Point[] = [[before.at[0] + half, before.at[1] + half], ...stops.slice(before.square ? 1 : 0, -1), [at[0] + half, at[1] + half]]
    if (movesLittle()) return drawn(node, way)
    const lengths = way.map(([x, y], place) => (place ? Math.hypot(x - way[place - 1]![0], y - way[place - 1]![1]) : 0))
    const whole = lengths.reduce((sum, one) => sum + one, 0) || 1
    let gone = 0
    const frames = way.map(([x, y], place) => {
      gone += lengths[place]!
      return { transform: `translate(${x - half}px, ${y - half}px)`, offset: Math.min(1, gone / whole) }
    })
    const squares = (square - before.square + 8) % 8 || 8
    const bridges = way.filter(([x], place) => place && x === way[place - 1]![0]).length
    const time = Math.min(LONGEST, Math.max(SHORTEST, squares * PER_SQUARE + bridges * BRIDGE))
    node.parentNode?.appendChild(node)
    const walk = node.animate(frames, { duration: time, easing: 'cubic-bezier(.6,0,.3,1)' })
    motion.add(walk)
    return () => {
      if (walk.playState === 'running') walk.finish()
    }
  }
}

/** Without motion: the way is drawn for a moment. */
function drawn(node: SVGGElement, way: Point[]): () => void {
  const line = document.createElementNS('http://www.w3.org/2000/svg', 'polyline')
  line.setAttribute('points', way.map(([x, y]) => `${x},${y}`).join(' '))
  line.setAttribute('class', 'way')
  node.parentNode?.insertBefore(line, node.parentNode.firstChild)
  const timer = setTimeout(() => line.remove(), PATH_SHOWN)
  return () => {
    clearTimeout(timer)
    line.remove()
  }
}
