import { changeUser } from '../../accounts/door.ts'
import type { Db } from '../../foundation/database.ts'
import { endEmailChanges, endRecoveryLinks } from '../links/queries.ts'
import { endPendingSignIns, forgetProofs, requestRotation } from '../sessions/queries.ts'
import { deleteTokensAbove } from '../tokens/queries.ts'

/**
 * Changes the level of an account in a transaction that has locked its row. The account's sessions get new tokens with their next
 * requests, and a proof of identity that was given at the old level no longer counts. Links, unfinished sign-ins and tokens that
 * would outlive the change end, because they were given to an account of another level.
 */
export async function setPermissionLevel(
  trx: Db,
  { userId, level }: { userId: string; level: number },
  now: number,
): Promise<void> {
  await changeUser(trx, userId, { permission_level: level })
  await endRecoveryLinks(trx, userId, now)
  await endEmailChanges(trx, userId, now)
  await endPendingSignIns(trx, userId)
  await deleteTokensAbove(trx, userId, level)
  await requestRotation(trx, userId)
  await forgetProofs(trx, userId)
}
