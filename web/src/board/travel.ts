import type { Attachment } from 'svelte/attachments'
import { prefersReducedMotion } from '../lib/settings.svelte'
import { motion } from '../table/motion/motion.svelte'
import { walks } from '../table/motion/walks'
import { journey, type Kind, type Places, type Point } from './places'

/** Milliseconds for each square, and extra for an end bridge between two lanes. */
const SQUARE_TIME = 90
const BRIDGE_TIME = 70
/** The squares before an end bridge. */
const BEFORE_BRIDGES = [2, 6]
const MAX_WALK_TIME = 900
const MIN_WALK_TIME = 120
const PATH_TIME = 1500
const lastPositions = new WeakMap<Element, { square: number; at: Point; kind: Kind }>()

/** Animate the walk of an oyakata along the street to its place, if it has one. */
export function travel(places: Places, seat: number, square: number, at: Point): Attachment<SVGGElement> {
  return (node) => {
    const before = lastPositions.get(node)
    lastPositions.set(node, { square, at, kind: places.kind })
    const walk = walks.get(seat)
    walks.delete(seat)
    if (!before || !walk || !square || before.kind !== places.kind) return
    const half = places.pawn / 2
    const stops = journey(places, before.square, square, [before.at[0] + half, before.at[1] + half])
    const way: Point[] = [
      [before.at[0] + half, before.at[1] + half],
      ...stops.slice(before.square ? 1 : 0, -1),
      [at[0] + half, at[1] + half],
    ]
    if (prefersReducedMotion()) return drawWay(node, way)
    const perUnit = walkTime(before.square, square, places) / (lengthOf(way) || 1)
    const line = way.indexOf(places.lap)
    const leg = (points: readonly Point[]): Leg => ({ way: points, duration: lengthOf(points) * perUnit })
    const first = leg(line < 0 ? way : way.slice(0, line + 1))
    const second = line < 0 ? null : leg(way.slice(line))
    walk.line = first.duration
    walk.end = first.duration + (second ? walk.pause + second.duration : 0)
    node.parentNode?.appendChild(node)
    // The second leg fills backwards, which holds the oyakata at the lap line. The first leg is created later and takes
    // precedence.
    const legs = [
      ...(second ? [animateLeg(node, second, half, first.duration + walk.pause)] : []),
      animateLeg(node, first, half, 0),
    ]
    return () => {
      for (const walk of legs) if (walk.playState === 'running') walk.finish()
    }
  }
}

function walkTime(from: number, to: number, places: Places): number {
  const squares = (to - from + 8) % 8 || 8
  const squaresLeft = Array.from({ length: squares }, (_, index) => ((from + index + 7) % 8) + 1)
  const bridges = places.kind === 'phone' ? 0 : squaresLeft.filter((square) => BEFORE_BRIDGES.includes(square)).length
  return Math.min(MAX_WALK_TIME, Math.max(MIN_WALK_TIME, squares * SQUARE_TIME + bridges * BRIDGE_TIME))
}

/** A part of a way that is walked without a pause. */
interface Leg {
  way: readonly Point[]
  duration: number
}

function animateLeg(node: SVGGElement, { way, duration }: Leg, half: number, delay: number): Animation {
  const length = lengthOf(way) || 1
  const frames = way.map(([x, y], index) => ({
    transform: `translate(${x - half}px, ${y - half}px)`,
    offset: Math.min(1, lengthOf(way.slice(0, index + 1)) / length),
  }))
  const walk = node.animate(frames, { duration, delay, easing: 'cubic-bezier(.6,0,.3,1)', fill: 'backwards' })
  motion.add(walk)
  return walk
}

function lengthOf(way: readonly Point[]): number {
  return way.reduce(
    (sum, [x, y], index) => sum + (index ? Math.hypot(x - way[index - 1]![0], y - way[index - 1]![1]) : 0),
    0,
  )
}

/** With reduced motion, draw the way for a moment instead. */
function drawWay(node: SVGGElement, way: Point[]): () => void {
  const line = document.createElementNS('http://www.w3.org/2000/svg', 'polyline')
  line.setAttribute('points', way.map(([x, y]) => `${x},${y}`).join(' '))
  line.setAttribute('class', 'way')
  node.parentNode?.insertBefore(line, node.parentNode.firstChild)
  const timer = setTimeout(() => line.remove(), PATH_TIME)
  return () => {
    clearTimeout(timer)
    line.remove()
  }
}
