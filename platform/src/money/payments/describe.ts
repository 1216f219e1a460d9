import { unitsText } from '../../foundation/money.ts'
import { accountOf } from '../ledger/request.ts'
import type { PaymentRow } from './queries.ts'

type Described = Pick<PaymentRow, 'kind' | 'amount' | 'payer_id' | 'payee_id' | 'note'>

/** Describes a payment: `1.000000 units of user:x, “Bought Hat”`. */
export const paidFor = ({ kind, amount, payer_id, payee_id, note }: Described): string => {
  const whose =
    kind === 'mint' && payee_id !== null ? `minted for ${accountOf(payee_id)}` : `of ${accountOf(payer_id)}`
  return `${amountText(amount)} ${whose}, “${note}”`
}

export const amountText = (amount: bigint | number): string => `${unitsText(BigInt(amount))} units`
