import { describe, expect, test } from 'vitest'
import { updatePrivacy } from '../accounts/privacy/update.ts'
import { registerPerson } from '../testing/people.ts'
import { databases, openTestPlatform } from '../testing/platforms.ts'
import { follow } from './follow.ts'
import { acceptRequest, requestFriendship } from './friendships.ts'
import { countFriends, findFollows, findFriendsAmong } from './known-relations.ts'

describe.each(databases)('relations that games may know on %s', (kind) => {
  test('hidden friends are known to the two friends alone, and follows to everybody', async () => {
    const platform = await openTestPlatform(kind)
    const anna = await registerPerson(platform, 'Anna')
    const ben = await registerPerson(platform, 'Ben')
    const cleo = await registerPerson(platform, 'Cleo')
    await requestFriendship(platform, anna, { username: 'Ben' })
    await requestFriendship(platform, anna, { username: 'Cleo' })
    await acceptRequest(platform, ben, { username: 'Anna' })
    await follow(platform, anna, { username: 'Cleo' })
    const others = [ben.id, cleo.id]
    expect(await findFriendsAmong(platform, null, anna.id, others)).toEqual(new Set([ben.id]))
    expect(await countFriends(platform, anna.id)).toBe(1)
    await updatePrivacy(platform, anna, { friends: 'Nobody' })
    expect(await findFriendsAmong(platform, null, anna.id, others)).toEqual(new Set())
    expect(await findFriendsAmong(platform, cleo, anna.id, others)).toEqual(new Set())
    expect(await findFriendsAmong(platform, ben, anna.id, others)).toEqual(new Set([ben.id]))
    expect(await findFollows(platform, anna.id, others)).toEqual({
      followed: new Set([cleo.id]),
      followers: new Set(),
    })
    expect((await findFollows(platform, cleo.id, [anna.id])).followers).toEqual(new Set([anna.id]))
    expect(await findFollows(platform, anna.id, [])).toEqual({ followed: new Set(), followers: new Set() })
  })
})
