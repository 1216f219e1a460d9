import { describe, expect, test } from 'vitest'
import { findUserId } from '../../accounts/queries.ts'
import { registerPerson } from '../../testing/people.ts'
import { type DatabaseKind, databases, openTestPlatform } from '../../testing/platforms.ts'
import { giveAsset } from '../ownership/queries.ts'
import { findFiltered, type Start } from './filters.ts'
import { type Catalog, listCatalog } from './list.ts'
import { searchCatalog } from './search.ts'

const unit = 1_000_000

/** Items in the order of their creation. `by` is the creator, `off`: not for sale. */
const stocked = [
  { name: 'Red hat', type: 8, price: 5, by: 'Ann' },
  { name: 'Red shirt', type: 11, price: 0, by: 'Ann' },
  { name: 'Blue hat', type: 8, price: 0, by: 'Ben', sold: 3 },
  { name: 'Red cape', type: 8, price: 50, by: 'Ben', sold: 9 },
  { name: 'Rare hat', type: 8, price: 5, by: 'Ben', off: true },
  { name: 'Blue shirt', type: 11, price: 7.5, by: 'Ben' },
]

const pants = {
  type: 12,
  name: 'Pants',
  name_key: 'pants',
  price: 2 * unit,
  for_sale: 1,
  visibility: 'Visible' as const,
  updated: 0,
  description: '',
  description_updated: 0,
  file_size: 0,
  file_sha256: '',
  file_md5: '',
}

async function start(kind: DatabaseKind) {
  const platform = await openTestPlatform(kind)
  const people = { Ann: await registerPerson(platform, 'Ann'), Ben: await registerPerson(platform, 'Ben') }
  const file = { file_size: 0, file_sha256: '', file_md5: '', description: '', description_updated: 0 }
  for (const [at, { name, type, price, by, off, sold = 0 }] of stocked.entries()) {
    const id = 100_000_001 + at
    const row = { id, type, name, name_key: name.toLowerCase(), sold, visibility: 'Visible', created: at }
    const sale = { price: price * unit, for_sale: off ? 0 : 1, creator_id: people[by as 'Ann'].id }
    await platform.db
      .insertInto('assets')
      .values({ ...row, ...sale, ...file, updated: at } as never)
      .execute()
    if (price === 0) await giveAsset(platform.db, { userId: people.Ann.id, assetId: id }, at)
  }
  const names = ({ assets }: { assets: { name: string }[] }) => assets.map(({ name }) => name)
  const list = async (input: Record<string, string>) => names(await listCatalog(platform, people.Ann, input))
  const search = async (input: Record<string, string>) =>
    names(await searchCatalog(platform, people.Ann, input))
  return { platform, list, search }
}

