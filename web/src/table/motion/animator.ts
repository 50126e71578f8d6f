import { prefersReducedMotion } from '../../lib/settings.svelte'
import type { GameEvent, Step } from '../../lib/types'
import type { Words } from '../../lib/words'
import type { Flight } from './flights'
import { pauseAtLap } from './lapTiming'
import { freshRooms, marks } from './marks.svelte'
import { motion } from './motion.svelte'
import { purses } from './purses.svelte'
import { type Players, Locator, type Snapshot } from './locator'
import { type InPlaceAnimation, Timeline } from './timeline'
import { type Walk, walks } from './walks'

// Animates game events on a layer over the table: elements fly from their old to their new places. The layer takes no
// clicks and changes nothing below it, so no player has to wait for it.

const MARK_TIME = 1500
/** How long before arrival a purse starts to count, in milliseconds. */
const COUNT_LEAD = 120
/** With more flights than this, skip the animation. */
const MAX_FLIGHTS = 80
const OUT = 'cubic-bezier(.2,.7,.2,1)'
const IN_OUT = 'cubic-bezier(.6,0,.3,1)'

export class Animator {
  /** Cards that were taken from the row but not placed yet: placing can be a separate move. */
  readonly #taken = new Map<string, Snapshot>()

  constructor(
    readonly root: HTMLElement,
    readonly layer: HTMLElement,
  ) {}

  /**
   * Record the elements that the steps will remove, before the table changes. Until the returned function is called,
   * every purse shows its old amount.
   *
   * @returns a function that animates the steps once the table has changed; with `false` it skips the animation
   */
  prepare(steps: readonly Step[], words: Words, players: Players): (plays?: boolean) => void {
    const events = steps.flatMap((step) => (step.kind === 'move' || step.kind === 'setup' ? (step.events ?? []) : []))
    // A new state finishes the oyakata's previous walk.
    if (events.length) motion.skip()
    const locator = new Locator(this.root, words, players, this.#taken)
    locator.snapshot(events)
    const ownWalks = walksOf(events)
    const releases = prefersReducedMotion() ? [] : events.filter((event) => event.kind === 'gained').map(holdBack)
    return (plays = true) => {
      if (plays) this.#show(events, locator, ownWalks)
      for (const release of releases) release()
    }
  }

  #show(events: readonly GameEvent[], locator: Locator, ownWalks: ReadonlyMap<number, Walk>): void {
    if (prefersReducedMotion()) {
      marks.put(freshRooms(events), MARK_TIME)
      return
    }
    const timeline = new Timeline(locator, ownWalks)
    timeline.add(events)
    this.#play(timeline)
  }

  #play({ flights, inPlace }: Timeline): void {
    if (flights.length > MAX_FLIGHTS || document.visibilityState === 'hidden') {
      for (const flight of flights) flight.done?.()
      return
    }
    // Measure everything before changing anything: a measurement after a change forces another layout.
    const here = this.layer.getBoundingClientRect()
    const animations = inPlace.map(keyframesOf)
    for (const flight of flights) this.#fly(flight, here)
    for (const { element, frames, timing } of animations) motion.add(element.animate(frames, timing))
  }

  #fly({ make, from, to, at, duration, scales, fades, waits, done }: Flight, here: DOMRect): void {
    const element = make()
    this.layer.append(element)
    const x = (box: DOMRect) => box.x - here.x + (scales ? 0 : box.width / 2)
    const y = (box: DOMRect) => box.y - here.y + (scales ? 0 : box.height / 2)
    const size = scales ? Math.max(0.2, to.width / Math.max(1, from.width)) : 1
    const middle = scales ? '' : ' translate(-50%, -50%)'
    const animation = element.animate(
      [
        { transform: `translate(${x(from)}px, ${y(from)}px)${middle}`, opacity: 1 },
        {
          transform: `translate(${x(to)}px, ${y(to)}px)${middle} scale(${size})`,
          opacity: 1,
          offset: fades ? 0.85 : 1,
        },
        ...(fades ? [{ transform: `translate(${x(to)}px, ${y(to)}px)${middle} scale(${size})`, opacity: 0 }] : []),
      ],
      { duration, delay: at, easing: IN_OUT, fill: waits ? 'backwards' : 'none' },
    )
    motion.add(animation)
    const remove = () => element.remove()
    animation.finished.then(remove, remove)
    if (!done) return
    const timer = element.animate(null, { duration: Math.max(0, at + duration - COUNT_LEAD) })
    motion.add(timer)
    timer.finished.then(done, done)
  }
}

