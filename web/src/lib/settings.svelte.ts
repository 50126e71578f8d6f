/** What a person has chosen on this device. */
interface Choices {
  language: string
  theme: 'system' | 'light' | 'dark'
  motion: 'full' | 'less'
  quickTap: boolean
  list: boolean
  sound: boolean
  /** Whether to tell of one's turn outside the page. */
  notify: boolean
  /** What this person is called, and was before: seats keep the name under which somebody sat down. */
  names: string[]
  /** The crest that this person takes where it is free. */
  crest: number
  /** What "Play now" starts with: what was chosen last. */
  play: { players: number; level: string; edition: '2021' | '2015'; hints: boolean }
}

const KEY = 'edokko'
const FIRST: Choices = {
  language: '',
  theme: 'system',
  motion: 'full',
  quickTap: false,
  list: false,
  sound: false,
  notify: false,
  names: [],
  crest: 0,
  play: { players: 3, level: 'easy', edition: '2021', hints: true },
}

function kept(): Partial<Choices> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}')
  } catch {
    return {}
  }
}

export const settings: Choices = $state({ ...FIRST, ...kept() })

const MOST_NAMES = 20

/** Keeps what this person is called now. */
export function called(name: string): void {
  settings.names = [name, ...settings.names.filter((one) => one !== name)].slice(0, MOST_NAMES)
}

/** Gives the page its colours, before anything is drawn: the other ones would flash. */
export function showTheme(): void {
  const root = document.documentElement
  if (settings.theme === 'system') delete root.dataset.theme
  else root.dataset.theme = settings.theme
  // The colour of the browser's own bars follows; each of the two belongs to the system's light or dark.
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')) {
    const dark = settings.theme === 'system' ? meta.media.includes('dark') : settings.theme === 'dark'
    meta.content = dark ? '#0b101a' : '#152746'
  }
}

/** Shows and keeps the settings; called once, from a component. */
export function keepSettings(): void {
  $effect(() => {
    showTheme()
    document.documentElement.dataset.motion = settings.motion
    try {
      localStorage.setItem(KEY, JSON.stringify(settings))
    } catch {
      // A browser without storage forgets, and that is all.
    }
  })
}

export function movesLittle(): boolean {
  return settings.motion === 'less' || matchMedia('(prefers-reduced-motion: reduce)').matches
}
