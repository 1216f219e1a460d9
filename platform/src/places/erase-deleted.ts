import { type Clock, day } from '@baseplate/service/clock'
import type { Files } from '@baseplate/storage/files'
import type { Config } from '../foundation/config/schema.ts'
import type { Db } from '../foundation/database.ts'
import type { Forgetting } from '../foundation/door.ts'
import { inParts } from '../foundation/in-parts.ts'
import { erasePlace } from './erase.ts'

interface Erasing extends Forgetting<'place'> {
  db: Db
  files: Files
  now: Clock
  confirmedTime: () => Promise<number>
  config: Pick<Config, 'Deletion'>
}

/** Erases the content of places that were deleted at least `Deletion.WaitDays` ago. */
export async function eraseDeletedPlaces(platform: Erasing): Promise<void> {
  const { db, config } = platform
  const due = (await platform.confirmedTime()) - config.Deletion.WaitDays * day
  await inParts(
    (limit) => db.selectFrom('places').select('id').where('deleted', '<=', due).limit(limit).execute(),
    async (places) => {
      for (const { id } of places) await erasePlace(platform, id)
    },
  )
}
