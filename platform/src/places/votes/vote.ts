import type { Clock } from '@baseplate/service/clock'
import type { Actor } from '../../accounts/rules.ts'
import { accountModerated } from '../../accounts/standing/rules.ts'
import type { Db } from '../../foundation/database.ts'
import type { UserLimits } from '../../foundation/user-limits.ts'
import { findPlace } from '../queries.ts'
import { mayEnter, placeNotFound } from '../rules.ts'
import { addVotes } from '../statistics/add.ts'
import { changeVote } from './change.ts'
import { type VoteMove, voteAfter } from './rules.ts'

/**
 * Casts or withdraws the actor's vote on a place. Repeating a vote changes nothing.
 *
 * @throws Refused `missing`: no such place, or it is private and the ticket does not open it; `forbidden`: the actor is
 * moderated; `limited`.
 */
export async function voteOnPlace(
  platform: { db: Db; now: Clock; userLimits: Pick<UserLimits, 'vote'> },
  actor: Actor,
  placeId: number,
  move: VoteMove,
  privateTicket?: string,
): Promise<void> {
  const place = await findPlace(platform.db, placeId)
  if (!place || !mayEnter(actor, place, privateTicket)) throw placeNotFound()
  if (actor.standing) throw accountModerated()
  await platform.userLimits.vote.spend(actor.id)
  await platform.db.transaction().execute(async (db) => {
    const changed = await changeVote(db, { placeId, userId: actor.id }, (vote) => voteAfter(vote, move))
    if (!changed) throw placeNotFound()
    await addVotes(db, { placeId, ...changed }, platform.now())
  })
}
