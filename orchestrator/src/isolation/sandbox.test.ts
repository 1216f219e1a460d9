import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { OrchestratorFault } from '../fault.ts'
import { type OrchestratorOptions, runOrchestrator } from '../main.ts'
import { hasSandbox } from '../testing/has-sandbox.ts'
import {
  type Behaviours,
  options,
  processesOf,
  spawnOrchestrator,
  startOrchestrator,
  testLimits,
} from '../testing/orchestrator.ts'

const root = resolve(import.meta.dirname, '../../..')
const isRoot = process.getuid?.() === 0

let nextPlace = 300_010_000 + Math.floor(Math.random() * 4_000)
const somePlace = () => nextPlace++

/** Returns options for servers in a sandbox, with a secret in the data directory. */
function sandboxed(
  behaviours: Behaviours = { default: {} },
  more: Partial<OrchestratorOptions['isolation']> = {},
) {
  const chosen = options(behaviours)
  const dataDirectory = join(chosen.directory, 'data')
  mkdirSync(dataDirectory)
  const readable = [root, join(chosen.directory, 'behaviours.json')]
  return {
    ...chosen,
    isolation: { sandbox: 'bwrap' as const, readable, dataDirectory, secrets: [], ...more },
  }
}

describe
  .skipIf(!hasSandbox)
  .each([
    ["the orchestrator's user", undefined],
    ...(isRoot ? [['another user', 'nobody'] as const] : []),
  ] as const)('a server in a sandbox, as %s', (_name, user) => {
  test('starts, listens, uses memory that is measured, and stops', async () => {
    const chosen = sandboxed(undefined, { user })
    const { client, processes } = await startOrchestrator(undefined, chosen)
    const place = somePlace()
    const { pid = 0 } = await client.start(place)
    await client.until(place, 'ready')
    await expect.poll(async () => (await client.status(place)).memoryBytes).toBeGreaterThan(20_000_000)
    const seen = JSON.parse((await client.ask('GET', `/${place}/log`)).split('\n')[1] ?? '')
    expect(seen).toMatchObject({ cwd: `${chosen.directory}/servers/${place}/work` })
    expect(seen.env).not.toHaveProperty('TMPDIR')
    const owners = processes().map(
      (one) => /^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${one}/status`, 'utf8'))?.[1],
    )
    if (user) expect(owners).toContain('65534')
    expect(processes()).toContain(pid)
    await client.stop(place)
    expect(processes()).toEqual([])
  })

  test('is adopted after a crash of the orchestrator, and ended with all its processes', async () => {
    const chosen = sandboxed({ default: { stubborn: true, helper: 'away', printBytes: 20_000 } }, { user })
    const small = { ...chosen, serverLog: { bytes: 5_000, files: 2, days: 30 } }
    const first = await spawnOrchestrator(small)
    const place = somePlace()
    const { pid, port } = await first.client.start(place)
    await first.client.until(place, 'ready')
    await first.kill()
    const before = processesOf(chosen.directory)
    const { client } = await spawnOrchestrator(small)
    expect(await client.until(place, 'ready')).toMatchObject({ pid, port })
    expect(processesOf(chosen.directory)).toEqual(before)
    await expect.poll(() => existsSync(`${chosen.directory}/logs/${place}/log.1`)).toBe(true)
    const asked = Date.now()
    await client.stop(place)
    expect(Date.now() - asked).toBeGreaterThanOrEqual(testLimits.graceMs)
    expect(processesOf(chosen.directory)).toEqual([])
  })

  test('reports its exit code when it ends by itself', async () => {
    const chosen = sandboxed({ default: { exit: { afterMs: 0, code: 3 }, bindAfterMs: -1 } }, { user })
    const { client, processes } = await startOrchestrator({ default: {} }, chosen)
    writeFileSync(
      join(chosen.directory, 'behaviours.json'),
      JSON.stringify({ default: { exit: { afterMs: 0, code: 3 }, bindAfterMs: -1 } }),
    )
    const place = somePlace()
    await client.start(place)
    expect(await client.until(place, 'failed')).toMatchObject({ reason: 'it ended with code 3' })
    expect(processes()).toEqual([])
  })
})

describe('refuses to start without the requirements of the isolation', () => {
  const refusal = (isolation: Partial<OrchestratorOptions['isolation']>) => {
    const chosen = options()
    return expect(runOrchestrator({ ...chosen, isolation: { ...chosen.isolation, ...isolation } })).rejects
  }

  test.skipIf(!hasSandbox)('for a folder that would show the data directory', async () => {
    const { directory } = options()
    for (const path of ['/', directory, join(directory, 'keys')]) {
      await refusal({ sandbox: 'bwrap', readable: [path], dataDirectory: directory }).toThrow(
        `Orchestrator.Readable: ${path} would show game servers the data directory ${directory}.`,
      )
    }
  })

  test('for a user that does not exist or isolates nothing', async () => {
    await refusal({ user: 'nobody-of-that-name' }).toThrow(
      new OrchestratorFault(
        'Orchestrator.User: there is no user "nobody-of-that-name". Make one: useradd --system nobody-of-that-name',
      ),
    )
    await refusal({ user: 'root' }).toThrow('Orchestrator.User: game servers must not run as root.')
  })

  test.skipIf(!isRoot)('for a user that cannot enter its folder, or can read a secret', async () => {
    await refusal({ user: 'nobody' }).toThrow(/^Orchestrator\.User: "nobody" cannot enter .*\/servers\./)
    const chosen = options()
    const secret = join(chosen.directory, 'secret')
    writeFileSync(secret, 'secret', { mode: 0o644 })
    chmodSync(chosen.directory, 0o711)
    const isolation = { ...chosen.isolation, user: 'nobody', secrets: [secret] }
    await expect(runOrchestrator({ ...chosen, isolation })).rejects.toThrow(
      `Orchestrator.User: "nobody" can read ${secret}. Close it: chmod go-rwx ${secret}`,
    )
  })
})
