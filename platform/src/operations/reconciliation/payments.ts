import type { LedgerEvent } from '@baseplate/economy/contract'
import { listUngranted } from '../../assets/door.ts'
import type { Db } from '../../foundation/database.ts'
import { accountOf, type PaymentFacts, paidFor, paymentFacts } from '../../money/door.ts'
import { millionths } from '../../money/payments/rules.ts'
import { CompactSet } from './compact-set.ts'

/** The note of stipends, by which the ledger knows them. */
const stipendNote = 'Stipend'

/** Keys per statement. */
const batch = 500

/** Payments of the database by the idempotency keys of the ledger's events. */
export interface KnownPayments {
  /** Whether a payment with this key was recorded, in any state. */
  isRecorded(key: string): boolean
  /** Whether it was recorded as paid. */
  isPaid(key: string): boolean
}

export async function knownPayments(db: Db, keys: readonly string[]): Promise<KnownPayments> {
  const states = new Map<string, string>()
  for (let at = 0; at < keys.length; at += batch) {
    for (const { id, state } of await findPayments(db, keys.slice(at, at + batch))) states.set(id, state)
  }
  return { isRecorded: (key) => states.has(key), isPaid: (key) => states.get(key) === 'paid' }
}

/** A difference between the database and the ledger. `advice.ts` says what to do about each kind. */
export type Difference = 'charged' | 'unlike' | 'unknown' | 'uncharged' | 'ungranted'

export interface Fault {
  difference: Difference
  /** Id of the payment, which is its key in the ledger. */
  id: string
  /** A sentence in English. */
  text: string
  /** The facts in English. */
  about: string
  facts: PaymentFacts
}

const sentences: Readonly<Record<Difference, (id: string) => string>> = {
  charged: (id) => `payment ${id} failed, but is in the ledger`,
  unlike: (id) => `payment ${id} is another one in the ledger`,
  unknown: (id) => `payment ${id} is in the ledger, but not known here`,
  uncharged: (id) => `payment ${id} is paid, but not in the ledger`,
  ungranted: (id) => `payment ${id} is paid, but its item was not granted`,
}

const faultOf = (difference: Difference, id: string, facts: PaymentFacts): Fault => ({
  difference,
  id,
  text: sentences[difference](id),
  about: paidFor(facts),
  facts,
})

/** Compares payments with the ledger's events, which are passed in batches in any order. */
interface PaymentCheck {
  take(events: readonly LedgerEvent[]): Promise<void>
  /** Differences found so far. */
  readonly faults: readonly Fault[]
  finish(): Promise<{ count: number; faults: Fault[] }>
}

/**
 * Checks that the ledger has every paid payment and none that failed, and that purchases were granted. A pending payment may be in
 * the ledger already.
 *
 * @param options `knowsAll`: the database should know every event with a key. Otherwise, events newer than the database are ignored.
 * `until`: payments settled later are ignored.
 */
export function checkPayments(
  db: Db,
  { knowsAll = false, until = Number.MAX_SAFE_INTEGER } = {},
): PaymentCheck {
  const faults: Fault[] = []
  /** Keys of payments recorded as paid. There may be many millions. */
  const found = new CompactSet()

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
        const facts = paymentFacts(payment)
        if (state === 'failed') faults.push(faultOf('charged', id, facts))
        if (!isAlike(payment, event)) faults.push(faultOf('unlike', id, facts))
      }
      if (!knowsAll) return
      for (const [key, event] of byKey) {
        const { Amount, Note } = event
        const isMinted = event.Type === 'Mint'
        // The ledger itself decides about stipends. No payment records them.
        if (isMinted && Note === stipendNote) continue
        const account = isMinted ? event.To : event.From
        faults.push(faultOf('unknown', key, { amount: String(Amount), account, isMinted, note: Note }))
      }
    },
    async finish() {
      let count = 0
      for (let after = ''; ; ) {
        const paid = await listPaid(db, { after, until })
        count += paid.length
        for (const payment of paid) {
          if (found.has(payment.id)) continue
          faults.push(faultOf('uncharged', payment.id, paymentFacts(payment)))
        }
        const last = paid.at(-1)
        if (!last) break
        after = last.id
      }
      for (const payment of await listUngranted(db, batch)) {
        faults.push(faultOf('ungranted', payment.id, paymentFacts(payment)))
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

/** Whether the event matches the payment's request. */
function isAlike({ kind, amount, fee, payer_id, payee_id }: Payment, event: LedgerEvent): boolean {
  if (BigInt(event.Amount) !== BigInt(amount)) return false
  const to = payee_id === null ? undefined : accountOf(payee_id)
  if (event.Type === 'Mint' || kind === 'mint')
    return event.Type === 'Mint' && kind === 'mint' && event.To === to
  if (event.From !== accountOf(payer_id)) return false
  if (event.Type === 'Burn') return to === undefined
  return event.To === to && (event.Fee ?? 0) === fee / millionths
}

/** Free payments are never sent to the ledger. */
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
