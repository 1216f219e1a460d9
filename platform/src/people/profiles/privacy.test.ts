import { day } from '@baseplate/service/clock'
import { describe, expect, test } from 'vitest'
import { updatePrivacy, viewPrivacy } from '../../accounts/privacy/update.ts'
import { type Actor, permissionLevel } from '../../accounts/rules.ts'
import { storeAsset } from '../../assets/files/store-asset.ts'
import { wear } from '../../avatars/dress.ts'
import { wearLook } from '../../avatars/looks/wear.ts'
import { viewWearers } from '../../avatars/wearers.ts'
import { createParty, joinParty } from '../../parties/membership.ts'
import { viewParty } from '../../parties/view.ts'
import { listFriendsPlaces } from '../../places/lists/personal.ts'
import { redeemTicket } from '../../places/servers/redeem.ts'
import { joinPlace } from '../../places/sessions/join.ts'
import { viewPlace } from '../../places/view.ts'
import { searchPeople } from '../../search/search-people.ts'
import { acceptRequest, requestFriendship } from '../../social/friendships.ts'
import { registerPerson } from '../../testing/people.ts'
import { databases, openTestPlatform, type TestPlatform } from '../../testing/platforms.ts'
import { createPublishedPlace } from '../../testing/published-place.ts'
import { viewPeople } from './people.ts'
import { viewPlayingFriends } from './playing-friends.ts'
import { viewProfile } from './view.ts'

async function befriend(platform: TestPlatform, one: Actor, other: Actor): Promise<void> {
  await requestFriendship(platform, one, { username: other.username })
  await acceptRequest(platform, other, { username: one.username })
}

