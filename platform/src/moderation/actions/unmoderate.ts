import type { Clock } from '@baseplate/service/clock'
import { endAction, findActionInForce, useCase } from '../../accounts/door.ts'
import { permissionLevel, profilePath } from '../../accounts/rules.ts'
import type { Db } from '../../foundation/database.ts'
import { recordDecision } from '../record-decision.ts'
import { unmoderateInput } from './input.ts'
import { lockSubject } from './permit.ts'
import { auditDetails } from './rules.ts'

/** Returns the username as its owner writes it. @throws as `moderate` */
export const unmoderate = useCase(
  {
    summary: 'Lifts the action in force against an account, if there is one.',
    scope: 'moderate',
    level: permissionLevel.moderator,
    input: unmoderateInput,
  },
  async (platform: { db: Db; now: Clock }, actor, { username }): Promise<{ username: string }> =>
    platform.db.transaction().execute(async (db) => {
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
    }),
)
