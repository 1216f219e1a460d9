import type { Line } from './line.ts'

/** The server says something every 15 seconds; a line that is silent for three times as long is dead. */
const silentMs = 45_000
const watchMs = 5_000

const firstRetryMs = 5_000
const lastRetryMs = 5 * 60_000

/**
 * A line of server-sent events. Browsers come back by themselves after a broken connection, with the id of the last
 * event, but neither after an answer of another status, as of a proxy while the site restarts, nor from a connection
 * that died without a word, as when a laptop wakes up.
 *
 * @param address where to begin, asked whenever a connection is made anew.
 * @param hear by the names of the events, what is done with what they say.
 */
export function openEventLine(
  address: () => string,
  hear: Readonly<Record<string, (said: unknown) => void>>,
): Line {
  let source: EventSource | undefined
  let heardAt = 0
  let retryMs = firstRetryMs
  let retry: ReturnType<typeof setTimeout> | undefined

  const connect = () => {
    clearTimeout(retry)
    retry = undefined
    source?.close()
    source = new EventSource(address())
    heardAt = Date.now()
    source.onopen = () => {
      heardAt = Date.now()
      retryMs = firstRetryMs
    }
    source.onerror = () => {
      if (source?.readyState !== EventSource.CLOSED || retry !== undefined) return
      retry = setTimeout(connect, retryMs)
      retryMs = Math.min(retryMs * 2, lastRetryMs)
    }
    source.addEventListener('heartbeat', () => (heardAt = Date.now()))
    for (const [name, told] of Object.entries(hear)) {
      source.addEventListener(name, ({ data }: MessageEvent<string>) => {
        heardAt = Date.now()
        told(JSON.parse(data))
      })
    }
  }

  const watch = setInterval(() => {
    if (source?.readyState === EventSource.OPEN && Date.now() - heardAt > silentMs) connect()
  }, watchMs)
  window.addEventListener('online', connect)
  connect()

  return {
    close() {
      clearInterval(watch)
      clearTimeout(retry)
      window.removeEventListener('online', connect)
      source?.close()
    },
  }
}
