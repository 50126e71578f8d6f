// Starts the package of a built site in Node as the page's worker does, and runs a module of this folder there: its
// `main`, if it has one, with a database. usage: node site.mjs SITE MODULE
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const [, , folder, module] = process.argv
const site = JSON.parse(readFileSync(join(folder, 'site.json'), 'utf8'))
const engine = join(folder, site.pyodide)
const { loadPyodide } = await import(pathToFileURL(join(engine, 'pyodide.mjs')).href)
const python = await loadPyodide({ indexURL: engine })
const tests = '/app/tests/browser'
python.FS.mkdirTree(tests)
for (const archive of [...site.archives, ...site.later]) {
  python.unpackArchive(new Uint8Array(readFileSync(join(folder, archive))), 'zip', { extractDir: '/app' })
}
for (const name of readdirSync(import.meta.dirname).filter((name) => name.endsWith('.py'))) {
  python.FS.writeFile(`${tests}/${name}`, readFileSync(join(import.meta.dirname, name)))
}
try {
  await python.runPythonAsync(`
import sys; sys.path.insert(0, '/app')
from importlib import import_module
module = import_module('tests.browser.${module}')
if hasattr(module, 'main'):
    await module.main(import_module('tests.browser.helpers').MemoryDatabase())
`)
} catch (error) {
  console.error(String(error.message).split('\n').slice(-12).join('\n'))
  process.exit(1)
}
process.exit(0) // the venue's tasks would keep Node running
