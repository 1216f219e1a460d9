import type { ServerResponse } from 'node:http'
import { Refused } from '../fault.ts'
import type { Status } from '../status.ts'

/** Interval of heartbeats. Proxies and browsers consider a connection dead after a longer silence. */
const heartbeatMs = 20_000

/** Maximum number of streams. Each costs a connection and some kilobytes. */
const listenersMax = 10_000

/** Maximum number of streams of one client. Each open page of a place has one. */
const listenersPerClientMax = 100

/** Disconnects a client that has this much unread data. */
const unreadBytesMax = 16 * 1024

const heartbeatEvent = Buffer.from(':\n\n')

interface Followed {
  followers: Set<ServerResponse>
  /** The last event that was sent to them. */
  last: Buffer
}

/** Browsers that follow the servers of places, over server-sent events. */
export class Feed {
  readonly #followed = new Map<number, Followed>()
  readonly #heartbeat = setInterval(() => this.#sendHeartbeats(), heartbeatMs).unref()
  /** Number of streams of each client. */
  readonly #byClient = new Map<string, number>()
  #count = 0

  get listeners(): number {
    return this.#count
  }

  /**
   * Checks that one more stream may start, before its headers are sent.
   *
   * @param client the client's address, seen through trusted proxies
   * @throws Refused 503 when there are too many streams, 429 when this client has too many
   */
  checkRoom(client: string): void {
    if (this.#count >= listenersMax) throw new Refused(503, 'too many streams are open', 60)
    if ((this.#byClient.get(client) ?? 0) >= listenersPerClientMax) {
      throw new Refused(429, 'too many streams from your address', 60)
    }
  }

  /** Sends the current status, and every change from now on. */
  follow(status: Status, response: ServerResponse, client: string): void {
    // Its `close` has already been reported, so nothing would ever remove it.
    if (response.destroyed) return
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
    // `close` reports a client that has left. A write after that is no error.
    response.on('error', () => undefined)
    response.write('retry: 3000\n\n')
    send(response, last)
  }

  publish(status: Status): void {
    const followed = this.#followed.get(status.placeId)
    if (!followed) return
    const event = encode(status)
    // Browsers see `stopping` and `stopped` as the same state.
    if (event.equals(followed.last)) return
    followed.last = event
    for (const follower of followed.followers) send(follower, event)
  }

  close(): void {
    clearInterval(this.#heartbeat)
    for (const { followers } of this.#followed.values()) for (const follower of followers) follower.end()
  }

  #sendHeartbeats(): void {
    for (const { followers } of this.#followed.values()) {
      for (const follower of followers) send(follower, heartbeatEvent)
    }
  }
}

/** Encodes the public part of a status: no process, no port and no output. */
function encode({ placeId, state, reason }: Status): Buffer {
  const seen = state === 'stopping' ? 'stopped' : state
  return Buffer.from(`event: status\ndata: ${JSON.stringify({ placeId, state: seen, reason })}\n\n`)
}

function send(follower: ServerResponse, event: Buffer): void {
  if (follower.writableLength > unreadBytesMax) follower.destroy()
  else if (!follower.destroyed && !follower.writableEnded) follower.write(event)
}
