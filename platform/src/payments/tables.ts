import type { PaymentKind, PaymentState } from './rules.ts'

/** Times are Unix milliseconds, amounts micro-units. */
export interface PaymentTables {
  /**
   * What somebody pays the ledger for, noted before the ledger is asked. Whatever the ledger is told of it is in the row, so
   * that it is told the same however often.
   */
  payments: {
    /** The `Idempotency-Key` of the ledger's event; in the order of time. */
    id: string
    kind: PaymentKind
    /** What is paid for: `asset:<id>`, `group:<id>`, `mint:<id>`. */
    subject: string
    state: PaymentState
    /** Of a mint, who ordered it, and pays nothing. */
    payer_id: string
    /** Null: nobody, the amount is burned. */
    payee_id: string | null
    amount: number
    /** What share of the amount the platform takes, in millionths. */
    fee: number
    note: string
    /** The path of what is paid for. */
    link: string
    /** How often the ledger was asked, and when it was asked last. */
    attempt: number
    attempted: number
    /**
     * When the latest request was sent that the ledger has not answered, as far as is known: it may still arrive. Null: all
     * are answered. Noted before each request is sent, and taken back when that one is answered.
     */
    unanswered: number | null
    /** While it is pending, when it is retried. */
    due: number
    created: number
    /** When it was paid or failed. */
    settled: number | null
    /** Why it failed, in the ledger's words; while it is pending, what became of the last request. */
    reason: string | null
  }
}
