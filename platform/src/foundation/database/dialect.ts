import { type Kysely, PostgresAdapter } from 'kysely'

/** For the few things that the two databases do each in their own way. */
export const isPostgres = <Schema>(db: Kysely<Schema>): boolean =>
  db.getExecutor().adapter instanceof PostgresAdapter
