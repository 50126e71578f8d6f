// Compress every text file of the built page to FILE.br and FILE.gz, which the server sends as they are. The argument is a
// folder; the default is the page.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const TEXT = /\.(js|css|svg|json|txt|webmanifest)$/
const folder = process.argv[2] ?? fileURLToPath(new URL('../../src/edokko/page', import.meta.url))

function files(within) {
  return readdirSync(within).flatMap((name) => {
    const path = join(within, name)
    return statSync(path).isDirectory() ? files(path) : [path]
  })
}

// Vite copies the service worker as it is, with its comments.
for (const path of files(folder).filter((file) => file.endsWith('sw.js'))) {
  writeFileSync(path, readFileSync(path, 'utf8').replace(/^\s*(\/\/|\/\*\*).*\n/gm, ''))
}
for (const path of files(folder).filter((file) => TEXT.test(file))) {
  const body = readFileSync(path)
  const compressed = {
    br: brotliCompressSync(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
    gz: gzipSync(body, { level: 9 }),
  }
  for (const [ending, bytes] of Object.entries(compressed)) {
    if (bytes.length < body.length) writeFileSync(`${path}.${ending}`, bytes)
  }
}
