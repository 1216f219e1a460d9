import { type Kysely, PostgresAdapter } from 'kysely'

/** Distinguishes the databases, for the few statements that differ. */
export const isPostgres = <Schema>(db: Kysely<Schema>): boolean =>
  db.getExecutor().adapter instanceof PostgresAdapter
