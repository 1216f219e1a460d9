import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { writeLedger } from '../ledger-file.ts'
import { ledgerDirectory } from '../ledger-service.ts'
import { type Load, load, type Measured } from '../load.ts'
import { type Measurement, median } from '../measurement.ts'
import { startReplicatedLedger } from '../replicated-ledger.ts'
import { middle } from '../versus.ts'
import { accounts, connections, oneByOneMs, pay, seconds } from './ledger-transact.ts'

const rounds = 3
const alone = 1_000

/** Bytes of a payment's line, about. */
const lineBytes = 200

/**
 * Measures transactions on a ledger in three PostgreSQL servers, in turn with bare commits of batches of the same size, and with the
 * file driver. All of them share the machine.
 */
export async function ledgerReplicated(): Promise<Measurement[]> {
  const fill = (file: string) => writeLedger(file, { events: accounts * 2, accounts })
  const [shared, own] = await Promise.all([ledgerDirectory(fill), ledgerDirectory(fill)])
  const { trio, environment, fill: copy } = await startReplicatedLedger()
  const client = new pg.Client(environment.LEDGER_URL?.replace(/(:\d+),[^/]*/, '$1'))
  try {
    await copy(shared.directory)
    const [service, file] = [await shared.start(environment), await own.start()]
    try {
      await client.connect()
      await client.query('CREATE TABLE bench_batches (sequence bigserial PRIMARY KEY, lines bytea NOT NULL)')
      await untilWriter(service.url)
      const turn = { connections, seconds, request: pay }
      const ours = { ...turn, url: `${service.url}/transact`, pid: service.pid }
      const compared = await turns({ ours, other: { ...turn, url: `${file.url}/transact` }, client })
      const bareMs = await commitMs(client, lineBytes)
      const single = await oneByOneMs(service.url)
      return [
        {
          name: 'POST /transact in PostgreSQL, 128 connections',
          value: compared.ours.requestsPerSecond,
          unit: 'requests/s',
          against: `bare commits of ${compared.batch.toFixed(0)} events`,
          peer: compared.bare,
          target: { atLeastShare: 0.6 },
        },
        {
          name: 'POST /transact in PostgreSQL, rate',
          value: compared.ours.requestsPerSecond,
          unit: 'requests/s',
          against: `the file driver ${compared.file.requestsPerSecond.toFixed(0)}`,
          target: { atLeast: 10_000 },
        },
        {
          name: 'POST /transact in PostgreSQL, p99 at 128 connections',
          value: compared.ours.p99Ms,
          unit: 'ms',
          against: `the file driver ${compared.file.p99Ms.toFixed(1)} ms`,
          target: { atMost: 60 },
        },
        {
          name: 'POST /transact in PostgreSQL, one at a time',
          value: single,
          unit: 'ms',
          against: `a bare commit ${bareMs.toFixed(2)} ms`,
          target: { atMost: bareMs * 2 },
        },
      ]
    } finally {
      await Promise.all([service.stop(), file.stop(), client.end()])
    }
  } finally {
    await trio.stop()
    await Promise.all([shared.remove(), own.remove()])
  }
}

interface Compared {
  ours: Measured
  file: Measured
  /** Mean number of events per commit. */
  batch: number
  /** Events per second of bare commits with as many events. */
  bare: number
}

async function turns({
  ours,
  other,
  client,
}: {
  ours: Load
  other: Load
  client: pg.Client
}): Promise<Compared> {
  await load({ ...ours, seconds: 2 })
  await load({ ...other, seconds: 2 })
  const [products, files, batches, bares]: [Measured[], Measured[], number[], number[]] = [[], [], [], []]
  for (let round = 0; round < rounds; round++) {
    const before = await commitsOf(ours.url)
    const measured = await load(ours)
    const batch = measured.requests / ((await commitsOf(ours.url)) - before)
    products.push(measured)
    batches.push(batch)
    bares.push((batch * 1_000) / (await commitMs(client, Math.round(batch * lineBytes))))
    files.push(await load(other))
  }
  return { ours: middle(products), file: middle(files), batch: median(batches), bare: median(bares) }
}

/** Returns the mean time of a commit, one after the other. */
async function commitMs(client: pg.Client, bytes: number): Promise<number> {
  const lines = Buffer.alloc(bytes, 'x')
  const start = performance.now()
  for (let n = 0; n < alone; n++) {
    await client.query({
      name: 'commit',
      text: 'INSERT INTO bench_batches (lines) VALUES ($1)',
      values: [lines],
    })
  }
  return (performance.now() - start) / alone
}

async function commitsOf(url: string): Promise<number> {
  const text = await (await fetch(new URL('/metrics', url))).text()
  return Number(/^economy_commit_seconds_count (\d+)$/m.exec(text)?.[1])
}

async function untilWriter(url: string): Promise<void> {
  while ((await fetch(`${url}/balance/nobody`)).status !== 200) await delay(50)
}
