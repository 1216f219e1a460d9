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
import { requireSeenGroup } from './require-group.ts'
import { groupPath } from './rules.ts'

interface Moderating {
  db: Db
  now: Clock
  inbox: Inbox
}

/**
 * Takes a group out of sight of everybody but its owner, who is told why, and moderators. It keeps its name and its members.
 *
 * @throws InvalidFields `reason`; Refused `forbidden` below level 4 and for groups of the actor's level or a higher one, `missing`; `invalid`: it is closed.
 */
export async function closeGroup(
  platform: Moderating,
  actor: Actor,
  name: string,
  input: unknown,
): Promise<void> {
  permit(actor)
  const { reason } = parseInput(reasonInput, input)
  const group = await requireModerated(platform.db, actor, name)
  await change(platform, actor, group, {
    action: 'closegroup',
    to: { open: 0, closed_reason: reason },
    note: `Your group “${group.name}” was closed: ${reason}`,
  })
}

/** @throws Refused `forbidden` below level 4 and for groups of the actor's level or a higher one, `missing`; `invalid`: it is not closed. */
export async function reopenGroup(platform: Moderating, actor: Actor, name: string): Promise<void> {
  permit(actor)
  const group = await requireModerated(platform.db, actor, name)
  await change(platform, actor, group, {
    action: 'reopengroup',
    to: { open: 1, closed_reason: null },
    note: `Your group “${group.name}” is open again`,
  })
}

/**
 * Gives a group another name; answers where it is from now on. Its owner is told why.
 *
 * @throws InvalidFields `name`, `reason`; Refused `forbidden` below level 4 and for groups of the actor's level or a higher one, `missing`.
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
  const group = await requireModerated(platform.db, actor, name)
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
async function requireModerated(db: Db, actor: Actor, name: string): Promise<GroupRow> {
  const group = await requireSeenGroup(db, actor, name)
  await permitModeratingContent(db, actor, { what: 'groups', ownerId: group.owner_id })
  return group
}

interface Change {
  action: Extract<AuditedAction, `${string}group`>
  to: Partial<GroupRow>
  /** Where it is kept nowhere else. */
  reason?: string
  /** What its owner is told. */
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
  await db.transaction().execute(async (transaction) => {
    // Of two who decide at the same moment, one does.
    const { numUpdatedRows } = await transaction
      .updateTable('groups')
      .set(to)
      .where('id', '=', group.id)
      .where('open', '=', group.open)
      .where('name', '=', group.name)
      .executeTakeFirst()
    const changes = to.open === undefined || to.open !== group.open
    if (numUpdatedRows === 0n || !changes) throw new Refused('invalid', 'Somebody has done this already')
    const audited = { actor, action, subject: `group:${group.id}` } as const
    await record(
      transaction,
      {
        ...audited,
        before: noted(group),
        after: { ...noted(after), ...(reason !== undefined && { reason }) },
      },
      time,
    )
    await notify(
      transaction,
      { recipientId: group.owner_id, senderId: null, type: 'group', note, link: groupPath(after.name) },
      time,
    )
  })
  inbox.wake(group.owner_id)
}

const noted = ({ name, open, closed_reason }: GroupRow) => ({
  name,
  open: open === 1,
  ...(closed_reason !== null && { reason: closed_reason }),
})
