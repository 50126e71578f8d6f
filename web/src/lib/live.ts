interface Handlers<Message> {
  /** The type of the first message, with which the channel counts as live. */
  opens: string
  message(message: Message): void
  state(state: 'live' | 'lost' | 'gone'): void
}

/** Milliseconds before the channel is opened again, from the first try on. A server that restarts is back in seconds, so
 * the page asks for it every two. One that has been away for a minute is asked for less often. */
const FIRST_WAIT = 500
const LONGEST_WAIT = 2_000
const AWAY_LONG = 60_000
const LONGEST_WAIT_THEN = 10_000
/** How often the channel is asked for a sign of life, and after which silence it counts as dead. */
const PING = 12_000
const SILENCE = 30_000
/** How long somebody who comes back to the page waits for that sign. */
const AWAKE = 3_000

/** A live channel that comes back by itself until it is closed.
 *
 * @param path below /api, asked for whenever the channel is opened
 * @param handlers what to do with its messages and with its state
 * @returns what closes it
 */
export function listen<Message extends { type: string }>(path: () => string, handlers: Handlers<Message>): () => void {
  let socket: WebSocket | null = null
  let wait = FIRST_WAIT
  let timer = 0
  let heard = Date.now()
  let closed = false
  /** Since when the channel is away; 0 while it is there. */
  let away = 0

  /** Return how long to wait before the next try: at random, so that the clients of a server do not all come at once. */
  function nextWait(): number {
    const longest = Date.now() - away > AWAY_LONG ? LONGEST_WAIT_THEN : LONGEST_WAIT
    const now = Math.min(wait, longest)
    wait = Math.min(wait * 1.7, LONGEST_WAIT_THEN)
    return now * (0.5 + Math.random() * 0.5)
  }

  function open(): void {
    clearTimeout(timer)
    if (closed) return
    const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:'
    const mine = new WebSocket(`${scheme}//${location.host}/api${path()}`)
    socket = mine
    heard = Date.now()
    mine.onmessage = (event) => {
      if (socket !== mine) return
      heard = Date.now()
      const message = JSON.parse(String(event.data)) as Message & { retry?: number | null }
      if (message.type === handlers.opens) {
        wait = FIRST_WAIT
        away = 0
        handlers.state('live')
      }
      if (message.type === 'gone' && message.retry) wait = message.retry * 1000
      if (message.type) handlers.message(message)
    }
    mine.onclose = (event) => {
      if (closed || socket !== mine) return
      if (event.code >= 4400 && event.code < 4500) return end()
      away ||= Date.now()
      handlers.state('lost')
      timer = window.setTimeout(open, nextWait())
    }
  }

  function end(): void {
    closed = true
    handlers.state('gone')
    socket?.close()
  }

  const beat = window.setInterval(() => {
    const silent = Date.now() - heard > SILENCE
    if (socket && socket.readyState <= WebSocket.OPEN && silent) again()
    else if (socket?.readyState === WebSocket.OPEN) socket.send('{"type":"ping"}')
  }, PING)

  /** A socket that hangs may take minutes to close: it is left behind at once. */
  function again(): void {
    const old = socket
    socket = null
    away ||= Date.now()
    old?.close()
    handlers.state('lost')
    wait = FIRST_WAIT
    open()
  }

  // A tab that was asleep, or a network that went or came, need not wait for its turn. What was opened while there was
  // no network may hang.
  function awake(event: Event): void {
    if (document.visibilityState !== 'visible' || closed) return
    if (socket?.readyState !== WebSocket.OPEN || Date.now() - heard > SILENCE) {
      if (event.type === 'online' || socket?.readyState !== WebSocket.CONNECTING) again()
      return
    }
    const asked = Date.now()
    socket.send('{"type":"ping"}')
    setTimeout(() => !closed && heard < asked && socket?.readyState === WebSocket.OPEN && again(), AWAKE)
  }
  document.addEventListener('visibilitychange', awake)
  window.addEventListener('online', awake)
  window.addEventListener('offline', awake)
  open()

  return () => {
    closed = true
    clearTimeout(timer)
    clearInterval(beat)
    document.removeEventListener('visibilitychange', awake)
    window.removeEventListener('online', awake)
    window.removeEventListener('offline', awake)
    socket?.close()
  }
}
