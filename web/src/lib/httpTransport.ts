import { ApiError } from './apiError'
import { language } from './i18n.svelte'
import { openChannel } from './liveChannel'
import type { Transport } from './transport'

let credentials: RequestCredentials = 'same-origin'

/** Send no cookie from now on: in a frame of another site nothing is done in the visitor's name. */
export function actAnonymously(): void {
  credentials = 'omit'
}

const ask = (method: string, path: string, body: unknown, more: RequestInit = {}): Promise<Response> =>
  fetch(`/api${path}`, {
    method,
    credentials,
    ...more,
    // The server writes its error messages in this language.
    headers: {
      'accept-language': language(),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...more.headers,
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  })

const parsed = (response: Response): Promise<object> => response.json().catch(() => ({}))

/** The tables of the server that sent the page. */
export const httpTransport: Transport = {
  can: new Set(['people', 'clock', 'chat', 'ratings', 'alerts', 'events', 'programs']),

  async request(method, path, body, headers, keepalive) {
    const response = await ask(method, path, body, { headers, keepalive }).catch(() => null)
    return response ? { status: response.status, body: await parsed(response) } : { status: 0, body: {} }
  },

  // Every line of the answer is a part.
  async *stream(path, body, signal) {
    const response = await ask('POST', path, body, { signal }).catch(() => {
      throw new ApiError(0, {})
    })
    if (!response.ok) throw new ApiError(response.status, await parsed(response))
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
    let rest = ''
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      const lines = (rest + value).split('\n')
      rest = lines.pop()!
      for (const line of lines) yield JSON.parse(line)
    }
  },

  channel: openChannel,
}
