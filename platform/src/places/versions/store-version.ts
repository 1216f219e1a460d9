import type { Clock } from '@baseplate/service/clock'
import type { Files } from '@baseplate/storage/files'
import type { Selectable } from 'kysely'
import { requireStorage } from '../../accounts/door.ts'
import type { Actor } from '../../accounts/rules.ts'
import type { Config } from '../../foundation/config/schema.ts'
import type { Db } from '../../foundation/database.ts'
import { slugOf } from '../../foundation/slug.ts'
import { throwAfterCommit } from '../../foundation/unavailable.ts'
import { enqueueEvent, eventUser } from '../../webhooks/door.ts'
import { recordChange } from '../managed.ts'
import { lockPlace } from '../queries.ts'
import type { PlaceTables } from '../tables.ts'
import { addUpdate, describeUpdate } from '../updates/queries.ts'
import type { Game } from './check-content.ts'
import { removeIfUnused, settlePlaceFile } from './place-files.ts'
import { deleteVersion, listVersionFiles, lockContent } from './queries.ts'

export type VersionStore = { db: Db; now: Clock; files: Files; config: Pick<Config, 'Places' | 'Quota'> }

/** The content of a new version. */
interface Content {
  sha256: string
  /** Bytes. */
  size: number
  restoredFrom: number | null
  /** Absent: files of the platform's engine are not checked. */
  game?: Game | undefined
  /** Notes for players. */
  notes?: string
}

/** The newest version of a place after an upload. */
export interface Published {
  version: number
  sha256: string
}

/**
 * Makes a content the place's file and newest version, and deletes the oldest versions beyond the limit. Returns the newest
 * version.
 *
 * @param choose called with the place's row locked. Called again when the transaction is retried.
 * @param ensureStored stores the content unless its file exists.
 * @param meanwhile changes more rows in the same transaction.
 */
export async function storeVersion(
  platform: VersionStore,
  actor: Actor,
  place: { id: number; name: string; owner_id: string },
  choose: (db: Db) => Promise<Content>,
  ensureStored: () => Promise<void> = async () => {},
  meanwhile: (db: Db, published: Published) => Promise<void> = async () => {},
): Promise<Published> {
  const { db, config } = platform
  const { id: placeId } = place
  const now = platform.now()
  /** Contents that may have lost their last version, or never got one. */
  let maybeUnused: string[] = []
  try {
    await ensureStored()
    const published = await db.transaction().execute(async (trx) => {
      await lockPlace(trx, placeId)
      const { sha256, size, restoredFrom, game, notes } = await choose(trx)
      maybeUnused = [sha256]
      await lockContent(trx, { sha256, size }, game)
      const versions = await listVersionFiles(trx, placeId)
      // Uploading the current content again adds no version, which would only push out older ones.
      const newest = versions[0]
      const isNew = newest?.sha256 !== sha256
      const version = (newest?.version ?? 0) + (isNew ? 1 : 0)
      if (isNew) {
        const removed = await addVersion(trx, config, versions, {
          place_id: placeId,
          version,
          sha256,
          created: now,
          user_id: actor.id,
          restored_from: restoredFrom,
        })
        maybeUnused.push(...removed)
        const field = restoredFrom === null ? 'file' : 'version'
        await requireStorage(trx, config, { ownerId: place.owner_id, field })
      }
      if (notes) await describeUpdate(trx, placeId, { version, notes })
      await updatePlayed(trx, placeId, { sha256, size, now })
      const before = newest ? { sha256: newest.sha256 } : null
      await recordChange(trx, actor, place, { before, after: { sha256 } }, now)
      if (isNew) await announce(trx, actor, place, version, now)
      await meanwhile(trx, { version, sha256 })
      return { version, sha256 }
    })
    maybeUnused.shift()
    // The content may have lost its last version, and its file, just before this version was added.
    await ensureStored().catch(throwAfterCommit)
    // The row is committed, and `readPlaceFile` reads the content itself. The sweep retries a failure.
    await settlePlaceFile(platform, placeId, { force: true }).catch(() => {})
    return published
  } catch (error) {
    // While the database is unavailable this fails as well. The sweep retries it.
    await settlePlaceFile(platform, placeId).catch(() => {})
    throw error
  } finally {
    for (const sha256 of new Set(maybeUnused)) await removeIfUnused(platform, sha256).catch(() => {})
  }
}

const updatePlayed = (
  db: Db,
  placeId: number,
  { sha256, size, now }: { sha256: string; size: number; now: number },
) =>
  db
    .updateTable('places')
    .set(({ fn, ref, val }) => ({
      data_size: size,
      data_sha256: sha256,
      data_updated: now,
      updated: now,
      published: fn.coalesce(ref('published'), val(now)),
    }))
    .where('id', '=', placeId)
    .execute()

const announce = (
  trx: Db,
  actor: Actor,
  { id, name, owner_id }: { id: number; name: string; owner_id: string },
  version: number,
  now: number,
): Promise<void> =>
  enqueueEvent(
    trx,
    {
      type: 'place.published',
      ownerId: owner_id,
      subject: `place:${id}`,
      link: `/place/${id}/${slugOf(name)}`,
      data: () => ({ place: { id, name }, version, publisher: eventUser(actor) }),
    },
    now,
  )

/** Adds a version and deletes the oldest ones beyond the limit. Returns the contents of deleted versions. */
async function addVersion(
  db: Db,
  { Places }: Pick<Config, 'Places'>,
  versions: Awaited<ReturnType<typeof listVersionFiles>>,
  added: Selectable<PlaceTables['place_versions']>,
): Promise<string[]> {
  await db.insertInto('place_versions').values(added).execute()
  const { place_id, version, created, restored_from } = added
  await addUpdate(db, { place_id, version, created, restored_from })
  const old = versions.slice(Places.Versions - 1)
  for (const kept of old) await deleteVersion(db, added.place_id, kept.version)
  return old.map(({ sha256 }) => sha256)
}