describe.each(databases)('privacy on %s', (kind) => {
  /** Anna plays in a place. Ben is her friend, Cleo is a friend of Ben, and Dora knows nobody. */
  async function start() {
    const platform = await openTestPlatform(kind)
    const moderator = await registerPerson(platform, 'Founder')
    const people = []
    for (const name of ['Anna', 'Ben', 'Cleo', 'Dora']) people.push(await registerPerson(platform, name))
    const [anna, ben, cleo, dora] = people as [Actor, Actor, Actor, Actor]
    await befriend(platform, anna, ben)
    await befriend(platform, ben, cleo)
    const { id } = await createPublishedPlace(platform, cleo, { name: 'Harbour' })
    const { ticket } = await joinPlace(platform, anna, { id })
    await redeemTicket(platform, ticket, undefined)
    return { platform, moderator, anna, ben, cleo, dora, id }
  }

  test('no view shows what a user plays to a viewer who may not see it', async () => {
    const { platform, anna, ben, dora, id } = await start()
    const seenBy = async (viewer: Actor) => {
      const { online, playing, joinable } = await viewProfile(platform, viewer, { username: 'Anna' })
      const [found] = (await searchPeople(platform, viewer, { q: 'anna' })).users
      const listed = (await viewPeople(platform, viewer, { username: 'Ben', list: 'friends' })).people
      const { players, friends, playerCount } = await viewPlace(platform, viewer, { id })
      expect(playerCount).toBe(1)
      const [playingFriend] = await viewPlayingFriends(platform, viewer)
      return {
        online,
        playing: [
          playing?.name,
          found?.playing?.name,
          listed.find(({ username }) => username === 'Anna')?.playing?.name,
        ].filter((name) => name === 'Harbour').length,
        joinable,
        players: players.length,
        friends: friends.length,
        playingFriend: playingFriend && { joinable: playingFriend.joinable },
        shelf: (await listFriendsPlaces(platform, viewer)).length,
      }
    }
    const hidden = { playing: 0, joinable: false, players: 0, friends: 0, playingFriend: undefined, shelf: 0 }
    const toStranger = { ...hidden, online: true, playing: 3, joinable: true, players: 1 }
    const toFriend = { ...toStranger, friends: 1, playingFriend: { joinable: true }, shelf: 1 }
    expect([await seenBy(dora), await seenBy(ben)]).toEqual([toStranger, toFriend])
    await updatePrivacy(platform, anna, { joinable: 'Nobody' })
    expect(await seenBy(ben)).toEqual({ ...toFriend, joinable: false, playingFriend: { joinable: false } })
    await updatePrivacy(platform, anna, { playing: 'Friends', joinable: 'Everybody' })
    expect([await seenBy(dora), await seenBy(ben)]).toEqual([{ ...hidden, online: true }, toFriend])
    await updatePrivacy(platform, anna, { online: 'Nobody' })
    expect([await seenBy(dora), await seenBy(ben)]).toEqual([
      { ...hidden, online: false },
      { ...hidden, online: false },
    ])
    expect((await viewPlace(platform, anna, { id })).players).toHaveLength(1)
  })

  test('members of a party see only the presence that each shares', async () => {
    const { platform, anna, ben } = await start()
    await createParty(platform, anna)
    const { code = '' } = (await viewParty(platform, anna)) ?? {}
    await joinParty(platform, ben, { code })
    const statusOfAnna = async (viewer: Actor) =>
      (await viewParty(platform, viewer))?.members.find(({ username }) => username === 'Anna')?.status
    expect(await statusOfAnna(ben)).toBe('Playing')
    await updatePrivacy(platform, anna, { online: 'Nobody' })
    expect([await statusOfAnna(ben), await statusOfAnna(anna)]).toEqual(['Offline', 'Playing'])
  })

  test('only viewers whom a user admits can send a friend request', async () => {
    const { platform, anna, cleo, dora } = await start()
    await updatePrivacy(platform, anna, { requests: 'Friends' })
    const refused = { reason: 'forbidden', problem: { code: 'friends.request_refused' } }
    await expect(requestFriendship(platform, dora, { username: 'Anna' })).rejects.toMatchObject(refused)
    expect(await viewProfile(platform, dora, { username: 'Anna' })).toMatchObject({ acceptsRequests: false })
    expect(await viewProfile(platform, cleo, { username: 'Anna' })).toMatchObject({ acceptsRequests: true })
    await requestFriendship(platform, cleo, { username: 'Anna' })
    await updatePrivacy(platform, anna, { requests: 'Nobody' })
    // A request to a user who has sent one accepts it, so no setting refuses it.
    await requestFriendship(platform, anna, { username: 'Dora' })
    await requestFriendship(platform, dora, { username: 'Anna' })
    expect(await viewProfile(platform, dora, { username: 'Anna' })).toMatchObject({ friends: true })
  })

  test('friends and worn items are shown only to viewers who may see them', async () => {
    const { platform, moderator, anna, ben, dora } = await start()
    const verified = { ...anna, permissionLevel: permissionLevel.verified }
    const { id } = await storeAsset(platform, verified, { type: 8, name: 'Hat' }, [Buffer.from('x')])
    await platform.db.updateTable('assets').set({ visibility: 'Visible' }).where('id', '=', id).execute()
    await wear(platform, anna, { id: String(id) })
    const wearers = async (viewer: Actor) => (await viewWearers(platform.db, viewer, id)).wearers.length
    expect([await wearers(ben), await wearers(dora)]).toEqual([1, 1])
    await updatePrivacy(platform, anna, { friends: 'Friends', inventory: 'Friends' })
    expect([await wearers(ben), await wearers(dora), await wearers(anna)]).toEqual([1, 0, 1])
    await expect(wearLook(platform, dora, 'Anna', {})).rejects.toMatchObject({ reason: 'forbidden' })
    const hidden = { hidden: true, people: [], next: null }
    expect(await viewPeople(platform, dora, { username: 'Anna', list: 'friends' })).toMatchObject(hidden)
    expect(await viewPeople(platform, ben, { username: 'Anna', list: 'friends' })).toMatchObject({
      hidden: false,
      people: [{}],
    })
    expect(await viewProfile(platform, dora, { username: 'Anna' })).toMatchObject({
      friendsShown: false,
      inventoryShown: false,
      friendCount: 1,
    })
    // A moderator sees the look, and is not offered to wear it.
    expect(await viewProfile(platform, moderator, { username: 'Anna' })).toMatchObject({
      inventoryShown: true,
      lookOffered: false,
    })
    expect(await viewProfile(platform, ben, { username: 'Anna' })).toMatchObject({ lookOffered: true })
  })

  test('moderators see through settings, which is recorded once a day', async () => {
    const { platform, moderator, anna } = await start()
    const look = async () => {
      expect(await viewProfile(platform, moderator, { username: 'Anna' })).toMatchObject({ online: true })
      expect(await viewPeople(platform, moderator, { username: 'Anna', list: 'friends' })).toMatchObject({
        hidden: false,
      })
      return recorded()
    }
    const recorded = async () => {
      const rows = await platform.db
        .selectFrom('audit_log')
        .select(['actor_id', 'subject', 'after'])
        .where('action', '=', 'lookthrough')
        .orderBy('after')
        .execute()
      return rows.map(({ actor_id, subject, after }) => [actor_id, subject, JSON.parse(after ?? '')])
    }
    expect(await look()).toEqual([])
    await updatePrivacy(platform, anna, { online: 'Nobody', friends: 'Nobody' })
    const entry = (...settings: string[]) => [moderator.id, `user:${anna.id}`, { settings }]
    const entries = [entry('friends'), entry('online', 'playing')]
    expect(await look()).toEqual(entries)
    expect(await look()).toEqual(entries)
    platform.pass(day + 1)
    // A profile has the number of friends, which everybody sees, and not their names.
    await viewProfile(platform, moderator, { username: 'Anna' })
    expect(await recorded()).toEqual([...entries, entry('online', 'playing')])
  })
})

test.each(databases)('new accounts on %s get the operator’s defaults', async (kind) => {
  const platform = await openTestPlatform(kind, { Privacy: { Online: 'Friends', Inventory: 'Nobody' } })
  const anna = await registerPerson(platform, 'Anna')
  const others = {
    playing: 'Everybody',
    joinable: 'Everybody',
    requests: 'Everybody',
    follows: 'Everybody',
    comments: 'Everybody',
    friends: 'Everybody',
  }
  expect(await viewPrivacy(platform, anna)).toEqual({
    online: 'Friends',
    inventory: 'Nobody',
    postFeed: 'Nobody',
    ...others,
  })
  await expect(updatePrivacy(platform, anna, { online: 'everybody' })).rejects.toMatchObject({
    errors: { online: 'Choose Everybody, Friends or Nobody' },
  })
})
