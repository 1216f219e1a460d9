import type { Clock } from '@baseplate/service/clock'
import { Refused } from '../../foundation/errors.ts'
import { noInput } from '../../foundation/input.ts'
import { lockUser } from '../queries.ts'
import type { SecurityNotices } from '../security-notices.ts'
import { useCase } from '../use-case.ts'
import { findFactors } from './queries.ts'
import { replaceRecoveryCodes } from './recovery-codes.ts'
import { hasFactor, requireFreshProof } from './rules.ts'

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
