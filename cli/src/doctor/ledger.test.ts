import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { EconomyStatus } from '@baseplate/economy/contract'
import { replaceKnownLedger } from '@baseplate/platform/money/ledger/queries'
import { startTestEconomy } from '@baseplate/platform/testing/economy'
import { openTestPlatform } from '@baseplate/platform/testing/platforms'
import { expect, onTestFinished, test } from 'vitest'
import { configured } from '../testing/doctor.ts'
import { examineLedger, judgeLedger } from './ledger.ts'

const minute = 60_000

const snapshot = { events: 5, savedAt: 0 }

const process = (
  address: string,
  replication: Partial<NonNullable<EconomyStatus['replication']>> = {},
  more: Partial<EconomyStatus> = {},
) => ({
  address,
  status: {
    events: 9,
    commitMs: 2.345,
    snapshot,
    replication: { isWriter: false, epoch: 4, lagMs: 300, standbys: null, ...replication },
    ...more,
  },
})

const standbys = [{ name: 'two', state: 'quorum', lagBytes: 0 }]
const writer = process('http://a', { isWriter: true, lagMs: 0, standbys })

test('reports the ledger of a running service', async () => {
  const { address } = await startTestEconomy()
  const config = configured({}, { ECONOMY_URL: address })
  const findings = await Array.fromAsync(examineLedger(config))
  expect(findings).toEqual([
    { what: 'ledger', verdict: 'ok', summary: 'a file with 0 events, no snapshot yet' },
  ])
})

test('reports the writer, the standbys and the age of the snapshot', () => {
  const saved = process('http://a', writer.status.replication, { snapshot: { events: 5, savedAt: minute } })
  expect(judgeLedger([saved, process('http://b')], 4 * minute)).toEqual({
    verdict: 'ok',
    summary:
      'http://a writes 9 events to PostgreSQL in epoch 4, 2.3 ms for each commit, 1 process stands by, PostgreSQL has two (quorum), a snapshot of 5 events from 3 minutes ago',
  })
})

test.each([
  [
    'no process writes',
    [process('http://b', { standbys: [] })],
    'fault',
    'no process writes it; PostgreSQL has no standby',
  ],
  [
    'a process is silent',
    [writer, { address: 'http://b', status: null }],
    'warning',
    'no response from http://b',
  ],
  ['a standby is late', [writer, process('http://b', { lagMs: null })], 'warning', 'http://b is behind'],
  [
    'no standby is synchronous',
    [process('http://a', { isWriter: true, lagMs: 0, standbys: [] })],
    'warning',
    'PostgreSQL has no standby',
  ],
])('reports that %s', (_name, processes, verdict, summary) => {
  expect(judgeLedger(processes, 0)).toMatchObject({ verdict, summary: expect.stringContaining(summary) })
})

test('finds that no process can write although its service answers', async () => {
  const address = await serve((path) => (path === '/health' ? 200 : 503))
  const findings = await Array.fromAsync(examineLedger(configured({}, { ECONOMY_URL: address })))
  expect(findings).toMatchObject([
    { what: 'ledger', verdict: 'fault', summary: 'no process of the economy service can write it' },
  ])
})

test('finds another ledger than the one that the platform knows', async () => {
  const platform = await openTestPlatform('SQLite')
  const known = { id: 'a'.repeat(32), height: 5, hash: 'b'.repeat(64) }
  await replaceKnownLedger(platform.db, known)
  const { address } = await startTestEconomy()
  const { dataDirectory } = platform.config
  const config = configured({}, { ECONOMY_URL: address, BASEPLATE_DATA: dataDirectory })
  const findings = await Array.fromAsync(examineLedger({ ...config, dataDirectory }))
  expect(findings).toMatchObject([
    {
      verdict: 'fault',
      summary: 'this ledger is empty, and the caller knows one with events',
      advice: expect.stringContaining('baseplate ledger accept'),
    },
  ])
})

/** Serves a status for each path, until the test ends. */
async function serve(statusOf: (path: string) => number): Promise<string> {
  const server = createServer((request, response) =>
    response.writeHead(statusOf(request.url ?? ''), { 'Retry-After': '1' }).end('the service is starting'),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
