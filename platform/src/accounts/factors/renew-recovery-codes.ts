import type { Clock } from '@baseplate/service/clock'
import { Refused } from '../../foundation/errors.ts'
import { lockUser } from '../queries.ts'
import type { Actor } from '../rules.ts'
import type { SecurityNotices } from '../security-notices.ts'
import { findFactors } from './queries.ts'
import { replaceRecoveryCodes } from './recovery-codes.ts'
import { hasFactor, requireFreshProof } from './rules.ts'

/**
 * Replaces the actor's recovery codes and returns the new ones.
 *
 * @throws Refused `forbidden` without a fresh proof; `conflict` without a second factor.
 */
export async function renewRecoveryCodes(
  { now, securityNotices }: { now: Clock; securityNotices: SecurityNotices },
  actor: Actor,
): Promise<{ recoveryCodes: string[] }> {
  requireFreshProof(actor, now())
  return securityNotices.transaction(actor.id, async (trx, tell) => {
    await lockUser(trx, actor.id)
    if (!hasFactor(await findFactors(trx, actor.id))) throw new Refused('accounts.no_second_factor')
    tell({ event: 'recovery_codes_replaced', values: {} })
    return { recoveryCodes: await replaceRecoveryCodes(trx, actor.id) }
  })
}
