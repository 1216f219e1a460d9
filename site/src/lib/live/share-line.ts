import type { Hear, Line } from './line.ts'

interface Sharing<Message, Position> {
  /** Tabs of the same name share a line. */
  name: string
  open(after: Position, hear: Hear<Message>): Line
  hear: Hear<Message>
  /** Where this tab is: what it has heard, or wants to hear. */
  position(): Position
  /** Whether somebody who is at one of them lacks what a line that began at the other does not tell. */
  isBehind(one: Position, other: Position): boolean
}

export interface SharedLine extends Line {
  /** This tab is somewhere else now: the line begins again there. */
  move(): void
}

/** What tabs say to each other: what came over the line, or where they are, and whether they have the line. */
type Said<Message, Position> = { message: Message } | { position: Position; holds: boolean }

/**
 * Lets all tabs of a browser share one line to the server: browsers allow a site six connections, and a line for each
 * tab would leave none for pages. One tab holds a lock, and the line, and tells the others; when it is closed, the
 * browser hands the lock to the next one. Without locks, which there are none of over plain http to another machine,
 * each tab has a line while it is seen.
 *
 * A message may come twice, and no message is missed: a tab that is behind says so, and the line begins again there.
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
      // The lock may come in the very moment of leaving.
      if (leaving.signal.aborted) return release()
      leaving.signal.addEventListener('abort', () => release())
      begin(position())
      sayPosition()
    })
  // Leaving before it was this tab's turn ends the waiting with an error, which is none.
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
