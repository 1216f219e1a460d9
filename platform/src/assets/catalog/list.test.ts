import { describe, expect, test } from 'vitest'
import type { Actor } from '../../accounts/rules.ts'
import { stock } from '../../testing/assets.ts'
import { registerPerson } from '../../testing/people.ts'
import { databases, openTestPlatform } from '../../testing/platforms.ts'
import type { Visibility } from '../rules.ts'
import { listCatalog } from './list.ts'
import { createPageAnchors } from './page-anchors.ts'
import { assetsPerPage } from './rules.ts'

const file = { file_size: 0, file_sha256: '', file_md5: '' }

const names = ({ assets }: { assets: { name: string }[] }) => assets.map(({ name }) => name)

/** Builds rows of assets, many of which have the same sort key. */
const similarAssets = (maker: Actor, length: number) =>
  Array.from({ length }, (_, n) => ({
    id: 200_000_000 + ((n * 37) % 1_000),
    name: `Hat ${n}`,
    name_key: `hat ${n}`,
    type: n % 3 === 0 ? 11 : 8,
    description: '',
    description_updated: 0,
    creator_id: maker.id,
    visibility: 'Visible' as const,
    for_sale: n % 5 === 0 ? 0 : 1,
    price: ((n * 7) % 4) * 1_000_000,
    sold: (n * 11) % 3,
    created: 1_000 + (n % 40),
    updated: 0,
    ...file,
  }))

describe.each(databases)('the catalog on %s', (kind) => {
  async function start() {
    const platform = await openTestPlatform(kind)
    const maker = await registerPerson(platform, 'Maker')
    return { platform, maker }
  }

  test('lists approved assets by age, price and sales, of all types or of one', async () => {
    const { platform, maker } = await start()
    expect(await listCatalog(platform, null, {})).toEqual({
      assets: [],
      types: [],
      pages: 1,
      page: 1,
      sort: 'new',
    })
    const [hat] = await stock(platform, maker, [
      { name: 'Hat', price: 5, sold: 1 },
      { name: 'Shirt', type: 11, price: 3, sold: 9 },
      { name: 'Relic', price: 1, sold: 4, forSale: false },
      { name: 'Texture', type: 1 },
      { name: 'Waiting', visibility: 'Pending' },
      { name: 'Rude', visibility: 'Moderated' },
    ])
    const list = async (input: Record<string, string>) => names(await listCatalog(platform, null, input))
    expect(await list({})).toEqual(['Relic', 'Shirt', 'Hat'])
    expect(await list({ sort: 'price' })).toEqual(['Shirt', 'Hat', 'Relic'])
    expect(await list({ sort: 'sold' })).toEqual(['Shirt', 'Relic', 'Hat'])
    expect(await list({ type: '8', sort: 'sold' })).toEqual(['Relic', 'Hat'])
    expect(await list({ type: '1' })).toEqual([])
    expect((await listCatalog(platform, null, {})).assets.at(-1)).toEqual({
      id: hat,
      name: 'Hat',
      price: 5,
      type: 8,
      forSale: true,
      sold: 1,
      creatorUsername: 'Maker',
      thumbnail: null,
    })
    for (const page of ['0', '-1', 'x', '1.5', '']) {
      await expect(listCatalog(platform, null, { page })).rejects.toMatchObject({
        errors: { page: 'Pages are numbered from 1' },
      })
    }
    await expect(listCatalog(platform, null, { sort: 'rude' })).rejects.toMatchObject({ errors: {} })
  })

  test('has pages of 50, and updates their number when assets change', async () => {
    const { platform, maker } = await start()
    const made = Array.from({ length: 2 * assetsPerPage }, (_, n) => ({ name: `Hat ${n}` }))
    const ids = await stock(platform, maker, made)
    const pages = async (input: Record<string, string> = {}) =>
      (await listCatalog(platform, null, input)).pages
    expect(await pages()).toBe(2)
    const [more] = await stock(platform, maker, [{ name: 'One more', visibility: 'Pending' }])
    expect(await pages()).toBe(2)
    const show = (visibility: Visibility) =>
      platform.db
        .updateTable('assets')
        .set({ visibility })
        .where('id', '=', more ?? 0)
        .execute()
    await show('Visible')
    expect([await pages(), await pages({ type: '8' }), await pages({ type: '11' })]).toEqual([3, 3, 1])
    await show('Moderated')
    expect(await pages()).toBe(2)
    await show('Visible')
    const seen = new Set<number>()
    for (const page of ['1', '2', '3']) {
      const { assets } = await listCatalog(platform, null, { page })
      for (const { id } of assets) seen.add(id)
    }
    expect(seen.size).toBe(101)
    await platform.db
      .deleteFrom('assets')
      .where('id', 'in', [more ?? 0, ids[0] ?? 0])
      .execute()
    expect(await pages()).toBe(2)
    expect((await listCatalog(platform, null, { page: '4' })).assets).toEqual([])
  })

  test('has the same pages in any order of visits, and shows changes within a minute', async () => {
    const { platform, maker } = await start()
    const catalog = { ...platform, catalogAnchors: createPageAnchors(platform.now, 60) }
    const made = similarAssets(maker, 7 * assetsPerPage - 20)
    await platform.db
      .insertInto('asset_ids')
      .values(made.map(({ id }) => ({ id })))
      .execute()
    await platform.db.insertInto('assets').values(made).execute()
    const newest = (one: (typeof made)[0], other: (typeof made)[0]) =>
      other.created - one.created || other.id - one.id
    const priceOf = ({ for_sale, price }: (typeof made)[0]) => (for_sale ? price : Number.MAX_SAFE_INTEGER)
    const orders = {
      new: newest,
      price: (one, other) => priceOf(one) - priceOf(other) || newest(one, other),
      sold: (one, other) => other.sold - one.sold || newest(one, other),
    } satisfies Record<string, typeof newest>
    const check = async () => {
      for (const [sort, order] of Object.entries(orders)) {
        for (const type of [undefined, '8']) {
          const listed = made.filter((asset) => type === undefined || asset.type === 8).sort(order)
          for (const page of [7, 2, 6, 4, 5, 3, 7, 1, 6, 4]) {
            const { assets } = await listCatalog(catalog, null, { sort, type, page: String(page) })
            const expected = listed.slice((page - 1) * assetsPerPage, page * assetsPerPage)
            expect(
              assets.map(({ id }) => id),
              `by ${sort}, page ${page}`,
            ).toEqual(expected.map(({ id }) => id))
          }
        }
      }
    }
    await check()
    for (const asset of made.slice(0, 30)) Object.assign(asset, { price: 500_000, sold: 9, created: 5_000 })
    await platform.db
      .updateTable('assets')
      .set({ price: 500_000, sold: 9, created: 5_000 })
      .where(
        'id',
        'in',
        made.slice(0, 30).map(({ id }) => id),
      )
      .execute()
    const first = (await listCatalog(catalog, null, {})).assets.map(({ id }) => id)
    expect(first, 'the first page is always current').toEqual(
      made
        .toSorted(newest)
        .slice(0, assetsPerPage)
        .map(({ id }) => id),
    )
    platform.pass(60_000)
    await check()
  })
})
