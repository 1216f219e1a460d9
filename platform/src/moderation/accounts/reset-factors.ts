import type { Clock } from '@baseplate/service/clock'
import { recordAction, type SecurityNotices, useCase } from '../../accounts/door.ts'
import { requireFreshProof } from '../../accounts/factors/rules.ts'
import { permissionLevel } from '../../accounts/rules.ts'
import type { Db } from '../../foundation/database.ts'
import { deleteSessions, removeAllFactors } from '../../sign-in/door.ts'
import { accountInput } from '../actions/input.ts'
import { permitAccess } from '../actions/permit-access.ts'

/** @throws as `permitAccess`; Refused `forbidden` without a fresh proof */
export const resetFactors = useCase(
  {
    summary:
      "Removes the second factors of an account whose owner has lost them, and ends its sessions. The password stays. Returns the account's id.",
    scope: 'browser',
    level: permissionLevel.administrator,
    proof: true,
    input: accountInput,
  },
  async (
    platform: { db: Db; now: Clock; securityNotices: SecurityNotices },
    actor,
    { username },
  ): Promise<{ id: string }> => {
    const { id } = await permitAccess(platform, actor, username)
    const now = platform.now()
    requireFreshProof(actor, now)
    await platform.securityNotices.transaction(id, async (trx, tell) => {
      if (!(await removeAllFactors(trx, id))) return
      await deleteSessions(trx, id)
      const subject = `user:${id}` as const
      await recordAction(trx, { actor, action: 'resetfactors', subject, before: null, after: null }, now)
      tell({ event: 'factors_reset', values: {} })
    })
    return { id }
  },
)
