import { expect, test } from 'vitest'
import { openTestPlatform } from '../testing/platforms.ts'
import { selectPlaceSums, selectSales } from './queries.ts'

test('sums up the statistics of a maker on SQLite without reading those of others', async () => {
  const { db } = await openTestPlatform('SQLite')
  const stretch = { from: 0, to: 1 }
  for (const { sql, ...query } of [
    selectPlaceSums(db, 'maker', stretch).compile(),
    selectSales(db, 'maker', stretch).compile(),
  ]) {
    const { rows } = await db.executeQuery<{ detail: string }>({ ...query, sql: `explain query plan ${sql}` })
    expect(rows.map(({ detail }) => detail).join()).toMatch(/_id=\? AND unit=\? AND start>\? AND start<\?/)
  }
})
