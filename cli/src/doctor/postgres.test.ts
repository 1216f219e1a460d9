import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { createPlace } from '@baseplate/platform/places/create'
import { updatePlaceFile } from '@baseplate/platform/places/versions/update-file'
import { registerPerson } from '@baseplate/platform/testing/people'
import { hasPgBouncer, startPgBouncer } from '@baseplate/platform/testing/pgbouncer'
import { openTestPlatform } from '@baseplate/platform/testing/platforms'
import { expect, onTestFinished, test } from 'vitest'
import { nowhere } from '../testing/doctor.ts'
import { examinePostgres, type PostgresFacts } from './examine-postgres.ts'
import { examineServer, judgeClock, judgeConnections, judgePooler } from './postgres.ts'
import { checkSharedFiles } from './shared-files.ts'

const facts: PostgresFacts = {
  pooler: 'none',
  acceptsSettings: true,
  signalsArrive: true,
  statementTimeout: '0',
  clockAheadMs: 0,
  connections: { max: 97, own: 0, others: 0 },
  machines: ['local'],
}

test('accepts a server without a pooler, and reports one that is unreachable', async () => {
  const { config } = await openTestPlatform('PostgreSQL')
  const found = await Array.fromAsync(examineServer(config))
  expect(found.map(({ what }) => what)).toEqual(['pooler', 'connections', 'clock of the database'])
  expect(found.filter(({ verdict }) => verdict === 'fault')).toEqual([])
  const away = { ...config, databaseListenUrl: nowhere.replace('http', 'postgres') }
  expect(await Array.fromAsync(examineServer(away))).toMatchObject([
    { verdict: 'fault', advice: expect.stringContaining('DATABASE_LISTEN_URL') },
  ])
  expect(await Array.fromAsync(examineServer({ ...config, databaseUrl: undefined }))).toEqual([])
})

test.runIf(hasPgBouncer)('recognises PgBouncer in transaction mode, and signals that it drops', async () => {
  const { config } = await openTestPlatform('PostgreSQL')
  const { databaseUrl = '' } = config
  const bouncer = await startPgBouncer(databaseUrl)
  onTestFinished(bouncer.stop)
  const through = bouncer.through(databaseUrl)
  expect(await examinePostgres(through, databaseUrl)).toMatchObject({
    pooler: 'transaction',
    acceptsSettings: false,
    signalsArrive: true,
  })
  const unset = await Array.fromAsync(examineServer({ ...config, databaseUrl: through }))
  expect(unset[0]).toMatchObject({
    verdict: 'fault',
    advice: expect.stringContaining('Set DATABASE_LISTEN_URL'),
  })
})

test('advises about poolers, connections and clocks', () => {
  expect(judgePooler(facts, false)).toEqual({ verdict: 'ok', summary: 'none' })
  const pooled: PostgresFacts = { ...facts, pooler: 'transaction', acceptsSettings: false }
  expect(judgePooler(pooled, false)).toMatchObject({
    verdict: 'fault',
    summary: 'DATABASE_URL is a pooler in transaction mode, and DATABASE_LISTEN_URL is not set',
  })
  // A pooler that passes on PostgreSQL's process id looks like none.
  expect(judgePooler({ ...facts, acceptsSettings: false }, false)).toMatchObject({
    verdict: 'fault',
    summary: 'DATABASE_URL is a pooler, and DATABASE_LISTEN_URL is not set',
  })
  expect(judgePooler(pooled, true)).toMatchObject({
    verdict: 'warning',
    advice: expect.stringContaining('statement_timeout'),
  })
  expect(judgePooler({ ...pooled, statementTimeout: '30s' }, true)).toMatchObject({ verdict: 'ok' })
  expect(judgePooler({ ...pooled, signalsArrive: false }, true)).toMatchObject({ verdict: 'fault' })

  const of = (workers: number, connections: PostgresFacts['connections'], pooler = facts.pooler) =>
    judgeConnections(
      { ...facts, pooler, connections },
      {
        workers,
        Database: { PoolSize: 10, StatementSeconds: 30, LockSeconds: 10, IdleTransactionSeconds: 60 },
      },
    ).verdict
  expect(of(1, { max: 97, own: 11, others: 80 })).toBe('warning')
  expect(of(1, { max: 97, own: 11, others: 20 })).toBe('ok')
  expect(of(9, { max: 97, own: 0, others: 0 })).toBe('warning')
  expect(of(9, { max: 97, own: 0, others: 0 }, 'transaction')).toBe('ok')
  expect(of(1, { max: 97, own: 90, others: 0 })).toBe('warning')

  expect(judgeClock({ ...facts, clockAheadMs: -4_000 })).toMatchObject({ verdict: 'ok' })
  expect(judgeClock({ ...facts, clockAheadMs: 90_000 })).toMatchObject({
    verdict: 'warning',
    summary: expect.stringContaining('90 seconds'),
  })
})

test('reports a data directory that lacks the files of other machines', async () => {
  const platform = await openTestPlatform('PostgreSQL')
  const { config } = platform
  const maker = await registerPerson(platform, 'Maker')
  const { id } = await createPlace(platform, maker, { name: 'A place', description: '' })
  await updatePlaceFile(platform, maker, id, [Buffer.from('content')])
  expect(await checkSharedFiles(config)).toMatchObject({ verdict: 'ok' })
  const file = join(config.dataDirectory, 'places', String(id))
  await rename(file, `${file}.elsewhere`)
  expect(await checkSharedFiles(config)).toMatchObject({
    verdict: 'fault',
    summary: expect.stringContaining(`places/${id}`),
    advice: expect.stringContaining('FILES_URL'),
  })
})
