import type { Clock } from '@baseplate/service/clock'
import type { Actor } from '../../accounts/rules.ts'
import type { Db } from '../../foundation/database.ts'
import { slugOf } from '../../foundation/slug.ts'
import { mayFollow } from '../rules.ts'
import { findPlaying } from './queries.ts'

/** The place that a user is playing in. */
export interface PlayingPlace {
  id: number
  name: string
  slug: string
}

/** Returns the places that users are playing in, by user id. Leaves out places that the viewer may not enter, and drafts of
 * other users. */
export async function viewPlaying(
  platform: { db: Db; now: Clock },
  viewer: Actor,
  userIds: readonly string[],
): Promise<Map<string, PlayingPlace>> {
  const found = userIds.length > 0 ? await findPlaying(platform.db, platform.now(), userIds) : []
  return new Map(
    found
      .filter((place) => mayFollow(viewer, place))
      .map(({ user_id, id, name }) => [user_id, { id, name, slug: slugOf(name) }]),
  )
}
