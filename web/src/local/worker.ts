// The worker of a page without a server: the package of the rules in Pyodide. It knows no rule, no view and no sentence:
// requests go to the package, and what is to be kept to the browser's database.
import { openDatabase, PassingDatabase, type Database, type Everything } from './database'
import type { FromWorker, Site, ToWorker } from './messages'

interface Pyodide {
  FS: { mkdirTree(path: string): void }
  unpackArchive(archive: ArrayBuffer, format: 'zip', options: { extractDir: string }): void
  pyimport(module: string): {
    Browser(database: object, send: (number: number, text: string) => void, pause: number): Browser
  }
  runPython(program: string): void
}

/** `edokko.browser.venue.Browser`. */
interface Browser {
  start(): Promise<void>
  request(
    method: string,
    path: string,
    headers: string,
    body: string,
    language: string,
  ): Promise<{ toJs(): [number, string]; destroy(): void }>
  open_stream(number: number, path: string, body: string): void
  open_channel(number: number, table: string, after: number | undefined): void
  close(number: number): void
  changed(table: string): Promise<void>
  network_arrived(): void
}

const FOLDER = '/app'
const tell = (message: FromWorker) => postMessage(message)
const opening = openDatabase()
const otherTabs = new BroadcastChannel('edokko')
let began: (browser: Browser) => void
const browser = new Promise<Browser>((resolve) => (began = resolve))

/** A database that tells other tabs of each change, and the page whether there is space. */
function announced(database: Database): Database {
  return Object.assign(Object.create(database) as Database, {
    async write(...change: Parameters<Database['write']>) {
      const said = await database.write(...change)
      if (said === 'saved') otherTabs.postMessage(change[0])
      if (said !== 'conflict') tell({ kind: 'space', isFull: said === 'full' })
      return said
    },
  })
}

// All that is fetched here has a hash in its name, or its folder's. So no copy is stale, and Pyodide, too, need not ask the
// host again.
const ask = fetch
self.fetch = (what, how) => ask(what, { cache: 'force-cache', ...how })

/**
 * Return where to load Pyodide from on a later visit. Chromium keeps compiled code only for a file that does not come from
 * the service worker, which saves a third of the processor time; if its cache has lost the file, the service worker has it.
 */
async function folderOf(base: string, site: Site): Promise<string> {
  const file = new URL(`${site.pyodide}pyodide.asm.wasm`, base)
  const cached = await fetch(file, { method: 'HEAD', cache: 'only-if-cached', mode: 'same-origin' }).catch(() => null)
  return cached?.ok ? site.pyodide : `kept/${site.pyodide}`
}

async function start(base: string, site: Site, isKept: boolean): Promise<void> {
  const folder = isKept ? await folderOf(base, site) : site.pyodide
  const first = Object.keys(site.sizes).filter((path) => !site.later.includes(path))
  const total = first.reduce((sum, path) => sum + site.sizes[path]!, 0)
  let loaded = 0
  const load = async (path: string): Promise<Response> => {
    const response = await fetch(new URL(path, base))
    if (!response.ok || !response.body) throw new Error(`${path}: ${response.status}`)
    const counted = response.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(part, controller) {
          loaded += part.length
          tell({ kind: 'progress', part: loaded / total })
          controller.enqueue(part)
        },
      }),
    )
    return new Response(counted)
  }
  const archive = async (path: string) => (await load(path)).arrayBuffer()
  const archives = Promise.all(site.archives.map(archive))
  // Pyodide loads its own files; here they are counted, and come from the browser's cache then.
  const ofPyodide = first.filter((path) => path.startsWith(site.pyodide))
  await Promise.all(
    ofPyodide.map(async (path) => (await load(path.replace(site.pyodide, folder))).body!.pipeTo(new WritableStream())),
  )
  const indexURL = new URL(folder, base).href
  const { loadPyodide } = (await import(/* @vite-ignore */ `${indexURL}pyodide.mjs`)) as {
    loadPyodide(options: object): Promise<Pyodide>
  }
  const python = await loadPyodide({ indexURL })
  python.FS.mkdirTree(FOLDER)
  const unpack = (content: ArrayBuffer) => python.unpackArchive(content, 'zip', { extractDir: FOLDER })
  for (const content of await archives) unpack(content)
  python.runPython(`import sys; sys.path.insert(0, '${FOLDER}')`)
  const kept = await opening
  const venue = python
    .pyimport('edokko.browser.venue')

    .Browser(
      announced(kept ?? new PassingDatabase()),
      (number, text) => tell({ kind: 'message', number, text }),
      site.pause,
    )
  await venue.start()
  began(venue)
  tell({ kind: 'ready', keeps: kept !== null })
  otherTabs.onmessage = ({ data }) => void venue.changed(String(data))
  for (const path of site.later) unpack(await archive(path))
  venue.network_arrived()
}

/** Return the content of a file that `everything` has made; `null` for any other one. */
function fileOf(text: string): Everything | null {
  try {
    const all = JSON.parse(text) as Partial<Everything>
    const tables = Object.values(all.tables ?? {})
    const texts = [...tables.flatMap(({ kept, rows }) => [kept, ...rows]), ...Object.values(all.notes ?? {})]
    for (const one of texts) JSON.parse(one)
    return all.edokko === 1 && all.tables && all.notes ? (all as Everything) : null
  } catch {
    return null
  }
}

async function answer(message: ToWorker): Promise<void> {
  switch (message.kind) {
    case 'start':
      return start(message.base, message.site, message.isKept)
    case 'request': {
      const { number, method, path, headers, body, language } = message
      const answered = await (await browser).request(method, path, headers, body, language)
      const [status, text] = answered.toJs()
      answered.destroy()
      return tell({ kind: 'answer', number, status, text })
    }
    case 'stream':
      return (await browser).open_stream(message.number, message.path, message.body)
    case 'channel':
      return (await browser).open_channel(message.number, message.table, message.after ?? undefined)
    case 'close':
      return (await browser).close(message.number)
    case 'everything': {
      const kept = await opening
      const text = kept ? JSON.stringify(await kept.everything()) : ''
      return tell({ kind: 'answer', number: message.number, status: kept ? 200 : 409, text })
    }
    case 'add': {
      const [kept, all] = [await opening, fileOf(message.text)]
      const status = !all ? 400 : (await kept?.add(all)) === 'saved' ? 200 : 503
      if (status === 200) otherTabs.postMessage('')
      return tell({ kind: 'answer', number: message.number, status, text: '{}' })
    }
  }
}

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  answer(data).catch((error: unknown) => {
    console.error(error)
    if (data.kind === 'start') tell({ kind: 'failed', why: String(error) })
    else if ('number' in data) tell({ kind: 'answer', number: data.number, status: 500, text: '{"code":"internal"}' })
  })
})
