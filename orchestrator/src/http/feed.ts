import type { ServerResponse } from 'node:http'
import { Refused } from '../fault.ts'
import type { Status } from '../status.ts'

/** Proxies and browsers take a connection for dead that is silent for longer. */
const HEARTBEAT_MS = 20_000

/** So many browsers at once; each costs a connection and some kilobytes. */
const LISTENERS_MAX = 10_000

/** Streams of one client at once. Each open page of a place has one. */
const LISTENERS_PER_CLIENT_MAX = 100

/** Who does not read so many bytes of a few each is gone. */
const UNREAD_BYTES_MAX = 16 * 1024

const HEARTBEAT = Buffer.from(':\n\n')

interface Followed {
  followers: Set<ServerResponse>
  /** What they know. */
  last: Buffer
}

/** Browsers that follow the servers of places, over server-sent events. */
export class Feed {
  readonly #followed = new Map<number, Followed>()
  readonly #heartbeat = setInterval(() => this.#beat(), HEARTBEAT_MS).unref()
  /** How many streams each client has. */
  readonly #byClient = new Map<string, number>()
  #count = 0

  get listeners(): number {
    return this.#count
  }

  /**
   * Checks that one more stream may start, before its headers are sent.
   * @param client its address: a trusted proxy's own would stand for everybody.
   * @throws Refused 503 when too many listen, 429 when this client has too many streams.
   */
  checkRoom(client: string): void {
    if (this.#count >= LISTENERS_MAX) throw new Refused(503, 'too many listen', 60)
    if ((this.#byClient.get(client) ?? 0) >= LISTENERS_PER_CLIENT_MAX) {
      throw new Refused(429, 'too many streams from your address', 60)
    }
  }

  /** Sends the status as it is, and every change from now on. */
  follow(status: Status, response: ServerResponse, client: string): void {
    this.#byClient.set(client, (this.#byClient.get(client) ?? 0) + 1)
    const { placeId } = status
    const last = encode(status)
    const followed = this.#followed.get(placeId) ?? { followers: new Set(), last }
    this.#followed.set(placeId, followed)
    followed.followers.add(response)
    this.#count++
    response.once('close', () => {
      this.#count--
      const left = (this.#byClient.get(client) ?? 1) - 1
      if (left === 0) this.#byClient.delete(client)
      else this.#byClient.set(client, left)
      followed.followers.delete(response)
      if (followed.followers.size === 0) this.#followed.delete(placeId)
    })
    // Who went away just now is told of by `close`; a write that comes too late is no fault.
    response.on('error', () => undefined)
    response.write('retry: 3000\n\n')
    send(response, last)
  }

  publish(status: Status): void {
    const followed = this.#followed.get(status.placeId)
    if (!followed) return
    const event = encode(status)
    // That it is stopping and that it has stopped is one thing to them.
    if (event.equals(followed.last)) return
    followed.last = event
    for (const follower of followed.followers) send(follower, event)
  }

  close(): void {
    clearInterval(this.#heartbeat)
    for (const { followers } of this.#followed.values()) for (const follower of followers) follower.end()
  }

  #beat(): void {
    for (const { followers } of this.#followed.values()) {
      for (const follower of followers) send(follower, HEARTBEAT)
    }
  }
}

/** What everybody may know: no process, no port, nothing that it printed. */
function encode({ placeId, state, reason }: Status): Buffer {
  const seen = state === 'stopping' ? 'stopped' : state
  return Buffer.from(`event: status\ndata: ${JSON.stringify({ placeId, state: seen, reason })}\n\n`)
}

function send(follower: ServerResponse, event: Buffer): void {
  if (follower.writableLength > UNREAD_BYTES_MAX) follower.destroy()
  else if (!follower.destroyed && !follower.writableEnded) follower.write(event)
}
