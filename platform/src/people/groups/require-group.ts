import { type Actor, isModerator } from '../../accounts/rules.ts'
import type { Db } from '../../foundation/database.ts'
import { Refused } from '../../foundation/errors.ts'
import { findGroup, type GroupRow } from './queries.ts'
import { isWritableName, nameLimits } from './rules.ts'

/**
 * Returns the open group with this name, in any letter case.
 *
 * @throws Refused `missing`
 */
export async function requireGroup(db: Db, name: string): Promise<GroupRow> {
  return requireOpen(await findPossible(db, name))
}

/** Returns a group that was found, unless it is unpaid or closed. @throws Refused `missing` */
export function requireOpen(found: GroupRow | undefined): GroupRow {
  const group = requirePaid(found)
  if (group.closed_reason !== null) throw closed()
  return group
}

/** Like `requireGroup`, but also returns closed groups to their owner and to moderators. @throws Refused `missing` */
export async function requireVisibleGroup(db: Db, viewer: Actor, name: string): Promise<GroupRow> {
  const group = requirePaid(await findPossible(db, name))
  const sees = group.owner_id === viewer.id || isModerator(viewer)
  if (group.closed_reason !== null && !sees) throw closed()
  return group
}

/** Does not query the database for names that no group can have. */
const findPossible = async (db: Db, name: string): Promise<GroupRow | undefined> =>
  name.length <= nameLimits.max && isWritableName(name) ? findGroup(db, name) : undefined

function requirePaid(group: GroupRow | undefined): GroupRow {
  if (!group || (group.open === 0 && group.closed_reason === null)) throw new Refused('groups.not_found')
  return group
}

const closed = () => new Refused('groups.closed')