describe.each(databases)('filters of the catalog on %s', (kind) => {
  test('limit the price, the type, the creator and the owner, in each order', async () => {
    const { platform, list } = await start(kind)
    expect(await list({ min: '5', max: '7.5' })).toEqual(['Blue shirt', 'Red hat'])
    expect(await list({ max: '5', sort: 'price' })).toEqual(['Blue hat', 'Red shirt', 'Red hat'])
    expect(await list({ min: '1', sort: 'sold', type: '8' })).toEqual(['Red cape', 'Red hat'])
    expect(await list({ free: 'on', max: '3', sort: 'sold' })).toEqual(['Blue hat', 'Red shirt'])
    expect(await list({ creator: 'ben' })).toEqual(['Blue shirt', 'Rare hat', 'Red cape', 'Blue hat'])
    expect(await list({ creator: 'Ben', max: '10', type: '8' })).toEqual(['Blue hat'])
    expect(await list({ creator: 'nobody' })).toEqual([])
    expect(await list({ owned: 'on' })).toEqual(['Blue hat', 'Red shirt'])
    expect(await list({ owned: 'on', creator: 'Ann', min: '', max: '' })).toEqual(['Red shirt'])
    expect((await listCatalog(platform, null, { owned: 'on' })).assets).toHaveLength(stocked.length)
    for (const wrong of [{ min: '-1' }, { max: 'x' }, { free: 'maybe' }])
      await expect(list(wrong)).rejects.toMatchObject({ errors: expect.any(Object) })
  })

  test('apply to a search, which keeps its order unless another one is asked for', async () => {
    const { search } = await start(kind)
    expect(await search({ q: 'hat', max: '10' })).toEqual(['Blue hat', 'Red hat'])
    expect(await search({ q: 'red', type: '8' })).toEqual(['Red cape', 'Red hat'])
    expect(await search({ q: 'red', sort: 'price' })).toEqual(['Red shirt', 'Red hat', 'Red cape'])
    expect(await search({ q: 'hat', owned: 'on' })).toEqual(['Blue hat'])
    expect(await search({ q: 'red', creator: 'Ann', free: 'on' })).toEqual(['Red shirt'])
  })

  test('turn pages', async () => {
    const { platform, list } = await start(kind)
    const rows = Array.from({ length: 60 }, (_, at) => ({
      ...pants,
      id: 200_000_000 + at,
      name: `Pants ${at}`,
      name_key: `pants ${at}`,
      created: 1_000 + at,
    }))
    await platform.db.insertInto('assets').values(rows).execute()
    const first = await listCatalog(platform, null, { max: '3', type: '12' })
    expect(first).toMatchObject({ page: 1, pages: 2, filtered: true })
    expect(first.assets.map(({ name }) => name)).toEqual(
      rows
        .slice(10)
        .map(({ name }) => name)
        .toReversed(),
    )
    expect(await list({ max: '3', type: '12', page: '2' })).toEqual(
      rows
        .slice(0, 10)
        .map(({ name }) => name)
        .toReversed(),
    )
    expect(await list({ max: '3', page: '21' })).toEqual([])
  })

  test('turn pages by cursor past 1,000 results', async () => {
    const { platform } = await start(kind)
    const rows = Array.from({ length: 1_130 }, (_, at) => ({ ...pants, id: 200_000_000 + at, created: at }))
    await platform.db.insertInto('assets').values(rows.slice(0, 600)).execute()
    await platform.db.insertInto('assets').values(rows.slice(600)).execute()
    const seen: number[] = []
    let after: string | null = null
    do {
      const read: Catalog = await listCatalog(platform, null, {
        max: '3',
        type: '12',
        ...(after && { after }),
      })
      seen.push(...read.assets.map(({ id }) => id))
      after = read.next ?? null
    } while (after)
    expect(seen).toEqual(rows.map(({ id }) => id).toReversed())
    for (const wrong of ['1', 'x', '1-2-3', '1-2-x'])
      await expect(listCatalog(platform, null, { max: '3', after: wrong })).rejects.toMatchObject({
        reason: 'invalid',
      })
  })

  test('read a bounded number of rows for each page, and list every match once', async () => {
    const { platform } = await start(kind)
    const { db } = platform
    const ann = (await findUserId(db, 'Ann')) ?? ''
    const rows = Array.from({ length: 90 }, (_, at) => ({
      ...pants,
      id: 200_000_000 + at,
      type: at % 3 === 0 ? 11 : 12,
      price: (at % 7) * unit,
      sold: at % 5,
      created: 1_000 + (at % 11),
      creator_id: at % 2 === 0 ? ann : null,
    }))
    await db.insertInto('assets').values(rows).execute()
    for (const { id } of rows.slice(0, 40)) await giveAsset(db, { userId: ann, assetId: id }, id)
    const narrow = { minPrice: unit, maxPrice: 3 * unit }
    for (const filters of [
      { ownerId: ann },
      { creatorId: ann },
      { ownerId: ann, creatorId: ann, type: 12 },
      { ...narrow },
      { ...narrow, type: 11, ownerId: ann },
    ]) {
      for (const sort of ['new', 'price', 'sold'] as const) {
        const wanted = { sort, start: { offset: 0 }, limit: 200 }
        const { ids: expected } = await findFiltered(db, filters, wanted)
        expect(expected.length).toBeGreaterThan(2)
        const pages: number[] = []
        let from: Start = { offset: 0 }
        for (;;) {
          const bounds = { sorted: 3, scanned: 13 }
          const { ids, next } = await findFiltered(db, filters, { sort, start: from, limit: 4 }, bounds)
          expect(ids.length).toBeLessThanOrEqual(4)
          pages.push(...ids)
          if (!next) break
          from = { after: next }
        }
        expect(pages, JSON.stringify({ filters, sort })).toEqual(expected)
      }
    }
  })
})
