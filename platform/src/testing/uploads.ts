import { buffer } from 'node:stream/consumers'
import { readPlaceFile } from '../places/servers/read-file.ts'
import { viewPlaceSettings } from '../places/settings.ts'
import { beginUpload } from '../places/uploads/begin.ts'
import { continueUpload } from '../places/uploads/receive.ts'
import { partsFolder } from '../places/uploads/rules.ts'
import { viewUpload } from '../places/uploads/view.ts'
import { registerPerson } from './people.ts'
import { type DatabaseKind, openTestPlatform } from './platforms.ts'
import { createPublishedPlace } from './published-place.ts'
import { storedNames } from './stored-names.ts'

/** Opens a platform with a place, whose maker uploads files in several requests. */
export async function startUploads(kind: DatabaseKind, Quota = {}) {
  const platform = await openTestPlatform(kind, { Quota, Places: { Versions: 2 } })
  const maker = await registerPerson(platform, 'Maker')
  const { id: place } = await createPublishedPlace(platform, maker, { name: 'A place' })
  let begun = 0
  const begin = async (size: number, metadata: Record<string, string> = {}) => {
    const id = `upload${++begun}`
    await beginUpload(platform, maker, { id, size, place: `${place}`, ...metadata })
    return id
  }
  return {
    platform,
    maker,
    place,
    begin,
    send: (id: string, offset: number, source: Uint8Array | AsyncIterable<Uint8Array>, checksum?: string) =>
      continueUpload(platform, maker, id, {
        offset,
        source: source instanceof Uint8Array ? [source] : source,
        checksum,
      }),
    received: async (id: string) => (await viewUpload(platform, maker, { id })).received,
    parts: () => storedNames(platform.files, partsFolder),
    read: async () => buffer((await readPlaceFile(platform, place, { actor: maker })).stream()),
    versions: async () => (await viewPlaceSettings(platform, maker, { id: place })).versions,
  }
}
