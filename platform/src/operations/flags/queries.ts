import type { Db } from '../../foundation/database.ts'

/** Lists run-time changes with their times in Unix milliseconds. */
export const listFlagChanges = (db: Db) =>
  db.selectFrom('flags').select(['name', 'value', 'updated']).orderBy('name').execute()
