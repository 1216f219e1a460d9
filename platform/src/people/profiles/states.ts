import type { Actor } from '../../accounts/rules.ts'
import { listLastSeen } from '../../accounts/sessions/queries.ts'
import { isOnline } from '../../accounts/sessions/rules.ts'
import type { Db } from '../../database.ts'
import type { Clock } from '../../foundation/clock.ts'
import { type PlayingPlace, viewPlaying } from '../../places/sessions/playing.ts'

/** Whether a user is playing or online. */
export interface PersonState {
  /** Null: not playing, or in a place closed to the viewer. */
  playing: PlayingPlace | null
  online: boolean
  /** Null: the user has signed out everywhere. */
  lastSeen: number | null
}

/** Returns a function from a user's id to their state, as this viewer may see it. */
export async function viewStates(
  platform: { db: Db; now: Clock },
  viewer: Actor,
  userIds: readonly string[],
): Promise<(userId: string) => PersonState> {
  const [playing, seen] = await Promise.all([
    viewPlaying(platform, viewer, userIds),
    userIds.length > 0 ? listLastSeen(platform.db, userIds) : [],
  ])
  const lastSeen = new Map(seen.map(({ user_id, last_seen }) => [user_id, last_seen]))
  const now = platform.now()
  return (userId) => {
    const last = lastSeen.get(userId) ?? null
    return {
      playing: playing.get(userId) ?? null,
      online: last !== null && isOnline(last, now),
      lastSeen: last,
    }
  }
}
