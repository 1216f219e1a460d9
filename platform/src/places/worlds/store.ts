import type { Clock } from '@baseplate/service/clock'
import { isDiskFull } from '@baseplate/storage/database/outage'
import type { Files } from '@baseplate/storage/files'
import { type Chunks, TooLarge } from '@baseplate/storage/received-file'
import type { Config } from '../../foundation/config/schema.ts'
import type { Db } from '../../foundation/database.ts'
import { Refused } from '../../foundation/errors.ts'
import { newTimedId } from '../../foundation/ids.ts'
import { requireLockedPlace } from '../managed.ts'
import { keepsWorlds } from '../servers/rules.ts'
import { diskFull } from '../versions/update-file.ts'
import { removeUnnamed } from './files.ts'
import { addWorld, findCurrentWorld, nextWorldNumber, requireWriter, versionAt } from './queries.ts'
import { worldFileName, worldOutdated } from './rules.ts'

export interface WorldStore {
  db: Db
  now: Clock
  files: Files
  config: Pick<Config, 'Engine' | 'Places'>
}

/**
 * Reserves the number of the world that a server is about to store. The server notes it before it sends the world, so a response that
 * is lost cannot make its own world look outdated at the next start.
 *
 * @param after number of the world that the server continues; 0: none.
 * @throws Refused `missing`: no such place, or worlds are not stored; `forbidden`; `conflict`: a newer world is stored.
 */
export async function reserveWorld(
  { db, config }: Pick<WorldStore, 'db' | 'config'>,
  placeId: number,
  { ticket, after }: { ticket?: string | undefined; after: number },
): Promise<number> {
  if (!keepsWorlds(config)) throw new Refused('places.worlds_unavailable')
  await requireWriter(db, placeId, ticket)
  return db.transaction().execute(async (trx) => {
    // The update locks the place's row, and serializes this with restoring and clearing.
    const number = await nextWorldNumber(trx, placeId)
    const current = await findCurrentWorld(trx, placeId)
    if (current && current.number > after) throw worldOutdated()
    return number
  })
}

/**
 * Stores a world that a server sends under a number which it has reserved. A world that the maker has restored or cleared meanwhile has
 * a larger number and stays current.
 *
 * @throws Refused `missing`, `forbidden`; `conflict`: the number is not reserved, or was used; `oversize`; `full`: the disk is full. All
 * stored worlds stay as they were.
 */
export async function storeWorld(
  platform: WorldStore,
  placeId: number,
  { ticket, number, cause }: { ticket?: string | undefined; number: number; cause: 'stop' | 'interval' },
  source: Chunks,
): Promise<void> {
  const { db, files, now, config } = platform
  if (!keepsWorlds(config)) throw new Refused('places.worlds_unavailable')
  const { created: started } = await requireWriter(db, placeId, ticket)
  const file = newTimedId(now())
  try {
    await files.receive(source, config.Places.WorldBytes, async ({ size, sha256, store }) => {
      await store(worldFileName(file))
      const removed = await db.transaction().execute(async (trx) => {
        const { world_number } = await requireLockedPlace(trx, placeId)
        if (number < 1 || number > world_number) throw worldOutdated()
        const version = await versionAt(trx, placeId, started)
        const world = { place_id: placeId, number, file, sha256, bytes: size, created: now(), cause, version }
        return addWorld(trx, { ...world, restored_from: null }, config.Places.Worlds)
      })
      await removeUnnamed(platform, removed)
    })
  } catch (error) {
    await removeUnnamed(platform, [file])
    if (error instanceof TooLarge) throw new Refused('places.world_too_large')
    if (isDiskFull(error)) throw diskFull(error)
    throw error
  }
}
