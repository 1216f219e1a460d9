import { isDeepStrictEqual } from 'node:util'
import { CannotStart } from '@baseplate/service/cannot-start'
import type { Logger } from '@baseplate/service/log'
import { type Kysely, sql } from 'kysely'
import { isPostgres } from './dialect.ts'

/** Returns the names of the migrations that a database has had, in order. */
export async function appliedMigrations<Schema>(db: Kysely<Schema>): Promise<string[]> {
  const schema = await schemaOf(db)
  const table = await (isPostgres(db)
    ? sql`select 1 from pg_class where relname = 'kysely_migration' and relnamespace = to_regnamespace(quote_ident(${schema ?? ''}))`
    : sql`select 1 from sqlite_master where name = 'kysely_migration'`
  ).execute(db)
  if (table.rows.length === 0) return []
  const record = schema === undefined ? sql.table('kysely_migration') : sql.id(schema, 'kysely_migration')
  const { rows } = await sql<{ name: string }>`select name from ${record} order by name`.execute(db)
  return rows.map(({ name }) => name)
}

/**
 * Returns the schema of the product's tables; undefined for SQLite. Another program that records its migrations with Kysely may have
 * tables of the same names in another schema of the role's `search_path`.
 */
export async function schemaOf<Schema>(db: Kysely<Schema>): Promise<string | undefined> {
  if (!isPostgres(db)) return undefined
  const { rows } = await sql<{ schema: string | null }>`select current_schema() as schema`.execute(db)
  return rows[0]?.schema ?? undefined
}

/**
 * Returns the number at the end of a migration's name, such as `0030-drop-titles-after-0025`. It is the oldest migration that a
 * process must know to work with the changed database. Returns undefined for a migration that only adds.
 */
export const removesAfter = (migration: string): string | undefined => /-after-(\d{4})$/.exec(migration)?.[1]

/** Number of a migration: the beginning of its name. */
export const numberOf = (migration: string): string => migration.slice(0, 4)

/**
 * Whether a database comes from before the first release, when the first migration was another one. No version can upgrade it.
 */
export function predatesReleases(
  applied: readonly string[],
  known: Readonly<Record<string, unknown>>,
): boolean {
  const [first] = Object.keys(known).toSorted()
  return applied.length > 0 && first !== undefined && !applied.includes(first)
}

/** Whether exactly the known migrations have been applied. */
export const isCurrentSchema = (
  applied: readonly string[],
  known: Readonly<Record<string, unknown>>,
): boolean => isDeepStrictEqual(new Set(applied), new Set(Object.keys(known)))

/**
 * Refuses a database that this version cannot work with. During an upgrade, processes of two versions share a database, so a later
 * version's migrations alone are no reason to refuse it.
 *
 * @returns whether the database is of a later version, which will not be migrated.
 * @throws CannotStart
 */
export function refuseLaterSchema(
  applied: readonly string[],
  known: Readonly<Record<string, unknown>>,
  log: Logger,
): boolean {
  if (predatesReleases(applied, known)) {
    throw new CannotStart(
      'The database is from before the first release of Baseplate and cannot be upgraded. Set BASEPLATE_DATA to an empty folder, and DATABASE_URL, if you use it, to an empty database.',
    )
  }
  const unknown = applied.filter((name) => !Object.hasOwn(known, name))
  const latest = unknown.at(-1)
  if (latest === undefined) return false
  const newest = numberOf(Object.keys(known).toSorted().at(-1) ?? '0000')
  const lacks = Object.keys(known).some((name) => !applied.includes(name))
  if (lacks || unknown.some((name) => (removesAfter(name) ?? '') > newest)) {
    throw new CannotStart(
      `The database belongs to a later version of Baseplate (${latest}), and this version cannot work with it. Install that version, or restore a backup of this one.`,
    )
  }
  log.warn(
    { migrations: unknown },
    'the database belongs to a later version, and this version can work with it',
  )
  return true
}
