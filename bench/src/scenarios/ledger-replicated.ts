import { setTimeout as sleep } from 'node:timers/promises'
import { accounts, ledgerDirectory, medianMs, oneByOneMs, paying, startReplicatedLedger } from '../ledgers.ts'
import { rates, versus } from '../load.ts'
import { figure, type Measurement } from '../measurement.ts'

/** Approximate bytes of a payment's line. */
const lineBytes = 200

/**
 * Measures transactions on a ledger in three PostgreSQL servers, in turn with the file driver, and beside bare commits.
 * All of them share the machine. The scenario `ledger-log` measures the log without HTTP.
 */
export async function ledgerReplicated(): Promise<Measurement[]> {
  const size = { events: accounts * 2, accounts }
  await using shared = await ledgerDirectory(size)
  await using own = await ledgerDirectory(size)
  await using ledger = await startReplicatedLedger()
  await ledger.fill(shared)
  await using service = await shared.start({ LEDGER_URL: ledger.urlOf(ledger.trio.ports) })
  await using file = await own.start()
  await using bare = await ledger.connectBare()
  while ((await fetch(`${service.url}/balance/nobody`)).status !== 200) await sleep(50)
  const compared = await versus(paying(service), paying(file))
  const { product, peer } = compared
  const commit = await medianMs(() => bare.commit(lineBytes))
  return [
    rates('POST /transact in PostgreSQL, 128 connections', compared, 'the file driver'),
    figure('POST /transact in PostgreSQL, rate', product.requestsPerSecond, 'requests/s', 'limit', {
      target: { atLeast: 10_000 },
    }),
    figure(
      'POST /transact in PostgreSQL, p99',
      product.p99Ms,
      'ms',
      `the file driver ${peer.p99Ms.toFixed(1)} ms`,
      {
        target: { atMost: 60 },
      },
    ),
    figure(
      'POST /transact in PostgreSQL, one at a time',
      await oneByOneMs(service.url),
      'ms',
      `a bare commit ${commit.toFixed(2)} ms`,
      { target: { atMost: commit * 2 } },
    ),
  ]
}
