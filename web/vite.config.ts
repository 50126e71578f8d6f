import { readFileSync } from 'node:fs'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'

/** What of the catalogues the page says; the rest is said by the command line. */
const SAID =
  /^(list|line|amount|good|token|square|seat|card|building|score|per|group|room|move|detail|ask|kind|refusal|event|reason|board|api|review|web)-|^square =/

/** Keeps a catalogue's messages that the page says. */
function catalogues(): Plugin {
  return {
    name: 'catalogues',
    enforce: 'pre',
    load(id) {
      const [path = ''] = id.split('?')
      if (!path.endsWith('.ftl')) return null
      let kept = false
      const lines = readFileSync(path, 'utf8').split('\n').filter((line) => {
        if (line.startsWith('#')) return false
        if (/^[a-z]/.test(line)) kept = SAID.test(line)
        return kept && line.trim() !== ''
      })
      return `export default ${JSON.stringify(lines.join('\n'))}`
    },
  }
}

const version = /__version__ = "(.+)"/.exec(readFileSync(new URL('../src/edokko/__init__.py', import.meta.url), 'utf8'))?.[1]

export default defineConfig({
  define: { __VERSION__: JSON.stringify(version) },
  base: './',
  plugins: [catalogues(), svelte()],
  build: {
    outDir: '../src/edokko/page',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
    reportCompressedSize: true,
  },
  server: { fs: { allow: ['..'] } },
  test: { include: ['tests/**/*.test.ts'] },
})
