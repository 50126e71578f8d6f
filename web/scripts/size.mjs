// How large the built page is, as it is sent: Brotli where there is a compressed file, else as it is. What a first visit
// may load stands in benchmarks/page.py, which counts it on the wire; this bounds the whole.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** One language, and everything in all languages, in bytes. */
const MOST_ONE = 190_000
const MOST_ALL = 260_000
const ENCODINGS = /\.(br|gz)$/
const folder = fileURLToPath(new URL('../../src/edokko/page', import.meta.url))

function files(within) {
  return readdirSync(within).flatMap((name) => {
    const path = join(within, name)
    return statSync(path).isDirectory() ? files(path) : [path]
  })
}

const sent = (path) => statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size
const plain = files(folder).filter((path) => !ENCODINGS.test(path) && !path.endsWith('manifest.json'))
const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'))
const languages = Object.entries(manifest)
  .filter(([source]) => source.includes('.ftl'))
  .map(([, part]) => sent(join(folder, part.file)))
const code = plain.filter((path) => /\.(html|js|css)$/.test(path)).reduce((sum, path) => sum + sent(path), 0)
const all = plain.reduce((sum, path) => sum + sent(path), 0)
const one = code - languages.reduce((sum, size) => sum + size, 0) + Math.max(...languages)
const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} kB`
console.log(
  `The page: ${plain.length} files. All code in one language ${kilobytes(one)} of ${kilobytes(MOST_ONE)},`,
  `with every language and icon ${kilobytes(all)} of ${kilobytes(MOST_ALL)}, as sent (Brotli).`,
)
if (one > MOST_ONE || all > MOST_ALL) process.exit(1)
