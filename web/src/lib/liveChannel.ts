import type { ChannelHandlers } from './transport'

/**
 * Bounds of the reconnect delay in milliseconds. A restarted server is back within seconds, so the client retries at
 * least every two. After a minute without a connection it backs off further.
 */
const MIN_DELAY = 500
const MAX_DELAY = 2_000
const LONG_OUTAGE = 60_000
const MAX_DELAY_LONG_OUTAGE = 10_000
/** The ping interval, and the silence after which the connection counts as dead, in milliseconds. */
const PING_INTERVAL = 12_000
const SILENCE_LIMIT = 30_000
/** How long to wait for a pong after the tab wakes up, in milliseconds. */
const PONG_TIMEOUT = 3_000

/**
 * Open a live channel that reconnects until it is closed.
 *
 * @param path below /api, evaluated on every connection attempt
 * @param handlers of its messages and connection state
 * @returns a function that closes the channel
 */
export function openChannel<Message extends { type: string }>(
  path: () => string,
  handlers: ChannelHandlers<Message>,
): () => void {
  let socket: WebSocket | null = null
  let delay = MIN_DELAY
  let timer = 0
  let lastMessageAt = Date.now()
  let closed = false
  /** When the connection was lost; 0 while connected. */
  let lostSince = 0

  /** Return the delay before the next attempt, with jitter: otherwise all clients would reconnect at once. */
  function nextDelay(): number {
    const longest = Date.now() - lostSince > LONG_OUTAGE ? MAX_DELAY_LONG_OUTAGE : MAX_DELAY
    const now = Math.min(delay, longest)
    delay = Math.min(delay * 1.7, MAX_DELAY_LONG_OUTAGE)
    return now * (0.5 + Math.random() * 0.5)
  }

  function open(): void {
    clearTimeout(timer)
    if (closed) return
    const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:'
    const current = new WebSocket(`${scheme}//${location.host}/api${path()}`)
    socket = current
    lastMessageAt = Date.now()
    current.onmessage = (event) => {
      if (socket !== current) return
      lastMessageAt = Date.now()
      const message = JSON.parse(String(event.data)) as Message & { retry?: number | null }
      if (message.type === handlers.opens) {
        delay = MIN_DELAY
        lostSince = 0
        handlers.state('live')
      }
      if (message.type === 'gone' && message.retry) delay = message.retry * 1000
      if (message.type) handlers.message(message)
    }
    current.onclose = (event) => {
      if (closed || socket !== current) return
      if (event.code >= 4400 && event.code < 4500) return stop()
      lostSince ||= Date.now()
      handlers.state('lost')
      timer = window.setTimeout(open, nextDelay())
    }
  }

  function stop(): void {
    closed = true
    handlers.state('gone')
    socket?.close()
  }

  const heartbeat = window.setInterval(() => {
    const silent = Date.now() - lastMessageAt > SILENCE_LIMIT
    if (socket && socket.readyState <= WebSocket.OPEN && silent) reconnect()
    else if (socket?.readyState === WebSocket.OPEN) socket.send('{"type":"ping"}')
  }, PING_INTERVAL)

  /** Reconnect at once and abandon the old socket: a hanging socket may take minutes to close. */
  function reconnect(): void {
    const previous = socket
    socket = null
    lostSince ||= Date.now()
    previous?.close()
    handlers.state('lost')
    delay = MIN_DELAY
    open()
  }

  // Check the connection when the tab wakes up or the network changes, without waiting for the timer. A socket that was
  // opened without a network may hang.
  function onWake(event: Event): void {
    if (document.visibilityState !== 'visible' || closed) return
    if (socket?.readyState !== WebSocket.OPEN || Date.now() - lastMessageAt > SILENCE_LIMIT) {
      if (event.type === 'online' || socket?.readyState !== WebSocket.CONNECTING) reconnect()
      return
    }
    const pingTime = Date.now()
    socket.send('{"type":"ping"}')
    setTimeout(
      () => !closed && lastMessageAt < pingTime && socket?.readyState === WebSocket.OPEN && reconnect(),
      PONG_TIMEOUT,
    )
  }
  document.addEventListener('visibilitychange', onWake)
  window.addEventListener('online', onWake)
  window.addEventListener('offline', onWake)
  open()

  return () => {
    closed = true
    clearTimeout(timer)
    clearInterval(heartbeat)
    document.removeEventListener('visibilitychange', onWake)
    window.removeEventListener('online', onWake)
    window.removeEventListener('offline', onWake)
    socket?.close()
  }
}
