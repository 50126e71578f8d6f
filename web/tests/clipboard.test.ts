import { afterEach, expect, test, vi } from 'vitest'
import { ClipboardCopy } from '../src/lib/clipboard.svelte'

afterEach(() => void vi.unstubAllGlobals())

test('a successful copy is reported', async () => {
  const written: string[] = []
  vi.stubGlobal('navigator', { clipboard: { writeText: async (text: string) => void written.push(text) } })
  const copying = new ClipboardCopy()
  await copying.copy('a link')
  expect([written, copying.copied, copying.shown]).toEqual([['a link'], true, false])
})

test.each([{ clipboard: undefined }, { clipboard: { writeText: () => Promise.reject(new Error('not here')) } }])(
  'without a clipboard the text is shown',
  async (browser) => {
    vi.stubGlobal('navigator', browser)
    const copying = new ClipboardCopy()
    await copying.copy('a link')
    expect([copying.copied, copying.shown]).toEqual([false, true])
  },
)
