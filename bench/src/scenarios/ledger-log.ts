import { type Payments, startPayments } from '@baseplate/economy/testing/payments'
import pg from 'pg'
import { commitBatch, createBatchTable } from '../bare-batches.ts'
import { type Measurement, median } from '../measurement.ts'
import { startReplicatedLedger } from '../replicated-ledger.ts'
import { connections } from './ledger-transact.ts'

const rounds = 5
const turnMs = 2_000
const oneByOne = 1_000

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
  const { trio, urlOf } = await startReplicatedLedger()
  const url = urlOf(trio.ports.slice(0, 1))
  const client = new pg.Client(url)
  try {
    await client.connect()
    await createBatchTable(client)
    const payments = await startPayments(url)
    await payments.payFor(turnMs, connections)
    const turns: Turn[] = []
    const [ours, bare]: [number[], number[]] = [[], []]
    for (let round = 0; round < rounds; round++) {
      turns.push(await turnOf(payments, client))
      ours.push(await medianMs(oneByOne, payments.payOnce))
      bare.push(await medianMs(oneByOne, () => commit(client, 200)))
    }
    await payments.stop()
    return measurementsOf(turns, { ours: median(ours), bare: median(bare) })
  } finally {
    await client.end()
    await trio.stop()
  }
}

function measurementsOf(turns: readonly Turn[], one: { ours: number; bare: number }): Measurement[] {
  const medianOf = (part: keyof Turn) => median(turns.map((turn) => turn[part]))
  return [
    {
      name: `the ledger in PostgreSQL without HTTP, ${connections} payers`,
      value: medianOf('ours'),
      unit: 'events/s',
      against: `bare commits of ${medianOf('batch').toFixed(0)} events`,
      peer: medianOf('bare'),
      processorUs: { product: medianOf('processorUs'), peer: medianOf('bareProcessorUs') },
      target: { atLeastShare: 0.6 },
    },
    {
      name: 'the same, one payment at a time',
      value: one.ours,
      unit: 'ms',
      against: `a bare commit ${one.bare.toFixed(2)} ms`,
      target: { atMost: one.bare * 2 },
    },
  ]
}

async function turnOf(payments: Payments, client: pg.Client): Promise<Turn> {
  const before = process.cpuUsage()
  const { events, seconds, commits, bytes } = await payments.payFor(turnMs, connections)
  const processorUs = spentUs(before) / events
  const batch = events / commits

  const bareBefore = process.cpuUsage()
  const start = performance.now()
  let bareCommits = 0
  for (; performance.now() - start < turnMs; bareCommits++) await commit(client, bytes / commits)
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

async function commit(client: pg.Client, bytes: number): Promise<void> {
  await commitBatch(client, Buffer.alloc(Math.round(bytes), 'x'))
}

async function medianMs(count: number, act: () => Promise<void>): Promise<number> {
  const times: number[] = []
  for (let n = 0; n < count; n++) {
    const start = performance.now()
    await act()
    times.push(performance.now() - start)
  }
  return median(times)
}
