import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cases } from '../../../tools/cases.ts'
import type { Actor } from '../accounts/rules.ts'
import { blockUser, unblockUser } from '../blocking/block.ts'
import type { Db } from '../foundation/database.ts'
import { Refused } from '../foundation/errors.ts'
import { readAllNotifications } from '../notifications/read.ts'
import { ordersOf } from '../testing/orders.ts'
import { registerPerson } from '../testing/people.ts'
import { databases, openTestPlatform, type TestPlatform } from '../testing/platforms.ts'
import {
  forget,
  type Move,
  type Name,
  names,
  type Seen,
  SocialModel,
  verbs,
} from '../testing/social-model.ts'
import { follow, unfollow } from './follow.ts'
import { acceptRequest, cancelRequest, declineRequest, requestFriendship, unfriend } from './friendships.ts'
import { findRelation, listFollowers, listFollowing, listFriends } from './queries.ts'

const doing = {
  follow,
  unfollow,
  request: requestFriendship,
  cancel: cancelRequest,
  accept: acceptRequest,
  decline: declineRequest,
  unfriend,
  block: blockUser,
  unblock: unblockUser,
}

type People = Record<Name, Actor>

const findCounts = async (db: Db, userId: string) =>
  (await db
    .selectFrom('social_counts')
    .select(['followers', 'following', 'friends'])
    .where('user_id', '=', userId)
    .executeTakeFirst()) ?? { followers: 0, following: 0, friends: 0 }

/** Three registered users on a database. */
class Real {
  readonly platform: TestPlatform
  readonly people: People

  constructor(platform: TestPlatform, people: People) {
    this.platform = platform
    this.people = people
  }

  async move({ verb, actor, user }: Move): Promise<string> {
    try {
      await doing[verb](this.platform, this.people[actor], { username: user.toLowerCase() })
      return 'done'
    } catch (error) {
      if (error instanceof Refused) return error.message
      throw error
    }
  }

  async see(): Promise<Seen> {
    const { db } = this.platform
    const relations: string[] = []
    const pairs = names.flatMap((viewer) =>
      names.filter((name) => name !== viewer).map((user) => ({ viewer, user })),
    )
    const found = await Promise.all(
      pairs.map(({ viewer, user }) => findRelation(db, this.people[viewer].id, this.people[user].id)),
    )
    for (const [index, { viewer, user }] of pairs.entries()) {
      const relation = found[index]
      if (relation?.follower) relations.push(`${viewer} follows ${user}`)
      if (relation?.outgoingRequest) relations.push(`${viewer} asked ${user}`)
      if (relation?.friends) relations.push(`${viewer} is a friend of ${user}`)
      const back = found[pairs.findIndex((other) => other.viewer === user && other.user === viewer)]
      expect(back).toMatchObject({
        follower: relation?.following,
        following: relation?.follower,
        friends: relation?.friends,
        incomingRequest: relation?.outgoingRequest,
        outgoingRequest: relation?.incomingRequest,
      })
    }
    const each = async <Value>(value: (id: string) => Promise<Value>) =>
      Object.fromEntries(
        await Promise.all(names.map(async (name) => [name, await value(this.people[name].id)])),
      ) as Record<Name, Value>
    const page = { limit: 50 }
    const usernames = (people: { username: string }[]) => people.map(({ username }) => username).sort()
    return {
      relations: relations.sort(),
      counts: await each((id) => findCounts(db, id)),
      lists: await each(async (id) => ({
        followers: usernames(await listFollowers(db, id, page)),
        following: usernames(await listFollowing(db, id, page)),
        friends: usernames(await listFriends(db, id, page)),
      })),
      notifications: await this.#notifications(),
    }
  }

  async #notifications(): Promise<string[]> {
    const rows = await this.platform.db
      .selectFrom('notifications')
      .innerJoin('users as recipient', 'recipient.id', 'notifications.user_id')
      .innerJoin('users as sender', 'sender.id', 'notifications.sender_id')
      .select(['recipient.username as to', 'sender.username as by', 'type'])
      .execute()
    return rows.map(({ to, by, type }) => `${to}: ${type} by ${by}`).sort()
  }
}

const someName = fc.constantFrom(...names)
const someMove: fc.Arbitrary<Move> = fc.record({
  verb: fc.constantFrom(...verbs),
  actor: someName,
  user: someName,
})

