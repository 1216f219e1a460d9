import type { Clock } from '@baseplate/service/clock'
import type { Db } from '../../foundation/database.ts'
import type { MessageFollower } from './follower.ts'
import { findNewestId, listMessagesAfter, type MessagePosition } from './queries.ts'

/** Messages per read. */
const perRead = 500

/** Reads the new messages of a world once for all its streams in this process. */
export class MessageFeed {
  readonly followers = new Set<MessageFollower>()
  readonly #parts: { db: Db; now: Clock }
  readonly #worldId: number
  #begun: Promise<void> | undefined
  /** Id of the last message that was read. Undefined before `begin`. */
  #last: number | undefined
  #isReading = false
  #isDue = false

  constructor(parts: { db: Db; now: Clock }, worldId: number) {
    this.#parts = parts
    this.#worldId = worldId
  }

  /** The position up to which the followers have all messages. */
  get position(): MessagePosition | undefined {
    return this.#last === undefined ? undefined : { worldId: this.#worldId, after: this.#last }
  }

  /** From then on, followers get all new messages. */
  begin(): Promise<void> {
    this.#begun ??= this.#findLast().catch((error: unknown) => {
      this.#begun = undefined
      throw error
    })
    return this.#begun
  }

  /** Passes new messages to the followers. A call during a read causes another one. */
  async read(): Promise<void> {
    this.#isDue = true
    if (this.#isReading) return
    this.#isReading = true
    try {
      while (this.#isDue && this.followers.size > 0) {
        this.#isDue = false
        await this.#readPage()
      }
    } finally {
      this.#isReading = false
    }
  }

  async #findLast(): Promise<void> {
    this.#last = await findNewestId(this.#parts.db, this.#worldId)
  }

  async #readPage(): Promise<void> {
    const { position } = this
    if (!position) return
    const { db, now } = this.#parts
    const messages = await listMessagesAfter(db, position, { limit: perRead, now: now() })
    for (const message of messages) {
      this.#last = message.id
      for (const follower of this.followers) follower.push(message)
    }
    if (messages.length === perRead) this.#isDue = true
  }
}
