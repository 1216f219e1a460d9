import { type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '@baseplate/platform/testing/free-port'
import { describe, expect, onTestFinished, test } from 'vitest'
import { stuckOutputs } from './testing/stuck-outputs.ts'

/** Maximum time for a process to stop. */
const stopMsMax = 5_000

test('prints an event of the ledger as an info line of the logger', async () => {
  const { child, urls, stop } = await startService('economy', 'pipe')
  if (!child.stdout) throw new Error('it has no output')
  const output = text(child.stdout)
  const body = JSON.stringify({ To: 'a', Amount: 1, Note: 'a "note"\n' })
  expect((await fetch(`${urls.economy}/mint`, { method: 'POST', body })).status).toBe(200)
  expect(await stop()).toBe(0)
  const lines = (await output)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(lines).toEqual([
    { level: 40, time: expect.any(String), msg: expect.stringMatching(/^the economy service has no key/) },
    {
      level: 30,
      time: expect.any(String),
      msg: expect.stringMatching(/^economy: 0 events, listening on http/),
    },
    {
      level: 30,
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      msg: expect.stringMatching(/^Mint \w{15} -> a 0\.000001 unit "a \\"note\\"\\n"$/),
    },
  ])
})

test.each(['economy', 'site'] as const)(
  '%s survives SIGHUP without a terminal, and says what to do',
  async (command) => {
    const { child, urls, stop } = await startService(command, 'pipe')
    if (!child.stdout) throw new Error('it has no output')
    const output = text(child.stdout)
    child.kill('SIGHUP')
    expect((await fetch(`${urls[command]}/health`)).status).toBe(200)
    expect(await stop()).toBe(0)
    const lines = (await output)
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines).toContainEqual(
      expect.objectContaining({ level: 40, msg: expect.stringMatching(/^SIGHUP replaces WORKERS/) }),
    )
  },
)

test('buffers a bounded number of lines without a reader, and counts the others', async () => {
  const { urls, stop } = await startService('economy', 'pipe')
  // Each prints a line of 60 kB, together twice the size of the buffer.
  const mints = 280
  const body = JSON.stringify({ To: 'a', Amount: 1, Note: 'x'.repeat(60_000) })
  for (let sent = 0; sent < mints; sent++) {
    expect((await fetch(`${urls.economy}/mint`, { method: 'POST', body })).status).toBe(200)
  }
  expect(await (await fetch(`${urls.economy}/balance/a`)).text()).toBe(String(mints))
  const dropped = await droppedLines(urls.economy)
  expect(dropped).toBeGreaterThan(100)
  expect(dropped).toBeLessThan(200)
  expect(await stop()).toBe(0)
})

/** All services write with the same code, so one of them is enough for each output. */
const serviceWith: Record<string, 'economy' | 'orchestrator' | 'site'> = {
  'a full disk': 'site',
  'a pipe whose reader has gone': 'orchestrator',
  'a pipe whose reader has stopped': 'economy',
}

describe.each(Object.entries(stuckOutputs))('with %s as output', (name, openOutput) => {
  test('a service serves and stops', async () => {
    const command = serviceWith[name] ?? 'economy'
    const output = openOutput()
    const { urls, stop } = await startService(command, output)
    // The site prints a line for each request.
    await fetch(`${urls[command]}/nothing/there`)
    await expect.poll(() => fetch(`${urls[command]}/health`).then((response) => response.status)).toBe(200)
    if (name !== 'a pipe whose reader has stopped') {
      await expect.poll(() => droppedLines(urls[command])).toBeGreaterThan(0)
    }
    expect(await stop()).toBe(0)
  })

  test('ends a start that fails', async () => {
    const { child, exited } = await spawnService('economy', openOutput(), { ECONOMY_PORT: 'none' })
    const timer = setTimeout(() => child.kill('SIGKILL'), 20_000)
    expect(await exited).toEqual([1, null])
    clearTimeout(timer)
  })
})

test('reads the output of children while its own is stuck, and stops all', async () => {
  const { urls, stop } = await startService('start', stuckOutputs['a pipe whose reader has stopped']())
  for (const url of [urls.economy, urls.orchestrator, urls.site]) {
    expect((await fetch(`${url}/health`, { headers })).status).toBe(200)
  }
  const body = JSON.stringify({ To: 'a', Amount: 1, Note: 'x'.repeat(60_000) })
  for (let sent = 0; sent < 20; sent++) {
    expect((await fetch(`${urls.economy}/mint`, { method: 'POST', body, headers })).status).toBe(200)
  }
  // The parent reads its children's output, so none of it is dropped.
  expect(await droppedLines(urls.economy)).toBe(0)
  expect(await stop()).toBe(0)
})

test('does not count the end of a service by Ctrl-C at the terminal as a failure', async () => {
  const { child, exited } = await startService('start', 'pipe', { detached: true })
  if (!child.stdout || !child.pid) throw new Error('it does not run')
  const output = text(child.stdout)
  process.kill(-child.pid, 'SIGINT')
  expect(await exited).toEqual([0, null])
  expect((await output).match(/"level":[456]0.*/g)).toBeNull()
})

const key = 'the key of both services'
const headers = { Authorization: `Bearer ${key}` }

async function droppedLines(url: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`, { headers })).text()
  return Number(/_log_lines_dropped_total (\d+)$/m.exec(metrics)?.[1])
}

/** Starts a service, and waits until it answers. */
async function startService(
  command: 'economy' | 'orchestrator' | 'site' | 'start',
  output: 'pipe' | number,
  options: SpawnOptions = {},
) {
  const service = await spawnService(command, output, {}, options)
  const url = service.urls[command === 'start' ? 'site' : command]
  const answers = () => fetch(`${url}/health`).catch(() => undefined)
  while (!(await answers())) {
    if (service.child.exitCode !== null) throw new Error(`it ended with ${service.child.exitCode}`)
    await delay(20)
  }
  return service
}

async function spawnService(
  command: string,
  output: 'pipe' | number,
  environment: Record<string, string> = {},
  options: SpawnOptions = {},
) {
  const directory = mkdtempSync(join(tmpdir(), 'console-'))
  const [port, economyPort, privatePort, publicPort] = await Promise.all([1, 2, 3, 4].map(() => freePort()))
  const configuration = join(directory, 'config.ts')
  const urls = {
    site: `http://127.0.0.1:${port}`,
    economy: `http://127.0.0.1:${economyPort}`,
    orchestrator: `http://127.0.0.1:${privatePort}`,
  }
  const Orchestrator = {
    Command: ['sleep', '60'],
    PrivateURL: urls.orchestrator,
    PublicURL: `http://127.0.0.1:${publicPort}`,
  }
  writeFileSync(configuration, `export default ${JSON.stringify({ Orchestrator })}`)
  const stdio: SpawnOptions['stdio'] = ['ignore', output, output === 'pipe' ? 'inherit' : output]
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.mjs'), command], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      BASEPLATE_CONFIG: configuration,
      BASEPLATE_DATA: join(directory, 'data'),
      PORT: String(port),
      ECONOMY_PORT: String(economyPort),
      // Without these, the product would create its own keys.
      ...(command === 'start' && { ECONOMY_KEY: key, ORCHESTRATOR_KEY: key }),
      ...environment,
    },
    stdio,
    ...options,
  })
  const exited = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await exited
    rmSync(directory, { recursive: true, force: true, maxRetries: 5 })
  })
  const stop = async () => {
    child.kill('SIGTERM')
    return Promise.race([exited.then(([code]) => code), delay(stopMsMax, 'it did not stop')])
  }
  return { child, urls, exited, stop }
}
