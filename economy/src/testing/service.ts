import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import type { Outcome, Submission } from '../ledger/batch.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { type EconomyOptions, type Replication, runEconomy } from '../main.ts'
import type { FaultPoint } from './serve.ts'
import { sharedLedger } from './shared-ledger.ts'

const memory = '/dev/shm'

/** Options of `openLedger` for tests that do not look at its messages. */
export const quietly = { onAccepted: () => undefined, onFailure: () => undefined, onUnsaved: () => undefined }

/** Returns a path for a ledger in a directory that is removed when the test ends. */
export function temporaryLedger(parent = tmpdir()): string {
  const directory = mkdtempSync(join(parent, 'economy-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  return join(directory, 'ledger')
}

/** Does the same in memory where possible, for tests with thousands of ledgers that do not test the disk. */
export function fastLedger(): string {
  return temporaryLedger(existsSync(memory) ? memory : tmpdir())
}

/** Sends the requests of the tests to a service. */
export class Client {
  readonly address: string

  constructor(address: string) {
    this.address = address
  }

  /** Returns `status message`, or only `status` when the body is empty. */
  async post(
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
    signal?: AbortSignal,
  ): Promise<string> {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const response = await fetch(this.address + path, {
      method: 'POST',
      headers,
      ...(signal && { signal }),
      ...(text !== undefined && { body: text }),
    })
    return `${response.status} ${await response.text()}`.trim()
  }

  async get(path: string, headers: Record<string, string> = {}, signal?: AbortSignal): Promise<string> {
    const response = await fetch(this.address + path, { headers, ...(signal && { signal }) })
    return `${response.status} ${await response.text()}`.trim()
  }

  async json(path: string, headers: Record<string, string> = {}): Promise<Record<string, unknown>[]> {
    const response = await fetch(this.address + path, { headers })
    return JSON.parse(await response.text())
  }

  mint(To: string, Amount: number | string, key?: string): Promise<string> {
    const headers = key === undefined ? {} : { 'Idempotency-Key': key }
    return this.post('/mint', `{"To":"${To}","Amount":${Amount},"Note":"test"}`, headers)
  }
}

/** Where a service keeps its log. Tests that depend on the log run with both drivers. HTTP parsing is the same code. */
export const drivers = ['file', 'PostgreSQL'] as const
export type Driver = (typeof drivers)[number]

/** Runs the service in this process until the test ends. */
export async function startService({
  driver,
  ...options
}: Partial<EconomyOptions> & { driver?: Driver } = {}) {
  const ledgerFile = options.ledgerFile ?? temporaryLedger()
  const replication = driver === 'PostgreSQL' ? await replicationOf(ledgerFile) : undefined
  const economy = await runEconomy({
    host: '127.0.0.1',
    port: 0,
    log: () => undefined,
    ...options,
    ledgerFile,
    replication,
  })
  onTestFinished(() => economy.close())
  const client = new Client(economy.address)
  if (replication !== undefined) await writing(client)
  return { ledgerFile, economy, client }
}

/** Waits until a process answers as the writer. */
const writing = (client: Client) =>
  expect.poll(() => client.get('/balance/a'), { interval: 10 }).toMatch(/^200/)

/** Databases by the path of the ledger, so that a restarted service finds its log. */
const databases = new Map<string, string>()

/** A process that was killed is replaced sooner than by default. A busy machine may renew a lease a second late. */
const quickTimes = { renewMs: 50, readMs: 1_000, abandonedMs: 2_000, followMs: 20 }

async function replicationOf(ledgerFile: string): Promise<Replication> {
  const url = databases.get(ledgerFile) ?? (await sharedLedger())
  databases.set(ledgerFile, url)
  return { url, mayBeAlone: true, directory: dirname(ledgerFile), times: quickTimes }
}

/** Runs the service in a separate process until the test ends, through a shell that first runs `setUp`. */
export async function spawnService(
  ledgerFile: string,
  {
    setUp = 'true',
    fault,
    driver,
  }: { setUp?: string; fault?: [point: FaultPoint, passage: number]; driver?: Driver } = {},
) {
  const program =
    driver === 'PostgreSQL'
      ? ['serve-shared.ts', JSON.stringify(await replicationOf(ledgerFile))]
      : ['serve.ts', ledgerFile, fault?.[0] ?? '', String(fault?.[1] ?? 0)]
  const [script = '', ...words] = program
  const quoted = words.map((word) => `'${word}'`).join(' ')
  const command = `${setUp} && exec "${process.execPath}" "${join(import.meta.dirname, script)}" ${quoted}`
  const child = spawn('sh', ['-c', command], { stdio: ['ignore', 'pipe', 'pipe'] })
  const exited = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await exited
  })
  let errors = ''
  child.stderr.on('data', (chunk) => {
    errors += chunk
  })
  const first: unknown[] = await Promise.race([once(child.stdout, 'data'), exited])
  const client = new Client(`http://127.0.0.1:${Number(first[0])}`)
  if (driver === 'PostgreSQL') await writing(client)
  return {
    child,
    client,
    /** Sends a signal, if one is given, and waits for the end. Returns exit code and stderr. */
    ended: (signal?: NodeJS.Signals) => endOf(child, exited, signal, () => errors),
  }
}

async function endOf(
  child: ChildProcess,
  exited: Promise<unknown[]>,
  signal: NodeJS.Signals | undefined,
  errors: () => string,
): Promise<{ code: unknown; errors: string }> {
  if (signal !== undefined) child.kill(signal)
  const [code] = await exited
  return { code, errors: errors() }
}

/** Submits to a ledger as the service does. Resolves to the outcome. */
export function submitted(ledger: Ledger, submission: Submission): Promise<Outcome> {
  return new Promise((answer) => ledger.submit(submission, answer))
}
