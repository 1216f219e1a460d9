import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { listCatalog } from '../assets/catalog/list.ts'
import { createPageAnchors } from '../assets/catalog/page-anchors.ts'
import { assetsPerPage } from '../assets/catalog/rules.ts'
import { makeUnmigrated } from '../testing/migrating.ts'
import { databases } from '../testing/platforms.ts'

interface Sold {
  id: number
  price: number
  for_sale: number
  created: number
}

/** What is not for sale has no price that counts. */
const byPrice = (one: Sold, other: Sold) =>
  other.for_sale - one.for_sale ||
  (one.for_sale && one.price - other.price) ||
  other.created - one.created ||
  other.id - one.id

test.each(databases)(
  'on %s, what was sold before is listed by its price, the cheapest first and what is not for sale last, page by page',
  async (kind) => {
    const open = await makeUnmigrated(kind)
    const before = await open('0023')
    // Hats and shirts of few prices, the dearest that there may be among them; more than a page.
    const made = Array.from({ length: assetsPerPage + 20 }, (_, index) => ({
      id: 100_000_001 + index,
      type: index % 4 === 0 ? 11 : 8,
      price: [3_000_000, 0, 999_000_000, 500_000][index % 4] ?? 0,
      for_sale: Number(index % 7 !== 0),
      created: index % 9,
      visibility: index % 10 === 0 ? 'Pending' : 'Visible',
    }))
    for (const { id, type, price, for_sale, created, visibility } of made) {
      await sql`insert into assets (id, type, name, name_key, description, description_updated, visibility, price, for_sale,
          file_size, file_sha256, file_md5, created, updated)
        values (${id}, ${type}, 'A thing', 'a thing', '', 0, ${visibility}, ${price}, ${for_sale}, 0, '', '', ${created}, 0)`.execute(
        before,
      )
    }
    await before.destroy()

    const db = await open()
    const listed = made.filter(({ visibility }) => visibility === 'Visible').sort(byPrice)
    const platform = { db, catalogAnchors: createPageAnchors(Date.now, assetsPerPage) }
    const check = async (type?: number) => {
      const expected = listed.filter((asset) => type === undefined || asset.type === type)
      // The second time from the row that the last page began with.
      for (const page of [1, 2, 2]) {
        const { assets, pages } = await listCatalog(platform, {
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
    await check()
    await check(11)

    // What gets another price, or is taken off sale, moves.
    const [first, second] = listed
    if (!first || !second) throw new Error('there is nothing')
    await db.updateTable('assets').set({ price: 998_000_000 }).where('id', '=', first.id).execute()
    await db.updateTable('assets').set({ for_sale: 0 }).where('id', '=', second.id).execute()
    Object.assign(first, { price: 998_000_000 })
    Object.assign(second, { for_sale: 0 })
    listed.sort(byPrice)
    platform.catalogAnchors = createPageAnchors(Date.now, assetsPerPage)
    await check()
    await db.destroy()
  },
)
