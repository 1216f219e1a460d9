import { describe, expect, test } from 'vitest'
import { blockUser } from '../blocking/block.ts'
import { requestFriendship } from '../social/friendships.ts'
import { registerPerson } from '../testing/people.ts'
import { databases, openTestPlatform } from '../testing/platforms.ts'
import { searchPeople } from './search-people.ts'

describe.each(databases)('people that a search finds on %s', (kind) => {
  test('says of each person whether the viewer may send them a friend request', async () => {
    const platform = await openTestPlatform(kind)
    const self = await registerPerson(platform, 'Pal_self')
    const asked = await registerPerson(platform, 'Pal_asked')
    const asking = await registerPerson(platform, 'Pal_asking')
    const friend = await registerPerson(platform, 'Pal_friend')
    const shy = await registerPerson(platform, 'Pal_shy')
    const clique = await registerPerson(platform, 'Pal_clique')
    const known = await registerPerson(platform, 'Pal_known')
    await registerPerson(platform, 'Pal_stranger')
    const blocker = await registerPerson(platform, 'Pal_blocker')
    for (const [from, to] of [
      [self, asked],
      [asking, self],
      [friend, self],
      [self, friend],
      [friend, known],
      [known, friend],
    ] as const)
      await requestFriendship(platform, from, { username: to.username })
    await platform.db
      .updateTable('users')
      .set({ privacy_requests: 'Nobody' })
      .where('id', '=', shy.id)
      .execute()
    await platform.db
      .updateTable('users')
      .set({ privacy_requests: 'Friends' })
      .where('id', 'in', [clique.id, known.id])
      .execute()
    await blockUser(platform, blocker, { username: self.username })
    const { users } = await searchPeople(platform, self, { q: 'pal_' })
    expect(Object.fromEntries(users.map(({ username, friendship }) => [username, friendship]))).toEqual({
      Pal_asked: 'outgoing',
      Pal_asking: 'incoming',
      Pal_blocker: null,
      Pal_clique: null,
      Pal_friend: 'friends',
      Pal_known: 'open',
      Pal_self: null,
      Pal_shy: null,
      Pal_stranger: 'open',
    })
  })
})
