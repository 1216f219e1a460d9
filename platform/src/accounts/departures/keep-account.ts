import type { Actor } from '../rules.ts'
import type { SecurityNotices } from '../security-notices.ts'
import { cancelDeparture } from './queries.ts'

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
