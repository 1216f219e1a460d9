import type { Migrations } from '../foundation/database/migrate.ts'
import * as initialSchema from './0001-initial-schema.ts'
import * as finding from './0003-finding.ts'
import * as gamePages from './0004-game-pages.ts'
import * as dressing from './0005-dressing.ts'
import * as siteIdentity from './0006-site-identity.ts'
import * as parties from './0007-parties.ts'
import * as people from './0008-people.ts'

/** All migrations, applied in the order of their names. A released migration is never changed. */
export const migrations: Migrations = {
  '0001-initial-schema': initialSchema,
  '0003-finding': finding,
  '0004-game-pages': gamePages,
  '0005-dressing': dressing,
  '0006-site-identity': siteIdentity,
  '0007-parties': parties,
  '0008-people': people,
}

/** Tables of SQLite's search index, which finds accounts by number. A copy to PostgreSQL leaves them out. */
export const sqliteOnlyTables: readonly string[] = ['user_numbers']
