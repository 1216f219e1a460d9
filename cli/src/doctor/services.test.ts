import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ConfigInput } from '@baseplate/platform/config/schema'
import { startTestEconomy } from '@baseplate/platform/testing/economy'
import { registerPerson } from '@baseplate/platform/testing/people'
import { databases, openTestPlatform } from '@baseplate/platform/testing/platforms'
import { expect, onTestFinished, test } from 'vitest'
import { answering, configured, folder, nowhere } from '../testing/doctor.ts'
import { checkClock, checkDatabase, checkEconomy, checkOrchestrator, checkRenderer } from './services.ts'

test.each(databases)(
  'reports a database of a later version, and a clock that was set back, on %s',
  async (kind) => {
    const platform = await openTestPlatform(kind)
    const { config, db } = platform
    await registerPerson(platform, 'Maker')
    expect(await checkDatabase(config)).toEqual({ verdict: 'ok', summary: `${kind}, up to date` })
    expect(await checkClock(config, platform.now())).toMatchObject({ verdict: 'ok' })
    expect(await checkClock(config, platform.now() - 3_600_000)).toMatchObject({ verdict: 'fault' })
    // Activity of a clock that was a year ahead for a moment must not block upgrades for a year.
    const yearMs = 365 * 24 * 3_600_000
    expect(await checkClock(config, platform.now() - yearMs)).toMatchObject({ verdict: 'warning' })
    const withMigrations = db.withTables<{ kysely_migration: { name: string; timestamp: string } }>()
    await withMigrations
      .insertInto('kysely_migration')
      .values({ name: '9999-later', timestamp: '' })
      .execute()
    // Later tests reuse the PostgreSQL database, which is emptied but for this table.
    onTestFinished(
      async () =>
        void (await withMigrations.deleteFrom('kysely_migration').where('name', '=', '9999-later').execute()),
    )
    expect(await checkDatabase(config)).toMatchObject({
      verdict: 'fault',
      summary: expect.stringContaining('9999-later'),
    })
  },
)

test('reports a database from before the first release', async () => {
  const { config, db } = await openTestPlatform('SQLite')
  const withMigrations = db.withTables<{ kysely_migration: { name: string } }>()
  const renamed = withMigrations.updateTable('kysely_migration').set({ name: '0001-another' })
  await renamed.where('name', 'like', '0001-%').execute()
  expect(await checkDatabase(config)).toMatchObject({
    verdict: 'fault',
    summary: expect.stringContaining('before its first release'),
  })
})

test('accepts a missing database, and reports one that is damaged or unreachable', async () => {
  const at = await folder()
  const config = configured({}, { BASEPLATE_DATA: at })
  expect(await checkDatabase(config)).toMatchObject({
    verdict: 'ok',
    summary: expect.stringContaining('first start'),
  })
  await writeFile(join(at, 'baseplate.sqlite'), 'not a database, but long enough to be looked at'.repeat(100))
  expect(await checkDatabase(config)).toMatchObject({
    verdict: 'fault',
    advice: expect.stringContaining('backup'),
  })
  const away = configured({}, { DATABASE_URL: 'postgres://127.0.0.1:1/none' })
  expect(await checkDatabase(away)).toMatchObject({
    verdict: 'fault',
    advice: expect.stringContaining('DATABASE_URL'),
  })
})

test('reports an economy service that is unreachable or has another key', async () => {
  const economy = await startTestEconomy({ key: 'right' })
  const checked = (environment: Record<string, string>) => checkEconomy(configured({}, environment))
  const there = { ECONOMY_URL: economy.address }
  expect(await checked({ ...there, ECONOMY_KEY: 'right' })).toMatchObject({ verdict: 'ok' })
  const open = await startTestEconomy()
  expect(await checked({ ECONOMY_URL: open.address })).toMatchObject({
    verdict: 'warning',
    summary: expect.stringContaining('may mint'),
  })
  expect(await checked({ ...there, ECONOMY_KEY: 'wrong' })).toMatchObject({
    verdict: 'fault',
    advice: expect.stringContaining('ECONOMY_KEY'),
  })
  expect(await checked({ ECONOMY_URL: nowhere })).toMatchObject({ verdict: 'fault' })
  expect(await checked({ ECONOMY_PORT: '1' })).toMatchObject({
    verdict: 'warning',
    advice: expect.stringContaining('npm start'),
  })
})

test('reports an orchestrator that is missing, unreachable or without its program', async () => {
  const checked = (
    Orchestrator: ConfigInput['Orchestrator'],
    Hosting: 'Dedicated' | 'Both' | 'Selfhosted' = 'Both',
  ) =>
    checkOrchestrator(
      configured({ Gameservers: { Hosting }, Orchestrator: { PrivateURL: nowhere, ...Orchestrator } }),
    )
  expect(await checked({ Command: ['/no/such/server'] })).toMatchObject({
    verdict: 'fault',
    summary: expect.stringContaining('/no/such/server'),
  })
  expect(await checked({ Command: [process.execPath] })).toMatchObject({ verdict: 'warning' })
  expect(await checked({}, 'Dedicated')).toMatchObject({
    verdict: 'fault',
    advice: expect.stringContaining('Orchestrator.Command'),
  })
  expect(await checked({}, 'Selfhosted')).toMatchObject({ verdict: 'ok' })
  const { url } = await answering(401, 'unauthorized')
  expect(await checked({ PrivateURL: url })).toMatchObject({
    verdict: 'fault',
    advice: expect.stringContaining('ORCHESTRATOR_KEY'),
  })
})

test('reports an external renderer that is unreachable', async () => {
  const checked = (URL: string) =>
    checkRenderer(configured({ Renderer: { Kind: 'external', URL, Key: 'a'.repeat(32) } }))
  expect(await checked(nowhere)).toMatchObject({ verdict: 'fault' })
  expect(await checked((await answering(404, 'none')).url)).toMatchObject({ verdict: 'ok' })
  expect(await checkRenderer(configured({}))).toEqual({
    verdict: 'ok',
    summary: 'builtin, and has rendered a character',
  })
})
