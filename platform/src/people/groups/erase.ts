import type { Files } from '@baseplate/storage/files'
import type { Db } from '../../foundation/database.ts'
import { inParts } from '../../foundation/in-parts.ts'
import { deleteWaitingOf } from '../../places/door.ts'
import { waitingPictureName } from '../../places/pictures/waiting/rules.ts'
import { lockGroup, removeGroupPlacesOf, removeMember } from './queries.ts'
import { groupIconName } from './rules.ts'

type Erasing = { db: Db; files: Files }

/**
 * Takes a user out of all groups. The member who joined first becomes the owner of the user's groups. A group without other members
 * is deleted with its icon.
 */
export async function eraseMemberships(platform: Erasing, userId: string): Promise<void> {
  const { db } = platform
  // A group is the user's own before its payment makes the user a member.
  await inParts(
    (limit) => db.selectFrom('groups').select('id').where('owner_id', '=', userId).limit(limit).execute(),
    async (owned) => {
      for (const { id } of owned) await eraseMembership(platform, id, userId)
    },
  )
  await inParts(
    (limit) =>
      db.selectFrom('group_members').select('group_id').where('user_id', '=', userId).limit(limit).execute(),
    async (memberships) => {
      for (const { group_id } of memberships) await eraseMembership(platform, group_id, userId)
    },
  )
}

async function eraseMembership({ db, files }: Erasing, groupId: number, userId: string): Promise<void> {
  const unnamed = await db.transaction().execute(async (trx) => {
    const group = await lockGroup(trx, groupId)
    const isOwner = group?.owner_id === userId
    // The next owner does not answer for what this one uploaded.
    const waiting = isOwner ? await deleteWaitingOf(trx, { group: groupId }) : []
    const files = waiting.map(waitingPictureName)
    if (isOwner && !(await passGroup(trx, groupId, userId))) {
      await trx.deleteFrom('groups').where('id', '=', groupId).execute()
      if (group.icon !== null) files.push(groupIconName({ id: groupId, icon: group.icon }))
      return files
    }
    await removeMember(trx, groupId, userId)
    await removeGroupPlacesOf(trx, groupId, userId)
    return files
  })
  // The sweeps remove files that a crash leaves here.
  for (const file of unnamed) await files.remove(file)
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
