import { expect, test } from 'vitest'
import { lockUser } from '../accounts/queries.ts'
import { viewNotifications } from '../notifications/list.ts'
import { acceptRequest, requestFriendship } from '../social/friendships.ts'
import { during } from '../testing/during.ts'
import { registerPerson } from '../testing/people.ts'
import { openTestPlatform } from '../testing/platforms.ts'
import { inviteToParty } from './invite.ts'
import { createParty, joinParty, leaveAnyParty } from './membership.ts'
import { findPartyOf } from './queries.ts'

test('a member who leaves the party meanwhile invites nobody to it', async () => {
  const platform = await openTestPlatform('PostgreSQL')
  const { db } = platform
  const [anna, ben] = [await registerPerson(platform, 'Anna'), await registerPerson(platform, 'Ben')]
  const carla = await registerPerson(platform, 'Carla')
  await requestFriendship(platform, anna, { username: 'Ben' })
  await acceptRequest(platform, ben, { username: 'Anna' })
  await createParty(platform, carla)
  await joinParty(platform, anna, { code: (await findPartyOf(db, carla.id))?.code ?? '' })
  const inviting = during(
    db,
    async (trx) => {
      await lockUser(trx, anna.id)
      await leaveAnyParty(trx, anna.id, platform.now())
    },
    () => inviteToParty(platform, anna, { username: 'Ben' }),
  )
  await expect(inviting).rejects.toMatchObject({ problem: { code: 'parties.not_a_member' } })
  const { notifications } = await viewNotifications(platform, ben)
  expect(notifications.map(({ type }) => type)).toEqual(['friendrequest'])
})
