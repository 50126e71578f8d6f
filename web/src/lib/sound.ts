import type { GameEvent } from './types'

// Sounds are synthesised from oscillators, without files. They play only if the settings allow it.

let context: AudioContext | null = null

interface Tone {
  /** Frequency in hertz, at the start and at the end. */
  from: number
  to: number
  /** Duration in seconds. */
  duration: number
  loud: number
  kind?: OscillatorType
  after?: number
}

const SOUNDS: Record<string, readonly Tone[]> = {
  coin: [
    { from: 1568, to: 1568, duration: 0.09, loud: 0.1, kind: 'triangle' },
    { from: 2093, to: 2093, duration: 0.16, loud: 0.08, kind: 'triangle', after: 0.06 },
  ],
  wood: [{ from: 420, to: 160, duration: 0.09, loud: 0.22, kind: 'triangle' }],
  step: [{ from: 240, to: 120, duration: 0.07, loud: 0.16, kind: 'sine' }],
  bell: [
    { from: 659, to: 655, duration: 1.3, loud: 0.1 },
    { from: 1976, to: 1970, duration: 0.7, loud: 0.03 },
  ],
  fire: [
    { from: 90, to: 45, duration: 0.7, loud: 0.25, kind: 'sawtooth' },
    { from: 140, to: 60, duration: 0.5, loud: 0.16, kind: 'square', after: 0.2 },
  ],
  turn: [
    { from: 523, to: 523, duration: 0.22, loud: 0.12 },
    { from: 784, to: 784, duration: 0.4, loud: 0.12, after: 0.14 },
  ],
}

const OF_EVENTS: Record<string, keyof typeof SOUNDS> = {
  gained: 'coin',
  good_bought: 'coin',
  placed: 'wood',
  moved: 'step',
  slot_taken: 'step',
  retired: 'bell',
  month_began: 'bell',
  payday_began: 'bell',
  fire_broke_out: 'fire',
}

/** Play a sound. A browser that blocks audio before the first click stays silent. */
export function playSound(name: keyof typeof SOUNDS): void {
  try {
    context ??= new AudioContext()
    if (context.state === 'suspended') void context.resume()
    for (const tone of SOUNDS[name]!) scheduleTone(context, tone)
  } catch {
    // There is no audio device. The table works without sound.
  }
}

/** Play the sounds of some events, each sound once. */
export function playEventSounds(events: readonly GameEvent[]): void {
  for (const name of new Set(events.map((event) => OF_EVENTS[event.kind]))) if (name) playSound(name)
}

function scheduleTone(on: AudioContext, { from, to, duration, loud, kind = 'sine', after = 0 }: Tone): void {
  const start = on.currentTime + after
  const tone = on.createOscillator()
  const volume = on.createGain()
  tone.type = kind
  tone.frequency.setValueAtTime(from, start)
  tone.frequency.exponentialRampToValueAtTime(to, start + duration)
  volume.gain.setValueAtTime(0.0001, start)
  volume.gain.exponentialRampToValueAtTime(loud, start + 0.012)
  volume.gain.exponentialRampToValueAtTime(0.0001, start + duration)
  tone.connect(volume).connect(on.destination)
  tone.start(start)
  tone.stop(start + duration + 0.02)
}
