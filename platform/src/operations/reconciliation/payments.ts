import type { LedgerEvent } from '@baseplate/economy/contract'
import type { Db } from '../../database.ts'
import { accountOf } from '../../money/ledger/request.ts'
import { amountText, paidFor } from '../../money/payments/describe.ts'
import { listUngranted } from '../../money/payments/queries.ts'
import { millionth } from '../../money/payments/rules.ts'

/** Keys that are looked up by one statement. */
const batch = 500

/** What the database knows of the keys that the ledger's events carry. */
export interface KnownPayments {
  /** A payment with this key was noted, whatever became of it. */
  isNoted(key: string): boolean
  /** It was noted as paid. */
  isPaid(key: string): boolean
}

export async function knownPayments(db: Db, keys: readonly string[]): Promise<KnownPayments> {
  const states = new Map<string, string>()
  for (let at = 0; at < keys.length; at += batch) {
    for (const { id, state } of await findPayments(db, keys.slice(at, at + batch))) states.set(id, state)
  }
  return { isNoted: (key) => states.has(key), isPaid: (key) => states.get(key) === 'paid' }
}

/** How a payment is one thing here and another in the ledger. What an operator does about it: `advice.ts`. */
export type Difference = 'charged' | 'unlike' | 'unknown' | 'uncharged' | 'ungranted'

export interface Fault {
  difference: Difference
  /** A sentence. */
  text: string
  /** Who paid how much for what, as far as is known. */
  about: string
}

/** Compares payments with the ledger's events, which are handed over some at a time, in any order. */
export interface PaymentCheck {
  take(events: readonly LedgerEvent[]): Promise<void>
  /** Those that were found so far. */
  readonly faults: readonly Fault[]
  finish(): Promise<{ count: number; faults: Fault[] }>
}

/**
 * Whether all that was paid for is in the ledger and was handed over, and nothing is there that failed here. What is pending
 * may be in the ledger already.
 *
 * @param options `knowsAll`: there is no event with a key in the ledger that this database knows nothing of. Otherwise events
 * of after its moment are nothing to it. `until`: what is settled later is not compared.
 */
export function checkPayments(
  db: Db,
  { knowsAll = false, until = Number.MAX_SAFE_INTEGER } = {},
): PaymentCheck {
  const faults: Fault[] = []
  /** Of payments that are paid here. */
  const found = new Set<string>()

  return {
    faults,
    async take(events) {
      const byKey = new Map(events.flatMap((event) => (event.Key === undefined ? [] : [[event.Key, event]])))
      if (byKey.size === 0) return
      for (const payment of await findPayments(db, [...byKey.keys()])) {
        const { id, state } = payment
        const event = byKey.get(id)
        byKey.delete(id)
        if (!event) continue
        if (state === 'paid') found.add(id)
        const about = paidFor(payment)
        if (state === 'failed')
          faults.push({ difference: 'charged', text: `payment ${id} failed, but is in the ledger`, about })
        if (!isAlike(payment, event))
          faults.push({ difference: 'unlike', text: `payment ${id} is another one in the ledger`, about })
      }
      if (!knowsAll) return
      for (const [key, event] of byKey) {
        if (event.Type === 'Mint') continue
        const { From, Amount, Note } = event
        const about = `${amountText(Amount)} of ${From}, “${Note}”`
        faults.push({
          difference: 'unknown',
          text: `payment ${key} is in the ledger, but not known here`,
          about,
        })
      }
    },
    async finish() {
      let count = 0
      for (let after = ''; ; ) {
        const paid = await listPaid(db, { after, until })
        count += paid.length
        for (const payment of paid) {
          if (found.has(payment.id)) continue
          const text = `payment ${payment.id} is paid, but not in the ledger`
          faults.push({ difference: 'uncharged', text, about: paidFor(payment) })
        }
        const last = paid.at(-1)
        if (!last) break
        after = last.id
      }
      for (const payment of await listUngranted(db, batch)) {
        const text = `payment ${payment.id} is paid, but what it is for was not handed over`
        faults.push({ difference: 'ungranted', text, about: paidFor(payment) })
      }
      return { count, faults }
    },
  }
}

const findPayments = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('payments')
    .select(['id', 'kind', 'state', 'amount', 'fee', 'payer_id', 'payee_id', 'note'])
    .where('id', 'in', ids)
    .execute()

type Payment = Awaited<ReturnType<typeof findPayments>>[number]

/** Whether the event is what the ledger was asked for. */
function isAlike({ kind, amount, fee, payer_id, payee_id }: Payment, event: LedgerEvent): boolean {
  if (BigInt(event.Amount) !== BigInt(amount)) return false
  const to = payee_id === null ? undefined : accountOf(payee_id)
  if (event.Type === 'Mint' || kind === 'mint')
    return event.Type === 'Mint' && kind === 'mint' && event.To === to
  if (event.From !== accountOf(payer_id)) return false
  if (event.Type === 'Burn') return to === undefined
  return event.To === to && (event.Fee ?? 0) === fee / millionth
}

/** Those that cost nothing never came to the ledger. */
const listPaid = (db: Db, { after, until }: { after: string; until: number }) =>
  db
    .selectFrom('payments')
    .select(['id', 'kind', 'amount', 'payer_id', 'payee_id', 'note'])
    .where('state', '=', 'paid')
    .where('amount', '>', 0)
    .where('settled', '<=', until)
    .where('id', '>', after)
    .orderBy('id')
    .limit(batch)
    .execute()
