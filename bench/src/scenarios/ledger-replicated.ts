import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '@baseplate/platform/testing/free-port'
import pg from 'pg'
import { commitBatch, createBatchTable } from '../bare-batches.ts'
import { writeLedger } from '../ledger-file.ts'
import { ledgerDirectory } from '../ledger-service.ts'
import { type Load, load, type Measured } from '../load.ts'
import { type Measurement, median } from '../measurement.ts'
import { startReplicatedLedger } from '../replicated-ledger.ts'
import { startServer } from '../server-process.ts'
import { medianTurn } from '../versus.ts'
import { accounts, connections, oneByOneMs, pay, seconds } from './ledger-transact.ts'

const rounds = 3
/** Commits of a turn in which one follows the other. */
const commitsPerTurn = 1_000

/** Approximate bytes of a payment's line. */
const lineBytes = 200

/**
 * Measures transactions on a ledger in three PostgreSQL servers. They alternate with bare commits of batches of the same
 * size, with `node:http` that only makes such commits, and with the file driver. All of them share the machine.
 */
export async function ledgerReplicated(): Promise<Measurement[]> {
  const fill = (file: string) => writeLedger(file, { events: accounts * 2, accounts })
  const [shared, own] = await Promise.all([ledgerDirectory(fill), ledgerDirectory(fill)])
  const { trio, environment, fill: copy } = await startReplicatedLedger()
  const primaryUrl = environment.LEDGER_URL?.replace(/(:\d+),[^/]*/, '$1') ?? ''
  const client = new pg.Client(primaryUrl)
  try {
    await copy(shared.directory)
    const [service, file] = [await shared.start(environment), await own.start()]
    try {
      await client.connect()
      await createBatchTable(client)
      await untilWriter(service.url)
      const bare = await startBareCommits(primaryUrl)
      try {
        const servers = { ours: service.url, file: file.url, bare: bare.url }
        return measurementsOf(await manyAtOnce(servers, client), await oneByOne(servers, client))
      } finally {
        await bare.stop()
      }
    } finally {
      await Promise.all([service.stop(), file.stop(), client.end()])
    }
  } finally {
    await trio.stop()
    await Promise.all([shared.remove(), own.remove()])
  }
}

function measurementsOf(many: Many, one: One): Measurement[] {
  const rate = { value: many.ours.requestsPerSecond, unit: 'requests/s' }
  return [
    {
      name: 'POST /transact in PostgreSQL, 128 connections',
      ...rate,
      against: `bare commits of ${many.batch.toFixed(0)} events`,
      peer: many.commits,
      target: { atLeastShare: 0.6 },
    },
    {
      name: 'the same, beside a server that only commits',
      ...rate,
      against: 'node:http with bare commits',
      peer: many.bare.requestsPerSecond,
      target: { atLeastShare: 0.6 },
    },
    {
      name: 'POST /transact in PostgreSQL, rate',
      ...rate,
      against: `the file driver ${many.file.requestsPerSecond.toFixed(0)}`,
      target: { atLeast: 10_000 },
    },
    {
      name: 'POST /transact in PostgreSQL, p99 at 128 connections',
      value: many.ours.p99Ms,
      unit: 'ms',
      against: `the file driver ${many.file.p99Ms.toFixed(1)} ms`,
      target: { atMost: 60 },
    },
    {
      name: 'POST /transact in PostgreSQL, one at a time',
      value: one.ours,
      unit: 'ms',
      against: `a bare commit ${one.commit.toFixed(2)} ms, behind node:http ${one.bare.toFixed(2)} ms`,
      target: { atMost: one.commit * 2 },
    },
  ]
}

/** Addresses of the ledger in PostgreSQL, of one in a file, and of `bare-commits`. */
interface Servers {
  ours: string
  file: string
  bare: string
}

async function startBareCommits(databaseUrl: string) {
  const port = String(await freePort())
  const environment = { PORT: port, DATABASE_URL: databaseUrl }
  const server = await startServer(['bench/src/peers/bare-commits.ts'], environment, /ready/)
  return { ...server, url: `http://127.0.0.1:${port}` }
}

interface Many {
  ours: Measured
  file: Measured
  bare: Measured
  /** Mean number of events per commit. */
  batch: number
  /** Events per second of bare commits with as many events. */
  commits: number
}

async function manyAtOnce(servers: Servers, client: pg.Client): Promise<Many> {
  const loadOf = (url: string): Load => ({ connections, seconds, request: pay, url: `${url}/transact` })
  const loads = { ours: loadOf(servers.ours), file: loadOf(servers.file), bare: loadOf(servers.bare) }
  for (const each of Object.values(loads)) await load({ ...each, seconds: 2 })
  const turns: { ours: Measured[]; file: Measured[]; bare: Measured[] } = { ours: [], file: [], bare: [] }
  const [batches, commits]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    const before = await commitsOf(servers.ours)
    const measured = await load(loads.ours)
    const batch = measured.requests / ((await commitsOf(servers.ours)) - before)
    turns.ours.push(measured)
    batches.push(batch)
    commits.push((batch * 1_000) / mean(await commitTimes(client, Math.round(batch * lineBytes))))
    turns.bare.push(await load(loads.bare))
    turns.file.push(await load(loads.file))
  }
  return {
    ours: medianTurn(turns.ours),
    file: medianTurn(turns.file),
    bare: medianTurn(turns.bare),
    batch: median(batches),
    commits: median(commits),
  }
}

/** Milliseconds of a payment, of a payment to `bare-commits`, and of a bare commit. */
interface One {
  ours: number
  bare: number
  commit: number
}

async function oneByOne(servers: Servers, client: pg.Client): Promise<One> {
  const [ours, bare, commit]: [number[], number[], number[]] = [[], [], []]
  for (let round = 0; round < rounds; round++) {
    commit.push(median(await commitTimes(client, lineBytes)))
    bare.push(await oneByOneMs(servers.bare))
    ours.push(await oneByOneMs(servers.ours))
  }
  return { ours: median(ours), bare: median(bare), commit: median(commit) }
}

/** Returns the milliseconds of commits, one after the other. */
async function commitTimes(client: pg.Client, bytes: number): Promise<number[]> {
  const lines = Buffer.alloc(bytes, 'x')
  const times: number[] = []
  for (let n = 0; n < commitsPerTurn; n++) {
    const start = performance.now()
    await commitBatch(client, lines)
    times.push(performance.now() - start)
  }
  return times
}

const mean = (times: readonly number[]) => times.reduce((sum, ms) => sum + ms, 0) / times.length

async function commitsOf(url: string): Promise<number> {
  const text = await (await fetch(new URL('/metrics', url))).text()
  return Number(/^economy_commit_seconds_count (\d+)$/m.exec(text)?.[1])
}

async function untilWriter(url: string): Promise<void> {
  while ((await fetch(`${url}/balance/nobody`)).status !== 200) await delay(50)
}
