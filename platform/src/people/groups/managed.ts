import { permitModeratingContent, recordAction, whyNotModerateContent } from '../../accounts/door.ts'
import { type Actor, isModerator } from '../../accounts/rules.ts'
import type { Db } from '../../foundation/database.ts'
import { Refused } from '../../foundation/errors.ts'
import { type GroupRow, isMember } from './queries.ts'
import { requireVisibleGroup } from './require-group.ts'

/**
 * Finds the group that the actor is about to change. Refuses a closed group, which moderators can only rename or reopen.
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

/**
 * Finds the group whose games the actor is about to change: a group that they may change, or one that lets its members add
 * games.
 *
 * @throws Refused `missing`; `forbidden`
 */
export async function findContributedGroup(db: Db, actor: Actor, name: string): Promise<GroupRow> {
  const group = await requireVisibleGroup(db, actor, name)
  return (await mayContribute(db, actor, group)) ? group : findManagedGroup(db, actor, name)
}

/** Whether the actor may change the group: its owner, or a moderator of a level above the owner's. */
export const mayManage = async (db: Db, actor: Actor, { owner_id: ownerId }: GroupRow): Promise<boolean> =>
  ownerId === actor.id ||
  (isModerator(actor) && (await whyNotModerateContent(db, actor, { what: 'groups', ownerId })) === undefined)

/** Whether the actor may add games to the group as a member who does not own it. */
export const mayContribute = async (db: Db, actor: Actor, group: GroupRow): Promise<boolean> =>
  group.owner_id !== actor.id &&
  group.closed_reason === null &&
  group.member_games === 1 &&
  (await isMember(db, group.id, actor.id))

/** Records a moderator's change to another user's group, in the transaction of the change. */
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
