import type { Db } from '../../foundation/database.ts'
import { nameKeyOf } from '../../foundation/name-key.ts'
import { tagsOf } from './rules.ts'

/** Replaces a place's rows in `place_tags`, inside the transaction that has locked the place. */
export async function storeTags(
  db: Db,
  place: { id: number; popularity: number },
  column: string,
): Promise<void> {
  await db.deleteFrom('place_tags').where('place_id', '=', place.id).execute()
  const keys = new Set(tagsOf(column).map(nameKeyOf))
  if (keys.size === 0) return
  await db
    .insertInto('place_tags')
    .values([...keys].map((tag_key) => ({ place_id: place.id, tag_key, popularity: place.popularity })))
    .execute()
}
