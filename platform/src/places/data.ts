import type { Actor } from '../accounts/rules.ts'
import type { Db } from '../database.ts'
import type { Clock } from '../foundation/clock.ts'
import type { Config } from '../foundation/config/schema.ts'
import { InvalidFields, Refused } from '../foundation/errors.ts'
import { type Files, type StoredFile, TooLarge } from '../foundation/files.ts'
import { findManagedPlace } from './managed.ts'
import { findPlace } from './queries.ts'
import { maxPlaceDataBytes, mayReadPlaceData } from './rules.ts'

export const placeDataName = (placeId: number) => `places/${placeId}`

/**
 * Replaces the place file with what the source streams, at most 100 MB.
 *
 * @throws InvalidFields `file`; Refused `missing`, `forbidden`. The old file stays then.
 */
export async function updatePlaceData(
  platform: { db: Db; now: Clock; files: Files },
  actor: Actor,
  placeId: number,
  source: AsyncIterable<Uint8Array>,
): Promise<void> {
  await findManagedPlace(platform.db, actor, placeId)
  try {
    await platform.files.receive(source, maxPlaceDataBytes, async ({ size, sha256, place }) => {
      const now = platform.now()
      // The place's row is locked until its file is there: of two uploads at once, what is noted is of the one that stays.
      await platform.db.transaction().execute(async (db) => {
        await db
          .updateTable('places')
          .set({ data_size: size, data_sha256: sha256, data_updated: now, updated: now })
          .where('id', '=', placeId)
          .execute()
        await place(placeDataName(placeId))
      })
    })
  } catch (error) {
    if (error instanceof TooLarge) throw new InvalidFields({ file: 'File must be less than 100MB in size' })
    throw error
  }
}

/**
 * The place file, for game clients and servers.
 *
 * @throws Refused `missing` (`Place not found`, `File not found`), `forbidden` with `Gameservers.Key` set.
 */
export async function readPlaceData(
  platform: { db: Db; files: Files; config: Pick<Config, 'Gameservers'> },
  placeId: number,
  credentials: { bearer?: string | undefined; ticket?: string | undefined },
): Promise<StoredFile> {
  const place = await findPlace(platform.db, placeId)
  if (!place) throw new Refused('missing', 'Place not found')
  if (!mayReadPlaceData(place, platform.config.Gameservers.Key, credentials)) {
    throw new Refused('forbidden', 'A key is needed')
  }
  const file = await platform.files.open(placeDataName(placeId))
  if (!file) throw new Refused('missing', 'File not found')
  return file
}
