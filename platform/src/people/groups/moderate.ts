import { record } from '../../accounts/audit/record.ts'
import type { AuditedAction } from '../../accounts/audit/tables.ts'
import { permitModeratingContent } from '../../accounts/permit-moderating.ts'
import { type Actor, isModerator } from '../../accounts/rules.ts'
import type { Db } from '../../database.ts'
import type { Clock } from '../../foundation/clock.ts'
import { isConflict } from '../../foundation/database/conflict.ts'
import { InvalidFields, Refused } from '../../foundation/errors.ts'
import { parseInput } from '../../foundation/input.ts'
import { nameKeyOf } from '../../foundation/name-key.ts'
import { filteredName, isFilteredName, type TextFilter } from '../../foundation/text-filter.ts'
import type { Inbox } from '../../notifications/inbox.ts'
import { notify } from '../../notifications/notify.ts'
import { nameTaken, reasonInput, renameGroupInput } from './input.ts'
import type { GroupRow } from './queries.ts'
import { requireVisibleGroup } from './require-group.ts'
import { groupPath } from './rules.ts'

interface Moderating {
  db: Db
  now: Clock
  inbox: Inbox
}

/**
 * Hides a group from everybody but its owner and moderators, and notifies its owner of the reason. The group keeps its name
 * and members.
 *
 * @throws InvalidFields `reason`; Refused `missing`; `forbidden` unless the actor is a moderator of a level above the owner's;
 * `invalid`: the group is closed already.
 */
export async function closeGroup(
  platform: Moderating,
  actor: Actor,
  name: string,
  input: unknown,
): Promise<void> {
  permit(actor)
  const { reason } = parseInput(reasonInput, input)
  const group = await requireGroupToModerate(platform.db, actor, name)
  await change(platform, actor, group, {
    action: 'closegroup',
    to: { open: 0, closed_reason: reason },
    note: `Your group “${group.name}” was closed: ${reason}`,
  })
}

/** @throws Refused `missing`; `forbidden` as for `closeGroup`; `invalid`: the group is not closed. */
export async function reopenGroup(platform: Moderating, actor: Actor, name: string): Promise<void> {
  permit(actor)
  const group = await requireGroupToModerate(platform.db, actor, name)
  await change(platform, actor, group, {
    action: 'reopengroup',
    to: { open: 1, closed_reason: null },
    note: `Your group “${group.name}” is open again`,
  })
}

/**
 * Renames a group, notifies its owner of the reason and returns its new address.
 *
 * @throws InvalidFields `name`, `reason`; Refused `missing`; `forbidden` as for `closeGroup`.
 */
export async function renameGroup(
  platform: Moderating & { filterText: TextFilter },
  actor: Actor,
  name: string,
  input: unknown,
): Promise<{ name: string; path: string }> {
  permit(actor)
  const { name: to, reason } = parseInput(renameGroupInput, input)
  if (isFilteredName(platform.filterText, to)) throw new InvalidFields({ name: filteredName })
  const group = await requireGroupToModerate(platform.db, actor, name)
  if (to === group.name) throw new InvalidFields({ name: 'This is its name already' })
  try {
    await change(platform, actor, group, {
      action: 'renamegroup',
      to: { name: to, name_key: nameKeyOf(to) },
      reason,
      note: `Your group “${group.name}” is called “${to}” from now on: ${reason}`,
    })
  } catch (error) {
    if (!isConflict(error)) throw error
    throw new InvalidFields({ name: nameTaken })
  }
  return { name: to, path: groupPath(to) }
}

function permit(actor: Actor): void {
  if (!isModerator(actor)) throw new Refused('forbidden', 'You cannot moderate groups')
}

/** @throws Refused `missing`; `forbidden`: the actor's level is not above the owner's. */
async function requireGroupToModerate(db: Db, actor: Actor, name: string): Promise<GroupRow> {
  const group = await requireVisibleGroup(db, actor, name)
  await permitModeratingContent(db, actor, { what: 'groups', ownerId: group.owner_id })
  return group
}

interface Change {
  action: Extract<AuditedAction, `${string}group`>
  to: Partial<GroupRow>
  /** Reason for the audit log, unless `to` holds it. */
  reason?: string
  /** Notification to the owner. */
  note: string
}

async function change(
  { db, now, inbox }: Moderating,
  actor: Actor,
  group: GroupRow,
  { action, to, reason, note }: Change,
): Promise<void> {
  const time = now()
  const after = { ...group, ...to }
  await db.transaction().execute(async (trx) => {
    // Fails if another moderator changed the group first.
    const { numUpdatedRows } = await trx
      .updateTable('groups')
      .set(to)
      .where('id', '=', group.id)
      .where('open', '=', group.open)
      .where('name', '=', group.name)
      .executeTakeFirst()
    const isChange = to.open === undefined || to.open !== group.open
    if (numUpdatedRows === 0n || !isChange) throw new Refused('invalid', 'Somebody has done this already')
    const audited = { actor, action, subject: `group:${group.id}` } as const
    await record(
      trx,
      {
        ...audited,
        before: auditedState(group),
        after: { ...auditedState(after), ...(reason !== undefined && { reason }) },
      },
      time,
    )
    await notify(
      trx,
      { recipientId: group.owner_id, senderId: null, type: 'group', note, link: groupPath(after.name) },
      time,
    )
  })
  inbox.wake(group.owner_id)
}

/** State of a group for the audit log. */
const auditedState = ({ name, open, closed_reason }: GroupRow) => ({
  name,
  open: open === 1,
  ...(closed_reason !== null && { reason: closed_reason }),
})
