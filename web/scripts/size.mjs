// How much of the built page a browser loads, gzipped: in all it may be 200 kB, with every language.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

const MOST = 200_000
const folder = new URL('../../src/edokko/page', import.meta.url).pathname

function files(within) {
  return readdirSync(within).flatMap((name) => {
    const path = join(within, name)
    return statSync(path).isDirectory() ? files(path) : [path]
  })
}

const sizes = files(folder).map((path) => gzipSync(readFileSync(path), { level: 9 }).length)
const all = sizes.reduce((sum, one) => sum + one, 0)
console.log(`The page: ${sizes.length} files, ${(all / 1000).toFixed(1)} kB gzipped in all, of ${MOST / 1000} allowed.`)
if (all > MOST) process.exit(1)