class MoveCommand implements fc.AsyncCommand<SocialModel, Real> {
  readonly move: Move

  constructor(move: Move) {
    this.move = move
  }

  check(): boolean {
    return true
  }

  async run(model: SocialModel, real: Real): Promise<void> {
    expect(await real.move(this.move)).toBe(model.move(this.move))
    expect(await real.see()).toEqual(model.see())
  }

  toString(): string {
    return `${this.move.actor}: ${this.move.verb} ${this.move.user}`
  }
}

class ReadCommand implements fc.AsyncCommand<SocialModel, Real> {
  readonly name: Name

  constructor(name: Name) {
    this.name = name
  }

  check(): boolean {
    return true
  }

  async run(model: SocialModel, real: Real): Promise<void> {
    model.read(this.name)
    await readAllNotifications(real.platform, real.people[this.name])
  }

  toString(): string {
    return `${this.name}: reads`
  }
}

/** The tests make more requests than a user does in an hour. */
const unlimited = { FollowsPerHour: 1_000_000, FriendRequestsPerHour: 1_000_000 }

describe.each(databases)('follows and friendships on %s', { timeout: 240_000 }, (kind) => {
  async function start() {
    const platform = await openTestPlatform(kind, { Limits: unlimited })
    const people = {} as People
    for (const name of names) people[name] = await registerPerson(platform, name)
    return new Real(platform, people)
  }

  test('behave like the model for any sequence of verbs', async () => {
    const real = await start()
    const moves = fc.commands(
      [someMove.map((move) => new MoveCommand(move)), someName.map((name) => new ReadCommand(name))],
      { maxCommands: 20 },
    )
    await fc.assert(
      fc.asyncProperty(moves, async (commands) => {
        await forget(real.platform.db)
        await fc.asyncModelRun(() => ({ model: new SocialModel(), real }), commands)
      }),
      { numRuns: cases(10, 80) },
    )
  })

  test('give simultaneous verbs the outcome of some order of them', async () => {
    const real = await start()
    const before = fc.array(someMove, { maxLength: 6 })
    const together = fc.array(someMove, { minLength: 2, maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(before, together, async (earlier, moves) => {
        await forget(real.platform.db)
        const model = new SocialModel()
        for (const move of earlier) expect(await real.move(move)).toBe(model.move(move))
        const outcomes = await Promise.all(moves.map((move) => real.move(move)))
        const happened = { outcomes, ...(await real.see()) }

        const possible = [...ordersOf([...moves.entries()])].map((order) => {
          const copy = model.copy()
          const expected: string[] = []
          for (const [index, move] of order) expected[index] = copy.move(move)
          return { outcomes: expected, ...copy.see() }
        })
        expect(possible).toContainEqual(happened)
      }),
      { numRuns: cases(10, 80) },
    )
  })

  test('make friends once of two simultaneous requests, with one notification each', async () => {
    const real = await start()
    for (let round = 0; round < cases(6, 50); round++) {
      await forget(real.platform.db)
      const outcomes = await Promise.all([
        real.move({ verb: 'request', actor: 'Anna', user: 'Ben' }),
        real.move({ verb: 'request', actor: 'Ben', user: 'Anna' }),
      ])
      expect(outcomes).toEqual(['done', 'done'])
      const { relations, counts, notifications } = await real.see()
      expect(relations).toEqual(['Anna is a friend of Ben', 'Ben is a friend of Anna'])
      expect([counts.Anna.friends, counts.Ben.friends]).toEqual([1, 1])
      expect([
        ['Anna: friendaccept by Ben', 'Ben: friendrequest by Anna'],
        ['Anna: friendrequest by Ben', 'Ben: friendaccept by Anna'],
      ]).toContainEqual(notifications)
    }
  })

  test('do not deadlock when everybody follows everybody at once', async () => {
    const real = await start()
    const model = new SocialModel()
    for (let round = 0; round < 60; round++) {
      const verb = round % 2 === 0 ? 'follow' : 'unfollow'
      const moves = names.flatMap((actor) =>
        names.filter((user) => user !== actor).map((user) => ({ verb, actor, user }) as const),
      )
      const outcomes = await Promise.all(moves.map((move) => real.move(move)))
      expect(outcomes).toEqual(moves.map((move) => model.move(move)))
      expect(await real.see()).toEqual(model.see())
    }
  })
})
