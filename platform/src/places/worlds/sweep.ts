import { type Clock, day } from '@baseplate/service/clock'
import type { Files } from '@baseplate/storage/files'
import type { Config } from '../../foundation/config/schema.ts'
import type { Db } from '../../foundation/database.ts'
import { lockPlace } from '../queries.ts'
import { removeUnnamed } from './files.ts'
import { deleteOldWorlds, findWorldFiles } from './queries.ts'
import { lateWorldMs, worldFileName, worldsFolder } from './rules.ts'

/** Age at which a file that no world names is an orphan. A world is stored just before its row. */
const orphanAge = day

/** Deletes worlds beyond a limit that the operator has lowered, files that no world names, and tickets of runs that ended long ago. */
export async function sweepWorlds(platform: {
  db: Db
  files: Files
  now: Clock
  config: Pick<Config, 'Places'>
}): Promise<void> {
  const { db, files, now, config } = platform
  await db
    .deleteFrom('ended_runs')
    .where('ended', '<=', now() - lateWorldMs)
    .execute()
  for (const placeId of await placesWithMore(db, config.Places.Worlds)) {
    const removed = await db.transaction().execute(async (trx) => {
      await lockPlace(trx, placeId)
      return deleteOldWorlds(trx, placeId, config.Places.Worlds)
    })
    await removeUnnamed(platform, removed)
  }
  for await (const names of files.walk(worldsFolder)) {
    const named = await findWorldFiles(db, names)
    for (const name of names)
      if (!named.has(name)) await files.removeUntouched(worldFileName(name), now() - orphanAge)
  }
}

/** Lists the places that have more worlds than are kept. With a limit of 0, the worlds that are stored stay. */
async function placesWithMore(db: Db, kept: number): Promise<number[]> {
  if (kept === 0) return []
  const rows = await db
    .selectFrom('place_worlds')
    .select('place_id')
    .groupBy('place_id')
    .having(({ fn }) => fn.countAll(), '>', kept)
    .execute()
  return rows.map(({ place_id }) => place_id)
}
