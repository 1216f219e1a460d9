import { minute } from '@baseplate/service/clock'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cases } from '../../tools/cases.ts'
import type { Actor } from './accounts/rules.ts'
import { favouriteAsset, unfavouriteAsset } from './assets/favourites/favourite.ts'
import { blockUser, unblockUser } from './blocking/block.ts'
import { Refused } from './foundation/errors.ts'
import { deletePost } from './moderation/takedowns/moderate-post.ts'
import { readAllNotifications } from './notifications/read.ts'
import { joinGroup, leaveGroup } from './people/groups/membership.ts'
import { answerPost } from './people/posts/answer.ts'
import { likePost, unlikePost } from './people/posts/like.ts'
import { writePost } from './people/posts/write.ts'
import { favouritePlace, unfavouritePlace } from './places/favourites/favourite.ts'
import { voteOnPlace } from './places/votes/vote.ts'
import { follow, unfollow } from './social/follow.ts'
import { acceptRequest, requestFriendship, unfriend } from './social/friendships.ts'
import { accountRow } from './testing/account-row.ts'
import { stock } from './testing/assets.ts'
import { registerPerson } from './testing/people.ts'
import { type DatabaseKind, databases, openTestPlatform } from './testing/platforms.ts'
import { createPublishedPlace } from './testing/published-place.ts'
import { wrongCounts } from './testing/wrong-counts.ts'

/** Starts a platform with three people, and one of everything that is counted. */
async function start(kind: DatabaseKind) {
  const platform = await openTestPlatform(kind)
  const maker = await registerPerson(platform, 'Maker')
  const people = [await registerPerson(platform, 'Anna'), await registerPerson(platform, 'Ben'), maker]
  const { id: place } = await createPublishedPlace(platform, maker, { name: 'Harbour', description: '' })
  const [asset = 0] = await stock(platform, maker, [{ name: 'Hat' }])
  const { id: post } = await writePost(platform, maker, { content: 'Hello' })
  const group = { id: 1, name: 'Club', name_key: 'club', created: 0, open: 1, member_count: 0 }
  await platform.db
    .insertInto('groups')
    .values({ ...group, owner_id: maker.id })
    .execute()
  return { platform, people, place, asset, post }
}

type World = Awaited<ReturnType<typeof start>>
type Move = (world: World, actor: Actor, other: Actor) => Promise<unknown>

/** Inserts a user with rows of every counted kind, past all verbs. */
const arrive: Move = async ({ platform: { db }, place, asset, post }, actor) => {
  const guest = accountRow(`Guest${Math.random()}`)
  const [low_id = '', high_id = ''] = [guest.id, actor.id].toSorted()
  const user = { user_id: guest.id, created: 0 }
  await db.transaction().execute(async (trx) => {
    await trx.insertInto('users').values(guest).execute()
    await trx
      .insertInto('place_votes')
      .values({ place_id: place, user_id: guest.id, vote: 1, ranked: 0 })
      .execute()
    await trx
      .insertInto('place_favourites')
      .values({ place_id: place, ...user })
      .execute()
    await trx
      .insertInto('group_members')
      .values({ group_id: 1, ...user })
      .execute()
    await trx
      .insertInto('follows')
      .values({ follower_id: guest.id, followed_id: actor.id, created: 0 })
      .execute()
    await trx
      .insertInto('friendships')
      .values({ low_id, high_id, requested_by: actor.id, created: 0 })
      .execute()
    await trx
      .insertInto('post_likes')
      .values({ post_id: post, ...user })
      .execute()
    await trx
      .insertInto('asset_favourites')
      .values({ asset_id: asset, ...user })
      .execute()
    const votes = trx.updateTable('place_votes').where('user_id', '=', guest.id)
    await votes.set({ vote: -1 }).execute()
    await votes.set({ ranked: 1 }).execute()
    await trx
      .updateTable('friendships')
      .set({ requested_by: null })
      .where('low_id', '=', low_id)
      .where('high_id', '=', high_id)
      .execute()
  })
}

/** Deletes the users that `arrive` has inserted. Their rows are deleted by foreign keys alone. */
const depart: Move = ({ platform: { db } }) =>
  db.deleteFrom('users').where('username', 'like', 'Guest%').execute()

