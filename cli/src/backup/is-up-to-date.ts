import type { Database } from '@baseplate/platform/database'
import type { Snapshot } from '@baseplate/platform/foundation/database/snapshot'
import { migrations } from '@baseplate/platform/migrations/all'

/** Whether a database is of this very version: rows of another one cannot be read by this one's names. */
export function isUpToDate({ migrations: applied }: Snapshot<Database>): boolean {
  const names = Object.keys(migrations)
  return applied.length === names.length && names.every((name) => applied.includes(name))
}
