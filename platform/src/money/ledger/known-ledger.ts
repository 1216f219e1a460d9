import type { LedgerPart } from '@baseplate/economy/contract'
import type { Db } from '../../foundation/database.ts'
import { englishOf, problem } from '../../foundation/problem.ts'
import { findKnownLedger, recordGrowth, recordLedger } from './queries.ts'
import type { AskEconomy } from './request.ts'

/** Reason of a request that was refused because the service has another ledger. */
export const otherLedger = englishOf(problem('economy.other_ledger'))

/** Status of a service whose ledger does not begin with the one that the request named. It has not processed the request. */
export const otherLedgerStatus = 412

const timeoutMs = 2_000

/** Returns the headers that make the service refuse a request unless its ledger begins with a part. */
const headersFor = (part: LedgerPart | undefined): Record<string, string> =>
  part ? { 'known-ledger': `${part.id} ${part.height} ${part.hash}` } : {}

/** Answer of the service about its ledger. */
export type Look =
  | { found: LedgerPart | undefined }
  /** The service has another ledger than the one that was named. */
  | { refused: string }

/**
 * Asks the service for its ledger.
 *
 * @param known the ledger that it must begin with
 * @returns undefined if the service cannot be reached, or does not identify its ledger
 */
export async function askForLedger(ask: AskEconomy, known?: LedgerPart): Promise<Look | undefined> {
  const answer = await ask('GET', '/ledger', { timeoutMs, headers: headersFor(known) }).catch(() => undefined)
  if (answer?.status === otherLedgerStatus) return { refused: answer.text }
  if (answer?.status !== 200) return undefined
  const part: Partial<LedgerPart> = JSON.parse(answer.text)
  const { id, height, hash } = part
  return { found: id && height && hash ? { id, height, hash } : undefined }
}

/** The ledger that the platform belongs to. Every request to the economy service names it. */
export interface KnownLedger {
  /** Asks the economy service as `ask` does, and refuses other ledgers. */
  ask: AskEconomy
  /** Compares the service's ledger with the known one, and records how far it has grown. */
  look(): Promise<Look | undefined>
}

export function openKnownLedger(db: Db, askEconomy: AskEconomy): KnownLedger {
  let reading: Promise<LedgerPart | undefined> | undefined

  /** Reads the known ledger from the database once. A failed read is repeated. */
  const read = () => {
    reading ??= findKnownLedger(db).catch((error: unknown) => {
      reading = undefined
      throw error
    })
    return reading
  }

  const look = async () => {
    // An operator may have accepted another ledger.
    reading = undefined
    const known = await read()
    const seen = await askForLedger(askEconomy, known)
    if (!seen || !('found' in seen) || !seen.found) return seen
    const { found } = seen
    if (known?.height === found.height) return seen
    await (known ? recordGrowth(db, found) : recordLedger(db, found))
    reading = undefined
    return seen
  }

  const ask: AskEconomy = async (method, path, request) => {
    const known = await read()
    const headers = { ...request.headers, ...headersFor(known) }
    const answer = await askEconomy(method, path, { ...request, headers })
    // The first event of a ledger makes it the platform's. Without a database, the next look does.
    if (!known && method === 'POST' && answer.status === 200) await look().catch(() => undefined)
    return answer
  }

  return { ask, look }
}
