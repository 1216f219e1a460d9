import type { Clock } from '@baseplate/service/clock'
import type { Logger } from '@baseplate/service/log'
import { singleFlight } from '@baseplate/service/single-flight'
import type { GroupCommit } from '@baseplate/storage/database/group-commit'
import { DatabaseUnavailable } from '@baseplate/storage/database/outage'
import type { Database, Db } from '../../foundation/database.ts'
import { Refused } from '../../foundation/errors.ts'
import { economyUnavailable } from '../ledger/account.ts'
import type { Economy } from '../ledger/client.ts'
import { otherLedger } from '../ledger/known-ledger.ts'
import { ledgerProblem } from '../ledger/problem.ts'
import { accountOf } from '../ledger/request.ts'
import type { LedgerRequest } from '../ledger/send.ts'
import { beginAttempt, findPayment, listDue, noteAttempt, type PaymentRow } from './queries.ts'
import {
  isFinalRefusal,
  isTooLateToSend,
  millionths,
  nextAttempt,
  type PaymentKind,
  type PaymentState,
} from './rules.ts'

/** Effects of settling a payment of one kind. */
export interface Settling {
  /** Grants the purchased thing, in the transaction that records the payment as paid. */
  grant(db: Db, payment: PaymentRow, now: number): Promise<void>
  /** Undoes the preparations, in the transaction that records the failure. */
  undo?(db: Db, payment: PaymentRow, now: number): Promise<void>
  /** Runs after the commit of either. */
  settled?(payment: PaymentRow, state: 'paid' | 'failed'): void
}

/** Sends the payments of users to the ledger and settles them by its answers. No other code charges a user. */
export interface Payments {
  /**
   * Sends a payment that was just recorded to the ledger, and grants the purchased thing.
   *
   * @throws Refused `invalid` with the ledger's reason; `failed`: the ledger is unavailable, or the outcome is unknown. A payment
   * that the ledger may have written, or whose outcome the database cannot record, stays pending until the outcome is known.
   */
  settle(payment: PaymentRow): Promise<void>
  /** Settles a payment that was found pending. */
  settlePending(payment: PaymentRow): Promise<void>
  /** Retries pending payments that are due. A job calls it at the start and at intervals. */
  settleLeft(): Promise<void>
}

/** `unsent` and `unknown`: the payment is pending, and its last request had this outcome (`LedgerAnswer`). */
type Outcome = PaymentState | 'unsent' | 'unknown'

/** Reason of a payment that never reached the ledger. */
const unreachable = economyUnavailable().message

/** Pending payments per read. */
const perRead = 100

interface Paying {
  db: Db
  groupCommit: GroupCommit<Database>
  now: Clock
  elapsed: Clock
  log: Logger
  economy: Economy
}

export function createPayments(paying: Paying, settlings: Readonly<Record<PaymentKind, Settling>>): Payments {
  const { db, now, elapsed, economy } = paying
  const close = createClosing(paying, settlings)
  const lost = createLostRequests(elapsed)

  /** Start of this process. An earlier attempt is of a process that has ended, or of one that still retries it itself. */
  const opened = now()

  /** Concurrent callers in this process share one attempt of a payment. */
  const shareAttempt = singleFlight((_id: string, attempt: () => Promise<Outcome>) => attempt())

  /**
   * @param earlier when the latest unanswered earlier request was sent; null if all were answered.
   * @param began by the steady clock, before the attempt was recorded
   */
  const attempt = async (payment: PaymentRow, earlier: number | null, began: number): Promise<Outcome> => {
    const knownFor = earlier === null ? null : lost.knownFor(payment.id, earlier, began)
    if (isTooLateToSend(now() - payment.attempted, elapsed() - began)) {
      await noteAttempt(db, payment, { unanswered: earlier, due: now(), reason: 'it was not sent in time' })
      return 'pending'
    }
    const answer = await economy.send(requestOf(payment), payment.id)
    const { outcome } = answer
    if (outcome === 'accepted') return close(payment, 'paid', null)
    const { reason } = answer
    if (outcome === 'refused' && isFinalRefusal(knownFor)) return close(payment, 'failed', reason)
    // The ledger may have written an earlier request.
    if (outcome === 'unsent' && earlier === null)
      return close(payment, 'failed', reason === otherLedger ? reason : unreachable)
    if (outcome === 'unknown') lost.knownFor(payment.id, payment.attempted, began)
    const unanswered = outcome === 'unknown' ? payment.attempted : earlier
    const due = nextAttempt({ attempt: payment.attempt, unanswered }, now())
    await noteAttempt(db, payment, { unanswered, due, reason })
    return outcome === 'refused' ? 'pending' : outcome
  }

  const retry = (payment: PaymentRow): Promise<Outcome> =>
    shareAttempt(payment.id, async () => {
      for (let read: PaymentRow | undefined = payment; read?.state === 'pending'; ) {
        const began = elapsed()
        const started = await beginAttempt(db, read, now())
        if (started) return attempt(started, read.unanswered, began)
        read = await findPayment(db, payment.id)
      }
      return stateOf(db, payment)
    })

  return {
    settle: (payment) =>
      requirePaid(db, payment, () => shareAttempt(payment.id, () => attempt(payment, null, elapsed()))),
    settlePending: (payment) => requirePaid(db, payment, () => retry(payment)),
    settleLeft: () => retryDue(paying, opened, retry),
  }
}

