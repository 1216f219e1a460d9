import { minute } from '@baseplate/service/clock'
import { describe, expect, test } from 'vitest'
import type { Actor } from '../../accounts/rules.ts'
import { updateProfile } from '../../accounts/update-profile.ts'
import { redeemTicket } from '../../places/servers/redeem.ts'
import { joinPlace } from '../../places/sessions/join.ts'
import { updatePrivacy } from '../../places/settings.ts'
import { follow } from '../../social/follow.ts'
import { acceptRequest, requestFriendship } from '../../social/friendships.ts'
import { accountRow } from '../../testing/account-row.ts'
import { registerPerson } from '../../testing/people.ts'
import { databases, openTestPlatform, type TestPlatform } from '../../testing/platforms.ts'
import { createPublishedPlace } from '../../testing/published-place.ts'
import { ownLists, profileLists, viewOwnPeople, viewPeople } from './people.ts'
import { viewProfile } from './view.ts'

/** Inserts this many users, who never sign in. */
async function populate({ db }: TestPlatform, count: number): Promise<Actor[]> {
  const people = Array.from({ length: count }, (_, index) => ({
    id: `crowd${index}`,
    username: `Crowd_${index}`,
    permissionLevel: 1,
    theme: null,
    language: null,
    portrait: null,
    standing: null,
    leaves: null,
    factors: { totp: false, passkey: false },
    proved: Number.POSITIVE_INFINITY,
  }))
  await db
    .insertInto('users')
    .values(people.map(({ id, username }) => accountRow(username, { id })))
    .execute()
  return people
}

/** Listing of a place that nobody has played. */
const newPlace = {
  likeCount: 0,
  dislikeCount: 0,
  icon: null,
  thumbnail: null,
  playerCount: 0,
  privateServer: false,
  takenDown: false,
}

