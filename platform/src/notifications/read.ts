import { useCase } from '../accounts/door.ts'
import type { Db } from '../foundation/database.ts'
import { Refused } from '../foundation/errors.ts'
import { noInput } from '../foundation/input.ts'
import type { Inbox } from './inbox.ts'
import { readInput } from './input.ts'
import { lockInbox } from './queries.ts'

type Reading = { db: Db; inbox: Pick<Inbox, 'wake'> }

/**
 * @throws Refused `missing`: the actor has no notification with one of the ids.
 * @throws InvalidFields
 */
export const readNotification = useCase(
  {
    summary: "Marks one or several of the actor's notifications as read. They stay read.",
    scope: 'social',
    input: readInput,
  },
  async (platform: Reading, actor, { id }): Promise<void> => {
    const ids = [...new Set(id)]
    const changed = await platform.db.transaction().execute(async (db) => {
      const { read_to } = await lockInbox(db, actor.id)
      const found = await db
        .selectFrom('notifications')
        .select(['id', 'read'])
        .where('user_id', '=', actor.id)
        .where('id', 'in', ids)
        .execute()
      if (found.length < ids.length) throw new Refused('notifications.not_found')
      const unread = found.filter(({ id, read }) => read === 0 && id > read_to).map(({ id }) => id)
      if (unread.length === 0) return false
      await db
        .updateTable('notifications')
        .set({ read: 1 })
        .where('user_id', '=', actor.id)
        .where('id', 'in', unread)
        .execute()
      await db
        .updateTable('inboxes')
        .set((eb) => ({ unread: eb('unread', '-', unread.length), version: eb('version', '+', 1) }))
        .where('user_id', '=', actor.id)
        .execute()
      return true
    })
    if (changed) platform.inbox.wake(actor.id)
  },
)

export const readAllNotifications = useCase(
  {
    summary: "Marks all of the actor's notifications as read by writing one row.",
    scope: 'social',
    input: noInput,
  },
  async (platform: Reading, actor): Promise<void> => {
    const { numUpdatedRows } = await platform.db
      .updateTable('inboxes')
      .set((eb) => ({ read_to: eb.ref('last_id'), unread: 0, version: eb('version', '+', 1) }))
      .where('user_id', '=', actor.id)
      .where('unread', '>', 0)
      .executeTakeFirst()
    if (numUpdatedRows > 0n) platform.inbox.wake(actor.id)
  },
)
