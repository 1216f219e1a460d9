import type { StorageTables } from '@baseplate/storage/tables'
import type { Kysely } from 'kysely'
import type { SharedTables } from './tables.ts'

/** Every table. Each domain adds its own where it describes them, in its `tables.ts`. */
export interface Database extends SharedTables, StorageTables {}

/** The database or a transaction on it. */
export type Db = Kysely<Database>
