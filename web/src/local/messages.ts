// What the page and its worker tell each other.

/** What the folder of the site has for the worker: `edokko build-site` writes it. */
export interface Site {
  /** The folder of Pyodide, its module, and the files that it loads, below the base of the site. */
  pyodide: string
  /** The package, the engine and the libraries, as archives to unpack. */
  archives: string[]
  /** The network of the strongest player, which is loaded after the first table. */
  later: string[]
  /** The sizes of all files in bytes, and of what a first visit loads, compressed. */
  sizes: Record<string, number>
  download: number
  /** Seconds before the move of a computer player. */
  pause: number
  /** Where a server offers the folder: the size of all files, compressed, and the path of the server's own page. */
  whole?: number
  server?: string
}

export type ToWorker =
  /** `isKept`: whether a service worker has the files. */
  | { kind: 'start'; base: string; site: Site; isKept: boolean }
  | {
      kind: 'request'
      number: number
      method: string
      path: string
      headers: string
      body: string
      language: string
    }
  | { kind: 'stream'; number: number; path: string; body: string }
  | { kind: 'channel'; number: number; table: string; after: number | null }
  | { kind: 'close'; number: number }
  | { kind: 'everything'; number: number }
  | { kind: 'add'; number: number; text: string }

export type FromWorker =
  | { kind: 'progress'; part: number }
  /** `keeps`: whether the browser keeps the games. */
  | { kind: 'ready'; keeps: boolean }
  | { kind: 'space'; isFull: boolean }
  | { kind: 'failed'; why: string }
  | { kind: 'answer'; number: number; status: number; text: string }
  /** An empty text ends a stream or a channel. */
  | { kind: 'message'; number: number; text: string }
