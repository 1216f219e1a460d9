import type { Clock } from '@baseplate/service/clock'
import { isConflict } from '@baseplate/storage/database/conflict'
import { permitModeratingContent, recordAction, useCase } from '../../accounts/door.ts'
import { type Actor, permissionLevel } from '../../accounts/rules.ts'
import type { Db } from '../../foundation/database.ts'
import { InvalidFields } from '../../foundation/errors.ts'
import { nameKeyOf } from '../../foundation/name-key.ts'
import { isFilteredName, type TextFilter } from '../../foundation/text-filter.ts'
import { type Inbox, notify } from '../../notifications/door.ts'
import { renameGroupInput } from './input.ts'
import type { GroupRow } from './queries.ts'
import { requireVisibleGroup } from './require-group.ts'
import { groupPath } from './rules.ts'
import { auditedGroup, groupDecided } from './visibility.ts'

interface Renaming {
  db: Db
  now: Clock
  inbox: Pick<Inbox, 'wake'>
  filterText: TextFilter
}

/**
 * @throws InvalidFields `name`, `reason`; Refused `missing`; `forbidden` unless the actor is a moderator of a level above the
 * owner's; `invalid`: another moderator has changed the group first.
 */
export const renameGroup = useCase(
  {
    summary: 'Renames a group as a moderator, notifies its owner of the reason and returns its new address.',
    scope: 'moderate',
    level: permissionLevel.moderator,
    input: renameGroupInput,
  },
  async (
    platform: Renaming,
    actor,
    { group: present, name: to, reason },
  ): Promise<{ name: string; path: string }> => {
    if (isFilteredName(platform.filterText, to)) throw new InvalidFields({ name: 'input.name_filtered' })
    const group = await requireVisibleGroup(platform.db, actor, present)
    await permitModeratingContent(platform.db, actor, { what: 'groups', ownerId: group.owner_id })
    if (to === group.name) throw new InvalidFields({ name: 'groups.name_same' })
    try {
      const now = platform.now()
      await platform.db.transaction().execute((db) => rename({ db, actor, now }, group, to, reason))
    } catch (error) {
      if (!isConflict(error)) throw error
      throw new InvalidFields({ name: 'groups.name_taken' })
    }
    platform.inbox.wake(group.owner_id)
    return { name: to, path: groupPath(to) }
  },
)

async function rename(
  { db, actor, now }: { db: Db; actor: Actor; now: number },
  group: GroupRow,
  to: string,
  reason: string,
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('groups')
    .set({ name: to, name_key: nameKeyOf(to) })
    .where('id', '=', group.id)
    .where('open', '=', group.open)
    .where('name', '=', group.name)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw groupDecided()
  const before = auditedGroup(group.name, group.closed_reason)
  const after = { ...auditedGroup(to, group.closed_reason), reason }
  const subject = `group:${group.id}` as const
  await recordAction(db, { actor, action: 'renamegroup', subject, before, after }, now)
  const values = { group: group.name, name: to, reason }
  const happening = { event: 'group_renamed', values } as const
  const link = groupPath(to)
  await notify(db, { recipientId: group.owner_id, senderId: null, type: 'group', happening, link }, now)
}
