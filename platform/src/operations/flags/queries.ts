import type { Db } from '../../database.ts'

/** What was changed at run time, and when (Unix milliseconds). */
export const listFlagChanges = (db: Db) =>
  db.selectFrom('flags').select(['name', 'value', 'updated']).orderBy('name').execute()
