import { describe, expect, test } from 'vitest'
import { listCatalog } from '../../assets/catalog/list.ts'
import { createPageAnchors } from '../../assets/catalog/page-anchors.ts'
import { assetsPerPage } from '../../assets/catalog/rules.ts'
import type { Db } from '../../foundation/database.ts'
import { databases, openTestPlatform } from '../../testing/platforms.ts'

interface Item {
  id: number
  type: number
  price: number
  for_sale: number
  created: number
  visibility: 'Pending' | 'Visible'
}

/** The cheapest first, and items that are not for sale last. */
const byPrice = (one: Item, other: Item) =>
  other.for_sale - one.for_sale ||
  (one.for_sale && one.price - other.price) ||
  other.created - one.created ||
  other.id - one.id

/** More than a page of hats and shirts at four prices, among them the highest price allowed. */
const items: readonly Item[] = Array.from({ length: assetsPerPage + 20 }, (_, index) => ({
  id: 100_000_001 + index,
  type: index % 4 === 0 ? 11 : 8,
  price: [3_000_000, 0, 999_000_000, 500_000][index % 4] ?? 0,
  for_sale: Number(index % 7 !== 0),
  created: index % 9,
  visibility: index % 10 === 0 ? 'Pending' : 'Visible',
}))

async function addItems(db: Db): Promise<void> {
  const file = { file_size: 0, file_sha256: '', file_md5: '' }
  for (const item of items) {
    await db
      .insertInto('assets')
      .values({
        ...item,
        ...file,
        name: 'A thing',
        name_key: 'a thing',
        description: '',
        description_updated: 0,
        updated: 0,
      })
      .execute()
  }
}

describe.each(databases)('the catalog by price on %s', (kind) => {
  test('lists every page of all types and of one type', async () => {
    const { db } = await openTestPlatform(kind)
    await addItems(db)
    const listed = items.filter(({ visibility }) => visibility === 'Visible').toSorted(byPrice)
    await expectPages(db, listed)
    await expectPages(db, listed, 11)
  })

  test('moves items whose price changes or that are taken off sale', async () => {
    const { db } = await openTestPlatform(kind)
    await addItems(db)
    const listed = items.filter(({ visibility }) => visibility === 'Visible').toSorted(byPrice)
    const [first, second, ...others] = listed
    if (!first || !second) throw new Error('the catalog is empty')
    await db.updateTable('assets').set({ price: 998_000_000 }).where('id', '=', first.id).execute()
    await db.updateTable('assets').set({ for_sale: 0 }).where('id', '=', second.id).execute()
    const changed = [{ ...first, price: 998_000_000 }, { ...second, for_sale: 0 }, ...others]
    await expectPages(db, changed.toSorted(byPrice))
  })
})

async function expectPages(db: Db, listed: readonly Item[], type?: number): Promise<void> {
  const platform = { db, catalogAnchors: createPageAnchors(Date.now, assetsPerPage) }
  const expected = listed.filter((asset) => type === undefined || asset.type === type)
  // The second read of page 2 begins at the row that the first read has stored.
  for (const page of [1, 2, 2]) {
    const { assets, pages } = await listCatalog(platform, null, {
      sort: 'price',
      page: String(page),
      ...(type !== undefined && { type: String(type) }),
    })
    expect(pages).toBe(Math.ceil(expected.length / assetsPerPage))
    expect(assets.map(({ id }) => id)).toEqual(
      expected.slice((page - 1) * assetsPerPage, page * assetsPerPage).map(({ id }) => id),
    )
  }
}
