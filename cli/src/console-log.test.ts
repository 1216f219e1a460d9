import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '@baseplate/platform/testing/free-port'
import { expect, onTestFinished, test } from 'vitest'

test('an event is an info line as the logger prints them', async () => {
  const { child, url, exited } = await startEconomy()
  const output = text(child.stdout)
  const body = JSON.stringify({ To: 'a', Amount: 1, Note: 'a "note"\n' })
  expect((await fetch(`${url}/mint`, { method: 'POST', body })).status).toBe(200)
  child.kill('SIGTERM')
  expect(await exited).toEqual([0, null])
  const lines = (await output)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(lines).toEqual([
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

test('while nobody reads the console, the ledger goes on, and lines are not kept without end', async () => {
  const { child, url, exited } = await startEconomy()
  // Each is a line of 60 kB: twice what is kept, in all.
  const mints = 280
  const body = JSON.stringify({ To: 'a', Amount: 1, Note: 'x'.repeat(60_000) })
  for (let sent = 0; sent < mints; sent++) {
    expect((await fetch(`${url}/mint`, { method: 'POST', body })).status).toBe(200)
  }
  expect(await (await fetch(`${url}/balance/a`)).text()).toBe(String(mints))
  let bytes = 0
  child.stdout.on('data', (chunk: Buffer) => {
    bytes += chunk.length
  })
  child.kill('SIGTERM')
  expect(await exited).toEqual([0, null])
  expect(bytes).toBeGreaterThan(1_000_000)
  expect(bytes).toBeLessThan(10_000_000)
})

async function startEconomy() {
  const directory = mkdtempSync(join(tmpdir(), 'console-'))
  const port = await freePort()
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), 'economy'], {
    env: { PATH: process.env.PATH, BASEPLATE_DATA: directory, ECONOMY_PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await exited
    rmSync(directory, { recursive: true })
  })
  const url = `http://127.0.0.1:${port}`
  while (!(await fetch(`${url}/health`).catch(() => undefined))) await delay(20)
  return { child, url, exited }
}
