import { describe, expect, it } from 'vitest'
import { tooltipPosition } from '../src/lib/tooltip'

const VIEW = { width: 1000, height: 700 }
const SIZE = { width: 200, height: 60 }
type Spot = { x: number; y: number; width: number; height: number }
const covers = (a: Spot, b: Spot) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
const leaves = (box: Spot) =>
  box.x < 0 || box.y < 0 || box.x + box.width > VIEW.width || box.y + box.height > VIEW.height

describe('the position of a tooltip', () => {
  it('is centred below its target', () => {
    const at = tooltipPosition({ x: 400, y: 100, width: 40, height: 20 }, SIZE, VIEW)
    expect(at).toEqual({ x: 320, y: 126 })
  })
  it('is above its target for touch', () => {
    expect(tooltipPosition({ x: 400, y: 300, width: 40, height: 20 }, SIZE, VIEW, 'above').y).toBe(300 - 6 - 60)
  })
  it('never covers its target and never leaves the viewport', () => {
    for (const width of [10, 90, 700])
      for (const height of [10, 90, 640])
        for (let x = 0; x + width <= VIEW.width; x += 45)
          for (let y = 0; y + height <= VIEW.height; y += 30) {
            // A target without room on any side has to be covered.
            const room = Math.max(y, VIEW.height - y - height) >= 80 || Math.max(x, VIEW.width - x - width) >= 220
            if (!room) continue
            for (const first of ['under', 'above'] as const) {
              const target = { x, y, width, height }
              const tip = { ...tooltipPosition(target, SIZE, VIEW, first), ...SIZE }
              expect(covers(tip, target), JSON.stringify(target)).toBe(false)
              expect(leaves(tip), JSON.stringify(target)).toBe(false)
            }
          }
  })
  it('stays inside the viewport if the target fills it', () => {
    const tip = { ...tooltipPosition({ x: 0, y: 0, width: 1000, height: 700 }, SIZE, VIEW), ...SIZE }
    expect(leaves(tip)).toBe(false)
  })
})
