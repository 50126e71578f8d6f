import { afterEach, expect, test, vi } from 'vitest'
import { motion } from '../src/table/motion/motion.svelte'
import { Queue } from '../src/table/motion/queue'

/** Start an animation; return the function that finishes it. */
function moving() {
  let finish = () => {}
  const finished = new Promise<void>((done) => (finish = done))
  const animation = { finished, finish } as unknown as Animation
  motion.add(animation)
  return finish
}
const settle = () => new Promise((done) => setTimeout(done, 20))

function createQueue() {
  const log: string[] = []
  let end = () => {}
  const queue = new Queue<number>(
    async (update) => {
      log.push(`show ${update}`)
      end = moving()
      await motion.settled()
    },
    (update) => log.push(`put ${update}`),
  )
  return { queue, log, finish: () => end(), end: () => (end(), settle()) }
}
afterEach(() => {
  motion.skip()
  vi.unstubAllGlobals()
})
const visible = (state: string) => vi.stubGlobal('document', { visibilityState: state })

test('the next update begins when the previous animation has ended', async () => {
  visible('visible')
  const { queue, log, end } = createQueue()
  for (const update of [1, 2, 3]) queue.add(update)
  await settle()
  expect(log).toEqual(['show 1'])
  await end()
  expect(log).toEqual(['show 1', 'show 2'])
  await end()
  await end()
  queue.add(4)
  expect(log).toEqual(['show 1', 'show 2', 'show 3', 'show 4'])
})

test('the next update starts in a task of its own', async () => {
  visible('visible')
  const { queue, log, finish } = createQueue()
  for (const update of [1, 2]) queue.add(update)
  finish()
  for (let count = 0; count < 20; count++) await Promise.resolve()
  expect(log).toEqual(['show 1'])
  await settle()
  expect(log).toEqual(['show 1', 'show 2'])
})

test('with more than three waiting updates the table skips to the newest', async () => {
  visible('visible')
  const { queue, log } = createQueue()
  for (const update of [1, 2, 3, 4]) queue.add(update)
  expect([log, queue.newest]).toEqual([['show 1'], 4])
  queue.add(5)
  expect(log).toEqual(['show 1', 'put 2', 'put 3', 'put 4', 'put 5'])
  await settle()
  expect([motion.busy, queue.newest]).toEqual([false, undefined])
  queue.add(6)
  expect(log.at(-1)).toBe('show 6')
})

test('a running animation ends before the first update', async () => {
  visible('visible')
  const finish = moving()
  const { queue, log } = createQueue()
  queue.add(1)
  expect(log).toEqual([])
  finish()
  await settle()
  expect(log).toEqual(['show 1'])
})

test('a hidden tab queues nothing', async () => {
  visible('hidden')
  const { queue, log } = createQueue()
  queue.add(1)
  queue.add(2)
  expect(log).toEqual(['show 1', 'put 2'])
})

test('an update that fails to show does not block the next', async () => {
  visible('visible')
  const log: number[] = []
  const broken = vi.fn()
  process.once('unhandledRejection', broken)
  const queue = new Queue<number>(
    async (update) => {
      if (update === 1) throw new Error('no such stall')
      log.push(update)
    },
    (update) => log.push(update),
  )
  queue.add(1)
  await settle()
  queue.add(2)
  await settle()
  expect(log).toEqual([2])
  // The failure is reported like any other uncaught error.
  expect(broken).toHaveBeenCalledOnce()
})

test('an update that must be shown is shown to its end before the table skips ahead', async () => {
  visible('visible')
  const log: string[] = []
  let end = () => {}
  const finished: string[] = []
  const queue = new Queue<number>(
    async (update) => {
      log.push(`show ${update}`)
      end = moving()
      await motion.settled()
    },
    (update) => log.push(`put ${update}`),
    (update) => update === 10,
    () => finished.push('rest'),
  )
  for (const update of [1, 2, 3, 4]) queue.add(update)
  // The last waiting update is a report, so it is not skipped.
  queue.add(10)
  await settle()
  expect(log).toEqual(['show 1', 'put 2', 'put 3', 'put 4', 'show 10'])
  for (const update of [11, 12, 13, 14]) queue.add(update)
  await settle()
  expect(log.at(-1)).toBe('show 10')
  finished.length = 0
  end()
  await settle()
  expect(log.slice(5)).toEqual(['put 11', 'put 12', 'put 13', 'put 14'])
  expect(finished).toEqual(['rest'])
})

test('the own move is shown at once, after the earlier updates have been applied', async () => {
  visible('visible')
  const { queue, log } = createQueue()
  for (const update of [1, 2]) queue.add(update)
  queue.showNow(3)
  expect(log).toEqual(['show 1', 'put 2', 'show 3'])
  queue.add(4)
  await settle()
  expect(log.at(-1)).toBe('show 3')
})
