import type { Clock } from '@baseplate/service/clock'
import { lockUser, type SecurityNotices, useCase } from '../../accounts/door.ts'
import { hasFactor, requireFreshProof } from '../../accounts/factors/rules.ts'
import { Refused } from '../../foundation/errors.ts'
import { noInput } from '../../foundation/input.ts'
import { findFactors } from './queries.ts'
import { replaceRecoveryCodes } from './recovery-codes.ts'

/** @throws Refused `forbidden` without a fresh proof; `conflict` without a second factor. */
export const renewRecoveryCodes = useCase(
  {
    summary: "Replaces the actor's recovery codes and returns the new ones.",
    scope: 'browser',
    proof: true,
    input: noInput,
  },
  async (
    { now, securityNotices }: { now: Clock; securityNotices: SecurityNotices },
    actor,
  ): Promise<{ recoveryCodes: string[] }> => {
    requireFreshProof(actor, now())
    return securityNotices.transaction(actor.id, async (trx, tell) => {
      await lockUser(trx, actor.id)
      if (!hasFactor(await findFactors(trx, actor.id))) throw new Refused('accounts.no_second_factor')
      tell({ event: 'recovery_codes_replaced', values: {} })
      return { recoveryCodes: await replaceRecoveryCodes(trx, actor.id) }
    })
  },
)
