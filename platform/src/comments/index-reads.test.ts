import { join } from 'node:path'
import { sqliteFile } from '@baseplate/storage/database/location'
import { openSqlite, sqliteDialect } from '@baseplate/storage/database/sqlite'
import { type CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Database } from '../foundation/database.ts'
import { readListing } from '../leaving/exports/listing.ts'
import { countComments, listComments } from '../makers/queries.ts'
import { nameSubjects } from '../moderation/audit/subjects.ts'
import { registerPerson } from '../testing/people.ts'
import { type DatabaseKind, databases, openTestPlatform } from '../testing/platforms.ts'
import { eraseComments } from './erase.ts'
import { exports } from './export.ts'
import {
  countUpdateComments,
  findComment,
  hideComment,
  listFirstComments,
  listReplies,
  showComment,
} from './queries.ts'

/** Opens a database, and keeps the statements that it is sent. */
async function openWatched(kind: DatabaseKind) {
  const platform = await openTestPlatform(kind)
  const { databaseUrl, dataDirectory } = platform.config
  const dialect =
    kind === 'SQLite'
      ? sqliteDialect(openSqlite(join(dataDirectory, sqliteFile)))
      : // An empty table is otherwise read without its indexes.
        new PostgresDialect({
          pool: new pg.Pool({ connectionString: databaseUrl, options: '-c enable_seqscan=off' }),
        })
  const statements: CompiledQuery[] = []
  const db = new Kysely<Database>({
    dialect,
    log: ({ query }) => {
      statements.push(query)
    },
  })
  onTestFinished(() => db.destroy())
  return { db, statements, actor: await registerPerson(platform, 'Reader') }
}

/** A step of PostgreSQL's plan. */
interface Step {
  'Node Type': string
  'Relation Name'?: string
  'Index Cond'?: string
  Plans?: Step[]
}

const stepsOf = (step: Step): Step[] => [step, ...(step.Plans ?? []).flatMap(stepsOf)]

const explained = async <Row>(db: Kysely<Database>, explain: string, query: CompiledQuery) =>
  (await db.executeQuery<Row>({ ...query, sql: `${explain} ${query.sql}` })).rows

/** Returns the steps of SQLite's plan that read comments. */
async function readsOf(db: Kysely<Database>, query: CompiledQuery): Promise<string[]> {
  const steps = await explained<{ detail: string }>(db, 'explain query plan', query)
  return steps.map(({ detail }) => detail).filter((detail) => /^\w+ (comments|comment|reply)\b/.test(detail))
}

/** Returns whether a statement reads more comments than an index leads to. */
async function readsAll(db: Kysely<Database>, kind: DatabaseKind, query: CompiledQuery): Promise<boolean> {
  if (kind === 'SQLite') return (await readsOf(db, query)).some((step) => step.startsWith('SCAN'))
  const [plan] = await explained<{ 'QUERY PLAN': { Plan: Step }[] }>(db, 'explain (format json)', query)
  const steps = plan?.['QUERY PLAN'].flatMap(({ Plan }) => stepsOf(Plan)) ?? []
  return steps.some(
    (step) =>
      (step['Relation Name'] === 'comments' && step['Node Type'] === 'Seq Scan') ||
      (/^Index|^Bitmap Index/.test(step['Node Type']) && step['Index Cond'] === undefined),
  )
}

describe.each(databases)('comments on %s', (kind) => {
  test('are found by an index, whatever they are about', async () => {
    const { db, statements, actor } = await openWatched(kind)
    const reader = { ...actor, isHost: false }
    const stretch = { from: 0, to: 1 }
    for (const thread of [
      { about: 'asset', id: 1 },
      { about: 'group', id: 1 },
      { about: 'place', id: 1, version: 0 },
    ] as const)
      await listFirstComments(db, reader, thread, { before: 'b', limit: 20 })
    await listReplies(db, reader, ['a', 'b'], 20)
    await countUpdateComments(db, 1, [1], 20)
    await findComment(db, 'a')
    await hideComment(db, 'a', 'Moderated')
    await showComment(db, 'a')
    await countComments(db, actor, stretch)
    await listComments(db, actor, stretch, 5)
    await nameSubjects(db, ['comment:a', 'comment:b'])
    for (const listing of exports.rows?.comments ?? []) await readListing(db, listing, actor.id).next()
    await eraseComments({ db, forgetContent: { comment: async () => undefined } }, actor.id)
    const about = statements.filter(({ sql }) => /\bcomments\b/.test(sql))
    expect(about).toHaveLength(15)
    const whole: string[] = []
    for (const query of about) if (await readsAll(db, kind, query)) whole.push(query.sql)
    expect(whole).toEqual([])
    if (kind !== 'SQLite') return
    const reads = (await Promise.all(about.map((query) => readsOf(db, query)))).flat()
    const indexes = reads.map((step) => / INDEX (\w+)/.exec(step)?.[1])
    expect([...new Set(indexes)].toSorted()).toEqual([
      'comments_asset',
      'comments_asset_recent',
      'comments_author',
      'comments_group',
      'comments_place',
      'comments_place_recent',
      'comments_root',
      'sqlite_autoindex_comments_1',
    ])
  })

  test('are found by an index when a row that they refer to is deleted', async () => {
    const { db } = await openWatched(kind)
    const found = { asset_id: 1, place_id: 1, group_id: 1, author_id: 'a', parent_id: 'a', root_id: 'a' }
    for (const [column, value] of Object.entries(found)) {
      const query = sql`delete from comments where ${sql.ref(column)} = ${value}`.compile(db)
      expect(await readsAll(db, kind, query), column).toBe(false)
    }
  })
})
