import type { Hear, Line, Message, Position } from './message.ts'

interface Sharing {
  /** Tabs of the same name share a line. */
  name: string
  open(after: Position, hear: Hear): Line
  hear: Hear
  /** How far this tab has heard. */
  position(): Position
}

/** What tabs say to each other: what came over the line, or how far they have heard. */
type Said = { message: Message } | { position: Position }

const isBehind = (one: Position, other: Position) => one.last < other.last || one.version < other.version

/**
 * Lets all tabs of a browser share one line to the server: browsers allow a site six connections, and a line for each
 * tab would leave none for pages. One tab holds a lock, and the line, and tells the others; when it is closed, the
 * browser hands the lock to the next one. Without locks, which there are none of over plain http to another machine,
 * each tab has a line while it is seen.
 *
 * A message may come twice, and no message is missed: a tab that is behind says so, and the line begins again there.
 */
export function shareLine({ name, open, hear, position }: Sharing): Line {
  if (!('locks' in navigator) || !('BroadcastChannel' in window)) {
    return lineWhileSeen(() => open(position(), hear))
  }
  const channel = new BroadcastChannel(name)
  const leaving = new AbortController()
  let line: Line | undefined
  const say = (said: Said) => channel.postMessage(said)

  const begin = (after: Position) => {
    line?.close()
    line = open(after, (message) => {
      hear(message)
      say({ message })
    })
  }

  channel.onmessage = ({ data }: MessageEvent<Said>) => {
    if ('message' in data) hear(data.message)
    else if (line && isBehind(data.position, position())) begin(data.position)
    else if (!line && isBehind(position(), data.position)) say({ position: position() })
  }
  say({ position: position() })

  const hold = () =>
    new Promise<void>((release) => {
      // The lock may come in the very moment of leaving.
      if (leaving.signal.aborted) return release()
      leaving.signal.addEventListener('abort', () => release())
      begin(position())
      say({ position: position() })
    })
  // Leaving before it was this tab's turn ends the waiting with an error, which is none.
  navigator.locks.request(name, { signal: leaving.signal }, hold).catch(() => {})

  return {
    close() {
      leaving.abort()
      line?.close()
      channel.close()
    },
  }
}

function lineWhileSeen(open: () => Line): Line {
  let line: Line | undefined
  const follow = () => {
    if (document.visibilityState === 'hidden') {
      line?.close()
      line = undefined
    } else {
      line ??= open()
    }
  }
  document.addEventListener('visibilitychange', follow)
  follow()
  return {
    close() {
      document.removeEventListener('visibilitychange', follow)
      line?.close()
    },
  }
}
