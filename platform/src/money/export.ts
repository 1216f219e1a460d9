import { type Exports, rowsOf } from '../foundation/exports.ts'

/**
 * Payments that a user has made. Recipients find theirs in the ledger. They learn nothing of failed payments, or of the
 * administrator who mints.
 */
export const exports: Exports<unknown> = {
  rows: {
    payments: [
      rowsOf('payments', 'payments', {
        owner: 'payer_id',
        key: ['id'],
        show: ['kind', 'subject', 'state', 'amount', 'fee', 'note', 'link', 'created', 'settled', 'reason'],
        people: { to: 'payee_id' },
      }),
    ],
  },
}
