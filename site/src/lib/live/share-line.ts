import type { Hear, Line } from './line.ts'

interface Sharing<Message, Position> {
  /** Tabs that use the same name share a connection. */
  name: string
  open(after: Position, hear: Hear<Message>): Line
  hear: Hear<Message>
  /** Returns this tab's position: what it has received, or wants to receive. */
  position(): Position
  /** Whether a tab at one position misses messages that a connection started at the other does not deliver. */
  isBehind(one: Position, other: Position): boolean
}

export interface SharedLine extends Line {
  /** Restarts the connection at this tab's new position. */
  move(): void
}

/** Messages between tabs: an event from the server, or a tab's position and whether it holds the connection. */
type Said<Message, Position> = { message: Message } | { position: Position; holds: boolean }

/**
 * Shares one connection to the server between all tabs of a browser. Browsers allow six connections per site, so one stream
 * per tab would leave none for pages. The tab that holds a lock also holds the connection, and forwards messages to the
 * others. When that tab closes, the browser passes the lock on. Locks are missing on plain http to another machine. Each
 * visible tab then has a connection of its own.
 *
 * A message may arrive twice, but none is lost: a tab that is behind asks for a restart from its position.
 */
export function shareLine<Message, Position>({
  name,
  open,
  hear,
  position,
  isBehind,
}: Sharing<Message, Position>): SharedLine {
  if (!('locks' in navigator) || !('BroadcastChannel' in window)) {
    return lineWhileSeen(() => open(position(), hear))
  }
  const channel = new BroadcastChannel(name)
  const leaving = new AbortController()
  let line: Line | undefined
  const say = (said: Said<Message, Position>) => channel.postMessage(said)
  const sayPosition = () => say({ position: position(), holds: line !== undefined })

  const begin = (after: Position) => {
    line?.close()
    line = open(after, (message) => {
      hear(message)
      say({ message })
    })
  }

  channel.onmessage = ({ data }: MessageEvent<Said<Message, Position>>) => {
    if ('message' in data) hear(data.message)
    else if (line && isBehind(data.position, position())) begin(data.position)
    else if (!line && data.holds && isBehind(position(), data.position)) sayPosition()
  }
  sayPosition()

  const hold = () =>
    new Promise<void>((release) => {
      // The lock may be granted at the moment of leaving.
      if (leaving.signal.aborted) return release()
      leaving.signal.addEventListener('abort', () => release())
      begin(position())
      sayPosition()
    })
  // Leaving while waiting for the lock rejects the request. That is expected.
  navigator.locks.request(name, { signal: leaving.signal }, hold).catch(() => {})

  return {
    move() {
      if (line) begin(position())
      else sayPosition()
    },
    close() {
      leaving.abort()
      line?.close()
      channel.close()
    },
  }
}

function lineWhileSeen(open: () => Line): SharedLine {
  let line: Line | undefined
  const hangUp = () => {
    line?.close()
    line = undefined
  }
  const follow = () => {
    if (document.visibilityState === 'hidden') hangUp()
    else line ??= open()
  }
  document.addEventListener('visibilitychange', follow)
  follow()
  return {
    move() {
      hangUp()
      follow()
    },
    close() {
      document.removeEventListener('visibilitychange', follow)
      hangUp()
    },
  }
}
