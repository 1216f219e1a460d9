import type { Database } from '@baseplate/platform/foundation/database'
import { migrations } from '@baseplate/platform/migrations/all'
import type { Snapshot } from '../database/snapshot.ts'

/**
 * Whether a database has exactly this version's migrations. This version's code cannot read the rows of another one.
 */
export function isUpToDate({ migrations: applied }: Snapshot<Database>): boolean {
  const names = Object.keys(migrations)
  return applied.length === names.length && names.every((name) => applied.includes(name))
}
