/** A connection that delivers messages. */
export interface Connection {
  close(): void
}

/** The server sends a heartbeat every 15 seconds. Three missed heartbeats mean a dead connection. */
const deadAfterMs = 45_000
const watchMs = 5_000

const firstRetryMs = 5_000
const maxRetryMs = 5 * 60_000

/**
 * Keeps a stream of server-sent events open. Browsers reconnect after a broken connection, with the last event id. They do
 * not reconnect after an error status, as from a proxy during a restart, nor after a connection has died silently, as while
 * a laptop was asleep.
 *
 * @param address returns the URL for each new connection, with the position to start from.
 * @param handlers handlers by event name.
 * @param isRefused asked after the server has closed the stream; once it says yes, there are no further attempts.
 */
export function openEventStream(
  address: () => string,
  handlers: Readonly<Record<string, (data: unknown) => void>>,
  isRefused: () => Promise<boolean> = () => Promise.resolve(false),
): Connection {
  let source: EventSource | undefined
  let lastEventAt = 0
  let retryMs = firstRetryMs
  let retry: ReturnType<typeof setTimeout> | undefined
  let isOver = false

  const connect = () => {
    if (isOver) return
    clearTimeout(retry)
    retry = undefined
    source?.close()
    source = new EventSource(address())
    lastEventAt = Date.now()
    source.onopen = () => {
      lastEventAt = Date.now()
      retryMs = firstRetryMs
    }
    source.onerror = () => {
      if (source?.readyState !== EventSource.CLOSED || retry !== undefined) return
      retry = setTimeout(connect, retryMs)
      retryMs = Math.min(retryMs * 2, maxRetryMs)
      void isRefused().then((refused) => {
        if (refused) close()
      })
    }
    source.addEventListener('heartbeat', () => (lastEventAt = Date.now()))
    for (const [name, handle] of Object.entries(handlers)) {
      source.addEventListener(name, ({ data }: MessageEvent<string>) => {
        lastEventAt = Date.now()
        handle(JSON.parse(data))
      })
    }
  }

  const watch = setInterval(() => {
    if (source?.readyState === EventSource.OPEN && Date.now() - lastEventAt > deadAfterMs) connect()
  }, watchMs)
  window.addEventListener('online', connect)
  connect()

  return { close }

  function close() {
    isOver = true
    clearInterval(watch)
    clearTimeout(retry)
    window.removeEventListener('online', connect)
    source?.close()
  }
}
