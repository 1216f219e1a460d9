import type { Clock } from '@baseplate/service/clock'
import { lockUsers } from '../../accounts/queries.ts'
import type { Actor } from '../../accounts/rules.ts'
import { requireStorage } from '../../accounts/storage/quota.ts'
import type { Config } from '../../foundation/config/schema.ts'
import type { Db } from '../../foundation/database.ts'
import { Refused } from '../../foundation/errors.ts'
import { parseInput } from '../../foundation/input.ts'
import { findManagedPlace } from '../managed.ts'
import { maxPlaceFileBytes } from '../rules.ts'
import { bytesOfNextRemoved } from '../versions/queries.ts'
import { uploadInput } from './input.ts'
import { countUnfinished, unfinishedBytes } from './queries.ts'
import { maxUnfinished } from './rules.ts'

/**
 * Begins an upload of a place file that may take several requests.
 *
 * @param metadata `place`; optional `sha256`, `version`, `notes`, which are checked and used when the file is complete.
 * @throws InvalidFields; Refused `invalid`: the file is empty; `oversize`, `missing`, `forbidden`; `conflict`: too many uploads
 * are unfinished; `invalid`: the file would exceed the owner's quota.
 */
export async function beginUpload(
  { db, now, config }: { db: Db; now: Clock; config: Pick<Config, 'Places' | 'Quota'> },
  actor: Actor,
  { id, size, metadata }: { id: string; size: number; metadata: unknown },
): Promise<void> {
  const { place, sha256, version, notes } = parseInput(uploadInput, metadata)
  if (size === 0) throw new Refused('files.empty')
  if (size > maxPlaceFileBytes) throw new Refused('places.file_too_large')
  const { owner_id: ownerId } = await findManagedPlace(db, actor, place)
  const created = now()
  await db.transaction().execute(async (trx) => {
    // With the locks, concurrent requests of one user, and for one owner, each count the ones before them.
    await lockUsers(trx, [...new Set([actor.id, ownerId])])
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
    const unfinished = await unfinishedBytes(trx, ownerId, created)
    const freed = await bytesOfNextRemoved(trx, place, config.Places.Versions)
    await requireStorage(trx, config, { ownerId, reserved: unfinished - freed })
  })
}
