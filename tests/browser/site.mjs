// Starts the package of a built site in Node as the page's worker does, and runs a program of Python there, which finds
// the venue of the browser as `browser`. usage: node site.mjs SITE PROGRAM
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const [, , folder, program] = process.argv
const site = JSON.parse(readFileSync(join(folder, 'site.json'), 'utf8'))
const engine = join(folder, site.pyodide)
const { loadPyodide } = await import(pathToFileURL(join(engine, 'pyodide.mjs')).href)
const python = await loadPyodide({ indexURL: engine })
python.FS.mkdirTree('/app')
for (const archive of [...site.archives, ...site.later]) {
  python.unpackArchive(new Uint8Array(readFileSync(join(folder, archive))), 'zip', { extractDir: '/app' })
}
python.runPython("import sys; sys.path.insert(0, '/app')")
try {
  await python.runPythonAsync(readFileSync(program, 'utf8'))
} catch (error) {
  console.error(String(error.message).split('\n').slice(-12).join('\n'))
  process.exit(1)
}
process.exit(0) // the venue's tasks would keep Node running
