import type { Db } from '../../database.ts'
import type { Files } from '../../foundation/files.ts'
import { parsePlaceId } from '../input.ts'
import { contentsFolder, playedFolder, removeIfUnused, settlePlaceFile } from './place-files.ts'
import { listFilesWithoutVersion, listFilledPlaces, whichFilesAreNoted } from './queries.ts'

type Sweeping = { db: Db; files: Files }

const batch = 500

/** Mends what a crash left between the database and the disk: neither goes without the other for ever. */
export async function sweepPlaceFiles(platform: Sweeping): Promise<void> {
  const { db, files } = platform
  const played = new Set((await Array.fromAsync(files.walk(playedFolder))).flat())
  for (let after = 0; ; ) {
    const ids = await listFilledPlaces(db, after, batch)
    for (const id of ids) {
      played.delete(String(id))
      await settlePlaceFile(platform, id)
    }
    const last = ids.at(-1)
    if (last === undefined) break
    after = last
  }
  // What is left is of places that have no file.
  for (const name of played) {
    const id = parsePlaceId(name)
    if (id !== undefined) await settlePlaceFile(platform, id)
  }
  for (const sha256 of await listFilesWithoutVersion(db)) await removeIfUnused(platform, sha256)
  for await (const stored of files.walk(contentsFolder)) {
    const names = stored.filter((name) => /^[0-9a-f]{64}$/.test(name))
    if (names.length === 0) continue
    const noted = await whichFilesAreNoted(db, names)
    for (const sha256 of names) if (!noted.has(sha256)) await removeIfUnused(platform, sha256)
  }
}
