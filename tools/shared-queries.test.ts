import { describe, expect, test } from 'vitest'
import { describeFile, findFaults } from './shared-queries.ts'

const queriesIn = (source: string) => [...describeFile('platform/src/money/pay.ts', source).queries]

describe('describeFile', () => {
  test.each([
    "export const findGame = (db: Db, id: number) => db.selectFrom('places').where('id', '=', id).execute()",
    "export const endLinks = (trx: Db, id: string) => trx.deleteFrom('links').where('id', '=', id).execute()",
    'export const isOwn = (user: string) => sql<boolean>`owner_id = users.id`',
    'export const isUp = sql<boolean>`published is not null`',
    "export const idsOf = (db: Db) => db.selectFrom('users').select('id')",
    "export async function count(db: Db) {\n  const rows = await db.selectFrom('users').execute()\n  return rows.length\n}",
  ])('finds the query of %s', (source) => {
    expect(queriesIn(source).map(([, line]) => line)).toEqual([1])
  })

  test.each([
    "const findGame = (db: Db, id: number) => db.selectFrom('places').execute()",
    "export const buy = useCase({ input }, async ({ db }, actor) => db.selectFrom('places').execute())",
    "export async function view({ db }: { db: Db }) {\n  return (await db.selectFrom('users').execute()).length\n}",
    "export async function add(trx: Db) {\n  if (await trx.selectFrom('a').execute()) await trx.insertInto('a').execute()\n}",
    "export async function end(db: Db) {\n  const rows = await db.selectFrom('a').execute()\n  await endAll(db, rows)\n}",
    'export const may = (db: Db, rows: string[]) => rows.length > 0',
  ])('finds none in %s', (source) => {
    expect(queriesIn(source)).toEqual([])
  })
})

describe('findFaults', () => {
  const query = "export const findPayment = (db: Db) => db.selectFrom('payments').execute()"
  const faultsOf = (files: Record<string, string>) =>
    findFaults(new Map(Object.entries(files).map(([file, source]) => [file, describeFile(file, source)])))

  test('names a query that two files import, one of them at the door', () => {
    const found = faultsOf({
      'platform/src/money/door.ts': "export { findPayment } from './pay.ts'",
      'platform/src/money/pay.ts': query,
      'platform/src/money/settle.ts': "import { findPayment } from './pay.ts'",
      'site/src/lib/paid.ts': "import { findPayment as find } from '@baseplate/platform/money/door'",
    })
    expect(found).toEqual([
      'platform/src/money/pay.ts:1 has findPayment, a query for 2 files. Move it to a queries.ts',
    ])
  })

  test.each(['queries', 'sweep', 'erase', 'visible'])('leaves one in %s.ts alone', (name) => {
    const found = faultsOf({
      [`platform/src/money/${name}.ts`]: query,
      'platform/src/money/one.ts': `import { findPayment } from './${name}.ts'`,
      'platform/src/money/two.ts': `import { findPayment } from './${name}.ts'`,
    })
    expect(found).toEqual([])
  })

  test('leaves a query for one file alone', () => {
    const found = faultsOf({
      'platform/src/money/pay.ts': query,
      'platform/src/money/settle.ts': "import { findPayment } from './pay.ts'",
    })
    expect(found).toEqual([])
  })
})
