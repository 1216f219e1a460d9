import { describe, expect, test } from 'vitest'
import { findConditions, findFaults } from './visibility.ts'

describe('findConditions', () => {
  test.each([
    "db.selectFrom('assets').where('visibility', '=', 'Visible')",
    "db.selectFrom('assets').where('assets.visibility', '<>', sql.lit('Moderated'))",
    "listings(db).$if(isHidden, (query) => query.where('visibility', '!=', 'Visible'))",
    "db.selectFrom('groups').where((eb) => eb.or([eb('groups.open', '=', 1), isUp]))",
    "db.selectFrom('groups').where('closed_reason', 'is', null)",
    "db.selectFrom('owned_assets').leftJoin('assets', (join) => join.on('assets.visibility', 'in', shown))",
    "sql<boolean>`comment.visibility = 'Visible' and comment.depth = 0`",
    'sql`select id from groups where "groups"."open" = 1`',
    "const namesOfOpen = { table: 'groups', among: sql<boolean>`open = 1` }",
    "sql.join([sql.ref(`comment.visibility`), sql.lit('Visible')], equals)",
    "db.updateTable('posts').set(row).where('id', 'in', db.selectFrom('posts').where('visibility', '=', 'Visible'))",
  ])('finds the one of %s', (source) => {
    expect(findConditions(`const a = 1\n${source}`)).toEqual([2])
  })

  test.each([
    "db.selectFrom('assets').select(['id', 'visibility']).where(isVisible)",
    "db.selectFrom('assets').select((eb) => ['visibility', eb.fn.countAll().as('items')]).groupBy('visibility')",
    "if (asset.visibility === 'Pending') open('open', 'r')",
    "db.updateTable('posts').set({ visibility: 'Deleted' }).where('visibility', '=', 'Visible')",
    "db.updateTable('assets').set((eb) => ({ since: eb.case().when('visibility', '=', 'Pending').end() }))",
    "db.deleteFrom('groups').where((eb) => eb('open', '=', 0))",
    "sql`update posts set visibility = 'Deleted'`",
    'sql`select visibility from places where timeline_open = 1`',
  ])('finds none in %s', (source) => {
    expect(findConditions(source)).toEqual([])
  })
})

test('findFaults names conditions outside the files that state them, and a file that states none', () => {
  const found = new Map([
    ['platform/src/assets/visible.ts', [9]],
    ['platform/src/makers/queries.ts', [69, 119]],
    ['platform/src/posts/visible.ts', []],
  ])
  expect(findFaults(found, ['platform/src/assets/visible.ts', 'platform/src/posts/visible.ts'])).toEqual([
    'platform/src/makers/queries.ts:69 has a condition on visibility. Use one from a visible.ts',
    'platform/src/makers/queries.ts:119 has a condition on visibility. Use one from a visible.ts',
    'platform/src/posts/visible.ts states no condition',
  ])
})
