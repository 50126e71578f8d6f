// Check the transfer size of the built page: the Brotli file where there is one, else the file itself. This bounds the
// total; benchmarks/page.py measures a first visit on the wire.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The limits for one language and for everything in all languages, in bytes. */
const MAX_ONE = 190_000
const MAX_ALL = 260_000
const ENCODINGS = /\.(br|gz)$/
const folder = fileURLToPath(new URL('../../src/edokko/page', import.meta.url))

function files(within) {
  return readdirSync(within).flatMap((name) => {
    const path = join(within, name)
    return statSync(path).isDirectory() ? files(path) : [path]
  })
}

const transferSize = (path) => statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size
const plain = files(folder).filter((path) => !ENCODINGS.test(path) && !path.endsWith('manifest.json'))
const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'))
const languages = Object.entries(manifest)
  .filter(([source]) => source.includes('.ftl'))
  .map(([, part]) => transferSize(join(folder, part.file)))
const code = plain.filter((path) => /\.(html|js|css)$/.test(path)).reduce((sum, path) => sum + transferSize(path), 0)
const all = plain.reduce((sum, path) => sum + transferSize(path), 0)
const oneLanguage = code - languages.reduce((sum, size) => sum + size, 0) + Math.max(...languages)
const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} kB`
console.log(
  `The page: ${plain.length} files. All code in one language ${kilobytes(oneLanguage)} of ${kilobytes(MAX_ONE)},`,
  `with every language and icon ${kilobytes(all)} of ${kilobytes(MAX_ALL)}, as sent (Brotli).`,
)
if (oneLanguage > MAX_ONE || all > MAX_ALL) process.exit(1)
