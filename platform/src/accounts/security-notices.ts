import type { Db } from '../database.ts'
import type { SecurityNotice } from './security-events.ts'

/**
 * Tells the owner of an account something.
 *
 * @param address recipient of the mail; absent: the address that the account has at the end of the transaction.
 */
export type Tell = (notice: SecurityNotice, address?: string | null) => void

/** Tells owners about the security of their accounts: with a notification, and by mail where there is mail. */
export interface SecurityNotices {
  /**
   * Runs a transaction that may tell the owner of an account something. The notices are part of the transaction, at its end.
   */
  transaction<Result>(userId: string, work: (trx: Db, tell: Tell) => Promise<Result>): Promise<Result>
}
