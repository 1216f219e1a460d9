import { lockUser } from '../../accounts/queries.ts'
import type { Actor } from '../../accounts/rules.ts'
import type { Db } from '../../database.ts'
import type { Clock } from '../../foundation/clock.ts'
import { Refused } from '../../foundation/errors.ts'
import { parseInput } from '../../foundation/input.ts'
import { findManagedPlace } from '../managed.ts'
import { maxPlaceFileBytes } from '../rules.ts'
import { uploadInput } from './input.ts'
import { countUnfinished } from './queries.ts'
import { maxUnfinished } from './rules.ts'

/**
 * Begins an upload of a place file that may take several requests.
 *
 * @param metadata `place`; optional `sha256`, `version`, `notes`, which are checked and used when the file is complete.
 * @throws InvalidFields; Refused `invalid`: the file is empty; `oversize`, `missing`, `forbidden`; `conflict`: too many uploads
 * are unfinished.
 */
export async function beginUpload(
  { db, now }: { db: Db; now: Clock },
  actor: Actor,
  { id, size, metadata }: { id: string; size: number; metadata: unknown },
): Promise<void> {
  const { place, sha256, version, notes } = parseInput(uploadInput, metadata)
  if (size === 0) throw new Refused('files.empty')
  if (size > maxPlaceFileBytes) throw new Refused('places.file_too_large')
  await findManagedPlace(db, actor, place)
  const created = now()
  await db.transaction().execute(async (trx) => {
    // With the lock, concurrent requests of one user each count the ones before them.
    await lockUser(trx, actor.id)
    if ((await countUnfinished(trx, actor.id, created)) >= maxUnfinished)
      throw new Refused('uploads.too_many', { max: maxUnfinished })
    await trx
      .insertInto('uploads')
      .values({
        id,
        user_id: actor.id,
        place_id: place,
        size,
        received: 0,
        sha256: sha256 ?? null,
        version: version ?? null,
        notes,
        created,
        published: null,
      })
      .execute()
  })
}
