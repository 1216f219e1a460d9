import { findUser } from '../../accounts/queries.ts'
import { type Actor, whyNotModerate } from '../../accounts/rules.ts'
import type { Db } from '../../database.ts'
import { parseCursor, toPage } from '../../foundation/cursor.ts'
import { isMember, listMembers } from './queries.ts'
import { requireSeenGroup } from './require-group.ts'
import { membersPerPage } from './rules.ts'

/**
 * A group with a part of its members, the newest first.
 *
 * @throws Refused `missing`; `invalid`: the cursor is none of ours.
 */
export async function viewGroup({ db }: { db: Db }, viewer: Actor, name: string, cursor?: string) {
  const group = await requireSeenGroup(db, viewer, name)
  const after = parseCursor(cursor)
  const [owner, member, read] = await Promise.all([
    findUser(db, group.owner_id),
    isMember(db, group.id, viewer.id),
    listMembers(db, group.id, { after, limit: membersPerPage + 1 }),
  ])
  const { rows, next } = toPage(read, membersPerPage)
  return {
    id: group.id,
    name: group.name,
    ownerUsername: owner?.username ?? null,
    isOwner: group.owner_id === viewer.id,
    isMember: member,
    /** Why it is closed; null: it is not. */
    closedReason: group.closed_reason,
    /** Whether the viewer may close, open or rename it as a moderator. */
    moderates:
      whyNotModerate(
        viewer,
        owner ? { id: owner.id, permissionLevel: owner.permission_level } : null,
        'groups',
      ) === undefined,
    created: group.created,
    memberCount: group.member_count,
    members: rows.map(({ id, username, portrait }) => ({ id, username, portrait })),
    next,
  }
}
