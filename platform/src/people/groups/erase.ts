import { lockUsers } from '../../accounts/queries.ts'
import type { Db } from '../../database.ts'
import { inParts } from '../../foundation/in-parts.ts'
import { removeGroupPlacesOf } from './places.ts'
import { removeMember } from './queries.ts'

/**
 * Takes a user out of all groups. The member who joined first becomes the owner of the user's groups. A group without other members
 * is deleted.
 */
export async function eraseMemberships({ db }: { db: Db }, userId: string): Promise<void> {
  await inParts(
    (limit) => db.selectFrom('groups').select('id').where('owner_id', '=', userId).limit(limit).execute(),
    async (owned) => {
      for (const { id } of owned) await passGroup(db, id, userId)
    },
  )
  await inParts(
    (limit) =>
      db.selectFrom('group_members').select('group_id').where('user_id', '=', userId).limit(limit).execute(),
    async (memberships) => {
      for (const { group_id } of memberships)
        await db.transaction().execute(async (trx) => {
          await removeMember(trx, group_id, userId)
          await removeGroupPlacesOf(trx, group_id, userId)
        })
    },
  )
}

async function passGroup(db: Db, groupId: number, userId: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const heir = await trx
      .selectFrom('group_members')
      .select('user_id')
      .where('group_id', '=', groupId)
      .where('user_id', '!=', userId)
      .orderBy('created')
      .orderBy('user_id')
      .executeTakeFirst()
    if (!heir) {
      await trx.deleteFrom('groups').where('id', '=', groupId).where('owner_id', '=', userId).execute()
      return
    }
    await lockUsers(trx, [userId, heir.user_id])
    await trx
      .updateTable('groups')
      .set({ owner_id: heir.user_id })
      .where('id', '=', groupId)
      .where('owner_id', '=', userId)
      .execute()
  })
}
