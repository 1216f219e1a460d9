import type { Clock } from '@baseplate/service/clock'
import { may } from '../../accounts/privacy/rules.ts'
import type { Actor } from '../../accounts/rules.ts'
import type { Db } from '../../foundation/database.ts'
import { type PlayingPlace, viewPlaying } from '../../places/door.ts'
import { isOnline } from '../../sign-in/sessions/rules.ts'
import { ownerOf } from '../../social/door.ts'
import { listSeenOwners } from './queries.ts'

/** Whether a user is playing or online, as far as the viewer may know. */
export interface PersonState {
  /** Null: not playing, in a place closed to the viewer, or not shared with the viewer. */
  playing: PlayingPlace | null
  /** Whether the viewer may join what the user is playing. */
  joinable: boolean
  online: boolean
  /** Null: the user has signed out everywhere, or does not share it with the viewer. */
  lastSeen: number | null
}

const unknown: PersonState = { playing: null, joinable: false, online: false, lastSeen: null }

/**
 * Returns a function from a user's id to their state, as this viewer may see it.
 *
 * @param looksThrough whether the viewer sees through blocks and privacy settings.
 */
export async function viewStates(
  platform: { db: Db; now: Clock },
  viewer: Actor,
  userIds: readonly string[],
  { looksThrough = false }: { looksThrough?: boolean } = {},
): Promise<(userId: string) => PersonState> {
  const [playing, seen] = await Promise.all([
    viewPlaying(platform, viewer, userIds),
    userIds.length > 0 ? listSeenOwners(platform.db, viewer.id, userIds) : [],
  ])
  const now = platform.now()
  const states = seen.map(({ last_seen, ...row }): [string, PersonState] => {
    const owner = ownerOf(row)
    const last = last_seen === null ? null : Number(last_seen)
    const place = playing.get(row.id) ?? null
    const seesPlaying = looksThrough || may(viewer, owner, 'playing')
    if (!looksThrough && !may(viewer, owner, 'online')) return [row.id, unknown]
    return [
      row.id,
      {
        playing: seesPlaying ? place : null,
        joinable: place !== null && may(viewer, owner, 'joinable'),
        online: last !== null && isOnline(last, now),
        lastSeen: last,
      },
    ]
  })
  const byId = new Map(states)
  return (userId) => byId.get(userId) ?? unknown
}
