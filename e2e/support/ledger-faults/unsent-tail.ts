import { setTimeout as sleep } from 'node:timers/promises'
import { queryServer } from './debian-postgres.ts'

/** Time within which an append usually begins. */
const patienceMs = 1_000

/**
 * Leaves events on a primary that its clients can see and no standby has: pauses the processes that send to the standbys,
 * and cancels an append that waits for them. Returns its lines. The primary must be killed afterwards.
 */
export async function leaveUnsentTail(port: number): Promise<string> {
  for (;;) {
    const senders = await queryServer(port, 'SELECT pid FROM pg_stat_replication')
    const signal = (name: NodeJS.Signals) => {
      for (const { pid } of senders) process.kill(pid, name)
    }
    signal('SIGSTOP')
    const [paused] = await queryServer(port, 'SELECT clock_timestamp()::text AS time')
    const transaction = await cancelAppend(port, paused?.time)
    if (transaction !== undefined) return linesOf(port, transaction)
    // Another statement was waiting, such as an append that a standby already has. It ends now.
    signal('SIGCONT')
  }
}

/**
 * Cancels an append that began after a time, as soon as it waits for a standby. Returns the id of its transaction; undefined:
 * there was none.
 */
async function cancelAppend(port: number, time: string): Promise<string | undefined> {
  const patience = AbortSignal.timeout(patienceMs)
  const cancel = `SELECT backend_xid::text AS transaction, pg_cancel_backend(pid) FROM pg_stat_activity
    WHERE wait_event = 'SyncRep' AND query LIKE 'INSERT INTO ledger_batches%' AND query_start > '${time}'`
  while (!patience.aborted) {
    const [canceled] = await queryServer(port, cancel)
    if (canceled) return canceled.transaction
    await sleep(10)
  }
  return undefined
}

/** Returns the lines that a transaction appended. They become visible a moment after its wait has ended. */
async function linesOf(port: number, transaction: string): Promise<string> {
  for (;;) {
    const rows = await queryServer(
      port,
      `SELECT lines FROM ledger_batches WHERE xmin::text = '${transaction}'`,
    )
    if (rows.length > 0) return rows.map(({ lines }) => String(lines)).join('')
    await sleep(10)
  }
}
