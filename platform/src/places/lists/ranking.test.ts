import { expect, test } from 'vitest'
import { openTestPlatform } from '../../testing/platforms.ts'
import { selectPlayed } from './ranking.ts'

test('ranks places on SQLite without scanning the places that have no players', async () => {
  const { db, now } = await openTestPlatform('SQLite')
  const ranking = selectPlayed(db, now()).compile()
  const { rows } = await db.executeQuery<{ detail: string }>({
    ...ranking,
    sql: `explain query plan ${ranking.sql}`,
  })
  const places = rows.filter(({ detail }) => / places\b/.test(detail))
  expect(places).toMatchObject([{ detail: 'SEARCH places USING INTEGER PRIMARY KEY (rowid=?)' }])
})
