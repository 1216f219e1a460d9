import { expect, test } from 'vitest'
import type { Db } from '../../foundation/database.ts'
import { during } from '../../testing/during.ts'
import { registerPerson } from '../../testing/people.ts'
import { openTestPlatform } from '../../testing/platforms.ts'
import { createPublishedPlace } from '../../testing/published-place.ts'
import { eraseMemberships } from './erase.ts'
import { joinGroup, leaveGroup } from './membership.ts'
import { listGroupPlaceIds, removeGroupPlace } from './places.ts'
import { addMember, removeMember } from './queries.ts'

const groupId = 100_000_000

/** Starts on PostgreSQL, whose transactions run side by side. `Owner` owns the group. */
async function start(...members: ('Owner' | 'Anna' | 'Ben')[]) {
  const platform = await openTestPlatform('PostgreSQL')
  const { db } = platform
  const owner = await registerPerson(platform, 'Owner')
  const anna = await registerPerson(platform, 'Anna')
  const ben = await registerPerson(platform, 'Ben')
  await db
    .insertInto('groups')
    .values({
      id: groupId,
      name: 'Crew',
      name_key: 'crew',
      owner_id: owner.id,
      created: 0,
      open: 1,
      member_count: 0,
    })
    .execute()
  const ids = { Owner: owner.id, Anna: anna.id, Ben: ben.id }
  for (const [created, name] of members.entries()) await addMember(db, groupId, ids[name], created)
  return { platform, owner, anna, ben: ben.id }
}

/** Returns the name of the group's owner, the names of its members and their number, or undefined if the group was deleted. */
async function stateOf(db: Db) {
  const group = await db
    .selectFrom('groups')
    .innerJoin('users', 'users.id', 'owner_id')
    .select(['username', 'member_count'])
    .executeTakeFirst()
  const members = await db
    .selectFrom('group_members')
    .innerJoin('users', 'users.id', 'user_id')
    .select('username')
    .orderBy('username')
    .execute()
  return group && [group.username, members.map(({ username }) => username), group.member_count]
}

test('a group is not passed to a member who is leaving', async () => {
  const { platform, owner, anna } = await start('Owner', 'Anna', 'Ben')
  await during(
    platform.db,
    (trx) => removeMember(trx, groupId, anna.id),
    () => eraseMemberships(platform, owner.id),
  )
  expect(await stateOf(platform.db)).toEqual(['Ben', ['Ben'], 1])
})

test('a member who becomes the owner meanwhile cannot leave', async () => {
  const { platform, owner, anna } = await start('Owner', 'Anna')
  const leaving = during(
    platform.db,
    async (trx) => {
      await removeMember(trx, groupId, owner.id)
      await trx.updateTable('groups').set({ owner_id: anna.id }).execute()
    },
    () => leaveGroup(platform, anna, { name: 'Crew' }),
  )
  await expect(leaving).rejects.toMatchObject({ problem: { code: 'groups.owner_leaving' } })
  expect(await stateOf(platform.db)).toEqual(['Anna', ['Anna'], 1])
})

test('a group goes to a member who joins while its only member is erased', async () => {
  const { platform, owner, ben } = await start('Owner')
  await during(
    platform.db,
    (trx) => addMember(trx, groupId, ben, 5),
    () => eraseMemberships(platform, owner.id),
  )
  expect(await stateOf(platform.db)).toEqual(['Ben', ['Ben'], 1])
})

test('a group that is deleted meanwhile cannot be joined', async () => {
  const { platform, anna } = await start('Owner')
  const joining = during(
    platform.db,
    (trx) => trx.deleteFrom('groups').execute(),
    () => joinGroup(platform, anna, { name: 'Crew' }),
  )
  await expect(joining).rejects.toMatchObject({ problem: { code: 'groups.not_found' } })
})

test('a group that is passed to a user who is erased as well goes on to the next member', async () => {
  const { platform, owner, anna } = await start('Owner', 'Anna', 'Ben')
  await during(
    platform.db,
    async (trx) => {
      await removeMember(trx, groupId, owner.id)
      await trx.updateTable('groups').set({ owner_id: anna.id }).execute()
    },
    () => eraseMemberships(platform, anna.id),
  )
  expect(await stateOf(platform.db)).toEqual(['Ben', ['Ben'], 1])
})

test('an owner who loses the group meanwhile does not remove the games of others', async () => {
  const { platform, owner, anna, ben } = await start('Owner', 'Anna', 'Ben')
  const { db } = platform
  await db.updateTable('groups').set({ owner_id: anna.id }).execute()
  const { id } = await createPublishedPlace(platform, owner, { name: 'Harbour' })
  await db.insertInto('group_places').values({ place_id: id, group_id: groupId, created: 0 }).execute()
  const removing = during(
    db,
    (trx) => trx.updateTable('groups').set({ owner_id: ben }).execute(),
    () => removeGroupPlace(platform, anna, { name: 'Crew', place: String(id) }),
  )
  await expect(removing).rejects.toMatchObject({ problem: { code: 'groups.changing_forbidden' } })
  expect(await listGroupPlaceIds(db, groupId)).toEqual([id])
})
