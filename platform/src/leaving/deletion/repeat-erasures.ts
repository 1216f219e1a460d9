import type { Clock } from '@baseplate/service/clock'
import { eraseAgain, erasedIdHash, listErasedHashes, listUserIdsAfter } from '../../accounts/door.ts'
import type { Config } from '../../foundation/config/schema.ts'
import type { Db } from '../../foundation/database.ts'
import { listedErasures } from './erasure-list.ts'

const usersPerPart = 1_000

/** Begins the erasure of accounts that a restored backup has brought back. */
export async function repeatErasures({
  db,
  now,
  config,
}: {
  db: Db
  now: Clock
  config: Pick<Config, 'Backup' | 'dataDirectory'>
}): Promise<void> {
  const noted = await listedErasures(config)
  const unknown = new Set(noted).difference(new Set(noted.length === 0 ? [] : await listErasedHashes(db)))
  if (unknown.size === 0) return
  for (let after: string | undefined = ''; after !== undefined; ) {
    const ids: string[] = await listUserIdsAfter(db, after, usersPerPart)
    const restored = ids.filter((id) => unknown.has(erasedIdHash(id)))
    if (restored.length > 0) await eraseAgain(db, restored, now())
    after = ids.at(-1)
  }
}
