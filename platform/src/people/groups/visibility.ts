import { type Actor, isModerator } from '../../accounts/rules.ts'
import type { Db } from '../../foundation/database.ts'
import { Refused } from '../../foundation/errors.ts'

interface Decided {
  id: number
  /** The name that the moderator saw. */
  name: string
}

/** Closes a group in the transaction of its takedown. Returns false if the group is not open. */
export const hideGroup = (db: Db, group: Decided, reason: string): Promise<boolean> =>
  change(db, group, { from: 1, to: { open: 0, closed_reason: reason } })

/** Reopens a group. Returns false if it is not closed. */
export const showGroup = (db: Db, group: Decided): Promise<boolean> =>
  change(db, group, { from: 0, to: { open: 1, closed_reason: null } })

async function change(
  db: Db,
  { id, name }: Decided,
  { from, to }: { from: 0 | 1; to: { open: 0 | 1; closed_reason: string | null } },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('groups')
    .set(to)
    .where('id', '=', id)
    .where('name', '=', name)
    .where('open', '=', from)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Returns the state of a group for the audit log. */
export const auditedGroup = (name: string, closedReason: string | null) => ({
  name,
  open: closedReason === null,
  ...(closedReason !== null && { reason: closedReason }),
})

/** The refusal of a change that another moderator has made first. */
export const groupDecided = () => new Refused('groups.already_decided')

/** @throws Refused `forbidden` */
export function permitModeratingGroups(actor: Actor): void {
  if (!isModerator(actor)) throw new Refused('moderation.level_too_low', { what: 'groups' })
}
