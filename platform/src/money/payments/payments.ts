import type { Database, Db } from '../../database.ts'
import type { Clock } from '../../foundation/clock.ts'
import type { CommitTogether } from '../../foundation/database/commit-together.ts'
import { Refused } from '../../foundation/errors.ts'
import type { Logger } from '../../foundation/log.ts'
import { economyAway } from '../ledger/account.ts'
import type { Economy } from '../ledger/client.ts'
import { accountOf } from '../ledger/request.ts'
import type { LedgerRequest } from '../ledger/send.ts'
import { beginAttempt, findPayment, listDue, noteAttempt, type PaymentRow } from './queries.ts'
import { isFinalRefusal, millionth, nextAttempt, type PaymentKind, type PaymentState } from './rules.ts'

/** What is done with a payment of one kind when it is settled. */
export interface Settling {
  /** Hands over what was paid for, in the transaction that notes the payment as paid. */
  grant(db: Db, payment: PaymentRow, now: number): Promise<void>
  /** Takes back what was prepared, in the transaction that notes that it failed. */
  undo?(db: Db, payment: PaymentRow, now: number): Promise<void>
  /** After the commit of either. */
  settled?(payment: PaymentRow, state: 'paid' | 'failed'): void
}

/** The one place that asks the ledger for what users pay, and decides from its answer what becomes of a payment. */
export interface Payments {
  /**
   * Has the ledger write a payment that was just recorded, and hands over what it is for.
   *
   * @throws Refused `invalid` with the ledger's reason; `failed`: the ledger cannot be reached, or the outcome is not certain
   * yet. A payment that the ledger may have written stays pending until the outcome is certain.
   */
  settle(payment: PaymentRow): Promise<void>
  /** The same with one that was found pending. */
  settleAgain(payment: PaymentRow): Promise<void>
  /** Settles what was left pending, as far as the ledger can be asked: at the start, and again and again. */
  settleLeft(): Promise<void>
}

/** `unsent` and `unknown`: pending after a last request with this outcome (`LedgerAnswer`). */
type Outcome = PaymentState | 'unsent' | 'unknown'

/** Why a payment failed that the ledger was never asked about. */
const unreachable = economyAway().message

/** Of those that are left, as many as are settled by one look. */
const perLook = 100

interface Paying {
  db: Db
  commitTogether: CommitTogether<Database>
  now: Clock
  log: Logger
  economy: Economy
}

export function createPayments(
  { db, commitTogether, now, log, economy }: Paying,
  settlings: Readonly<Record<PaymentKind, Settling>>,
): Payments {
  /** What was begun before this was left by a process that is no more, or by one that looks after it itself. */
  const opened = now()

  /** Attempts in progress in this process, by payment. Concurrent callers share one. */
  const underWay = new Map<string, Promise<Outcome>>()

  const shareAttempt = (payment: PaymentRow, attempt: () => Promise<Outcome>): Promise<Outcome> => {
    const shared = underWay.get(payment.id)
    if (shared) return shared
    const started = attempt().finally(() => underWay.delete(payment.id))
    underWay.set(payment.id, started)
    return started
  }

  /** @param earlier when the latest unanswered earlier request was sent; null if all were answered. */
  const attempt = async (payment: PaymentRow, earlier: number | null): Promise<Outcome> => {
    const answer = await economy.send(requestOf(payment), payment.id)
    const { outcome } = answer
    if (outcome === 'accepted') return close(payment, 'paid', null)
    const { reason } = answer
    if (outcome === 'refused' && isFinalRefusal(earlier, payment.attempted))
      return close(payment, 'failed', reason)
    // The ledger may have written an earlier request.
    if (outcome === 'unsent' && earlier === null) return close(payment, 'failed', unreachable)
    const unanswered = outcome === 'unknown' ? payment.attempted : earlier
    const due = nextAttempt({ attempt: payment.attempt, unanswered }, now())
    await noteAttempt(db, payment, { unanswered, due, reason })
    return outcome === 'refused' ? 'pending' : outcome
  }

  const close = async (
    payment: PaymentRow,
    state: 'paid' | 'failed',
    reason: string | null,
  ): Promise<PaymentState> => {
    const settling = settlings[payment.kind]
    const closed = await commitTogether(async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable('payments')
        .set({ state, settled: now(), reason })
        .where('id', '=', payment.id)
        .where('state', '=', 'pending')
        // A concurrent attempt of another process may be accepted, so only a refusal of the last attempt counts.
        .$if(state === 'failed', (query) => query.where('attempt', '=', payment.attempt))
        .executeTakeFirst()
      if (numUpdatedRows === 0n) return false
      if (state === 'paid') await settling.grant(transaction, payment, now())
      else await settling.undo?.(transaction, payment, now())
      return true
    })
    economy.forgetBalance(payment.payer_id)
    if (payment.payee_id !== null) economy.forgetBalance(payment.payee_id)
    if (closed) {
      settling.settled?.(payment, state)
      return state
    }
    const found = await stateOf(payment)
    if (state === 'paid' && found === 'failed') {
      log.error({ payment: payment.id }, 'the ledger has a payment that failed here')
    }
    return found
  }

  const attemptAgain = (payment: PaymentRow): Promise<Outcome> =>
    shareAttempt(payment, async () => {
      for (let read: PaymentRow | undefined = payment; read?.state === 'pending'; ) {
        const begun = await beginAttempt(db, read, now())
        if (begun) return attempt(begun, read.unanswered)
        read = await findPayment(db, payment.id)
      }
      return stateOf(payment)
    })

  const stateOf = async (payment: PaymentRow): Promise<PaymentState> => {
    const found = await findPayment(db, payment.id)
    if (!found) throw new Error(`the payment ${payment.id} is gone`)
    return found.state
  }

  const report = async (payment: PaymentRow, outcome: Outcome): Promise<void> => {
    if (outcome === 'paid') return
    const reason = (await findPayment(db, payment.id))?.reason ?? 'another request for it is under way'
    if (outcome === 'unsent' || reason === unreachable) throw economyAway()
    if (outcome === 'failed') throw new Refused('invalid', reason)
    throw new Refused('failed', `This payment is still being checked: ${reason}. You will not pay twice.`)
  }

  return {
    async settle(payment) {
      await report(payment, await shareAttempt(payment, () => attempt(payment, null)))
    },
    async settleAgain(payment) {
      await report(payment, await attemptAgain(payment))
    },
    async settleLeft() {
      const at = { now: now(), opened }
      for (;;) {
        // An attempt postpones its payment, so the next look does not find it again.
        const left = await listDue(db, at, perLook)
        for (const payment of left) {
          const outcome = await attemptAgain(payment)
          log.info({ payment: payment.id, kind: payment.kind, outcome }, 'retried a pending payment')
          if (outcome === 'unsent' || outcome === 'unknown') return
        }
        if (left.length < perLook) return
      }
    },
  }
}

/** What the ledger is asked to write: the same from the same row, however often. */
function requestOf({ kind, payer_id, payee_id, amount, fee, note, link }: PaymentRow): LedgerRequest {
  const change = { Amount: BigInt(amount), Note: note }
  const paid = { ...change, From: accountOf(payer_id), Link: link }
  if (payee_id === null) return { path: '/burn', body: paid }
  const To = accountOf(payee_id)
  if (kind === 'mint') return { path: '/mint', body: { ...change, To } }
  return { path: '/transact', body: { ...paid, To, Fee: fee / millionth } }
}
