import { record } from '../../accounts/audit/record.ts'
import type { Actor } from '../../accounts/rules.ts'
import type { SessionWatch } from '../../accounts/sessions/sessions.ts'
import { findActionInForce, startAction } from '../../accounts/standing/queries.ts'
import type { Db } from '../../database.ts'
import type { Clock } from '../../foundation/clock.ts'
import { parseInput } from '../../foundation/input.ts'
import { endPlaying } from '../../places/sessions/queries.ts'
import { subjectKey } from '../takedowns/content.ts'
import { enqueueStep, type FollowUps } from '../takedowns/follow-ups.ts'
import { moderateInput } from './input.ts'
import { lockSubject, permitModerating } from './permit.ts'
import { expiryOf, noted } from './rules.ts'

/**
 * Warns, bans or terminates somebody, in place of what is in force against them, which stays in their history. What they
 * are playing ends; everything of theirs stays, their sessions too, which are good for reading why. Places of a terminated
 * account are down until the termination is lifted.
 *
 * @returns the name as it is written.
 * @throws InvalidFields `username`, `type`, `reason`, `days`; Refused `forbidden` below level 4, for oneself, and for an
 * account of the actor's level or a higher one.
 */
export async function moderate(
  platform: {
    db: Db
    now: Clock
    inbox: SessionWatch
    followUps: Pick<FollowUps, 'runNow'>
  },
  actor: Actor,
  input: unknown,
): Promise<{ username: string }> {
  permitModerating(actor)
  const { username, type, reason, note, days } = parseInput(moderateInput, input)
  const subject = await platform.db.transaction().execute(async (db) => {
    const subject = await lockSubject(db, actor, username)
    const now = platform.now()
    const before = (await findActionInForce(db, subject.id, now)) ?? null
    const after = { type, reason, note, expires: expiryOf(days, now) }
    await startAction(db, { ...after, user_id: subject.id, moderator_id: actor.id }, now)
    await endPlaying(db, subject.id, now)
    // The places of a terminated account are taken down.
    if (type === 'Termination')
      await enqueueStep(db, subjectKey({ type: 'user', id: subject.id }), 'end-sessions')
    await record(
      db,
      {
        actor,
        action: 'moderate',
        subject: `user:${subject.id}`,
        before: before && noted(before),
        after: noted(after),
      },
      now,
    )
    return subject
  })
  platform.inbox.recheckSessions(subject.id)
  await platform.followUps.runNow(subjectKey({ type: 'user', id: subject.id }))
  return { username: subject.username }
}
