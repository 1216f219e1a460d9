import type { Clock } from '@baseplate/service/clock'
import type { z } from 'zod'
import { useCase } from '../../accounts/door.ts'
import type { Actor } from '../../accounts/rules.ts'
import { accountModerated } from '../../accounts/standing/rules.ts'
import type { Db } from '../../foundation/database.ts'
import type { Limit } from '../../foundation/limits.ts'
import { entryInput } from '../input.ts'
import { findPlace } from '../queries.ts'
import { mayEnter, placeNotFound } from '../rules.ts'
import { addVotes } from '../statistics/add.ts'
import { changeVote } from './change.ts'
import { type VoteMove, voteAfter } from './rules.ts'

interface Voting {
  db: Db
  now: Clock
  voteLimit: Limit
}

const voteUseCase = (move: VoteMove, summary: string) =>
  useCase({ summary, scope: 'social', input: entryInput }, (platform: Voting, actor, entry) =>
    vote(platform, actor, entry, move),
  )

/**
 * Use cases that cast or withdraw the actor's vote on a place. Repeating a vote changes nothing.
 *
 * @throws Refused `missing`: no such place, or it is private and the ticket does not open it; `forbidden`: the actor is
 * moderated; `limited`.
 */
export const voteOnPlace = {
  like: voteUseCase('like', 'Likes a place. A dislike is withdrawn, and repeating it changes nothing.'),
  unlike: voteUseCase('unlike', 'Withdraws a like, if there is one.'),
  dislike: voteUseCase('dislike', 'Dislikes a place. A like is withdrawn, and repeating it changes nothing.'),
  undislike: voteUseCase('undislike', 'Withdraws a dislike, if there is one.'),
} satisfies Record<VoteMove, unknown>

async function vote(
  platform: Voting,
  actor: Actor,
  { id: placeId, privateTicket }: z.output<typeof entryInput>,
  move: VoteMove,
): Promise<void> {
  const place = await findPlace(platform.db, placeId)
  if (!place || !mayEnter(actor, place, privateTicket)) throw placeNotFound()
  if (actor.standing) throw accountModerated()
  await platform.voteLimit.spend(actor.id)
  await platform.db.transaction().execute(async (db) => {
    const changed = await changeVote(db, { placeId, userId: actor.id }, (vote) => voteAfter(vote, move))
    if (!changed) throw placeNotFound()
    await addVotes(db, { placeId, ...changed }, platform.now())
  })
}
