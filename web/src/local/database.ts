// The browser's database of tables and notes: texts, which only the package reads. Several tabs share it.

/** What the package in the worker calls; `edokko.browser.store.Database` has the same methods. */
export interface Database {
  table(id: string): Promise<string | undefined>
  tables(): Promise<string>
  rows(id: string): Promise<string>
  write(id: string, kept: string, rows: string, before: number): Promise<Saved>
  note(key: string): Promise<string | undefined>
  notes(beginning: string): Promise<string>
  keep(key: string, note: string): Promise<'saved' | 'full'>
}

export type Saved = 'saved' | 'conflict' | 'full'

/** Everything that is kept, as a file. */
export interface Everything {
  edokko: 1
  tables: Record<string, { kept: string; rows: string[] }>
  notes: Record<string, string>
}

const NAME = 'edokko'
const VERSION = 1
const rowsOf = (id: string) => IDBKeyRange.bound([id, 0], [id, Infinity])
const array = (texts: string[]) => `[${texts.join(',')}]`
const object = (keys: string[], texts: string[]) =>
  `{${keys.map((key, place) => `${JSON.stringify(key)}:${texts[place]}`).join(',')}}`

function result<T>(asked: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    asked.onsuccess = () => resolve(asked.result)
    asked.onerror = () => reject(asked.error)
  })
}

function done(change: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    change.oncomplete = () => resolve()
    change.onabort = change.onerror = () => reject(change.error)
  })
}

const isFull = (error: unknown): boolean => error instanceof DOMException && error.name === 'QuotaExceededError'

class IndexedDatabase implements Database {
  constructor(private readonly inner: IDBDatabase) {}

  private read(store: string): IDBObjectStore {
    return this.inner.transaction(store).objectStore(store)
  }

  table(id: string): Promise<string | undefined> {
    return result(this.read('tables').get(id))
  }

  async tables(): Promise<string> {
    return array(await result(this.read('tables').getAll()))
  }

  async rows(id: string): Promise<string> {
    return array(await result(this.read('rows').getAll(rowsOf(id))))
  }

  // One transaction counts the rows and adds to them, so of two tabs one is refused.
  async write(id: string, kept: string, rows: string, before: number): Promise<Saved> {
    const change = this.inner.transaction(['tables', 'rows'], 'readwrite')
    const ended = done(change)
    ended.catch(() => {})
    const history = change.objectStore('rows')
    try {
      if ((await result(history.count(rowsOf(id)))) !== before) {
        change.abort()
        return 'conflict'
      }
      for (const [place, row] of (JSON.parse(rows) as unknown[]).entries()) {
        history.put(JSON.stringify(row), [id, before + place])
      }
      change.objectStore('tables').put(kept, id)
      await ended
      return 'saved'
    } catch (error) {
      if (isFull(error)) return 'full'
      throw error
    }
  }

  note(key: string): Promise<string | undefined> {
    return result(this.read('notes').get(key))
  }

  async notes(beginning: string): Promise<string> {
    const [store, range] = [this.read('notes'), IDBKeyRange.bound(beginning, `${beginning}\uffff`)]
    const [keys, texts] = await Promise.all([result(store.getAllKeys(range)), result(store.getAll(range))])
    return object(keys as string[], texts)
  }

  async keep(key: string, note: string): Promise<'saved' | 'full'> {
    const change = this.inner.transaction('notes', 'readwrite')
    const ended = done(change)
    try {
      change.objectStore('notes').put(note, key)
      await ended
      return 'saved'
    } catch (error) {
      if (isFull(error)) return 'full'
      throw error
    }
  }

  /** Return everything that is kept. */
  async everything(): Promise<Everything> {
    const all: Everything = { edokko: 1, tables: {}, notes: {} }
    const view = this.inner.transaction(['tables', 'rows', 'notes'])
    const [tables, rows, notes] = ['tables', 'rows', 'notes'].map((name) => view.objectStore(name))
    const [ids, kept, places, texts, keys, values] = await Promise.all([
      result(tables!.getAllKeys()),
      result(tables!.getAll()),
      result(rows!.getAllKeys()),
      result(rows!.getAll()),
      result(notes!.getAllKeys()),
      result(notes!.getAll()),
    ])
    for (const [place, id] of ids.entries()) all.tables[String(id)] = { kept: kept[place], rows: [] }
    for (const [place, key] of places.entries()) all.tables[(key as [string, number])[0]]?.rows.push(texts[place])
    for (const [place, key] of keys.entries()) all.notes[String(key)] = values[place]
    return all
  }

  /** Add everything of a file; its tables and notes replace those of the same name. */
  async add(all: Everything): Promise<Saved> {
    const change = this.inner.transaction(['tables', 'rows', 'notes'], 'readwrite')
    const ended = done(change)
    try {
      for (const [id, table] of Object.entries(all.tables)) {
        change.objectStore('rows').delete(rowsOf(id))
        change.objectStore('tables').put(table.kept, id)
        for (const [place, row] of table.rows.entries()) change.objectStore('rows').put(row, [id, place])
      }
      for (const [key, note] of Object.entries(all.notes)) change.objectStore('notes').put(note, key)
      await ended
      return 'saved'
    } catch (error) {
      if (isFull(error)) return 'full'
      throw error
    }
  }
}

/** For a browser that keeps nothing: the games of this visit. */
export class PassingDatabase implements Database {
  private readonly heads = new Map<string, string>()
  private readonly history = new Map<string, unknown[]>()
  private readonly texts = new Map<string, string>()

  async table(id: string): Promise<string | undefined> {
    return this.heads.get(id)
  }

  async tables(): Promise<string> {
    return array([...this.heads.values()])
  }

  async rows(id: string): Promise<string> {
    return JSON.stringify(this.history.get(id) ?? [])
  }

  async write(id: string, kept: string, rows: string, before: number): Promise<Saved> {
    const known = this.history.get(id) ?? []
    if (known.length !== before) return 'conflict'
    this.heads.set(id, kept)
    this.history.set(id, [...known, ...(JSON.parse(rows) as unknown[])])
    return 'saved'
  }

  async note(key: string): Promise<string | undefined> {
    return this.texts.get(key)
  }

  async notes(beginning: string): Promise<string> {
    const found = [...this.texts].filter(([key]) => key.startsWith(beginning))
    return object(
      found.map(([key]) => key),
      found.map(([, text]) => text),
    )
  }

  async keep(key: string, note: string): Promise<'saved'> {
    this.texts.set(key, note)
    return 'saved'
  }
}

/** Open the database; `null` where the browser refuses it, as in some private windows. */
export async function openDatabase(): Promise<IndexedDatabase | null> {
  try {
    const opening = indexedDB.open(NAME, VERSION)
    opening.onupgradeneeded = () => {
      for (const name of ['tables', 'rows', 'notes']) opening.result.createObjectStore(name)
    }
    return new IndexedDatabase(await result(opening))
  } catch {
    return null
  }
}
