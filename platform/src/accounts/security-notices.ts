import type { Db } from '../foundation/database.ts'
import type { SecurityNotice } from './security-events.ts'

/** The recipient of a notice, unless it is the owner of the transaction's account. */
export interface Recipient {
  /** The account; absent: that of the transaction. */
  userId?: string
  /**
   * Recipient of the mail, confirmed by the account's owner; null: no mail. Absent: the address that the account has at the end of the
   * transaction, if it is confirmed.
   */
  address?: string | null
  /** The mail has no link that undoes the change, because its recipient has lost the account. */
  isFinal?: boolean
}

/** Notifies the owner of the transaction's account, or another recipient. */
export type Tell = (notice: SecurityNotice, recipient?: Recipient) => void

/** Notifies owners about the security of their accounts: on the site, and by mail where mail can be sent. */
export interface SecurityNotices {
  /** Runs a transaction that may notify the owner of an account. The notices are written at the end of the transaction. */
  transaction<Result>(userId: string, work: (trx: Db, tell: Tell) => Promise<Result>): Promise<Result>
}
