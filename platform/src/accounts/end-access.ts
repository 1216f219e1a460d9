import type { Db } from '../database.ts'
import { endEmailLinks } from './emails/queries.ts'
import { endRecoveryLinks } from './passwords/recovery-links.ts'
import { deleteSessions } from './sessions/queries.ts'

/** Ends everything that gives access to an account besides its password and factors, in the caller's transaction. */
export async function endAccess(trx: Db, userId: string, now: number): Promise<void> {
  await deleteSessions(trx, userId)
  await endRecoveryLinks(trx, userId, now)
  await endEmailLinks(trx, userId, now)
}
