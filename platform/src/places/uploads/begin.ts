import type { Clock } from '@baseplate/service/clock'
import { lockUsers, requireStorage, useCase } from '../../accounts/door.ts'
import type { Config } from '../../foundation/config/schema.ts'
import type { Db } from '../../foundation/database.ts'
import { Refused } from '../../foundation/errors.ts'
import { findManagedPlace } from '../managed.ts'
import { maxPlaceFileBytes } from '../rules.ts'
import { bytesOfNextRemoved } from '../versions/queries.ts'
import { uploadInput } from './input.ts'
import { countUnfinished, unfinishedBytes } from './queries.ts'
import { maxUnfinished } from './rules.ts'

/**
 * @throws InvalidFields; Refused `invalid`: the file is empty; `oversize`, `missing`, `forbidden`; `conflict`: too many uploads
 * are unfinished; `invalid`: the file would exceed the owner's quota.
 */
export const beginUpload = useCase(
  {
    summary:
      'Begins an upload of a place file that may take several requests. Its metadata are checked and used when the file is complete.',
    scope: 'places:write',
    input: uploadInput,
  },
  async (
    { db, now, config }: { db: Db; now: Clock; config: Pick<Config, 'Places' | 'Quota'> },
    actor,
    { id, size, place, sha256, version, notes },
  ): Promise<void> => {
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
  },
)
