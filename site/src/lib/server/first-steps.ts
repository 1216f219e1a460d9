import { findUser } from '@baseplate/platform/accounts/door'
import type { Actor } from '@baseplate/platform/accounts/rules'
import { dressedIn } from '@baseplate/platform/avatars/door'
import { playedBy } from '@baseplate/platform/places/door'
import type { Platform } from '@baseplate/platform/platform'
import { friendIds } from '@baseplate/platform/social/door'
import { type Clock, day } from '@baseplate/service/clock'

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
  { db, now }: { db: Platform['db']; now: Clock },
  actor: Actor,
): Promise<FirstSteps | null> {
  const user = await findUser(db, actor.id)
  if (!user || user.created < now() - newForMs) return null
  // One statement, because each visit to the home page needs all three.
  const found = await db
    .selectNoFrom(({ exists }) => [
      exists(dressedIn(db, actor.id)).as('dressed'),
      exists(playedBy(db, actor.id)).as('played'),
      exists(friendIds(db, actor.id)).as('befriended'),
    ])
    .executeTakeFirstOrThrow()
  // SQLite has no booleans.
  const steps = {
    dressed: Boolean(found.dressed),
    played: Boolean(found.played),
    befriended: Boolean(found.befriended),
  }
  return Object.values(steps).every(Boolean) ? null : steps
}
