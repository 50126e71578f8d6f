// Check the transfer size of the built page: the Brotli file where there is one, else the file itself. This bounds the
// total; benchmarks/page.py measures a first visit on the wire.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The limits for one language and for everything in all languages, in bytes. */
const MAX_ONE = 348_000
const MAX_ALL = 504_500
const ENCODINGS = /\.(br|gz)$/
const folder = fileURLToPath(new URL('../../src/edokko/page', import.meta.url))

function files(within) {
  return readdirSync(within).flatMap((name) => {
    const path = join(within, name)
    return statSync(path).isDirectory() ? files(path) : [path]
  })
}

const transferSize = (path) => statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size
/** Files that no browser loads. */
const UNSERVED = /manifest\.json$|[\\/]picture[\\/]/
const plain = files(folder).filter((path) => !ENCODINGS.test(path) && !UNSERVED.test(path))
const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'))
/** The sizes of the catalogues by part; a visitor loads one language of each. */
const parts = new Map()
for (const [source, { file }] of Object.entries(manifest)) {
  const [path, part] = source.split('?')
  if (path.endsWith('.ftl')) parts.set(part, [...(parts.get(part) ?? []), transferSize(join(folder, file))])
}
const sum = (sizes) => sizes.reduce((total, size) => total + size, 0)
const code = sum(plain.filter((path) => /\.(html|js|css)$/.test(path)).map(transferSize))
const all = sum(plain.map(transferSize))
const oneLanguage = [...parts.values()].reduce((rest, sizes) => rest - sum(sizes) + Math.max(...sizes), code)
const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} kB`
console.log(
  `The page: ${plain.length} files. All code in one language ${kilobytes(oneLanguage)} of ${kilobytes(MAX_ONE)},`,
  `with every language, icon and font ${kilobytes(all)} of ${kilobytes(MAX_ALL)}, as sent (Brotli).`,
)
if (oneLanguage > MAX_ONE || all > MAX_ALL) process.exit(1)
