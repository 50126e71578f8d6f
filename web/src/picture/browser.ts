/** What the page's modules expect of a browser when they load, in an engine that has only the language. */
import { metrics } from './metrics'

/** Measures text for `art/measure.ts` with the widths of the picture's own font. */
const canvas = {
  font: '',
  measureText(text: string): { width: number } {
    const [, weight = '400', size = '12'] = /^(\d+) ([\d.]+)px/.exec(this.font) ?? []
    return { width: metrics(text, Number(weight) > 550) * Number(size) }
  },
}

class NumberFormat {
  format = (value: number) => `${value}`
}

class PluralRules {
  select = (value: number) => (value === 1 ? 'one' : 'other')
}

Object.assign(globalThis, {
  Intl: { NumberFormat, PluralRules },
  console: { error: () => {}, warn: () => {}, log: () => {} },
  localStorage: { getItem: () => null },
  matchMedia: () => ({ matches: true, addEventListener: () => {} }),
  getComputedStyle: () => ({ fontSize: '16', letterSpacing: '0', wordSpacing: '0' }),
  document: { documentElement: {}, body: {}, createElement: () => ({ getContext: () => canvas }) },
})
