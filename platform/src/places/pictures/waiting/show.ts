import type { Files } from '@baseplate/storage/files'
import type { Db } from '../../../foundation/database.ts'
import { appendThumbnail } from '../queries.ts'
import { settleIcon, settleThumbnail } from '../settle.ts'
import type { WaitingRow } from './queries.ts'

/** Shows an approved picture of a place, whose row is locked. Returns the number of a thumbnail; null: it is the icon. */
export async function showPicture(
  db: Db,
  placeId: number,
  { kind, name, size }: Pick<WaitingRow, 'kind' | 'name' | 'size'>,
  now: number,
): Promise<number | null> {
  if (kind === 'thumbnail') return appendThumbnail(db, placeId, { name, size })
  await db
    .updateTable('places')
    .set({ icon: name, icon_size: size, updated: now })
    .where('id', '=', placeId)
    .execute()
  return null
}

/** Stores the file of a picture that `showPicture` has shown. */
export const settleShown = (
  platform: { db: Db; files: Files },
  placeId: number,
  number: number | null,
): Promise<void> =>
  number === null ? settleIcon(platform, placeId) : settleThumbnail(platform, placeId, number)