/** Hold back a gain until its animation arrives. */
const holdBack = (event: GameEvent) => purses.hold(`${event.seat} ${event.resource}`, event.amount ?? 0)

/** Register the walks of the oyakata for the next view. A hidden tab animates no walk. */
function walksOf(events: readonly GameEvent[]): ReadonlyMap<number, Walk> {
  walks.clear()
  if (document.visibilityState === 'hidden') return walks
  const pause = events.some((event) => event.kind === 'lapped') ? pauseAtLap(events) : 0
  for (const event of events) if (event.kind === 'moved') walks.set(event.seat ?? -1, { pause, line: 0, end: 0 })
  return new Map(walks)
}

interface ElementAnimation {
  element: Element
  frames: Keyframe[]
  timing: KeyframeAnimationOptions
}

/** Return the keyframes of an in-place animation. */
function keyframesOf({ kind, at, duration, element, from, by = 0 }: InPlaceAnimation): ElementAnimation {
  const timing: KeyframeAnimationOptions = { duration, delay: at }
  switch (kind) {
    case 'arrive': {
      // The element is at its destination already, so animate it from its origin.
      const to = element.getBoundingClientRect()
      const scale = scaleOf(element)
      const [dx, dy] = from
        ? [
            (from.x + from.width / 2 - to.x - to.width / 2) / scale,
            (from.y + from.height / 2 - to.y - to.height / 2) / scale,
          ]
        : [0, 0]
      return {
        element,
        frames: [{ transform: `translate(${dx}px, ${dy}px)` }, { transform: 'translate(0, 0)' }],
        timing: { ...timing, easing: OUT, fill: 'backwards' },
      }
    }
    case 'deal': {
      // New cards enter from the end of the row.
      const distance = from ? from.right - element.getBoundingClientRect().right : 0
      return {
        element,
        frames: [
          { transform: `translateX(${distance}px)`, opacity: 0 },
          { opacity: 1, offset: 0.4 },
          { transform: 'translateX(0)' },
        ],
        timing: { ...timing, easing: OUT, fill: 'backwards' },
      }
    }
    case 'reveal':
      // Hide the element until its flight arrives.
      return { element, frames: [{ opacity: 0 }, { opacity: 0, offset: 0.8 }, { opacity: 1 }], timing }
    case 'climb':
      return {
        element,
        frames: [{ transform: `translateY(${by}px)` }, { transform: 'translateY(0)' }],
        timing: { ...timing, easing: OUT, fill: 'backwards' },
      }
    case 'rise':
      // From there a separate flight continues.
      return {
        element,
        frames: [
          { transform: 'translateY(0)' },
          { transform: `translateY(${-by}px)`, opacity: 1, offset: 0.99 },
          { transform: `translateY(${-by}px)`, opacity: 0 },
        ],
        timing: { ...timing, easing: OUT, fill: 'forwards' },
      }
    case 'flip':
      return {
        element,
        frames: [{ transform: 'scaleX(1)' }, { transform: 'scaleX(0)' }, { transform: 'scaleX(1)' }],
        timing: { ...timing, easing: IN_OUT },
      }
  }
}

function scaleOf(element: Element): number {
  const svg = element.closest('svg')
  const width = svg?.viewBox.baseVal.width
  return svg && width ? Math.min(svg.clientWidth / width, svg.clientHeight / svg.viewBox.baseVal.height) : 1
}
