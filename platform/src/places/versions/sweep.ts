import type { Files } from '@baseplate/storage/files'
import type { Db } from '../../foundation/database.ts'
import { parsePlaceId } from '../input.ts'
import { contentsFolder, playedFolder, removeIfUnused, settlePlaceFile } from './place-files.ts'
import { findContents, findPlacesWithFile, listPlacesWithFile, listUnusedContents } from './queries.ts'

/** Places read at a time. */
const batch = 500

/** Repairs differences between rows and files that a crash left, and removes unused contents. */
export async function sweepPlaceFiles(platform: { db: Db; files: Files }): Promise<void> {
  const { db, files } = platform
  for (let after = 0; ; ) {
    const ids = await listPlacesWithFile(db, after, batch)
    for (const id of ids) await settlePlaceFile(platform, id)
    const last = ids.at(-1)
    if (last === undefined) break
    after = last
  }
  // Files of places whose rows name none.
  for await (const names of files.walk(playedFolder)) {
    const ids = names.flatMap((name) => parsePlaceId(name) ?? [])
    if (ids.length === 0) continue
    const named = await findPlacesWithFile(db, ids)
    for (const id of ids) if (!named.has(id)) await settlePlaceFile(platform, id)
  }
  for (const sha256 of await listUnusedContents(db)) await removeIfUnused(platform, sha256)
  for await (const stored of files.walk(contentsFolder)) {
    const hashes = stored.filter((name) => /^[0-9a-f]{64}$/.test(name))
    if (hashes.length === 0) continue
    const known = await findContents(db, hashes)
    for (const sha256 of hashes) if (!known.has(sha256)) await removeIfUnused(platform, sha256)
  }
}
