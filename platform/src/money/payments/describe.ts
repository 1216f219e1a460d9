import { unitsText } from '../../foundation/money.ts'
import { accountOf } from '../ledger/request.ts'
import type { PaymentRow } from './queries.ts'

type Described = Pick<PaymentRow, 'kind' | 'amount' | 'payer_id' | 'payee_id' | 'note'>

/** Amount, account and purpose of a payment, for staff. */
export interface PaymentFacts {
  /** Micro-units as text. */
  amount: string
  /** Account of the ledger: the payer, or the recipient of minted money. */
  account: string
  isMinted: boolean
  note: string
}

export function paymentFacts({ kind, amount, payer_id, payee_id, note }: Described): PaymentFacts {
  const isMinted = kind === 'mint' && payee_id !== null
  return { amount: String(amount), account: accountOf(isMinted ? payee_id : payer_id), isMinted, note }
}

/** Describes a payment in English: `1.000000 units of user:x, “Bought Hat”`. */
export const paidFor = ({ amount, account, isMinted, note }: PaymentFacts): string =>
  `${unitsText(BigInt(amount))} units ${isMinted ? 'minted for' : 'of'} ${account}, “${note}”`
