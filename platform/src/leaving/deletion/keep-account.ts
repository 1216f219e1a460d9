import { cancelDeparture } from '../../accounts/leaving/queries.ts'
import type { Actor } from '../../accounts/rules.ts'
import type { SecurityNotices } from '../../accounts/security-notices.ts'

/**
 * Keeps the actor's account after all. Does nothing to an account that is not deleted.
 *
 * @throws Refused `conflict`: the erasure has begun.
 */
export async function keepAccount(
  { securityNotices }: { securityNotices: SecurityNotices },
  actor: Actor,
): Promise<void> {
  await securityNotices.transaction(actor.id, async (trx, tell) => {
    if (await cancelDeparture(trx, actor.id)) tell({ event: 'deletion_cancelled', values: {} })
  })
}