const moves: Record<string, Move> = {
  like: ({ platform, place: id }, actor) => voteOnPlace.like(platform, actor, { id }),
  dislike: ({ platform, place: id }, actor) => voteOnPlace.dislike(platform, actor, { id }),
  unlike: ({ platform, place: id }, actor) => voteOnPlace.unlike(platform, actor, { id }),
  favourite: ({ platform, place: id }, actor) => favouritePlace(platform, actor, { id }),
  unfavourite: ({ platform, place: id }, actor) => unfavouritePlace(platform, actor, { id }),
  join: ({ platform }, actor) => joinGroup(platform, actor, { name: 'Club' }),
  leave: ({ platform }, actor) => leaveGroup(platform, actor, { name: 'Club' }),
  follow: ({ platform }, actor, { username }) => follow(platform, actor, { username }),
  unfollow: ({ platform }, actor, { username }) => unfollow(platform, actor, { username }),
  request: ({ platform }, actor, { username }) => requestFriendship(platform, actor, { username }),
  befriend: async ({ platform }, actor, other) => {
    await requestFriendship(platform, other, { username: actor.username })
    await acceptRequest(platform, actor, { username: other.username })
  },
  unfriend: ({ platform }, actor, { username }) => unfriend(platform, actor, { username }),
  block: ({ platform }, actor, { username }) => blockUser(platform, actor, { username }),
  unblock: ({ platform }, actor, { username }) => unblockUser(platform, actor, { username }),
  likePost: ({ platform, post: id }, actor) => likePost(platform, actor, { id }),
  unlikePost: ({ platform, post: id }, actor) => unlikePost(platform, actor, { id }),
  answer: ({ platform, post: id }, actor) => answerPost(platform, actor, { id, content: 'Hi' }),
  deleteAnswer: async ({ platform }, actor) => {
    const answers = platform.db.selectFrom('posts').select('id').where('answer_to', 'is not', null)
    const own = await answers.where('author_id', '=', actor.id).executeTakeFirst()
    if (own) await deletePost(platform, actor, own)
  },
  favouriteAsset: ({ platform, asset: id }, actor) => favouriteAsset(platform, actor, { id }),
  unfavouriteAsset: ({ platform, asset: id }, actor) => unfavouriteAsset(platform, actor, { id }),
  read: ({ platform }, actor) => readAllNotifications(platform, actor),
  rank: ({ platform }) => platform.db.updateTable('place_votes').set({ ranked: 1 }).execute(),
  purge: ({ platform }, actor) =>
    platform.db.deleteFrom('place_votes').where('user_id', '=', actor.id).execute(),
  arrive,
  depart,
}

const someMove = fc.record({
  move: fc.constantFrom(...Object.keys(moves)),
  actor: fc.nat({ max: 2 }),
  other: fc.nat({ max: 1 }),
})

/** Makes moves at the same time. Some are refused. */
async function makeAtOnce(world: World, made: readonly { move: string; actor: number; other: number }[]) {
  world.platform.pass(minute)
  const { people } = world
  const outcomes = await Promise.allSettled(
    made.map(({ move, actor, other }) => {
      const [by, to] = [people[actor], people[(actor + 1 + other) % 3]]
      return by && to && moves[move]?.(world, by, to)
    }),
  )
  const faults = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
  expect(faults.filter((fault) => !(fault instanceof Refused))).toEqual([])
}

describe.each(databases)('counters on %s', (kind) => {
  test('equal the number of their rows after any moves at once', async () => {
    const world = await start(kind)
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(someMove, { maxLength: 4 }), { maxLength: 8 }), async (rounds) => {
        for (const round of rounds) await makeAtOnce(world, round)
        expect(await wrongCounts(world.platform.db)).toEqual([])
      }),
      { numRuns: cases(10, 60), endOnFailure: true },
    )
  })

  test('follow rows that are written and deleted past all verbs', async () => {
    const world = await start(kind)
    const { db } = world.platform
    const [anna, ben] = world.people as [Actor, Actor]
    const read = async () => {
      const places = db.selectFrom('places').select(['favourite_count', 'dislike_count', 'ranked_dislikes'])
      const groups = db.selectFrom('groups').select('member_count')
      const counts = db.selectFrom('social_counts').select(['followers', 'following', 'friends'])
      return {
        ...(await places.executeTakeFirstOrThrow()),
        ...(await groups.executeTakeFirstOrThrow()),
        ...(await counts.where('user_id', '=', anna.id).executeTakeFirst()),
      }
    }
    await arrive(world, anna, ben)
    await arrive(world, anna, ben)
    const two = { favourite_count: 2, dislike_count: 2, ranked_dislikes: 2, member_count: 2 }
    expect(await read()).toEqual({ ...two, followers: 2, following: 0, friends: 2 })
    await depart(world, anna, ben)
    const none = { favourite_count: 0, dislike_count: 0, ranked_dislikes: 0, member_count: 0 }
    expect(await read()).toEqual({ ...none, followers: 0, following: 0, friends: 0 })
    expect(await wrongCounts(db)).toEqual([])
  })
})
