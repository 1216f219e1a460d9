import { lockUser } from '../accounts/door.ts'
import type { Actor } from '../accounts/rules.ts'
import type { Db } from '../foundation/database.ts'
import type { Renders } from '../rendering/door.ts'
import { renderPriority, userSubject } from '../rendering/rules.ts'
import { deleteWorn, findWorn, insertWorn, lockOwnWearable } from './queries.ts'
import { withinLimits } from './rules.ts'

/** The parts of the platform that change an appearance. */
export interface Dressing {
  db: Db
  renders: Renders
}

/**
 * Runs a change of the actor's appearance, and requests new pictures if it changed anything. Changes of one user run one at a
 * time, so that two tabs cannot exceed a limit together.
 */
export async function changeAppearance(
  { db, renders }: Dressing,
  actor: Pick<Actor, 'id'>,
  change: (db: Db) => Promise<boolean>,
): Promise<void> {
  await db.transaction().execute(async (db) => {
    await lockUser(db, actor.id)
    if (await change(db)) await renders.request(db, userSubject(actor.id), renderPriority.newAppearance)
  })
  renders.wake()
}

/**
 * Replaces the worn items, inside the transaction of `changeAppearance`. Items that the user may not wear are left out, and so
 * are items beyond the limits of their types.
 */
export async function replaceWorn(
  db: Db,
  userId: string,
  wanted: readonly number[],
): Promise<{ changed: boolean; worn: Set<number> }> {
  const wearable = new Map((await lockOwnWearable(db, userId, wanted)).map((asset) => [asset.id, asset]))
  const worn = new Set(withinLimits(wanted.flatMap((id) => wearable.get(id) ?? [])))
  const before = new Set((await findWorn(db, userId)).map(({ id }) => id))
  const taken = [...before].filter((id) => !worn.has(id))
  const put = [...worn].filter((id) => !before.has(id))
  await deleteWorn(db, userId, taken)
  for (const id of put) await insertWorn(db, userId, id)
  return { changed: taken.length + put.length > 0, worn }
}
