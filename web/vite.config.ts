import { readFileSync } from 'node:fs'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'

/** The ids of the messages that the page uses. The command line and the server use the others. */
const PAGE_MESSAGES =
  /^(?!list-s|card-step|card-token|move-with-|refusal-not-now)(list|amount|good|token|square|seat|card|building|score|per|group|room|move|detail|ask|refusal|event|reason|api(?!-(detail|shape|bad-(position|record)|(missing|impossible)-chance|event-|series-|no-(event|series) |not-(entered|the-organiser) |few-players |no-(program|challenge|chat)|has-rematch ))|web)-|^square =|^board-(bonus|chance|cost|fire-order|iki|month|neutral|new-year|on-sale|over|salary|skill|way-of-life) /

/** The ids of the messages of a part that loads on demand, which the query of the import names. */
const partMessages = (part: string) =>
  part === 'study'
    ? /^study-|^review-(accuracy|blunders|change|decisions|mean-loss|mistakes|month|better) /
    : part === 'offline'
      ? /^offline-(?!title|text|again)/ // The server's own page has the others.
      : new RegExp(`^${part}-`)

/** Strip a catalogue down to the messages that the page uses: those of every page, or those of one part. */
export function catalogues(): Plugin {
  return {
    name: 'catalogues',
    enforce: 'pre',
    load(id) {
      const [path = '', query = ''] = id.split('?')
      if (!path.endsWith('.ftl')) return null
      const included = query === 'raw' ? PAGE_MESSAGES : partMessages(query)
      let isIncluded = false
      const lines = readFileSync(path, 'utf8')
        .split('\n')
        .filter((line) => {
          if (line.startsWith('#')) return false
          if (/^[a-z]/.test(line)) isIncluded = included.test(line)
          return isIncluded && line.trim() !== ''
        })
      return `export default ${JSON.stringify(lines.join('\n'))}`
    },
  }
}

/** Move the style sheets behind the skeleton, so that the browser paints the skeleton without waiting for them. */
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
        // Drop comments, but keep the two markers of the head, which the server needs.
        const stripped = rest.replace(/\s*<!--\s[^]*?-->/g, '')
        return stripped.replace('</body>', `  ${styles.join('\n    ')}\n  </body>`)
      },
    },
  }
}

export const version = /__version__ = "(.+)"/.exec(
  readFileSync(new URL('../src/edokko/__init__.py', import.meta.url), 'utf8'),
)?.[1]

export default defineConfig({
  define: { __VERSION__: JSON.stringify(version) },
  // A static host may serve the page below a path. The server writes the paths of index.html from the root.
  base: './',
  worker: { format: 'es' },
  plugins: [catalogues(), svelte(), skeletonFirst()],
  build: {
    outDir: '../src/edokko/page',
    emptyOutDir: true,
    // The server reads the manifest to preload the files of each page.
    manifest: 'manifest.json',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
    rolldownOptions: {
      output: {
        codeSplitting: {
          // One chunk for the code that every page needs: a dozen small ones would load in sequence.
          groups: [
            {
              name: 'base',
              // Only libraries and pictures that every page needs; others are in the chunk of their page.
              test: /node_modules\/(svelte|esm-env|clsx|@fluent)\/|\/src\/(lib|art)\/(?!Hero|MiniBoard|laterMessages)|\/input\/focusReturn|\/pages\/(Trouble|Lazy)\b/,
            },
            {
              name: 'board',
              // Small parts of the board that other pages share: in one chunk they take one request.
              test: /\/src\/(board\/(labels|OfferFace|TextLines)|table\/targets)\b/,
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
