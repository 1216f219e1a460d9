import type { Connection } from './event-stream.ts'

type Receive<Message> = (message: Message) => void

interface Sharing<Message, Position> {
  /** Tabs that use the same name share a connection. */
  name: string
  open(after: Position, receive: Receive<Message>): Connection
  receive: Receive<Message>
  /** Returns this tab's position: what it has received, or wants to receive. */
  position(): Position
  /** Whether a connection that starts at `other` skips messages that a tab at `one` still needs. */
  isBehind(one: Position, other: Position): boolean
}

export interface SharedConnection extends Connection {
  /** Restarts the connection at this tab's new position. */
  restart(): void
}

/** Messages between tabs: an event from the server, or a tab's position and whether it holds the connection. */
type TabMessage<Message, Position> = { message: Message } | { position: Position; holds: boolean }

/**
 * Shares one connection to the server between all tabs of a browser. Browsers allow six connections per site, so one stream
 * per tab would leave none for pages. The tab that holds a lock also holds the connection, and forwards messages to the
 * others. When that tab closes, the browser passes the lock on. Browsers offer locks only over HTTPS and on localhost.
 * Elsewhere each visible tab has a connection of its own.
 *
 * A message may arrive twice, but none is lost: a tab that is behind asks for a restart from its position.
 */
export function shareConnection<Message, Position>({
  name,
  open,
  receive,
  position,
  isBehind,
}: Sharing<Message, Position>): SharedConnection {
  if (!('locks' in navigator) || !('BroadcastChannel' in window)) {
    return connectWhileVisible(() => open(position(), receive))
  }
  const channel = new BroadcastChannel(name)
  const leaving = new AbortController()
  let connection: Connection | undefined
  const broadcast = (tabMessage: TabMessage<Message, Position>) => channel.postMessage(tabMessage)
  const announcePosition = () => broadcast({ position: position(), holds: connection !== undefined })

  const connect = (after: Position) => {
    connection?.close()
    connection = open(after, (message) => {
      receive(message)
      broadcast({ message })
    })
  }

  channel.onmessage = ({ data }: MessageEvent<TabMessage<Message, Position>>) => {
    if ('message' in data) receive(data.message)
    else if (connection && isBehind(data.position, position())) connect(data.position)
    else if (!connection && data.holds && isBehind(position(), data.position)) announcePosition()
  }
  announcePosition()

  const hold = () =>
    new Promise<void>((release) => {
      // The lock may be granted at the moment of leaving.
      if (leaving.signal.aborted) return release()
      leaving.signal.addEventListener('abort', () => release())
      connect(position())
      announcePosition()
    })
  // Leaving while waiting for the lock rejects the request. That is expected.
  navigator.locks.request(name, { signal: leaving.signal }, hold).catch(() => {})

  return {
    restart() {
      if (connection) connect(position())
      else announcePosition()
    },
    close() {
      leaving.abort()
      connection?.close()
      channel.close()
    },
  }
}

function connectWhileVisible(open: () => Connection): SharedConnection {
  let connection: Connection | undefined
  const disconnect = () => {
    connection?.close()
    connection = undefined
  }
  const follow = () => {
    if (document.visibilityState === 'hidden') disconnect()
    else connection ??= open()
  }
  document.addEventListener('visibilitychange', follow)
  follow()
  return {
    restart() {
      disconnect()
      follow()
    },
    close() {
      document.removeEventListener('visibilitychange', follow)
      disconnect()
    },
  }
}
