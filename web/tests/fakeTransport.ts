import { type Transport, useTransport } from '../src/lib/transport'

/** Let the page reach nothing but what a test gives. */
export function useFakeTransport(parts: Partial<Transport>): void {
  const missing = (): never => {
    throw new Error('The test gives no answer.')
  }
  useTransport({ can: new Set(), request: missing, stream: missing, channel: missing, ...parts })
}
