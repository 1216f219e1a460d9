import type { Clock } from '@baseplate/service/clock'
import { type Actor, profilePath } from '../../accounts/rules.ts'
import { endAction, findActionInForce } from '../../accounts/standing/queries.ts'
import type { Db } from '../../database.ts'
import { parseInput } from '../../foundation/input.ts'
import { recordDecision } from '../record-decision.ts'
import { unmoderateInput } from './input.ts'
import { lockSubject, permitModerating } from './permit.ts'
import { auditDetails } from './rules.ts'

/**
 * Lifts the action in force against an account, if there is one.
 *
 * @returns the username as its owner writes it.
 * @throws InvalidFields `username`; Refused `forbidden` as `moderate`.
 */
export async function unmoderate(
  platform: { db: Db; now: Clock },
  actor: Actor,
  input: unknown,
): Promise<{ username: string }> {
  permitModerating(actor)
  const { username } = parseInput(unmoderateInput, input)
  return platform.db.transaction().execute(async (db) => {
    const subject = await lockSubject(db, actor, username)
    const now = platform.now()
    const before = await findActionInForce(db, subject.id, now)
    if (before) {
      await endAction(db, subject.id, { ending: 'Lifted', by: actor.id }, now)
      await recordDecision(
        db,
        {
          actor,
          action: 'unmoderate',
          subject: `user:${subject.id}`,
          name: subject.username,
          link: profilePath(subject.username),
          before: auditDetails(before),
          after: null,
          reason: '',
        },
        now,
      )
    }
    return { username: subject.username }
  })
}
