import { setTimeout as sleep } from 'node:timers/promises'
import { type Payments, startPayments } from '@baseplate/economy/testing/payments'
import {
  accounts,
  type BareCommits,
  connections,
  ledgerDirectory,
  medianMs,
  oneByOneMs,
  paying,
  startReplicatedLedger,
} from '../ledgers.ts'
import { rates, versus } from '../load.ts'
import { figure, type Measurement, median, repeated } from '../measurement.ts'

/** Approximate bytes of a payment's line. */
const lineBytes = 200

const rounds = 5
const turnMs = 2_000

/**
 * Measures transactions on a ledger in three PostgreSQL servers: over HTTP in turn with the file driver, then without
 * HTTP, both beside bare commits. All of them share the machine.
 */
export async function ledgerReplicated(): Promise<Measurement[]> {
  return [...(await overHttp()), ...(await withoutHttp())]
}

async function overHttp(): Promise<Measurement[]> {
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
      { target: { atMost: 60 } },
    ),
    await oneAtATime('POST /transact in PostgreSQL, one at a time', bare, () => oneByOneMs(service.url)),
  ]
}

/** Measures the log alone. Payers and bare commits of as many bytes run in this process, one batch after the other. */
async function withoutHttp(): Promise<Measurement[]> {
  await using ledger = await startReplicatedLedger()
  await using bare = await ledger.connectBare()
  const payments = await startPayments(ledger.urlOf(ledger.trio.ports.slice(0, 1)))
  await payments.payFor(turnMs, connections)
  const turns = await repeated(rounds, () => turnOf(payments, bare))
  const alone = await oneAtATime('the same, one payment at a time', bare, () => medianMs(payments.payOnce))
  await payments.stop()
  const medianOf = (part: keyof Turn) => median(turns.map((turn) => turn[part]))
  return [
    figure(
      `the ledger in PostgreSQL without HTTP, ${connections} payers`,
      medianOf('ours'),
      'events/s',
      `bare commits of ${medianOf('batch').toFixed(0)} events`,
      {
        peer: medianOf('bare'),
        processorUs: { product: medianOf('processorUs'), peer: medianOf('bareProcessorUs') },
        target: { atLeastShare: 0.6 },
      },
    ),
    alone,
  ]
}

/** Measures payments that wait for each other, in turn with bare commits. @param payMs takes the median of payments */
async function oneAtATime(
  name: string,
  bare: BareCommits,
  payMs: () => Promise<number>,
): Promise<Measurement> {
  const turns = await repeated(rounds, async () => ({
    ours: await payMs(),
    bare: await medianMs(() => bare.commit(lineBytes)),
  }))
  const commit = median(turns.map((turn) => turn.bare))
  const ours = median(turns.map((turn) => turn.ours))
  return figure(name, ours, 'ms', `a bare commit ${commit.toFixed(2)} ms`, { target: { atMost: commit * 2 } })
}

/** Events per second, beside bare commits of the same batches. */
interface Turn {
  ours: number
  bare: number
  /** Mean number of events per commit. */
  batch: number
  /** Microseconds of this process per event, and per bare commit. */
  processorUs: number
  bareProcessorUs: number
}

async function turnOf(payments: Payments, bare: BareCommits): Promise<Turn> {
  const before = process.cpuUsage()
  const { events, seconds, commits, bytes } = await payments.payFor(turnMs, connections)
  const processorUs = spentUs(before) / events
  const batch = events / commits
  const bareBefore = process.cpuUsage()
  const start = performance.now()
  let bareCommits = 0
  for (; performance.now() - start < turnMs; bareCommits++) await bare.commit(Math.round(bytes / commits))
  const bareSeconds = (performance.now() - start) / 1000
  return {
    ours: events / seconds,
    bare: (bareCommits * batch) / bareSeconds,
    batch,
    processorUs,
    bareProcessorUs: spentUs(bareBefore) / (bareCommits * batch),
  }
}

function spentUs(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return user + system
}
