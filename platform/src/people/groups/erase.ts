import type { Db } from '../../database.ts'
import { inParts } from '../../foundation/in-parts.ts'
import { removeGroupPlacesOf } from './places.ts'
import { lockGroup, removeMember } from './queries.ts'

/**
 * Takes a user out of all groups. The member who joined first becomes the owner of the user's groups. A group without other members
 * is deleted.
 */
export async function eraseMemberships({ db }: { db: Db }, userId: string): Promise<void> {
  // A group is the user's own before its payment makes the user a member.
  await inParts(
    (limit) => db.selectFrom('groups').select('id').where('owner_id', '=', userId).limit(limit).execute(),
    async (owned) => {
      for (const { id } of owned) await eraseMembership(db, id, userId)
    },
  )
  await inParts(
    (limit) =>
      db.selectFrom('group_members').select('group_id').where('user_id', '=', userId).limit(limit).execute(),
    async (memberships) => {
      for (const { group_id } of memberships) await eraseMembership(db, group_id, userId)
    },
  )
}

async function eraseMembership(db: Db, groupId: number, userId: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const group = await lockGroup(trx, groupId)
    if (group?.owner_id === userId && !(await passGroup(trx, groupId, userId))) {
      await trx.deleteFrom('groups').where('id', '=', groupId).execute()
      return
    }
    await removeMember(trx, groupId, userId)
    await removeGroupPlacesOf(trx, groupId, userId)
  })
}

/** Makes another member the owner of a group, whose row the transaction has locked. Returns false if there is none. */
async function passGroup(trx: Db, groupId: number, ownerId: string): Promise<boolean> {
  const heir = await trx
    .selectFrom('group_members')
    .select('user_id')
    .where('group_id', '=', groupId)
    .where('user_id', '!=', ownerId)
    .orderBy('created')
    .orderBy('user_id')
    .executeTakeFirst()
  if (!heir) return false
  await trx.updateTable('groups').set({ owner_id: heir.user_id }).where('id', '=', groupId).execute()
  return true
}
