import type { PaymentKind, PaymentState } from './rules.ts'

/** Times are Unix milliseconds, amounts micro-units. */
export interface PaymentTables {
  /**
   * Payments, recorded before the ledger is asked. The row contains the whole request, so that every retry sends the same one.
   */
  payments: {
    /** The `Idempotency-Key` of the ledger's event; in the order of time. */
    id: string
    kind: PaymentKind
    /** The purchased thing: `asset:<id>`, `group:<id>`, `badge:<id>`, `mint:<id>`. */
    subject: string
    state: PaymentState
    /** For a mint, the administrator who ordered it and pays nothing. */
    payer_id: string
    /** Null: nobody, the amount is burned. */
    payee_id: string | null
    amount: number
    /** The platform's share of the amount, in millionths. */
    fee: number
    note: string
    /** Path of the purchased thing's page. */
    link: string
    /** How often the ledger was asked, and when it was asked last. */
    attempt: number
    attempted: number
    /**
     * When the latest unanswered request was sent, which may still reach the ledger; null if all were answered. Set before
     * each request is sent, and reset when the ledger answers it.
     */
    unanswered: number | null
    /** Time of the next retry while it is pending. */
    due: number
    created: number
    /** When it was paid or failed. */
    settled: number | null
    /** The ledger's reason for a refusal; while it is pending, the outcome of the last request. */
    reason: string | null
  }
}

declare module '../../foundation/database.ts' {
  interface Database extends PaymentTables {}
}
