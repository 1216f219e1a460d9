import type { Db } from '../../foundation/database.ts'
import { endPendingSignIns } from '../sessions/queries.ts'
import { deleteTokens } from '../tokens/queries.ts'

/** Deletes the access tokens and unfinished sign-ins of an account, and all of its sessions but one. */
export async function deleteOtherSessions(db: Db, userId: string, tokenHash: string): Promise<void> {
  await db.deleteFrom('sessions').where('user_id', '=', userId).where('token_hash', '!=', tokenHash).execute()
  await deleteOtherAccess(db, userId)
}

/** Ends all access to an account except by sessions. */
async function deleteOtherAccess(db: Db, userId: string): Promise<void> {
  await endPendingSignIns(db, userId)
  await deleteTokens(db, userId)
}

/**
 * Deletes all sessions of an account, its access tokens and its unfinished sign-ins, in a transaction that has locked its row. Returns
 * the number of sessions, each with one current token.
 */
export async function deleteSessions(db: Db, userId: string): Promise<number> {
  await deleteOtherAccess(db, userId)
  await db.deleteFrom('sessions').where('user_id', '=', userId).where('replaced', '!=', 0).execute()
  const { numDeletedRows } = await db.deleteFrom('sessions').where('user_id', '=', userId).executeTakeFirst()
  return Number(numDeletedRows)
}
