import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { storeAsset } from '../assets/files/store-asset.ts'
import { day } from '../foundation/clock.ts'
import { createPlace } from '../places/create.ts'
import { registerPerson } from '../testing/people.ts'
import { databases, openTestPlatform } from '../testing/platforms.ts'
import { up } from './0040-statistics.ts'

test.each(databases)('on %s, statistics begin with the sessions and sales of before', async (kind) => {
  const { db, ...platform } = await openTestPlatform(kind)
  const maker = await registerPerson({ db, ...platform }, 'Maker')
  const { id } = await createPlace({ db, ...platform }, maker, { name: 'Harbour', description: '' })
  const hat = await storeAsset({ db, ...platform }, maker, { type: 8, name: 'Hat' }, [Buffer.from('hat')])
  const [october, november] = [Date.UTC(2026, 9, 31) / day, Date.UTC(2026, 10, 1) / day]
  await db
    .insertInto('place_plays')
    .values([
      { place_id: id, day: october, version: 1, sessions: 2, played_ms: 20 },
      { place_id: id, day: november, version: 1, sessions: 1, played_ms: 5 },
      { place_id: id, day: november, version: 2, sessions: 4, played_ms: 40 },
    ])
    .execute()
  const sale = {
    kind: 'purchase' as const,
    subject: `asset:${hat.id}`,
    state: 'paid' as const,
    payer_id: maker.id,
    payee_id: maker.id,
    note: '',
    link: '',
    attempt: 1,
    attempted: 0,
    unanswered: null,
    due: 0,
    created: 0,
    reason: null,
  }
  await db
    .insertInto('payments')
    .values([
      { ...sale, id: 'a', amount: 12_345_678, fee: 100_000, settled: october * day + 1 },
      { ...sale, id: 'b', amount: 10, fee: 0, settled: november * day },
      { ...sale, id: 'c', amount: 10, fee: 0, state: 'failed', settled: november * day },
    ])
    .execute()

  for (const table of ['place_statistics', 'asset_statistics']) await db.schema.dropTable(table).execute()
  for (const index of ['place_comments_recent', 'comments_recent']) await db.schema.dropIndex(index).execute()
  await db.schema.alterTable('place_players').dropColumn('last_visit').execute()
  await up(db as unknown as Kysely<unknown>)

  const places = db
    .selectFrom('place_statistics')
    .select(['unit', 'start', 'visits', 'sessions', 'played_ms'])
  expect(await places.orderBy('unit').orderBy('start').execute()).toEqual([
    { unit: 'day', start: october * day, visits: 2, sessions: 2, played_ms: 20 },
    { unit: 'day', start: november * day, visits: 5, sessions: 5, played_ms: 45 },
    { unit: 'month', start: Date.UTC(2026, 9), visits: 2, sessions: 2, played_ms: 20 },
    { unit: 'month', start: Date.UTC(2026, 10), visits: 5, sessions: 5, played_ms: 45 },
  ])
  const items = db.selectFrom('asset_statistics').select(['unit', 'sales', 'proceeds'])
  expect(await items.orderBy('unit').orderBy('start').execute()).toEqual([
    { unit: 'day', sales: 1, proceeds: 12_345_678 - 1_234_567 },
    { unit: 'day', sales: 1, proceeds: 10 },
    { unit: 'month', sales: 1, proceeds: 12_345_678 - 1_234_567 },
    { unit: 'month', sales: 1, proceeds: 10 },
  ])
})
