import type { Db } from '../database.ts'

/** A change of an account's security that its owner hears of. */
export type SecurityNotice =
  | { event: 'new_device'; values: { device: string; address: string } }
  | { event: 'username_changed'; values: { username: string } }
  | { event: SecurityEvent; values: Record<never, never> }

type SecurityEvent =
  | 'authenticator_added'
  | 'authenticator_removed'
  | 'email_changed'
  | 'passkey_added'
  | 'passkey_removed'
  | 'password_changed'
  | 'recovery_code_used'
  | 'recovery_codes_replaced'
  | 'token_made'

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
