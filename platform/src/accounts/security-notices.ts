import type { Db } from '../database.ts'
import type { SecurityNotice } from './security-events.ts'

/** The recipient of a notice, unless it is the owner of the transaction's account. */
export interface Recipient {
  /** The account; absent: that of the transaction. */
  userId?: string
  /** Recipient of the mail; absent: the address that the account has at the end of the transaction. */
  address?: string | null
  /** The mail has no link that undoes the change, because its recipient has lost the account. */
  isFinal?: boolean
}

/** Tells the owner of an account something. */
export type Tell = (notice: SecurityNotice, recipient?: Recipient) => void

/** Tells owners about the security of their accounts: with a notification, and by mail where there is mail. */
export interface SecurityNotices {
  /**
   * Runs a transaction that may tell the owner of an account something. The notices are part of the transaction, at its end.
   */
  transaction<Result>(userId: string, work: (trx: Db, tell: Tell) => Promise<Result>): Promise<Result>
}
