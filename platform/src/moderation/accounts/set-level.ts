import type { Clock } from '@baseplate/service/clock'
import {
  countOtherAdministrators,
  findActionInForce,
  lockUser,
  noSuchUser,
  recordAction,
  requireUser,
  useCase,
} from '../../accounts/door.ts'
import { requireFreshProof } from '../../accounts/factors/rules.ts'
import { permissionLevel } from '../../accounts/rules.ts'
import type { Db } from '../../foundation/database.ts'
import { InvalidFields } from '../../foundation/errors.ts'
import { setPermissionLevel } from '../../sign-in/door.ts'
import { levelInput } from '../actions/input.ts'
import { whyNotLevel } from '../actions/rules.ts'

/**
 * Returns the account's username, and whether it had another level before.
 *
 * @throws InvalidFields `permissionLevel`, also if no administrator would remain, or a moderated account would become one;
 * Refused `forbidden` without a fresh proof; `missing`: no such user
 */
export const setLevel = useCase(
  {
    summary:
      'Changes the permission level of an account, effective from its next request. Recovery links and unfinished sign-ins end.',
    scope: 'browser',
    level: permissionLevel.administrator,
    proof: true,
    input: levelInput,
  },
  async (
    platform: { db: Db; now: Clock },
    actor,
    { username, permissionLevel: to },
  ): Promise<{ username: string; changed: boolean }> => {
    requireFreshProof(actor, platform.now())
    const found = await requireUser(platform.db, username)
    return platform.db.transaction().execute(async (db) => {
      const otherAdministrators = await countOtherAdministrators(db, found.id)
      const subject = await lockUser(db, found.id)
      if (!subject) throw noSuchUser()
      const { permissionLevel: from } = subject
      if (from === to) return { username: found.username, changed: false }
      const now = platform.now()
      const moderated = (await findActionInForce(db, subject.id, now)) !== undefined
      const why = whyNotLevel({ from, to, moderated, otherAdministrators })
      if (why !== undefined) throw new InvalidFields({ permissionLevel: why })
      await setPermissionLevel(db, { userId: subject.id, level: to }, now)
      await recordAction(
        db,
        {
          actor,
          action: 'level',
          subject: `user:${subject.id}`,
          before: { permissionLevel: from },
          after: { permissionLevel: to },
        },
        now,
      )
      return { username: found.username, changed: true }
    })
  },
)
