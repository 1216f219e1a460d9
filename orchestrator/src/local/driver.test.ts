import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openIsolation } from '../isolation/open.ts'
import { options, processesOf } from '../testing/orchestrator.ts'
import { openLocalDriver } from './driver.ts'
import type { Processes } from './processes.ts'
import { openProcfs } from './procfs.ts'
import { openPs } from './ps.ts'

/** Test files run at the same time, so each has its own range of ports. */
const firstPlace = 400_020_000 + Math.floor(Math.random() * 2_000)

const unlimited = {
  log: () => undefined,
  environment: {},
  graceMs: 1_000,
  openIsolation: (folder: string) =>
    openIsolation(
      { sandbox: 'none', readable: [], dataDirectory: folder, secrets: [], memoryBytes: 1e9 },
      folder,
      () => undefined,
    ),
}

test.each([
  ['procfs', openProcfs, firstPlace],
  ['ps', openPs, firstPlace + 1],
])('%s: starts, observes, recovers and ends a server', async (_name, open, placeId) => {
  const { directory, command, serverLog } = options({ default: { bindAfterMs: 1_000 } })
  const openDriver = () => openLocalDriver({ ...unlimited, directory, serverLog, processes: open() })
  const first = await openDriver()
  expect(await first.recover()).toEqual([])
  const port = 10_000 + (placeId % 25_000)
  const argv = command.map((text) => (text === '{port}' ? String(port) : text))
  const server = await first.start({ placeId, port, argv, run: 'run1', environment: {} })
  expect(processesOf(directory)).toEqual([server.pid])
  const seen = async () => (await first.observe([server])).get(server)
  expect(await seen()).toMatchObject({ listening: false })
  await expect.poll(seen).toMatchObject({ listening: true })
  expect((await seen())?.memoryBytes).toBeGreaterThan(10_000_000)
  await first.close()

  const second = await openDriver()
  const [found] = await second.recover()
  if (!found) throw new Error('it was not found')
  const { pid, startTime } = server
  expect(found).toMatchObject({ placeId, port, pid, startTime, run: 'run1' })
  await second.end(found, 1_000)
  expect(await found.ended).toBe('when it was told to')
  expect(processesOf(directory)).toEqual([])
  expect(JSON.parse(readFileSync(join(directory, 'state.json'), 'utf8'))).toEqual({ servers: [] })
  await second.close()
})

test('reports a program that cannot be started, and leaves nothing', async () => {
  const { directory, serverLog } = options()
  const driver = await openLocalDriver({ ...unlimited, directory, serverLog })
  const order = { placeId: 1, port: 10_001, argv: ['/nowhere/server'], run: 'run1', environment: {} }
  const started = driver.start(order)
  await expect(started).rejects.toThrow('spawn /nowhere/server ENOENT')
  expect(await driver.recover()).toEqual([])
  await driver.close()
})

test('makes files readable by their owner alone, and replaces those of the last server', async () => {
  const { directory, serverLog } = options()
  const driver = await openLocalDriver({ ...unlimited, directory, serverLog })
  const { ticketFile = '' } = await driver.handOver(1, { ticketFile: 'abc' })
  expect(readFileSync(ticketFile, 'utf8')).toBe('abc')
  expect(statSync(ticketFile).mode & 0o777).toBe(0o600)
  expect(statSync(join(ticketFile, '..')).mode & 0o777).toBe(0o700)
  const { scriptFile = '' } = await driver.handOver(1, { scriptFile: 'def' })
  expect(readdirSync(join(ticketFile, '..'))).toEqual(['scriptFile'])
  expect(readFileSync(scriptFile, 'utf8')).toBe('def')
  await driver.close()
})

/** Returns processes of which one cannot be observed, as without a free descriptor. */
function failingFor(isFailing: (pid: number) => boolean): Processes {
  const processes = openProcfs()
  return {
    ...processes,
    find: (pid) => {
      if (isFailing(pid)) throw Object.assign(new Error('EMFILE: too many open files'), { code: 'EMFILE' })
      return processes.find(pid)
    },
  }
}

test('counts a server that cannot be observed as running, and observes the others', async () => {
  const { directory, command, serverLog } = options()
  let failing = 0
  const errors: string[] = []
  const driver = await openLocalDriver({
    ...unlimited,
    directory,
    serverLog,
    log: (line, level) => void (level === 'error' && errors.push(line)),
    processes: failingFor((pid) => pid === failing),
  })
  const [one, other] = await Promise.all(
    [2, 3].map((step) => {
      const placeId = firstPlace + step
      const port = 10_000 + (placeId % 25_000)
      const argv = command.map((text) => (text === '{port}' ? String(port) : text))
      return driver.start({ placeId, port, argv, run: `run-${placeId}`, environment: {} })
    }),
  )
  if (!one || !other) throw new Error('they did not start')
  const seen = () => driver.observe([one, other])
  await expect.poll(async () => (await seen()).get(one)).toMatchObject({ listening: true })
  failing = one.pid
  await expect.poll(async () => (await seen()).get(other)).toMatchObject({ listening: true })
  expect((await seen()).get(one)).toMatchObject({ listening: true })
  expect(errors).toContainEqual(expect.stringMatching(/cannot be observed: Error: EMFILE/))
  failing = 0
  await Promise.all([one, other].map((server) => driver.end(server, 1_000)))
  expect(processesOf(directory)).toEqual([])
  await driver.close()
})

test('observes and logs despite a directory in place of a log, without leaking descriptors', async () => {
  const { directory, command, serverLog } = options({ default: { printEveryMs: 1 } })
  const driver = await openLocalDriver({
    ...unlimited,
    directory,
    serverLog: { ...serverLog, bytes: 10_000, files: 2 },
  })
  const placeId = firstPlace + 4
  const folder = join(directory, 'logs', String(placeId))
  mkdirSync(join(folder, 'log.1', 'within'), { recursive: true })
  mkdirSync(join(folder, 'log.2', 'within'), { recursive: true })
  const argv = command.map((text) => (text === '{port}' ? '0' : text))
  const server = await driver.start({ placeId, port: 10_000, argv, run: '', environment: {} })
  const turn = async () => Number((await driver.readLog(placeId, 5_000)).match(/turn (\d+)/)?.[1] ?? 0)
  await expect.poll(turn).toBeGreaterThan(20)
  const opened = readdirSync('/proc/self/fd').length
  const before = await turn()
  for (let look = 0; look < 50; look++) expect((await driver.observe([server])).has(server)).toBe(true)
  await expect.poll(turn).toBeGreaterThan(before + 20)
  expect(readdirSync('/proc/self/fd').length).toBeLessThan(opened + 10)
  // Neither log nor pipe is in the folder that the server may write to.
  expect(readdirSync(join(directory, 'servers', String(placeId)))).toEqual(['work'])
  expect(statSync(join(directory, 'logs')).mode & 0o077).toBe(0)
  await driver.end(server, 1_000)
  await driver.close()
})