describe.each(databases)('profiles on %s', (kind) => {
  async function start() {
    const platform = await openTestPlatform(kind)
    const administrator = await registerPerson(platform, 'Founder')
    const anna = await registerPerson(platform, 'Anna')
    const ben = await registerPerson(platform, 'Ben')
    return { platform, administrator, anna, ben }
  }

  test('have every documented field, by a name in any letter case', async () => {
    const { platform, anna, ben } = await start()
    const registered = platform.now()
    platform.pass(1)
    await updateProfile(platform, anna, { description: 'I build towers.', theme: 'Dark' })
    const { id } = await createPublishedPlace(platform, anna, { name: 'Sky ladders' })
    await follow(platform, ben, { username: 'Anna' })
    await requestFriendship(platform, anna, { username: 'Ben' })
    expect(await viewProfile(platform, ben, { username: 'aNNA' })).toEqual({
      username: 'Anna',
      id: anna.id,
      description: { id: expect.stringContaining(anna.id), text: 'I build towers.', updated: platform.now() },
      permissionLevel: 1,
      moderatesPosts: false,
      followerCount: 1,
      followingCount: 0,
      number: expect.any(Number),
      friendCount: 0,
      follower: true,
      following: false,
      friends: false,
      incomingRequest: true,
      outgoingRequest: false,
      blocked: false,
      muted: false,
      acceptsRequests: true,
      acceptsFollows: true,
      friendsShown: true,
      inventoryShown: true,
      lookOffered: true,
      places: [{ id, name: 'Sky ladders', ownerUsername: 'Anna', ...newPlace }],
      posts: [],
      postsNext: null,
      groups: [],
      groupsOwned: [],
      created: registered,
      theme: 'Dark',
      playing: null,
      postFeed: false,
      joinable: false,
      online: true,
      lastSeen: registered,
    })
    await acceptRequest(platform, ben, { username: 'Anna' })
    expect(await viewProfile(platform, anna, { username: 'ben' })).toMatchObject({
      followingCount: 1,
      friendCount: 1,
      follower: false,
      following: true,
      friends: true,
      incomingRequest: false,
      outgoingRequest: false,
    })
    const missing = { reason: 'missing', message: 'User not found' }
    await expect(viewProfile(platform, anna, { username: 'nobody' })).rejects.toMatchObject(missing)
  })

  test('show private places and their players only to viewers who may enter', async () => {
    const { platform, administrator, anna, ben } = await start()
    const open = await createPublishedPlace(platform, anna, { name: 'Open' })
    const secret = await createPublishedPlace(platform, anna, { name: 'Secret' })
    await updatePrivacy(platform, anna, { id: secret.id, privateServer: 'on' })
    const play = async (id: number) => {
      const { ticket } = await joinPlace(platform, anna, { id })
      await redeemTicket(platform, ticket, undefined)
    }
    const seenBy = async (viewer: Actor) => {
      const { places, playing } = await viewProfile(platform, viewer, { username: 'Anna' })
      return {
        places: places.map(({ name, playerCount }) => `${name}: ${playerCount}`),
        playing: playing?.name,
      }
    }
    await play(secret.id)
    expect(await seenBy(ben)).toEqual({ places: ['Open: 0'], playing: undefined })
    const everything = { places: expect.arrayContaining(['Open: 0', 'Secret: 1']), playing: 'Secret' }
    expect(await seenBy(anna)).toEqual(everything)
    expect(await seenBy(administrator)).toEqual(everything)
    await play(open.id)
    expect(await seenBy(ben)).toEqual({ places: ['Open: 1'], playing: 'Open' })
    await follow(platform, ben, { username: 'Anna' })
    expect(await viewPeople(platform, ben, { username: 'Anna', list: 'followers' })).toMatchObject({
      people: [{ username: 'Ben', playing: null, online: true }],
    })
    expect(await viewPeople(platform, anna, { username: 'Ben', list: 'following' })).toMatchObject({
      people: [{ username: 'Anna', playing: { id: open.id, name: 'Open', slug: 'Open' } }],
    })
  })

  test('show a user as online for ten minutes after the last use, then when they were last seen', async () => {
    const { platform, anna } = await start()
    const seenAt = platform.now()
    const state = async () => {
      const { online, lastSeen } = await viewProfile(platform, anna, { username: 'Ben' })
      return { online, lastSeen }
    }
    platform.pass(9 * minute)
    expect(await state()).toEqual({ online: true, lastSeen: seenAt })
    platform.pass(2 * minute)
    expect(await state()).toEqual({ online: false, lastSeen: seenAt })
    await platform.db.deleteFrom('sessions').execute()
    expect(await state()).toEqual({ online: false, lastSeen: null })
  })

  test('list every follower, friend and request once, newest first, even if several share a millisecond', async () => {
    const { platform, anna } = await start()
    const crowd = await populate(platform, 60)
    for (const [index, person] of crowd.entries()) {
      // Five users share a millisecond.
      if (index % 5 === 0) platform.pass(1)
      await follow(platform, person, { username: 'Anna' })
      await follow(platform, anna, { username: person.username })
      if (index % 3 === 0) await requestFriendship(platform, anna, { username: person.username })
      else await requestFriendship(platform, person, { username: 'Anna' })
      if (index % 3 === 1) await acceptRequest(platform, anna, { username: person.username })
    }
    const momentOf = (username: string) => Math.floor(Number(username.slice('Crowd_'.length)) / 5)
    const readAll = async (read: (cursor?: string) => ReturnType<typeof viewOwnPeople>) => {
      const usernames: string[] = []
      let pages = 0
      for (let cursor: string | undefined, more = true; more; ) {
        const { people, next } = await read(cursor)
        usernames.push(...people.map(({ username }) => username))
        pages++
        cursor = next ?? undefined
        more = next !== null
      }
      const moments = usernames.map(momentOf)
      expect(moments).toEqual(moments.toSorted((one, other) => other - one))
      return { usernames: usernames.toSorted(), pages }
    }
    const every = (remainder?: number) =>
      crowd
        .filter((_, index) => remainder === undefined || index % 3 === remainder)
        .map(({ username }) => username)
        .toSorted()
    const expected = {
      followers: { usernames: every(), pages: 2 },
      following: { usernames: every(), pages: 2 },
      friends: { usernames: every(1), pages: 1 },
      outgoing: { usernames: every(0), pages: 1 },
      incoming: { usernames: every(2), pages: 1 },
    }
    for (const list of profileLists) {
      const read = await readAll((cursor) => viewPeople(platform, anna, { username: 'anna', list, cursor }))
      expect(read, list).toEqual(expected[list])
    }
    for (const list of ownLists) {
      const read = await readAll((cursor) => viewOwnPeople(platform, anna, list, cursor))
      expect(read, list).toEqual(expected[list])
    }
    for (const cursor of ['', 'x', '1-', '1-../..', `${'9'.repeat(30)}-a`]) {
      await expect(
        viewPeople(platform, anna, { username: 'anna', list: 'friends', cursor }),
      ).rejects.toMatchObject({
        reason: 'invalid',
      })
    }
  })

  test('list more than a page of friends from both columns of the pairs', async () => {
    const { platform, anna, administrator } = await start()
    // Half of the friends have a smaller id than Anna, half a larger one.
    const crowd = await populate(platform, 110)
    await platform.db
      .insertInto('friendships')
      .values(
        crowd.map(({ id }, index) => ({
          low_id: index % 2 ? id : anna.id,
          high_id: index % 2 ? anna.id : id,
          requested_by: null,
          created: index,
        })),
      )
      .execute()
    const first = await viewPeople(platform, administrator, { username: 'Anna', list: 'friends' })
    const second = await viewPeople(platform, administrator, {
      username: 'Anna',
      list: 'friends',
      cursor: first.next ?? '',
    })
    const third = await viewPeople(platform, administrator, {
      username: 'Anna',
      list: 'friends',
      cursor: second.next ?? '',
    })
    const usernames = [first, second, third].flatMap(({ people }) => people.map(({ username }) => username))
    expect(usernames).toEqual(crowd.map(({ username }) => username).toReversed())
    expect(third.next).toBeNull()
  })
})
