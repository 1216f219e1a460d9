import { recordAction } from '../../accounts/audit/record-action.ts'
import { permitModeratingContent } from '../../accounts/permit-moderating.ts'
import { type Actor, isModerator } from '../../accounts/rules.ts'
import type { Db } from '../../database.ts'
import { Refused } from '../../foundation/errors.ts'
import type { GroupRow } from './queries.ts'
import { requireVisibleGroup } from './require-group.ts'

/**
 * Finds the group that the actor is about to change. Nobody changes a closed group.
 *
 * @throws Refused `missing`; `forbidden` unless the actor is its owner, or a moderator of a level above the owner's.
 */
export async function findManagedGroup(db: Db, actor: Actor, name: string): Promise<GroupRow> {
  const group = await requireVisibleGroup(db, actor, name)
  if (group.closed_reason !== null) throw new Refused('groups.closed')
  if (group.owner_id === actor.id) return group
  if (!isModerator(actor)) throw new Refused('groups.changing_forbidden')
  await permitModeratingContent(db, actor, { what: 'groups', ownerId: group.owner_id })
  return group
}

/** Records a moderator's change of another user's group, in the transaction of the change. */
export async function recordGroupChange(
  db: Db,
  actor: Actor,
  group: { id: number; owner_id: string },
  change: { before: object; after: object },
  now: number,
): Promise<void> {
  if (group.owner_id === actor.id) return
  await recordAction(db, { actor, action: 'changegroup', subject: `group:${group.id}`, ...change }, now)
}
