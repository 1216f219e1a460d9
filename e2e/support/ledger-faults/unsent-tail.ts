import { setTimeout as sleep } from 'node:timers/promises'
import { queryServer } from './debian-postgres.ts'

/** Time within which an append usually begins. */
const patienceMs = 1_000

/**
 * Leaves events on a primary that its clients can see and no standby has: pauses the processes that send to the standbys,
 * and cancels an append that waits for them. Returns the lines. The primary must be killed afterwards.
 */
export async function leaveUnsentTail(port: number): Promise<string[]> {
  for (;;) {
    const senders = await queryServer(port, 'SELECT pid FROM pg_stat_replication')
    const signal = (name: NodeJS.Signals) => {
      for (const { pid } of senders) process.kill(pid, name)
    }
    signal('SIGSTOP')
    const [before] = await queryServer(
      port,
      'SELECT clock_timestamp()::text AS time, (SELECT max(sequence) FROM ledger_batches) AS sequence',
    )
    if (await cancelAppend(port, before?.time)) {
      const rows = await queryServer(
        port,
        `SELECT lines FROM ledger_batches WHERE sequence > ${before?.sequence} ORDER BY sequence`,
      )
      if (rows.length > 0) return rows.map(({ lines }) => String(lines))
    }
    // Another statement was waiting, such as an append that a standby already has. It ends now.
    signal('SIGCONT')
  }
}

/** Cancels an append that began after a time, as soon as it waits for a standby. Returns whether there was one. */
async function cancelAppend(port: number, time: string): Promise<boolean> {
  const patience = AbortSignal.timeout(patienceMs)
  const cancel = `SELECT pg_cancel_backend(pid) FROM pg_stat_activity
    WHERE wait_event = 'SyncRep' AND query LIKE 'INSERT INTO ledger_batches%' AND query_start > '${time}'`
  while (!patience.aborted) {
    if ((await queryServer(port, cancel)).length > 0) return true
    await sleep(10)
  }
  return false
}
