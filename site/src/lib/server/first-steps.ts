import { findUser } from '@baseplate/platform/accounts/queries'
import type { Actor } from '@baseplate/platform/accounts/rules'
import { findColours, findWorn } from '@baseplate/platform/avatars/queries'
import type { Db } from '@baseplate/platform/database'
import { type Clock, day } from '@baseplate/platform/foundation/clock'
import { hasPlayed } from '@baseplate/platform/places/lists/recent'
import { friendIds } from '@baseplate/platform/social/queries'

/** Accounts count as new for this long. */
const newForMs = 14 * day

/** The first steps of a new user, and whether each is done. */
export interface FirstSteps {
  dressed: boolean
  played: boolean
  befriended: boolean
}

/** Returns the first steps of a new user; null when all are done, and for older accounts. */
export async function viewFirstSteps(
  { db, now }: { db: Db; now: Clock },
  actor: Actor,
): Promise<FirstSteps | null> {
  const user = await findUser(db, actor.id)
  if (!user || user.created < now() - newForMs) return null
  const [colours, worn, played, friend] = await Promise.all([
    findColours(db, actor.id),
    findWorn(db, actor.id),
    hasPlayed(db, actor.id),
    friendIds(db, actor.id).limit(1).executeTakeFirst(),
  ])
  const steps = {
    dressed: worn.length > 0 || (colours !== undefined && colours.head !== null),
    played,
    befriended: friend !== undefined,
  }
  return Object.values(steps).every(Boolean) ? null : steps
}