/** Retries due payments one after the other. Stops at the first one that the ledger does not answer. */
async function retryDue(
  { db, now, log }: Paying,
  opened: number,
  retry: (payment: PaymentRow) => Promise<Outcome>,
): Promise<void> {
  const time = now()
  // The clock may have been set back since the start. A later time would find each payment again right after its attempt.
  const at = { now: time, opened: Math.min(opened, time) }
  const tried = new Set<string>()
  for (;;) {
    // An attempt postpones its payment, unless the clock is set back during this run.
    const found = await listDue(db, at, perRead)
    const due = found.filter(({ id }) => !tried.has(id))
    for (const payment of due) {
      tried.add(payment.id)
      const outcome = await retry(payment)
      log.info({ payment: payment.id, kind: payment.kind, outcome }, 'retried a pending payment')
      if (outcome === 'unsent' || outcome === 'unknown') return
    }
    if (found.length < perRead || due.length === 0) return
  }
}

/** Maximum number of payments whose lost requests are remembered. A forgotten one is settled a minute later. */
const maxRemembered = 10_000

/** Remembers since when this process has known of requests that got no answer. */
function createLostRequests(elapsed: Clock) {
  const remembered = new Map<string, { sent: number; since: number }>()
  return {
    /**
     * Returns for how long this process has known that the latest unanswered request of a payment was sent then.
     *
     * @param since when it has learnt of it, if that is new
     */
    knownFor(paymentId: string, sent: number, since: number): number {
      const known = remembered.get(paymentId)
      if (known?.sent === sent) return elapsed() - known.since
      remembered.delete(paymentId)
      remembered.set(paymentId, { sent, since })
      if (remembered.size > maxRemembered) remembered.delete(remembered.keys().next().value ?? '')
      return elapsed() - since
    },
  }
}

type Close = (payment: PaymentRow, state: 'paid' | 'failed', reason: string | null) => Promise<PaymentState>

/** Returns a function that records the outcome of a payment with its effects, and returns the state that was recorded. */
function createClosing(
  { db, groupCommit, now, log, economy }: Paying,
  settlings: Readonly<Record<PaymentKind, Settling>>,
): Close {
  return async (payment, state, reason) => {
    const settling = settlings[payment.kind]
    const closed = await groupCommit(async (trx) => {
      const { numUpdatedRows } = await trx
        .updateTable('payments')
        .set({ state, settled: now(), reason })
        .where('id', '=', payment.id)
        .where('state', '=', 'pending')
        // A concurrent attempt of another process may be accepted, so only a refusal of the last attempt counts.
        .$if(state === 'failed', (query) => query.where('attempt', '=', payment.attempt))
        .executeTakeFirst()
      if (numUpdatedRows === 0n) return false
      if (state === 'paid') await settling.grant(trx, payment, now())
      else await settling.undo?.(trx, payment, now())
      return true
    })
    economy.forgetBalance(payment.payer_id)
    if (payment.payee_id !== null) economy.forgetBalance(payment.payee_id)
    if (closed) {
      settling.settled?.(payment, state)
      return state
    }
    const found = await stateOf(db, payment)
    if (state === 'paid' && found === 'failed')
      log.error({ payment: payment.id }, 'the ledger has a payment that is recorded as failed')
    return found
  }
}

async function stateOf(db: Db, payment: PaymentRow): Promise<PaymentState> {
  const found = await findPayment(db, payment.id)
  if (!found) throw new Error(`the payment ${payment.id} is gone`)
  return found.state
}

/** @throws Refused as `Payments.settle` */
async function requirePaid(db: Db, payment: PaymentRow, settle: () => Promise<Outcome>): Promise<void> {
  try {
    await throwUnlessPaid(db, payment, await settle())
  } catch (error) {
    // The payment is recorded, so a job settles it later. An answer that promises no change would be wrong.
    if (error instanceof DatabaseUnavailable) throw paymentPending('the database is not available')
    throw error
  }
}

async function throwUnlessPaid(db: Db, payment: PaymentRow, outcome: Outcome): Promise<void> {
  if (outcome === 'paid') return
  const reason = (await findPayment(db, payment.id))?.reason ?? 'another request for it is under way'
  if (reason === otherLedger) throw new Refused('economy.other_ledger')
  if (outcome === 'unsent' || reason === unreachable) throw economyUnavailable()
  if (outcome === 'failed') throw new Refused(ledgerProblem(reason))
  throw paymentPending(reason)
}

const paymentPending = (reason: string) => new Refused('economy.payment_pending', { reason })

/** Returns the request for a payment. A row always yields the same request, so that retries are idempotent. */
function requestOf({ kind, payer_id, payee_id, amount, fee, note, link }: PaymentRow): LedgerRequest {
  const change = { Amount: BigInt(amount), Note: note }
  const paid = { ...change, From: accountOf(payer_id), Link: link }
  if (payee_id === null) return { path: '/burn', body: paid }
  const To = accountOf(payee_id)
  if (kind === 'mint') return { path: '/mint', body: { ...change, To } }
  return { path: '/transact', body: { ...paid, To, Fee: fee / millionths } }
}
