import { type ChildProcess, spawn } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'

const program = join(import.meta.dirname, '../serve/main.ts')

/** A stand-in for the site. */
export interface TestSite {
  url: string
  /** The place file that it sends; undefined: it refuses. */
  place: Uint8Array | undefined
  /** The stored world; undefined: the site has no stored worlds. */
  world: { number: number; archive: Uint8Array } | undefined
  /** Paths and queries of requests, in order. */
  asked: string[]
}

export async function startTestSite(place?: Uint8Array): Promise<TestSite> {
  const site: TestSite = { url: '', place, world: undefined, asked: [] }
  const server = createServer(answersOf(site)).listen(0, '127.0.0.1')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server, 'listening')
  site.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return site
}

const answersOf =
  (site: TestSite): RequestListener =>
  ({ url = '' }, response) => {
    site.asked.push(url)
    const { pathname, searchParams } = new URL(url, site.url)
    if (pathname === '/game/1' && site.place) response.end(site.place)
    else if (pathname === '/game/1') response.writeHead(403).end('This ticket has ended')
    else if (pathname !== '/game/1/world' || !site.world) response.writeHead(404).end()
    else if (searchParams.get('after') === String(site.world.number)) response.writeHead(204).end()
    else response.writeHead(200, { 'X-World-Number': site.world.number }).end(site.world.archive)
  }

/** A run of a server. */
export interface Served {
  port: number
  child: ChildProcess
  /** Returns everything that it has printed. */
  log: () => string
  /** Resolves with its exit code; null: a signal killed it. */
  ended: Promise<number | null>
  /** Waits until it has printed this. */
  until: (text: string) => Promise<void>
  /** Ends it as the orchestrator does. */
  stop: () => Promise<number | null>
}

export function makeHome(): string {
  const home = mkdtempSync(join(tmpdir(), 'minetest-server-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true, maxRetries: 5 }))
  return home
}

interface Serving {
  home?: string
  /** Further variables of the server. */
  environment?: Record<string, string>
}

/** Runs the server of place 1, until the test ends. */
export async function serve(
  site: Pick<TestSite, 'url'>,
  { home = makeHome(), environment = {} }: Serving = {},
): Promise<Served> {
  const port = await freeUdpPort()
  const child = spawn(process.execPath, [program, '1', String(port)], {
    cwd: home,
    env: {
      PATH: process.env.PATH,
      HOME: home,
      BASEPLATE_URL: site.url,
      BASEPLATE_TICKET: 't'.repeat(32),
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let log = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      log += text
    })
  const ended = once(child, 'close').then(([code]) => code as number | null)
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  return {
    port,
    child,
    log: () => log,
    ended,
    until: (text) => expect.poll(() => log, { timeout: 60_000 }).toContain(text),
    stop() {
      child.kill('SIGTERM')
      return ended
    },
  }
}

async function freeUdpPort(): Promise<number> {
  const socket = createSocket('udp4').bind(0)
  await once(socket, 'listening')
  const { port } = socket.address()
  socket.close()
  return port
}
