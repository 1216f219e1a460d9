import type { Db } from '../../database.ts'
import type { Files } from '../../foundation/files.ts'
import { settleFile } from '../../foundation/settle-file.ts'
import { findPlace } from '../queries.ts'
import { findThumbnailName } from './queries.ts'
import { iconName, pictureSourceName, thumbnailName } from './rules.ts'

type Settling = { db: Db; files: Files }

/** Puts the icon in place that a place's row names, or removes its file. */
export const settleIcon = ({ db, files }: Settling, placeId: number): Promise<void> =>
  settleFile(
    async () => (await findPlace(db, placeId))?.icon,
    (icon) => put(files, { placeId, name: icon, file: iconName(placeId) }),
  )

/** Does the same for one of the other pictures of a place. */
export const settleThumbnail = ({ db, files }: Settling, placeId: number, number: number): Promise<void> =>
  settleFile(
    () => findThumbnailName(db, placeId, number),
    (name) => put(files, { placeId, name, file: thumbnailName(placeId, number) }),
  )

async function put(
  files: Files,
  { placeId, name, file }: { placeId: number; name: string | null | undefined; file: string },
): Promise<void> {
  // A source is removed an hour after its picture was put in place.
  if (name) await files.share(pictureSourceName(placeId, name), file)
  else await files.remove(file)
}
