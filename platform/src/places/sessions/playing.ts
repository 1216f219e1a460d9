import type { Actor } from '../../accounts/rules.ts'
import type { Db } from '../../database.ts'
import type { Clock } from '../../foundation/clock.ts'
import { slugOf } from '../../foundation/slug.ts'
import { mayEnter } from '../rules.ts'
import { findPlaying } from './queries.ts'

/** The place that somebody is playing in, for those who may follow them there. */
export interface PlayingPlace {
  id: number
  name: string
  slug: string
}

/** What people are playing, by their ids. A place that is closed to the viewer is not told. */
export async function viewPlaying(
  platform: { db: Db; now: Clock },
  viewer: Actor,
  userIds: readonly string[],
): Promise<Map<string, PlayingPlace>> {
  const found = userIds.length > 0 ? await findPlaying(platform.db, platform.now(), userIds) : []
  return new Map(
    found
      .filter((place) => mayEnter(viewer, place))
      .map(({ user_id, id, name }) => [user_id, { id, name, slug: slugOf(name) }]),
  )
}
