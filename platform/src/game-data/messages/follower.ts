import type { Clock } from '@baseplate/service/clock'
import type { Db } from '../../foundation/database.ts'
import { listMessagesAfter } from './queries.ts'
import type { ServerMessage } from './rules.ts'

/** Messages per read. */
const perRead = 200

/** Messages that wait for a slow reader. One with more gets no further ones, and continues with a new stream. */
const maxQueued = 1_000

/** An event of a stream of messages. */
export type MessageEvent =
  | { type: 'message'; message: ServerMessage }
  /** Shows that the connection is alive, and the id after which a new stream can continue. */
  | { type: 'position'; id: number }

interface Following {
  worldId: number
  /** Ticket of the game server. */
  ticket: string
  topics: ReadonlySet<string>
}

/** A stream of the messages of a world, for one game server. */
export class MessageFollower {
  readonly worldId: number
  readonly ticket: string
  readonly #parts: { db: Db; now: Clock }
  readonly #topics: ReadonlySet<string>
  /** Messages since the stream was opened. */
  #queue: ServerMessage[] = []
  /** Every message up to this id was yielded. */
  #position = 0
  #heartbeatAt: number | undefined
  #ended = false
  #wakeUp = () => {}

  constructor(parts: { db: Db; now: Clock }, { worldId, ticket, topics }: Following) {
    this.#parts = parts
    this.worldId = worldId
    this.ticket = ticket
    this.#topics = topics
  }

  /** Yields the messages after an id: the kept ones, then new ones. */
  async *events(after: number): AsyncGenerator<MessageEvent, void> {
    this.#position = after
    if (!this.#ended) yield { type: 'position', id: after }
    yield* this.#keptMessages()
    for (;;) {
      await this.#nextSignal()
      if (this.#ended) return
      yield* this.#queuedMessages()
      if (this.#heartbeatAt === undefined || this.#ended) continue
      this.#position = Math.max(this.#position, this.#heartbeatAt)
      this.#heartbeatAt = undefined
      yield { type: 'position', id: this.#position }
    }
  }

  /** Takes a message of the world. */
  push(message: ServerMessage): void {
    if (this.#ended || !this.#topics.has(message.topic)) return
    if (this.#queue.length < maxQueued) {
      this.#queue.push(message)
      this.#wakeUp()
    } else this.end()
  }

  /** @param position all messages of the world up to this id were pushed */
  reportHeartbeat(position: number): void {
    this.#heartbeatAt = position
    this.#wakeUp()
  }

  end(): void {
    this.#ended = true
    this.#queue = []
    this.#wakeUp()
  }

  #nextSignal(): Promise<void> | undefined {
    if (this.#queue.length > 0 || this.#heartbeatAt !== undefined || this.#ended) return undefined
    return new Promise((resolve) => {
      this.#wakeUp = resolve
    })
  }

  /** Messages that come meanwhile are in the queue, too. */
  async *#keptMessages(): AsyncGenerator<MessageEvent, void> {
    const { db, now } = this.#parts
    while (!this.#ended) {
      const found = await listMessagesAfter(
        db,
        { worldId: this.worldId, after: this.#position },
        { topics: this.#topics, limit: perRead, now: now() },
      )
      for (const message of found) {
        if (this.#ended) return
        this.#position = message.id
        yield { type: 'message', message }
      }
      if (found.length < perRead) return
    }
  }

  async *#queuedMessages(): AsyncGenerator<MessageEvent, void> {
    for (let message = this.#queue.shift(); message; message = this.#queue.shift()) {
      if (message.id <= this.#position) continue
      this.#position = message.id
      yield { type: 'message', message }
    }
  }
}
