import type { Client } from 'pg'
import { EconomyFault } from '../fault.ts'

/**
 * Warnings must arrive: without them, a cancelled wait for a standby looks like a commit. A wait for a lock ends at the server before
 * the client stops waiting. Otherwise it would continue after its connection is closed. While commits wait for a standby, such
 * waits would take all connections of the server.
 */
const settings = `
  SET synchronous_commit = on; SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0;
  SET client_min_messages = warning; SET lock_timeout = '2s'
`

export interface StoreOptions {
  /** Whether a server without a synchronous standby is accepted. */
  mayBeAlone: boolean
  /** Time for an answer, `serviceAnswerMs` by default. */
  answerMs?: number
}

/** Prepares a connection for the log. @throws EconomyFault if the server has no synchronous standby, unless `mayBeAlone` */
export async function prepareSession(client: Client, { mayBeAlone }: StoreOptions): Promise<void> {
  await client.query(settings)
  const { rows } = await client.query<{ synchronous_standby_names: string }>('SHOW synchronous_standby_names')
  if (rows[0]?.synchronous_standby_names === '' && !mayBeAlone) {
    throw new EconomyFault(
      'the PostgreSQL server of LEDGER_URL has no synchronous standby: set its synchronous_standby_names, or LEDGER_ALONE=true if events may be lost with the server',
    )
  }
}
