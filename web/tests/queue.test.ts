import { afterEach, expect, test, vi } from 'vitest'
import { motion } from '../src/table/motion.svelte'
import { Queue } from '../src/table/queue'

/** Something that moves until it is brought to its end. */
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

test('the next one begins when the one before has come to its end', async () => {
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

test('the next one is no part of the task in which the one before came to its end', async () => {
  visible('visible')
  const { queue, log, finish } = createQueue()
  for (const update of [1, 2]) queue.add(update)
  finish()
  for (let count = 0; count < 20; count++) await Promise.resolve()
  expect(log).toEqual(['show 1'])
  await settle()
  expect(log).toEqual(['show 1', 'show 2'])
})

test('three wait; with a fourth the table shows the newest', async () => {
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

test('what one has done oneself comes to its end first', async () => {
  visible('visible')
  const finish = moving()
  const { queue, log } = createQueue()
  queue.add(1)
  expect(log).toEqual([])
  finish()
  await settle()
  expect(log).toEqual(['show 1'])
})

test('where nobody looks, nothing waits', async () => {
  visible('hidden')
  const { queue, log } = createQueue()
  queue.add(1)
  queue.add(2)
  expect(log).toEqual(['show 1', 'put 2'])
})

test('what cannot be shown holds up nothing that comes after it', async () => {
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
  // It is told as any other fault of the page.
  expect(broken).toHaveBeenCalledOnce()
})

test('what is to be seen is shown to its end; then the table shows the newest if too many wait', async () => {
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
  // The fourth that waits is a report: it is not lost.
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

test('the own move is shown at once, after what came before it', async () => {
  visible('visible')
  const { queue, log } = createQueue()
  for (const update of [1, 2]) queue.add(update)
  queue.showNow(3)
  expect(log).toEqual(['show 1', 'put 2', 'show 3'])
  queue.add(4)
  await settle()
  expect(log.at(-1)).toBe('show 3')
})
