import { readFileSync } from 'node:fs'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'

/** What of the catalogues the page says; the rest is said by the command line. */
const SAID =
  /^(list|amount|good|token|square|seat|card|building|score|per|group|room|move|detail|ask|refusal|event|reason|api(?!-detail)|web)-|^square =|^board-(bonus|chance|cost|fire-order|iki|month|neutral|new-year|on-sale|over|salary|skill|way-of-life) |^review-(accuracy|blunders|change|decisions|losses|mean-loss|mistakes|month) /

/** Keeps a catalogue's messages that the page says. */
function catalogues(): Plugin {
  return {
    name: 'catalogues',
    enforce: 'pre',
    load(id) {
      const [path = ''] = id.split('?')
      if (!path.endsWith('.ftl')) return null
      let kept = false
      const lines = readFileSync(path, 'utf8')
        .split('\n')
        .filter((line) => {
          if (line.startsWith('#')) return false
          if (/^[a-z]/.test(line)) kept = SAID.test(line)
          return kept && line.trim() !== ''
        })
      return `export default ${JSON.stringify(lines.join('\n'))}`
    },
  }
}

/** Puts the styles behind the skeleton: what stands in front of them is painted without waiting for them. */
function skeletonFirst(): Plugin {
  return {
    name: 'skeleton-first',
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        const styles: string[] = []
        const rest = html.replace(/\s*<link rel="stylesheet"[^>]*>/g, (link) => {
          styles.push(link.trim())
          return ''
        })
        // Comments are for those who read the source; the two marks of the head are the server's.
        const said = rest.replace(/\s*<!--\s[^]*?-->/g, '')
        return said.replace('</body>', `  ${styles.join('\n    ')}\n  </body>`)
      },
    },
  }
}

const version = /__version__ = "(.+)"/.exec(
  readFileSync(new URL('../src/edokko/__init__.py', import.meta.url), 'utf8'),
)?.[1]

export default defineConfig({
  define: { __VERSION__: JSON.stringify(version) },
  // Addresses of the page are paths: what is relative would be looked for below /t/.
  base: '/',
  plugins: [catalogues(), svelte(), skeletonFirst()],
  build: {
    outDir: '../src/edokko/page',
    emptyOutDir: true,
    // From it the server knows what a page consists of, and has it loaded at once.
    manifest: 'manifest.json',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What every page needs is one file: a dozen small ones would wait for one another.
          groups: [
            {
              name: 'base',
              // Of libraries and pictures those that every page needs: others come with the page that asks for them.
              test: /node_modules\/(svelte|esm-env|clsx|@fluent)\/|\/src\/(lib|art)\/(?!Hero|MiniBoard)|\/pages\/(Top|Trouble|Lazy)\b/,
            },
          ],
        },
      },
    },
    reportCompressedSize: false,
  },
  server: { fs: { allow: ['..'] } },
  test: { include: ['tests/**/*.test.ts'] },
})
