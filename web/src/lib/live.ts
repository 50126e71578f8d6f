import type { LiveMessage } from './types'

interface Handlers {
  message(message: LiveMessage): void
  state(state: 'live' | 'lost' | 'gone'): void
}

const FIRST_WAIT = 500
const LONGEST_WAIT = 15_000
const PING = 25_000
const SILENCE = 60_000

/** A live channel that comes back by itself until it is closed. */
export function listen(table: string, handlers: Handlers): () => void {
  let socket: WebSocket | null = null
  let wait = FIRST_WAIT
  let timer = 0
  let heard = Date.now()
  let closed = false

  function open(): void {
    clearTimeout(timer)
    if (closed) return
    const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:'
    const mine = new WebSocket(`${scheme}//${location.host}/api/tables/${encodeURIComponent(table)}/live`)
    socket = mine
    heard = Date.now()
    mine.onmessage = (event) => {
      heard = Date.now()
      const message = JSON.parse(String(event.data)) as LiveMessage
      if (message.type === 'view') {
        wait = FIRST_WAIT
        handlers.state('live')
      }
      if (message.type === 'gone') {
        if (message.retry === undefined || message.retry === null) {
          if (message.reason === 'closed') return end()
        } else wait = message.retry * 1000
      }
      if (message.type) handlers.message(message)
    }
    mine.onclose = (event) => {
      if (closed || socket !== mine) return
      if (event.code >= 4400 && event.code < 4500) return end()
      handlers.state('lost')
      timer = window.setTimeout(open, wait * (0.8 + Math.random() * 0.4))
      wait = Math.min(wait * 1.7, LONGEST_WAIT)
    }
  }

  function end(): void {
    closed = true
    handlers.state('gone')
    socket?.close()
  }

  const beat = window.setInterval(() => {
    if (socket?.readyState !== WebSocket.OPEN) return
    if (Date.now() - heard > SILENCE) socket.close()
    else socket.send('{"type":"ping"}')
  }, PING)

  // A tab that was asleep, or a network that came back, need not wait for its turn.
  function awake(): void {
    if (document.visibilityState !== 'visible' || closed) return
    if (socket?.readyState === WebSocket.CLOSED || Date.now() - heard > SILENCE) {
      wait = FIRST_WAIT
      socket?.close()
      open()
    }
  }
  document.addEventListener('visibilitychange', awake)
  window.addEventListener('online', awake)
  open()

  return () => {
    closed = true
    clearTimeout(timer)
    clearInterval(beat)
    document.removeEventListener('visibilitychange', awake)
    window.removeEventListener('online', awake)
    socket?.close()
  }
}
