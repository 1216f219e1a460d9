import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { Agent, type IncomingMessage, request } from 'node:http'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { freePort } from '@baseplate/platform/testing/free-port'
import pg from 'pg'
import type { PostgresTrio } from '../../e2e/support/ledger-faults/postgres-trio.ts'
import { userOf, writeLedger } from './ledger-file.ts'
import { type Load, luaList } from './load.ts'
import { median, millisecondsOf, repeated } from './measurement.ts'
import { type ServerProcess, startServer } from './server-process.ts'
import { temporaryFolder } from './temporary-folder.ts'

const run = promisify(execFile)
const root = resolve(import.meta.dirname, '../..')

export type LedgerService = ServerProcess & { url: string }

/** A data directory with a ledger in a file. It is removed at the end of the block that holds it. */
export interface LedgerDirectory extends AsyncDisposable {
  path: string
  file: string
  /** Starts the service on it as `npm run economy` does. */
  start(environment?: Record<string, string>): Promise<LedgerService>
}

export async function ledgerDirectory(size: { events: number; accounts: number }): Promise<LedgerDirectory> {
  const folder = await temporaryFolder()
  const file = join(folder.path, 'economy', 'ledger')
  await mkdir(join(folder.path, 'economy'))
  await writeLedger(file, size)
  return {
    ...folder,
    file,
    async start(environment = {}) {
      const ECONOMY_PORT = String(await freePort())
      const own = { BASEPLATE_DATA: folder.path, ECONOMY_PORT, ...environment }
      const server = await startServer(['cli/src/main.mjs', 'economy'], own, /listening on/)
      return { ...server, url: `http://127.0.0.1:${ECONOMY_PORT}` }
    },
  }
}

/** Three PostgreSQL servers for a ledger: a primary, and two standbys of which one must receive each commit. */
export interface ReplicatedLedger extends AsyncDisposable {
  trio: PostgresTrio
  /** Returns the connection string of the servers at these ports. */
  urlOf: (ports: readonly number[]) => string
  /** Imports the ledger file of a data directory. */
  fill: (directory: LedgerDirectory) => Promise<void>
  /** Opens a connection to the primary that commits batches of a given length in bytes, and does nothing else. */
  connectBare: () => Promise<BareCommits>
}

export interface BareCommits extends AsyncDisposable {
  commit: (bytes: number) => Promise<unknown>
}

export async function startReplicatedLedger(): Promise<ReplicatedLedger> {
  // Loaded only now, because it looks for PostgreSQL when it is loaded.
  const { startPostgresTrio } = await import('../../e2e/support/ledger-faults/postgres-trio.ts')
  const trio = await startPostgresTrio()
  const urlOf = (ports: readonly number[]) =>
    `postgres://postgres@${ports.map((port) => `127.0.0.1:${port}`).join(',')}/ledger`
  return {
    trio,
    urlOf,
    async fill({ path }) {
      const env = { ...process.env, LEDGER_URL: urlOf(trio.ports), BASEPLATE_DATA: path }
      await run(process.execPath, ['cli/src/main.mjs', 'ledger', 'import'], { cwd: root, env })
    },
    connectBare: () => connectBare(urlOf(trio.ports.slice(0, 1))),
    [Symbol.asyncDispose]: () => trio.stop(),
  }
}

async function connectBare(url: string): Promise<BareCommits> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query('CREATE TABLE bench_batches (sequence bigserial PRIMARY KEY, lines bytea NOT NULL)')
  const insert = { name: 'commit', text: 'INSERT INTO bench_batches (lines) VALUES ($1)' }
  return {
    commit: (bytes) => client.query({ ...insert, values: [Buffer.alloc(bytes, 'x')] }),
    [Symbol.asyncDispose]: () => client.end(),
  }
}

/** Accounts of the ledgers that take payments, and clients that pay at once. */
export const accounts = 1_000
export const connections = 128

/** A wrk script of payments between the accounts. Names are as in `userOf`, so that no payment is refused. */
const pay = `local names = ${luaList(Array.from({ length: accounts }, (_, number) => userOf(number)))}
local n = 0
request = function()
  n = n + 1
  local from, to = n % #names, (n * 7 + 3) % #names
  if from == to then to = (to + 1) % #names end
  local body = string.format('{"From":"%s","To":"%s","Amount":%d,"Note":"Bought a hat","Link":"/catalog/%d/hat","Fee":0.1}',
    names[from + 1], names[to + 1], n % 50 + 1, n)
  return wrk.format("POST", "/transact", nil, body)
end`

/** Returns a load of payments on a server. */
export const paying = ({ url, pid }: { url: string; pid: number }): Load => ({
  url: `${url}/transact`,
  connections,
  seconds: 5,
  request: pay,
  pids: [pid],
})

/** Calls that are timed one after the other. */
const alone = 1_000

/** Returns the median milliseconds of calls, each of which waits for the one before. */
export const medianMs = async (call: () => Promise<unknown>): Promise<number> =>
  median(await repeated(alone, () => millisecondsOf(call)))

/** Returns the median time of a payment that waits for the one before. */
export async function oneByOneMs(url: string): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const body = JSON.stringify({ From: userOf(0), To: userOf(1), Amount: 1, Note: 'Bought a hat' })
  const payOnce = async () => {
    const asked = request(`${url}/transact`, { method: 'POST', agent }).end(body)
    const [response] = (await once(asked, 'response')) as [IncomingMessage]
    await text(response)
    if (response.statusCode !== 200) throw new Error(`answered ${response.statusCode}`)
  }
  const ms = await medianMs(payOnce)
  agent.destroy()
  return ms
}
