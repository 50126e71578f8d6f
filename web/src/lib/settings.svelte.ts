/** The settings of this device. */
interface Settings {
  language: string
  theme: 'system' | 'light' | 'dark'
  motion: 'full' | 'less'
  quickTap: boolean
  /** The number of confirmed taps, as long as it matters for the offer to do without. */
  taps: number
  list: boolean
  sound: boolean
  /** Whether to show the reactions of players. */
  reactions: boolean
  /** Whether to notify the player of their turn while the page is in the background. */
  notify: boolean
  /** The player's current and earlier names: a seat keeps the name under which its player joined. */
  names: string[]
  /** The crest that this player prefers. */
  crest: number
  /** The last options of "Play now". */
  play: { players: number; level: string; edition: '2021' | '2015'; hints: boolean; coach: boolean }
  coach: {
    /** Whether the coach shows the best moves without being asked. */
    always: boolean
    open: boolean
    /** The kinds of decisions that it has explained. */
    known: string[]
    /** The table and the month of the last look back that the player has gone on from. */
    seen: string
  }
}

const KEY = 'edokko'
const DEFAULTS: Settings = {
  language: '',
  theme: 'system',
  motion: 'full',
  quickTap: false,
  taps: 0,
  list: false,
  sound: false,
  reactions: true,
  notify: false,
  names: [],
  crest: 0,
  play: { players: 3, level: 'easy', edition: '2021', hints: true, coach: false },
  coach: { always: false, open: true, known: [], seen: '' },
}

function storedSettings(): Partial<Settings> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}')
  } catch {
    return {}
  }
}

export const settings: Settings = $state({ ...DEFAULTS, ...storedSettings() })

const MAX_NAMES = 20

/** Add a name to the front of the player's names. */
export function rememberName(name: string): void {
  settings.names = [name, ...settings.names.filter((former) => former !== name)].slice(0, MAX_NAMES)
}

/** Apply the theme before the first paint: a late change would flash. */
export function applyTheme(): void {
  const root = document.documentElement
  if (settings.theme === 'system') delete root.dataset.theme
  else root.dataset.theme = settings.theme
  // The colour of the browser's own bars follows. Each of the two tags belongs to the system's light or dark scheme.
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')) {
    const dark = settings.theme === 'system' ? meta.media.includes('dark') : settings.theme === 'dark'
    meta.content = dark ? '#0b101a' : '#152746'
  }
}

/** Apply and persist the settings, and adopt the changes of other tabs. Call it once, from a component. */
export function persistSettings(): void {
  // A tab stores all settings at once. With stale ones it would undo the changes of other tabs.
  addEventListener('storage', (event) => {
    if (event.key === KEY) Object.assign(settings, DEFAULTS, storedSettings())
  })
  $effect(() => {
    applyTheme()
    document.documentElement.dataset.motion = settings.motion
    try {
      localStorage.setItem(KEY, JSON.stringify(settings))
    } catch {
      // Without storage the settings last for this visit only.
    }
  })
}

export function prefersReducedMotion(): boolean {
  return settings.motion === 'less' || matchMedia('(prefers-reduced-motion: reduce)').matches
}
