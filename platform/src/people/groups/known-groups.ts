import type { Db } from '../../foundation/database.ts'
import { findGroupById, type GroupListing, type GroupRow, listMembershipsOf } from './queries.ts'
import { requireOpen } from './require-group.ts'
import { type GroupRole, groupRoles } from './rules.ts'

/** Returns an open group. @throws Refused `missing` */
export const requireGroupById = async ({ db }: { db: Db }, id: number): Promise<GroupRow> =>
  requireOpen(await findGroupById(db, id))

/** Lists the open groups that a user is in, newest membership first, with the user's role. */
export async function listGroupRoles(
  { db }: { db: Db },
  userId: string,
): Promise<(GroupListing & { role: GroupRole })[]> {
  const { groups, owned } = await listMembershipsOf(db, userId)
  const ownIds = new Set(owned.map(({ id }) => id))
  const [, member, owner] = groupRoles
  return groups.map((group) => ({ ...group, role: ownIds.has(group.id) ? owner : member }))
}
