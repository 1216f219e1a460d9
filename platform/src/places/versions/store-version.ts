import type { Selectable } from 'kysely'
import type { Actor } from '../../accounts/rules.ts'
import { requireStorage } from '../../accounts/storage/quota.ts'
import type { Db } from '../../database.ts'
import type { Clock } from '../../foundation/clock.ts'
import type { Config } from '../../foundation/config/schema.ts'
import type { Files } from '../../foundation/files.ts'
import { recordChange } from '../managed.ts'
import type { PlaceTables } from '../tables.ts'
import { removeIfUnused, settlePlaceFile } from './place-files.ts'
import { deleteVersion, listVersionFiles, lockPlace, lockPlaceFile } from './queries.ts'

export type KeepingVersions = { db: Db; now: Clock; files: Files; config: Pick<Config, 'Places' | 'Quota'> }

/** A content that is to become a place's newest version. */
interface Content {
  sha256: string
  /** Bytes. */
  size: number
  restoredFrom: number | null
}

/**
 * Makes a content the place's file and newest version, and lets go of the oldest ones.
 *
 * @param choose called with the place's row locked, and again when the transaction is retried.
 * @param arrive puts the content where it belongs if it is not there.
 */
export async function storeVersion(
  platform: KeepingVersions,
  actor: Actor,
  place: { id: number; owner_id: string },
  choose: (db: Db) => Promise<Content>,
  arrive: () => Promise<void> = async () => {},
): Promise<void> {
  const { db, config } = platform
  const { id: placeId } = place
  // What was there before there were versions is about to be replaced.
  await settlePlaceFile(platform, placeId)
  const now = platform.now()
  /** What may have lost its last version, or never got one. */
  let loose: string[] = []
  try {
    await arrive()
    await db.transaction().execute(async (transaction) => {
      await lockPlace(transaction, placeId)
      const { sha256, size, restoredFrom } = await choose(transaction)
      loose = [sha256]
      await lockPlaceFile(transaction, { sha256, size })
      const kept = await listVersionFiles(transaction, placeId)
      // The same bytes again are no new version: they would push out others.
      if (kept[0]?.sha256 !== sha256) {
        const removed = await addVersion(transaction, config, kept, {
          place_id: placeId,
          version: (kept[0]?.version ?? 0) + 1,
          sha256,
          created: now,
          user_id: actor.id,
          restored_from: restoredFrom,
        })
        loose.push(...removed)
        const field = restoredFrom === null ? 'file' : 'version'
        await requireStorage(transaction, config, { ownerId: place.owner_id, field })
      }
      await transaction
        .updateTable('places')
        .set({ data_size: size, data_sha256: sha256, data_updated: now, updated: now })
        .where('id', '=', placeId)
        .execute()
      const before = kept[0] ? { sha256: kept[0].sha256 } : null
      await recordChange(transaction, actor, place, { before, after: { sha256 } }, now)
    })
    loose.shift()
    // The content may have lost its last version, and its file, just before this version was added.
    await arrive()
    // The row is committed, and `readPlaceFile` reads the content itself. The sweep retries a failure.
    await settlePlaceFile(platform, placeId, { force: true }).catch(() => {})
  } catch (error) {
    // A database that is away cannot be asked what is noted: the sweep will.
    await settlePlaceFile(platform, placeId).catch(() => {})
    throw error
  } finally {
    for (const sha256 of new Set(loose)) await removeIfUnused(platform, sha256).catch(() => {})
  }
}

/** Adds a version and deletes the oldest ones beyond the limit. Returns the contents of deleted versions. */
async function addVersion(
  db: Db,
  { Places }: Pick<Config, 'Places'>,
  kept: Awaited<ReturnType<typeof listVersionFiles>>,
  version: Selectable<PlaceTables['place_versions']>,
): Promise<string[]> {
  await db.insertInto('place_versions').values(version).execute()
  const old = kept.slice(Places.Versions - 1)
  for (const { version: number } of old) await deleteVersion(db, version.place_id, number)
  return old.map(({ sha256 }) => sha256)
}
