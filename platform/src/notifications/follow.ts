import type { Db } from '../foundation/database.ts'
import { findInbox, listNotificationsAfter, type NotificationView } from './queries.ts'

/** Notifications per read. It bounds the memory of a follower that reads slowly. */
const perRead = 50

export interface Position {
  userId: string
  /** Hex SHA-256 of the session's token. The stream ends with its session. */
  sessionHash: string
  /** Id of the last notification that the client has; absent: the client has all of them. */
  after?: number | undefined
}

/** Something other than notifications that open pages show and reload when it changes. */
export const topics = ['party'] as const
export type Topic = (typeof topics)[number]

/** An event of an inbox stream. Each notification comes once, in the order of ids. */
export type InboxEvent =
  | { type: 'notification'; notification: NotificationView }
  /** Number of unread notifications. Of two events, the one with the larger version is newer. */
  | { type: 'unread'; unread: number; version: number }
  /** A topic has changed, and pages reload what they show of it. */
  | { type: 'changed'; topic: Topic }
  /** Shows that the connection is alive. */
  | { type: 'heartbeat' }
  /** The last event of a stream that newer streams of the same inbox replace. */
  | { type: 'crowded' }

/** A stream of one inbox. It remembers only whether there is news, so no queue grows behind a slow client. */
export class Follower {
  readonly userId: string
  readonly sessionHash: string
  readonly #db: Db
  #after: number | undefined
  #version = -1
  #hasNews = true
  #isHeartbeatDue = false
  readonly #changed = new Set<Topic>()
  #ended: 'over' | 'crowded' | undefined
  #wakeUp = () => {}

  constructor(db: Db, { userId, sessionHash, after }: Position) {
    this.#db = db
    this.userId = userId
    this.sessionHash = sessionHash
    this.#after = after
  }

  /** Version of the inbox in the last `unread` event. */
  get version(): number {
    return this.#version
  }

  async *events(): AsyncGenerator<InboxEvent, void> {
    for (;;) {
      await this.#nextSignal()
      if (this.#ended) break
      if (this.#hasNews) {
        this.#hasNews = false
        yield* this.#newEvents()
      }
      for (const topic of this.#changed) {
        this.#changed.delete(topic)
        if (!this.#ended) yield { type: 'changed', topic }
      }
      if (this.#isHeartbeatDue && !this.#ended) {
        this.#isHeartbeatDue = false
        yield { type: 'heartbeat' }
      }
    }
    if (this.#ended === 'crowded') yield { type: 'crowded' }
  }

  reportNews(): void {
    this.#hasNews = true
    this.#wakeUp()
  }

  reportChange(topic: Topic): void {
    this.#changed.add(topic)
    this.#wakeUp()
  }

  reportHeartbeat(): void {
    this.#isHeartbeatDue = true
    this.#wakeUp()
  }

  end(why: 'over' | 'crowded'): void {
    this.#ended ??= why
    this.#wakeUp()
  }

  #nextSignal(): Promise<void> | undefined {
    if (this.#hasNews || this.#changed.size > 0 || this.#isHeartbeatDue || this.#ended) return undefined
    return new Promise((resolve) => {
      this.#wakeUp = resolve
    })
  }

  /**
   * The state is read before the notifications, so that they include all that it counts. Ids follow the order of commits, so a
   * later one is never smaller.
   */
  async *#newEvents(): AsyncGenerator<InboxEvent, void> {
    const state = await findInbox(this.#db, this.userId)
    // A client that knows later ids connected before the database was restored from a backup.
    this.#after = Math.min(this.#after ?? state.last, state.last)
    for (;;) {
      const found: NotificationView[] = await listNotificationsAfter(this.#db, this.userId, {
        after: this.#after,
        limit: perRead,
      })
      for (const notification of found) {
        if (this.#ended) return
        this.#after = notification.id
        yield { type: 'notification', notification }
      }
      if (found.length < perRead) break
    }
    if (state.version === this.#version) return
    this.#version = state.version
    yield { type: 'unread', unread: state.unread, version: state.version }
  }
}
