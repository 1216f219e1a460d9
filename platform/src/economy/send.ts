import type { BurnBody, MintBody, TransactBody } from '@baseplate/economy/contract'
import type { AskEconomy } from './request.ts'

/** An event is answered when it is on the disk, which is worth a wait. */
const timeoutMs = 5_000

/** What the ledger is asked to write. */
export type LedgerRequest =
  | { path: '/transact'; body: TransactBody }
  | { path: '/mint'; body: MintBody }
  | { path: '/burn'; body: BurnBody }

/** What became of a request: `unsent` was not looked at by the ledger, `unknown` may have been written or not. */
export type LedgerAnswer =
  | { outcome: 'accepted' }
  | { outcome: 'refused'; reason: string }
  | { outcome: 'unsent' }
  | { outcome: 'unknown' }

/** Has the ledger write an event, once however often it is sent under the key. Never throws. */
export type SendToLedger = (request: LedgerRequest, idempotencyKey: string) => Promise<LedgerAnswer>

export function createSendToLedger(ask: AskEconomy): SendToLedger {
  const sendOnce = async ({ path, body }: LedgerRequest, idempotencyKey: string): Promise<LedgerAnswer> => {
    try {
      const { status, text } = await ask('POST', path, {
        timeoutMs,
        headers: { 'content-type': 'application/json', 'idempotency-key': idempotencyKey },
        body: JSON.stringify(body, exactAmounts),
      })
      if (status === 200) return { outcome: 'accepted' }
      if (status === 401) return { outcome: 'unsent' }
      return status < 500 ? { outcome: 'refused', reason: text } : { outcome: 'unknown' }
    } catch (error) {
      return { outcome: hadNoConnection(error) ? 'unsent' : 'unknown' }
    }
  }

  return async (request, idempotencyKey) => {
    const began = performance.now()
    const answer = await sendOnce(request, idempotencyKey)
    if (answer.outcome !== 'unknown' || performance.now() - began > timeoutMs / 2) return answer
    // A connection that was kept open may have been closed at the other end meanwhile: asking once more tells.
    const second = await sendOnce(request, idempotencyKey)
    return second.outcome === 'accepted' ? second : answer
  }
}

/** ECMAScript 2027, which TypeScript does not know yet. */
const exactJson = JSON as typeof JSON & { rawJSON(text: string): unknown }

const exactAmounts = (_key: string, value: unknown) =>
  typeof value === 'bigint' ? exactJson.rawJSON(String(value)) : value

/** Whether `fetch` failed before there was a connection. */
function hadNoConnection(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  return code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === 'UND_ERR_CONNECT_TIMEOUT'
}
