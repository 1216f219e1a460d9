import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import type { Database } from '../database.ts'
import { isTakenAssetId } from '../foundation/asset-ids.ts'
import { openDatabase } from '../foundation/database/open.ts'
import { createPostgresDatabase, databases } from '../testing/platforms.ts'
import { migrations } from './all.ts'

test.each(databases)('on %s, the ids of places that there are stay taken', async (kind) => {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'baseplate-test-'))
  const postgres = kind === 'PostgreSQL' ? await createPostgresDatabase() : undefined
  onTestFinished(async () => {
    await postgres?.drop()
    await rm(dataDirectory, { recursive: true })
  })
  const open = (names: readonly string[]) =>
    openDatabase<Database>(
      { dataDirectory, url: postgres?.url },
      Object.fromEntries(Object.entries(migrations).filter(([name]) => names.includes(name))),
      pino({ level: 'silent' }),
    )

  const before = await open(['0001-accounts-and-places'])
  await before
    .insertInto('places')
    .values({
      id: 123_456_789,
      name: 'Old',
      description: '',
      description_updated: 0,
      owner_id: 'nobody',
      created: 0,
      updated: 0,
      max_players: 10,
      private_server: 0,
      private_ticket: 'a',
      server_ticket: 'b',
      dedicated: 0,
      server_address: '',
      server_port: 53_640,
      server_ping: 0,
      data_size: null,
      data_sha256: null,
      data_updated: null,
    })
    .execute()
  await before.destroy()

  const after = await open(['0001-accounts-and-places', '0002-assets'])
  expect(await isTakenAssetId(after, 123_456_789)).toBe(true)
  expect(await isTakenAssetId(after, 123_456_780)).toBe(false)
  await after.destroy()
})
