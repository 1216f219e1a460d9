import type { Clock } from '@baseplate/service/clock'
import { recordAction, useCase } from '../../accounts/door.ts'
import { requireFreshProof } from '../../accounts/factors/rules.ts'
import { permissionLevel } from '../../accounts/rules.ts'
import type { Config } from '../../foundation/config/schema.ts'
import type { Db } from '../../foundation/database.ts'
import { addRecoveryLink } from '../../sign-in/door.ts'
import { accountInput } from '../actions/input.ts'
import { permitAccess } from '../actions/permit-access.ts'

/** @throws as `permitAccess`; Refused `forbidden` without a fresh proof */
export const makeResetLink = useCase(
  {
    summary:
      'Creates a link for a new password, which the administrator gives to the owner of the account. It serves accounts without an address and platforms without mail. The link is shown once.',
    scope: 'browser',
    level: permissionLevel.administrator,
    proof: true,
    input: accountInput,
  },
  async (
    platform: { db: Db; now: Clock; config: Pick<Config, 'baseUrl'> },
    actor,
    { username },
  ): Promise<{ link: string }> => {
    const { id } = await permitAccess(platform, actor, username)
    const now = platform.now()
    requireFreshProof(actor, now)
    return platform.db.transaction().execute(async (db) => {
      const { token, expires } = await addRecoveryLink(db, { userId: id, email: null }, now)
      await recordAction(
        db,
        { actor, action: 'makeresetlink', subject: `user:${id}`, before: null, after: { expires } },
        now,
      )
      return { link: `${platform.config.baseUrl}/recover/${token}` }
    })
  },
)
