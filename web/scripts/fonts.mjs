// Write the page's fonts to .fonts/: variable fonts with only the letters that the page can show, as WOFF2. Names of
// people may have other letters; the browser takes those from the fonts of the system.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { convert } from 'fontverter'
import subsetFont from 'subset-font'

const web = fileURLToPath(new URL('..', import.meta.url))
/** The largest size of all fonts together, in bytes. */
const MAX_ALL = 60_000
/** What the catalogues and components say, and what the page itself draws. */
const SOURCES = ['../src/edokko/catalogue', '../src/edokko/components', 'src', 'index.html']
const TEXT = /\.(ftl|toml|svelte|ts|css|html)$/
/** Letters that no source has: keys of a keyboard, and the spaces and signs of numbers in the five languages. */
const ALWAYS = String.fromCharCode(...Array.from({ length: 95 }, (_, index) => 32 + index)) + '\u00a0\u202f\u2212'
/**
 * The weights are those of the style sheets. The publisher's package of the sans has arrows and signs, which Fontsource
 * leaves out. That of the serif is a download of 42 MB, so it comes from Fontsource, which splits off the Polish letters.
 */
const FONTS = {
  sans: { source: 'source-sans/WOFF2/VF/SourceSans3VF-Upright.ttf.woff2', weights: { min: 400, max: 800 } },
  serif: { source: serifFile('latin'), weights: { min: 600, max: 700 } },
  'serif-polish': { source: serifFile('latin-ext'), weights: { min: 600, max: 700 } },
}

function serifFile(letters) {
  return `@fontsource-variable/source-serif-4/files/source-serif-4-${letters}-wght-normal.woff2`
}

function texts(path) {
  if (TEXT.test(path)) return [readFileSync(path, 'utf8')]
  return readdirSync(path, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() || TEXT.test(entry.name) ? texts(join(path, entry.name)) : [],
  )
}

/** Rename a font from Source to Edokko: its licence reserves the name `Source` for the unchanged font. */
function renamed(font) {
  let text = font.toString('latin1')
  for (const family of ['Source Sans', 'Source Serif', 'SourceSans', 'SourceSerif']) {
    const own = family.replace('Source', 'Edokko')
    // The names are in UTF-16; both have the same length, so no offset changes.
    text = text.replaceAll(wide(family), wide(own))
  }
  return Buffer.from(text, 'latin1')
}

const wide = (text) => Buffer.from(text, 'utf16le').swap16().toString('latin1')

const letters = [...new Set(SOURCES.flatMap((path) => texts(join(web, path))).join('') + ALWAYS)].join('')
const folder = join(web, '.fonts')
mkdirSync(folder, { recursive: true })
let all = 0
for (const [name, { source, weights }] of Object.entries(FONTS)) {
  const font = await subsetFont(readFileSync(join(web, 'node_modules', source)), letters, {
    targetFormat: 'truetype',
    variationAxes: { wght: weights },
    keepFeatures: ['kern'],
    noHinting: true,
  })
  const file = await convert(renamed(font), 'woff2')
  writeFileSync(join(folder, `${name}.woff2`), file)
  all += file.length
}
console.log(`Fonts: ${[...letters].length} letters, ${(all / 1000).toFixed(1)} kB of ${MAX_ALL / 1000} kB`)
if (all > MAX_ALL) process.exit(1)
