import type { Files } from '@baseplate/storage/files'
import { settleFile } from '@baseplate/storage/settle-file'
import type { Db } from '../../foundation/database.ts'
import { findPlace } from '../queries.ts'
import { findThumbnailName } from './queries.ts'
import { iconName, pictureSourceName, pictureSourcesFolder, thumbnailName } from './rules.ts'

type Settling = { db: Db; files: Files }

/** Makes a place's icon file match the place's row. */
export const settleIcon = ({ db, files }: Settling, placeId: number): Promise<void> =>
  settleFile(
    async () => (await findPlace(db, placeId))?.icon,
    (icon) => settle(files, { placeId, name: icon, file: iconName(placeId) }),
  )

/** Makes a thumbnail's file match its row. */
export const settleThumbnail = ({ db, files }: Settling, placeId: number, number: number): Promise<void> =>
  settleFile(
    () => findThumbnailName(db, placeId, number),
    (name) => settle(files, { placeId, name, file: thumbnailName(placeId, number) }),
  )

async function settle(
  files: Files,
  { placeId, name, file }: { placeId: number; name: string | null | undefined; file: string },
): Promise<void> {
  // The sweep removes the source an hour after its upload.
  if (name) await files.share(pictureSourceName(placeId, name), file)
  else await files.remove(file)
}

/** Removes the pictures that were uploaded to a deleted place within the last hour. */
export async function removePictureSources(files: Files, placeId: number): Promise<void> {
  for await (const names of files.walk(pictureSourcesFolder, `${placeId}-`))
    for (const name of names) await files.remove(`${pictureSourcesFolder}/${name}`)
}
