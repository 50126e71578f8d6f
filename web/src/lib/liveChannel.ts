interface Handlers<Message> {
  /** The type of the message that confirms the connection. */
  opens: string
  message(message: Message): void
  state(state: 'live' | 'lost' | 'gone'): void
}

/**
 * Bounds of the reconnect delay in milliseconds. A restarted server is back within seconds, so the client retries at
 * least every two. After a minute without a connection it backs off further.
 */
const FIRST_WAIT = 500
const LONGEST_WAIT = 2_000
const AWAY_LONG = 60_000
const LONGEST_WAIT_THEN = 10_000
/** The ping interval, and the silence after which the connection counts as dead, in milliseconds. */
const PING = 12_000
const SILENCE = 30_000
/** How long to wait for a pong after the tab wakes up, in milliseconds. */
const AWAKE = 3_000

/**
 * Open a live channel that reconnects until it is closed.
 *
 * @param path below /api, evaluated on every connection attempt
 * @param handlers of its messages and connection state
 * @returns a function that closes the channel
 */
export function openChannel<Message extends { type: string }>(
  path: () => string,
  handlers: Handlers<Message>,
): () => void {
  let socket: WebSocket | null = null
  let wait = FIRST_WAIT
  let timer = 0
  let heard = Date.now()
  let closed = false
  /** When the connection was lost; 0 while connected. */
  let away = 0

  /** Return the delay before the next attempt, with jitter: otherwise all clients would reconnect at once. */
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

  /** Reconnect at once and abandon the old socket: a hanging socket may take minutes to close. */
  function again(): void {
    const old = socket
    socket = null
    away ||= Date.now()
    old?.close()
    handlers.state('lost')
    wait = FIRST_WAIT
    open()
  }

  // Check the connection when the tab wakes up or the network changes, without waiting for the timer. A socket that was
  // opened without a network may hang.
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
