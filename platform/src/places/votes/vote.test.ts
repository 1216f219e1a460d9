import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cases } from '../../../../tools/cases.ts'
import type { Actor } from '../../accounts/rules.ts'
import type { Platform } from '../../platform.ts'
import { registerPerson } from '../../testing/people.ts'
import { databases, openTestPlatform } from '../../testing/platforms.ts'
import { createPublishedPlace } from '../../testing/published-place.ts'
import { redeemTicket } from '../servers/redeem.ts'
import { joinPlace } from '../sessions/join.ts'
import { updatePrivacy } from '../settings.ts'
import { viewPlace } from '../view.ts'
import { tallyVisits } from '../visits/tally.ts'
import { ratingOf, type VoteMove } from './rules.ts'
import { voteOnPlace } from './vote.ts'

/** Begins to play a place, and counts the visit. */
async function play(platform: Platform, player: Actor, placeId: number) {
  const { ticket } = await joinPlace(platform, player, { id: placeId })
  await redeemTicket(platform, ticket, undefined)
  await tallyVisits(platform)
}

const moves = ['like', 'unlike', 'dislike', 'undislike'] as const satisfies readonly VoteMove[]

/** Model of the votes: the users who like and who dislike. */
class VoteModel {
  likes = new Set<number>()
  dislikes = new Set<number>()

  move(person: number, move: VoteMove) {
    if (move === 'like') this.#put(person, this.likes, this.dislikes)
    if (move === 'dislike') this.#put(person, this.dislikes, this.likes)
    if (move === 'unlike') this.likes.delete(person)
    if (move === 'undislike') this.dislikes.delete(person)
  }

  #put(person: number, into: Set<number>, from: Set<number>) {
    into.add(person)
    from.delete(person)
  }

  see(people: number) {
    return Array.from({ length: people }, (_, person) => ({
      likeCount: this.likes.size,
      dislikeCount: this.dislikes.size,
      likes: this.likes.has(person),
      dislikes: this.dislikes.has(person),
    }))
  }
}

describe.each(databases)('votes on %s', (kind) => {
  async function start() {
    const platform = await openTestPlatform(kind)
    const maker = await registerPerson(platform, 'Maker')
    const { id } = await createPublishedPlace(platform, maker, { name: 'Votes' })
    const people: Actor[] = []
    for (const name of ['Anna', 'Ben', 'Cleo']) {
      const person = await registerPerson(platform, name)
      people.push(person)
      await play(platform, person, id)
    }
    const vote = (person: Actor, move: VoteMove) => voteOnPlace[move](platform, person, { id })
    const see = () =>
      Promise.all(
        people.map(async (person) => {
          const { likeCount, dislikeCount, likes, dislikes } = await viewPlace(platform, person, { id })
          return { likeCount, dislikeCount, likes, dislikes }
        }),
      )
    const rating = async () =>
      (await platform.db.selectFrom('places').select('rating').where('id', '=', id).executeTakeFirst())
        ?.rating
    return { platform, people, maker, id, vote, see, rating }
  }

  test('counts any sequence of votes as the model does', async () => {
    const { platform, people, vote, see, rating } = await start()
    const someMoves = fc.array(
      fc.record({ person: fc.integer({ min: 0, max: 2 }), move: fc.constantFrom(...moves) }),
      { maxLength: 15 },
    )
    await fc.assert(
      fc.asyncProperty(someMoves, async (made) => {
        await platform.db.deleteFrom('place_votes').execute()
        await platform.db
          .updateTable('places')
          .set({ like_count: 0, dislike_count: 0, ranked_likes: 0, ranked_dislikes: 0, rating: 0 })
          .execute()
        const model = new VoteModel()
        for (const { person, move } of made) {
          await vote(people[person] as Actor, move)
          model.move(person, move)
        }
        expect(await see()).toEqual(model.see(3))
        expect(await rating()).toBe(ratingOf({ likes: model.likes.size, dislikes: model.dislikes.size }))
      }),
      { numRuns: cases(10, 60) },
    )
  })

  test('counts one vote per user under concurrent votes', async () => {
    const { people, vote, see, rating } = await start()
    const anna = people[0] as Actor
    await Promise.all(Array.from({ length: 10 }, () => vote(anna, 'like')))
    expect((await see())[0]).toEqual({ likeCount: 1, dislikeCount: 0, likes: true, dislikes: false })
    for (let round = 0; round < 20; round++) {
      const likes = round % 2 === 0
      await Promise.all(
        people.flatMap((person) => [1, 2, 3].map(() => vote(person, likes ? 'like' : 'dislike'))),
      )
      const seen = { likeCount: likes ? 3 : 0, dislikeCount: likes ? 0 : 3, likes, dislikes: !likes }
      expect(await see()).toEqual([seen, seen, seen])
    }
    // Any of these votes may be the last, but each user has one, and the rating matches the counts.
    await Promise.all(people.flatMap((person) => moves.map((move) => vote(person, move))))
    const [first] = await see()
    const votes = await see()
    expect(first?.likeCount).toBe(votes.filter(({ likes }) => likes).length)
    expect(first?.dislikeCount).toBe(votes.filter(({ dislikes }) => dislikes).length)
    expect(await rating()).toBe(
      ratingOf({ likes: first?.likeCount ?? 0, dislikes: first?.dislikeCount ?? 0 }),
    )
  })

  test('ranks a game only by the votes of players, without its owner', async () => {
    const { platform, maker, id, vote, see, rating } = await start()
    const stranger = await registerPerson(platform, 'Stranger')
    await play(platform, maker, id)
    await vote(maker, 'like')
    await vote(stranger, 'like')
    expect((await see())[0]).toMatchObject({ likeCount: 2 })
    expect(await rating()).toBe(0)
    await play(platform, stranger, id)
    expect(await rating()).toBe(ratingOf({ likes: 1, dislikes: 0 }))
    await vote(stranger, 'dislike')
    expect(await rating()).toBe(ratingOf({ likes: 0, dislikes: 1 }))
    await vote(stranger, 'undislike')
    expect(await rating()).toBe(0)
    expect((await see())[0]).toMatchObject({ likeCount: 1, dislikeCount: 0 })
  })

  test('lets a user vote on a private place only with its ticket', async () => {
    const { platform, people, maker, id, vote, see } = await start()
    const guest = people[2] as Actor
    await updatePrivacy(platform, maker, { id, privateServer: 'true' })
    await expect(vote(guest, 'like')).rejects.toThrow('Place not found')
    const { privateTicket } = await viewPlace(platform, maker, { id })
    await voteOnPlace.like(platform, guest, { id, privateTicket })
    await updatePrivacy(platform, maker, { id, privateServer: 'false' })
    expect((await see())[2]).toMatchObject({ likeCount: 1, likes: true })
    await expect(voteOnPlace.like(platform, guest, { id: 999_999_999 })).rejects.toThrow('Place not found')
    const standing = { type: 'Ban', reason: 'x', since: 0, number: 1, expires: null } as const
    await expect(vote({ ...guest, standing }, 'dislike')).rejects.toThrow('Your account is moderated')
    expect((await see())[2]).toMatchObject({ likeCount: 1, dislikeCount: 0 })
  })
})
