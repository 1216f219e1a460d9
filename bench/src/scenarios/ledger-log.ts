import { type Payments, startPayments } from '@baseplate/economy/testing/payments'
import { type BareCommits, connections, medianMs, startReplicatedLedger } from '../ledgers.ts'
import { figure, type Measurement, median, repeated } from '../measurement.ts'

const rounds = 5
const turnMs = 2_000

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

/**
 * Measures the throughput of a ledger in three PostgreSQL servers without HTTP, alternating with bare commits of as many
 * bytes. Both run in this process, commit one batch after the other, and wait for the same standbys.
 */
export async function ledgerLog(): Promise<Measurement[]> {
  await using ledger = await startReplicatedLedger()
  await using bare = await ledger.connectBare()
  const payments = await startPayments(ledger.urlOf(ledger.trio.ports.slice(0, 1)))
  await payments.payFor(turnMs, connections)
  const turns = await repeated(rounds, () => turnOf(payments, bare))
  const ones = await repeated(rounds, async () => ({
    ours: await medianMs(payments.payOnce),
    bare: await medianMs(() => bare.commit(200)),
  }))
  await payments.stop()
  const medianOf = (part: keyof Turn) => median(turns.map((turn) => turn[part]))
  const commit = median(ones.map((one) => one.bare))
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
    figure(
      'the same, one payment at a time',
      median(ones.map(({ ours }) => ours)),
      'ms',
      `a bare commit ${commit.toFixed(2)} ms`,
      { target: { atMost: commit * 2 } },
    ),
  ]
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
