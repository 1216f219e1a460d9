import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openIsolation } from '../isolation/open.ts'
import { options, processesOf } from '../testing/orchestrator.ts'
import { openLocalDriver } from './driver.ts'
import { openProcfs } from './procfs.ts'
import { openPs } from './ps.ts'

const firstPlace = 400_015_000 + Math.floor(Math.random() * 4_000)

const unlimited = {
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
])('with %s a server starts, is seen to listen, is found again and ends', async (_name, open, placeId) => {
  const { directory, command, serverLog } = options({ default: { bindAfterMs: 1_000 } })
  const openDriver = () => openLocalDriver({ ...unlimited, directory, log: serverLog, processes: open() })
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

test('a program that cannot be started is told, and leaves nothing', async () => {
  const { directory, serverLog } = options()
  const driver = await openLocalDriver({ ...unlimited, directory, log: serverLog })
  const order = { placeId: 1, port: 10_001, argv: ['/nowhere/server'], run: 'run1', environment: {} }
  const started = driver.start(order)
  await expect(started).rejects.toThrow('spawn /nowhere/server ENOENT')
  expect(await driver.recover()).toEqual([])
  await driver.close()
})

test('what a server is handed is readable by its owner alone, and is replaced by what the next one is handed', async () => {
  const { directory, serverLog } = options()
  const driver = await openLocalDriver({ ...unlimited, directory, log: serverLog })
  const { ticketFile = '' } = await driver.handOver(1, { ticketFile: 'abc' })
  expect(readFileSync(ticketFile, 'utf8')).toBe('abc')
  expect(statSync(ticketFile).mode & 0o777).toBe(0o600)
  expect(statSync(join(ticketFile, '..')).mode & 0o777).toBe(0o700)
  const { scriptFile = '' } = await driver.handOver(1, { scriptFile: 'def' })
  expect(readdirSync(join(ticketFile, '..'))).toEqual(['scriptFile'])
  expect(readFileSync(scriptFile, 'utf8')).toBe('def')
  await driver.close()
})
