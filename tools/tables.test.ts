import { describe, expect, test } from 'vitest'
import { findFaults, findOwners, findTableUses } from './tables.ts'

const tables = new Set(['users', 'places', 'posts'])
const uses = (source: string) =>
  findTableUses('platform/src/places/queries.ts', source, tables).map(({ table, kind }) => `${kind} ${table}`)

describe('findTableUses', () => {
  test.each([
    ["db.selectFrom('places')", ['read places']],
    [
      "db.selectFrom('places as p').innerJoin('users as owner', 'owner.id', 'p.owner_id')",
      ['read users', 'read places'],
    ],
    ["db.selectFrom(['places', 'users as u'])", ['read places', 'read users']],
    ["db.insertInto('places').values(row)", ['write places']],
    ["db.updateTable('places').from('users').set(row)", ['read users', 'write places']],
    ["db.deleteFrom('posts')", ['write posts']],
    ['sql`select 1 from users join posts on posts.user_id = users.id`', ['read users', 'read posts']],
    ['sql<number>`update places set name = 1`', ['write places']],
    ['sql`delete from posts where id in (select id from users)`', ['write posts', 'read users']],
    ["log.from('nowhere'); db.selectFrom(subquery.as('places'))", []],
  ])('reads table names out of %s', (source, found) => {
    expect(uses(source)).toEqual(found)
  })
})

test('findOwners names the domain that declares each table', () => {
  const source =
    'export interface PostTables { posts: PostTable; post_texts: PostTextTable }\ninterface PostTable { id: string }'
  expect([...findOwners(new Map([['platform/src/people/posts/tables.ts', source]]))]).toEqual([
    ['posts', 'people'],
    ['post_texts', 'people'],
  ])
})

describe('findFaults', () => {
  const owners = new Map([
    ['users', 'accounts'],
    ['places', 'places'],
  ])
  const arrows = { accounts: [], places: ['accounts'] }
  const use = (file: string, table: string, kind: 'read' | 'write') => ({ file, table, kind, line: 7 })

  test("accepts any use of a domain's own tables, and reads along an arrow", () => {
    const own = use('platform/src/places/create.ts', 'places', 'write')
    const along = use('platform/src/places/create.ts', 'users', 'read')
    expect(findFaults([own, along], owners, arrows, [])).toEqual([])
  })

  test('reports a write to a table of another domain', () => {
    expect(findFaults([use('platform/src/places/create.ts', 'users', 'write')], owners, arrows, [])).toEqual([
      'platform/src/places/create.ts:7 writes users, a table of accounts',
    ])
  })

  test('reports a read against the arrows, and any use outside the platform', () => {
    const against = use('platform/src/accounts/login.ts', 'places', 'read')
    const outside = use('site/src/hooks.server.ts', 'users', 'read')
    expect(findFaults([against, outside], owners, arrows, [])).toHaveLength(2)
  })

  test('accepts a listed exception, and reports one that nothing needs', () => {
    const exception = { file: 'cli/src/a.ts', table: 'users', kind: 'read', reason: 'a test' } as const
    expect(findFaults([use('cli/src/a.ts', 'users', 'read')], owners, arrows, [exception])).toEqual([])
    expect(findFaults([], owners, arrows, [exception])).toEqual([
      'The exception "cli/src/a.ts reads users" is not needed',
    ])
  })
})
