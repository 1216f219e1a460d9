import { spawn } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { type OrchestratorOptions, runOrchestrator } from '../main.ts'
import type { Limits } from '../rules.ts'
import type { Status } from '../status.ts'
import type { Behaviour } from './game-server.ts'

export type Behaviours = Record<number | 'default', Behaviour> | { default: Behaviour }

export const testLimits: Limits = {
  memoryBytes: 1_000_000_000,
  maxServers: 100,
  readyMs: 20_000,
  emptyMs: 60_000,
  silentMs: 60_000,
  graceMs: 2_000,
}

/** Where `npm test` keeps compiled code. A game server that finds its compiled code starts in half of the time. */
const { NODE_COMPILE_CACHE } = process.env
const compiled = NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {}

/** Returns options for a new folder. Processes that were started from it are killed when the test ends. */
export function options(
  behaviours: Behaviours = { default: {} },
  more: Partial<OrchestratorOptions> = {},
): OrchestratorOptions {
  const directory = more.directory ?? mkdtempSync(join(tmpdir(), 'orchestrator-'))
  const file = join(directory, 'behaviours.json')
  writeFileSync(file, JSON.stringify(behaviours))
  const script = join(import.meta.dirname, 'game-server.ts')
  onTestFinished(() => {
    for (const pid of processesOf(directory)) killIfRunning(pid)
    rmSync(directory, { recursive: true, force: true, maxRetries: 5 })
  })
  return {
    directory,
    command: [process.execPath, script, file, '{placeId}', '{port}', '{serveUrl}'],
    environment: compiled,
    siteUrl: 'http://site.example:3000',
    privatePort: 0,
    publicHost: '127.0.0.1',
    publicPort: 0,
    isolation: { sandbox: 'none', readable: [], dataDirectory: directory, secrets: [] },
    limits: testLimits,
    serverLog: { bytes: 1_000_000, files: 3, days: 30 },
    log: () => undefined,
    ...more,
  }
}

function killIfRunning(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended since it was listed.
  }
}

/** Returns the processes of game servers of a folder, helpers included. */
export function processesOf(directory: string): number[] {
  return readdirSync('/proc').flatMap((name) => {
    try {
      const isZombie = /^State:\s+Z/m.test(readFileSync(`/proc/${name}/status`, 'utf8'))
      const home = `HOME=${directory}/servers/`
      return !isZombie && readFileSync(`/proc/${name}/environ`, 'utf8').includes(home) ? [Number(name)] : []
    } catch {
      return []
    }
  })
}

/** Calls the private API as the site does. */
export class Client {
  readonly url: string

  constructor(port: number) {
    this.url = `http://127.0.0.1:${port}`
  }

  /** Returns the status and the text of the response. */
  async ask(method: string, path: string, body?: unknown): Promise<string> {
    const response = await this.send(method, path, body)
    return `${response.status} ${await response.text()}`.trim()
  }

  /** @throws Error when it is refused */
  async start(placeId: number): Promise<Status> {
    return this.#status('PUT', placeId)
  }

  async stop(placeId: number): Promise<Status> {
    return this.#status('DELETE', placeId)
  }

  async status(placeId: number): Promise<Status> {
    return this.#status('GET', placeId)
  }

  /** Waits until a place's server is in the state. */
  async until(placeId: number, state: Status['state'], timeout = 30_000): Promise<Status> {
    await expect.poll(async () => (await this.status(placeId)).state, { timeout, interval: 50 }).toBe(state)
    return this.status(placeId)
  }

  send(method: string, path: string, body?: unknown): Promise<Response> {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    return fetch(this.url + path, { method, ...(text !== undefined && { body: text }) })
  }

  async #status(method: string, placeId: number): Promise<Status> {
    const response = await this.send(method, `/${placeId}`)
    const text = await response.text()
    if (!response.ok) throw new Error(`${response.status} ${text}`)
    return JSON.parse(text)
  }
}

/** Runs an orchestrator in this process until the test ends. */
export async function startOrchestrator(behaviours?: Behaviours, more: Partial<OrchestratorOptions> = {}) {
  const chosen = options(behaviours, more)
  const orchestrator = await runOrchestrator(chosen)
  onTestFinished(() => orchestrator.close())
  return {
    orchestrator,
    directory: chosen.directory,
    client: new Client(orchestrator.privatePort),
    /** Returns the running processes. */
    processes: () => processesOf(chosen.directory),
  }
}

/** Runs an orchestrator as a separate process, which can be killed. */
export async function spawnOrchestrator(chosen: OrchestratorOptions) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'serve.ts'), JSON.stringify(chosen)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await exited
  })
  const [ports]: string[] = await Promise.race([once(child.stdout, 'data'), exited])
  const [privatePort = 0] = String(ports).trim().split(' ').map(Number)
  return {
    client: new Client(privatePort),
    async kill(signal: NodeJS.Signals = 'SIGKILL') {
      child.kill(signal)
      return (await exited)[0]
    },
  }
}

/** Binds a port until the test ends, as another program would. */
export async function occupy(port: number, address = '127.0.0.1'): Promise<void> {
  const socket = createSocket('udp4')
  onTestFinished(() => {
    socket.close()
  })
  socket.bind({ port, address, exclusive: true })
  // If another test holds the port at this time, it is bound as well.
  await once(socket, 'listening').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error
  })
}
