import type { EconomyStatus } from '@baseplate/economy/contract'
import { startTestEconomy } from '@baseplate/platform/testing/economy'
import { expect, test } from 'vitest'
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
