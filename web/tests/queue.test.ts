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
const soon = () => new Promise((done) => setTimeout(done, 20))

function queue() {
  const told: string[] = []
  let end = () => {}
  const made = new Queue<number>(
    async (update) => {
      told.push(`show ${update}`)
      end = moving()
      await motion.still()
    },
    (update) => told.push(`put ${update}`),
  )
  return { made, told, finish: () => end(), end: () => (end(), soon()) }
}
afterEach(() => {
  motion.skip()
  vi.unstubAllGlobals()
})
const visible = (state: string) => vi.stubGlobal('document', { visibilityState: state })

test('the next one begins when the one before has come to its end', async () => {
  visible('visible')
  const { made, told, end } = queue()
  for (const update of [1, 2, 3]) made.add(update)
  await soon()
  expect(told).toEqual(['show 1'])
  await end()
  expect(told).toEqual(['show 1', 'show 2'])
  await end()
  await end()
  made.add(4)
  expect(told).toEqual(['show 1', 'show 2', 'show 3', 'show 4'])
})

test('the next one is no part of the task in which the one before came to its end', async () => {
  visible('visible')
  const { made, told, finish } = queue()
  for (const update of [1, 2]) made.add(update)
  finish()
  for (let count = 0; count < 20; count++) await Promise.resolve()
  expect(told).toEqual(['show 1'])
  await soon()
  expect(told).toEqual(['show 1', 'show 2'])
})

test('three wait; with a fourth the table shows the newest', async () => {
  visible('visible')
  const { made, told } = queue()
  for (const update of [1, 2, 3, 4]) made.add(update)
  expect([told, made.newest]).toEqual([['show 1'], 4])
  made.add(5)
  expect(told).toEqual(['show 1', 'put 2', 'put 3', 'put 4', 'put 5'])
  await soon()
  expect([motion.busy, made.newest]).toEqual([false, undefined])
  made.add(6)
  expect(told.at(-1)).toBe('show 6')
})

test('what one has done oneself comes to its end first', async () => {
  visible('visible')
  const finish = moving()
  const { made, told } = queue()
  made.add(1)
  expect(told).toEqual([])
  finish()
  await soon()
  expect(told).toEqual(['show 1'])
})

test('where nobody looks, nothing waits', async () => {
  visible('hidden')
  const { made, told } = queue()
  made.add(1)
  made.add(2)
  expect(told).toEqual(['show 1', 'put 2'])
})

test('what cannot be shown holds up nothing that comes after it', async () => {
  visible('visible')
  const told: number[] = []
  const broken = vi.fn()
  process.once('unhandledRejection', broken)
  const made = new Queue<number>(
    async (update) => {
      if (update === 1) throw new Error('no such stall')
      told.push(update)
    },
    (update) => told.push(update),
  )
  made.add(1)
  await soon()
  made.add(2)
  await soon()
  expect(told).toEqual([2])
  // It is told as any other fault of the page.
  expect(broken).toHaveBeenCalledOnce()
})

test('what is to be seen is shown to its end; then the table shows the newest if too many wait', async () => {
  visible('visible')
  const told: string[] = []
  let end = () => {}
  const finished: string[] = []
  const made = new Queue<number>(
    async (update) => {
      told.push(`show ${update}`)
      end = moving()
      await motion.still()
    },
    (update) => told.push(`put ${update}`),
    (update) => update === 10,
    () => finished.push('rest'),
  )
  for (const update of [1, 2, 3, 4]) made.add(update)
  // The fourth that waits is a report: it is not lost.
  made.add(10)
  await soon()
  expect(told).toEqual(['show 1', 'put 2', 'put 3', 'put 4', 'show 10'])
  for (const update of [11, 12, 13, 14]) made.add(update)
  await soon()
  expect(told.at(-1)).toBe('show 10')
  finished.length = 0
  end()
  await soon()
  expect(told.slice(5)).toEqual(['put 11', 'put 12', 'put 13', 'put 14'])
  expect(finished).toEqual(['rest'])
})

test('the own move is shown at once, after what came before it', async () => {
  visible('visible')
  const { made, told } = queue()
  for (const update of [1, 2]) made.add(update)
  made.now(3)
  expect(told).toEqual(['show 1', 'put 2', 'show 3'])
  made.add(4)
  await soon()
  expect(told.at(-1)).toBe('show 3')
})
