import type { Clock } from '@baseplate/service/clock'
import type { z } from 'zod'
import { findActionInForce, startAction, useCase } from '../../accounts/door.ts'
import { type Actor, permissionLevel, profilePath } from '../../accounts/rules.ts'
import type { Db } from '../../foundation/database.ts'
import { endPlaying } from '../../places/door.ts'
import type { SessionWatch } from '../../sign-in/door.ts'
import { recordDecision } from '../record-decision.ts'
import type { SubjectType } from '../subject-types.ts'
import { subjectKey } from '../takedowns/content.ts'
import { enqueueStep, type FollowUps } from '../takedowns/follow-ups.ts'
import { moderateInput } from './input.ts'
import { lockSubject } from './permit.ts'
import { auditDetails, expiryOf } from './rules.ts'

interface ModeratingAccounts {
  db: Db
  now: Clock
  inbox: SessionWatch
  followUps: Pick<FollowUps, 'runNow'>
}

/**
 * Returns the username as its owner writes it.
 *
 * @throws InvalidFields `username`; Refused `forbidden` unless the actor's level is above the account's
 */
export const moderate = useCase(
  {
    summary:
      'Warns, bans or terminates an account. The new action replaces the one in force. Game sessions end. Login sessions stay, because the user reads the reason with them. Places of a terminated account are down until the termination is lifted.',
    scope: 'moderate',
    level: permissionLevel.moderator,
    input: moderateInput,
  },
  (platform: ModeratingAccounts, actor, fields) => moderateAccount(platform, actor, fields, null),
)

/** As `moderate`. @param content reported content that led to the action, as its author reads it */
export async function moderateAccount(
  platform: ModeratingAccounts,
  actor: Actor,
  { username, type, reason, note, days }: z.output<typeof moderateInput>,
  content: { type: SubjectType; title: string } | null,
): Promise<{ username: string }> {
  const subject = await platform.db.transaction().execute(async (db) => {
    const subject = await lockSubject(db, actor, username)
    const now = platform.now()
    const before = (await findActionInForce(db, subject.id, now)) ?? null
    const after = { type, reason, note, expires: expiryOf(days, now) }
    await startAction(
      db,
      {
        ...after,
        user_id: subject.id,
        moderator_id: actor.id,
        content_type: content?.type ?? null,
        content_title: content?.title ?? null,
      },
      now,
    )
    await endPlaying(db, subject.id, now, 'moderated')
    // A termination takes the account's places down, and the game sessions in them end too.
    if (type === 'Termination')
      await enqueueStep(db, subjectKey({ type: 'user', id: subject.id }), 'end-sessions')
    await recordDecision(
      db,
      {
        actor,
        action: 'moderate',
        subject: `user:${subject.id}`,
        name: subject.username,
        link: profilePath(subject.username),
        before: before && auditDetails(before),
        after: auditDetails(after),
        reason,
      },
      now,
    )
    return subject
  })
  platform.inbox.recheckSessions(subject.id)
  await platform.followUps.runNow(subjectKey({ type: 'user', id: subject.id }))
  return { username: subject.username }
}
