import type { Db } from '../database.ts'
import { findInbox, listNotificationsAfter, type NotificationView } from './queries.ts'

/** Read at once, for somebody who was away: as much as is in memory for one who takes it slowly. */
const perRead = 50

export interface Position {
  userId: string
  /** Hex SHA-256 of the session's token: when the session ends, so does this. */
  sessionHash: string
  /** Id of the last notification that is known there; absent: what there is now is known. */
  after?: number | undefined
}

/** What comes to an inbox. Each notification comes once, in the order of the ids. */
export type InboxEvent =
  | { type: 'notification'; notification: NotificationView }
  /** How many are unread; of two the one with the larger version is later. */
  | { type: 'unread'; unread: number; version: number }
  /** Nothing came, but could have. */
  | { type: 'heartbeat' }
  /** The last one: newer followers of the same inbox take its place. */
  | { type: 'crowded' }

export interface Follower {
  readonly userId: string
  readonly sessionHash: string
  /** Of the state of the inbox that was told last. */
  readonly version: number
  events(): AsyncGenerator<InboxEvent, void>
  tellNews(): void
  tellBeat(): void
  end(why: 'over' | 'crowded'): void
}

/** One who follows an inbox. What is told while they are busy is told once: no queue grows. */
export function createFollower(db: Db, position: Position): Follower {
  const { userId, sessionHash } = position
  let { after } = position
  let version = -1
  let news = true
  let heartbeat = false
  let ended: 'over' | 'crowded' | undefined
  let stir = () => {}

  const somethingToTell = () =>
    news || heartbeat || ended ? undefined : new Promise<void>((resolve) => (stir = resolve))

  /**
   * The state is read first: what it counts is then among the notifications that are read. Ids are given out in the
   * order of the commits, so that none comes later with a smaller one.
   */
  async function* newEvents(): AsyncGenerator<InboxEvent, void> {
    const state = await findInbox(db, userId)
    // One that knows of more than there is comes from before the database was restored.
    after = Math.min(after ?? state.last, state.last)
    for (;;) {
      const found: NotificationView[] = await listNotificationsAfter(db, userId, { after, limit: perRead })
      for (const notification of found) {
        if (ended) return
        after = notification.id
        yield { type: 'notification', notification }
      }
      if (found.length < perRead) break
    }
    if (state.version === version) return
    version = state.version
    yield { type: 'unread', unread: state.unread, version }
  }

  return {
    userId,
    sessionHash,
    get version() {
      return version
    },
    async *events() {
      for (;;) {
        await somethingToTell()
        if (ended) break
        if (news) {
          news = false
          yield* newEvents()
        }
        if (heartbeat && !ended) {
          heartbeat = false
          yield { type: 'heartbeat' }
        }
      }
      if (ended === 'crowded') yield { type: 'crowded' }
    },
    tellNews() {
      news = true
      stir()
    },
    tellBeat() {
      heartbeat = true
      stir()
    },
    end(why) {
      ended ??= why
      stir()
    },
  }
}
