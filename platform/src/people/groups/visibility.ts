import { type Actor, isModerator } from '../../accounts/rules.ts'
import type { Db } from '../../database.ts'
import { Refused } from '../../foundation/errors.ts'

interface Decided {
  id: number
  /** The name that the moderator saw. */
  name: string
}

/** Hides an open group in the transaction of its takedown, and returns whether it was open. */
export const hideGroup = (db: Db, group: Decided, reason: string): Promise<boolean> =>
  change(db, group, { from: 1, to: { open: 0, closed_reason: reason } })

/** Shows a group again that was taken down, and returns whether it was. */
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

/** The state of a group for the audit log. */
export const auditedGroup = (name: string, closedReason: string | null) => ({
  name,
  open: closedReason === null,
  ...(closedReason !== null && { reason: closedReason }),
})

/** Another moderator has changed the group meanwhile. */
export const groupDecided = () => new Refused('invalid', 'Somebody has done this already')

/** @throws Refused `forbidden` */
export function permitModeratingGroups(actor: Actor): void {
  if (!isModerator(actor)) throw new Refused('forbidden', 'You cannot moderate groups')
}
