import type { BurnBody, MintBody, TransactBody } from '@baseplate/economy/contract'
import { stringifyExact } from '../../foundation/json.ts'
import { otherLedger, otherLedgerStatus } from './known-ledger.ts'
import { type AskEconomy, isUnsent } from './request.ts'

/** The ledger responds once the event is on disk, so this is longer than for reads. */
const timeoutMs = 5_000

/** Statuses of the ledger's own refusals. */
const refusals: ReadonlySet<number> = new Set([400, 409, 413])

/** An event for the ledger to write. */
export type LedgerRequest =
  | { path: '/transact'; body: TransactBody }
  | { path: '/mint'; body: MintBody }
  | { path: '/burn'; body: BurnBody }

/**
 * Outcome of a request. The ledger did not process an `unsent` one, and may or may not have written an `unknown` one. The
 * reason is the ledger's answer, or why there is none.
 */
export type LedgerAnswer =
  | { outcome: 'accepted' }
  | { outcome: 'refused' | 'unsent' | 'unknown'; reason: string }

/** Sends an event to the ledger, which writes it once per key. Never throws. */
export type SendToLedger = (request: LedgerRequest, idempotencyKey: string) => Promise<LedgerAnswer>

export function createSendToLedger(ask: AskEconomy): SendToLedger {
  const sendOnce = async ({ path, body }: LedgerRequest, idempotencyKey: string): Promise<LedgerAnswer> => {
    try {
      const { status, text } = await ask('POST', path, {
        timeoutMs,
        headers: { 'content-type': 'application/json', 'idempotency-key': idempotencyKey },
        body: stringifyExact(body),
      })
      if (status === 200) return { outcome: 'accepted' }
      if (status === otherLedgerStatus) return { outcome: 'unsent', reason: otherLedger }
      if (refusals.has(status)) return { outcome: 'refused', reason: text }
      const reason = `the economy service answered ${status}: ${text.slice(0, 200)}`
      // None of the ledger's decisions has such a status. A wrong key or a proxy causes it.
      return { outcome: status >= 400 && status < 500 ? 'unsent' : 'unknown', reason }
    } catch (error) {
      return isUnsent(error)
        ? { outcome: 'unsent', reason: 'the economy service cannot be reached' }
        : { outcome: 'unknown', reason: 'the economy service has not answered' }
    }
  }

  return async (request, idempotencyKey) => {
    const began = performance.now()
    const answer = await sendOnce(request, idempotencyKey)
    if (answer.outcome !== 'unknown' || performance.now() - began > timeoutMs / 2) return answer
    // The service may have closed an idle connection at this moment. A second request on a new connection finds out.
    const second = await sendOnce(request, idempotencyKey)
    // The first request may still arrive, so a refusal of the second decides nothing.
    return second.outcome === 'accepted' ? second : { outcome: 'unknown', reason: second.reason }
  }
}
