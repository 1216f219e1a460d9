import type { Clock } from '@baseplate/service/clock'
import { endAction, findActionInForce, lockUser, useCase } from '../../accounts/door.ts'
import type { Db } from '../../foundation/database.ts'
import { Refused } from '../../foundation/errors.ts'
import { acknowledgeInput } from './input.ts'

/** @throws Refused `forbidden` if a ban or a termination is in force */
export const acknowledge = useCase(
  {
    summary: 'Ends the warning that the actor has read. A newer warning stays in force.',
    scope: 'browser',
    input: acknowledgeInput,
  },
  async (platform: { db: Db; now: Clock }, actor, { number }): Promise<void> => {
    await platform.db.transaction().execute(async (db) => {
      await lockUser(db, actor.id)
      const now = platform.now()
      const action = await findActionInForce(db, actor.id, now)
      if (!action) return
      if (action.type !== 'Warning') throw new Refused('moderation.not_a_warning')
      if (number !== undefined && number !== action.number) return
      await endAction(db, actor.id, { ending: 'Acknowledged', by: actor.id }, now)
    })
  },
)
