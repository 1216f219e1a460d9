import type { LedgerEvent } from '@baseplate/economy/contract'
import type { Db } from '../database.ts'

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

/** Compares payments with the ledger's events, which are handed over some at a time, in any order. */
export interface PaymentCheck {
  take(events: readonly LedgerEvent[]): Promise<void>
  /** A sentence for each payment that is one thing here and another in the ledger. */
  finish(): Promise<{ count: number; faults: string[] }>
}

/**
 * Whether all that was paid for is in the ledger, and nothing is there that failed here. What is pending may be in the
 * ledger already; events of after the database's moment are nothing to it.
 */
export function checkPayments(db: Db): PaymentCheck {
  const faults: string[] = []
  /** Of payments that are paid here. */
  const found = new Set<string>()

  return {
    async take(events) {
      const byKey = new Map(events.flatMap((event) => (event.Key === undefined ? [] : [[event.Key, event]])))
      if (byKey.size === 0) return
      for (const { id, state, amount, payer_id } of await findPayments(db, [...byKey.keys()])) {
        const event = byKey.get(id)
        if (!event) continue
        if (state === 'paid') found.add(id)
        if (state === 'failed') faults.push(`payment ${id} failed, but is in the ledger`)
        const payer = event.Type === 'Mint' ? undefined : event.From
        if (payer !== `user:${payer_id}` || BigInt(event.Amount) !== BigInt(amount)) {
          faults.push(`payment ${id} is another one in the ledger`)
        }
      }
    },
    async finish() {
      let count = 0
      for (let after = ''; ; ) {
        const paid = await listPaid(db, after)
        count += paid.length
        for (const { id } of paid)
          if (!found.has(id)) faults.push(`payment ${id} is paid, but not in the ledger`)
        const last = paid.at(-1)
        if (!last) return { count, faults }
        after = last.id
      }
    },
  }
}

const findPayments = (db: Db, ids: readonly string[]) =>
  db.selectFrom('payments').select(['id', 'state', 'amount', 'payer_id']).where('id', 'in', ids).execute()

/** Those that cost nothing never came to the ledger. */
const listPaid = (db: Db, after: string) =>
  db
    .selectFrom('payments')
    .select('id')
    .where('state', '=', 'paid')
    .where('amount', '>', 0)
    .where('id', '>', after)
    .orderBy('id')
    .limit(batch)
    .execute()
