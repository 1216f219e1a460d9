import { sql } from 'kysely'
import { alikeWithin, hammingDistance, isModerated, isPart } from '../../assets/door.ts'
import type { Db } from '../../foundation/database.ts'
import { slugOf } from '../../foundation/slug.ts'
import { withTakedowns } from './queries.ts'

/** Maximum number of refused items that are shown beside a pending one. Their visibility is `Moderated`. */
const similarShown = 5

/** Number of the newest refused items whose pictures are compared, which takes some milliseconds. */
const comparedPictures = 10_000

/** A refused item that resembles a pending one. */
export interface RefusedItem {
  id: number
  name: string
  slug: string
  type: number
  imageId: number | null
  reason: string
  /** When it was refused; Unix milliseconds. */
  created: number
  likeness: 'file' | 'picture' | 'name' | 'creator'
}

interface Pending {
  id: number
  nameKey: string
  /** Hash of its file. */
  file: string
  imageId: number | null
  /** Empty: it has no picture to compare. */
  pictureHash: string
  creatorId: string | null
}

/** The picture of a refused item. */
interface RefusedPicture {
  id: number
  hash: string
}

/** Lists the pictures of the newest refused items, to be compared with several items. */
export const listRefusedPictures = (db: Db): Promise<RefusedPicture[]> =>
  db
    .selectFrom('assets')
    .select(['id', 'picture_hash as hash'])
    .where(isModerated)
    .where('picture_hash', '<>', sql.lit(''))
    .orderBy('created', 'desc')
    .limit(comparedPictures)
    .execute()

/**
 * Returns refused items with the same file or picture, then with a picture that looks alike, then with the same name, then
 * others of its creator.
 */
export async function similarRefusals(
  db: Db,
  item: Pending,
  pictures: readonly RefusedPicture[],
): Promise<RefusedItem[]> {
  const found: RefusedItem[] = []
  for (const [likeness, ids] of [
    ['file', await idsOfFile(db, item)],
    ['picture', idsOfPicture(item, pictures)],
    ['name', await idsOfName(db, item)],
    ['creator', await idsOfCreator(db, item)],
  ] as const) {
    const missing = ids.filter((id) => id !== item.id && found.every((one) => one.id !== id))
    if (missing.length === 0 || found.length >= similarShown) continue
    const rows = await withTakedowns(db)
      .leftJoin('asset_parts', 'asset_parts.asset_id', 'assets.id')
      .select(['assets.id', 'assets.name', 'assets.type', 'asset_parts.image_id as imageId'])
      .select(['takedown.reason', 'takedown.created'])
      .where('assets.id', 'in', missing)
      .where('takedown.reason', 'is not', null)
      .orderBy('takedown.created', 'desc')
      .limit(similarShown - found.length)
      .execute()
    for (const { reason, created, ...row } of rows)
      found.push({ ...row, slug: slugOf(row.name), reason: reason ?? '', created: created ?? 0, likeness })
  }
  return found
}

const refused = (db: Db) =>
  db
    .selectFrom('assets')
    .where(isModerated)
    .limit(similarShown * 2)

/** Returns items with the same file, and items made of the same picture. */
async function idsOfFile(db: Db, { file, imageId }: Pending): Promise<number[]> {
  const image =
    imageId === null
      ? undefined
      : await db.selectFrom('assets').select('file_sha256').where('id', '=', imageId).executeTakeFirst()
  const rows = await refused(db)
    .leftJoin('asset_parts', 'asset_parts.image_id', 'assets.id')
    .select(['assets.id', 'asset_parts.asset_id as whole'])
    .where('assets.file_sha256', 'in', image ? [file, image.file_sha256] : [file])
    .execute()
  return rows.map(({ id, whole }) => whole ?? id)
}

/** Returns items whose pictures look alike, the most alike first. */
function idsOfPicture({ pictureHash }: Pending, pictures: readonly RefusedPicture[]): number[] {
  if (pictureHash === '') return []
  return pictures
    .map(({ id, hash }) => ({ id, distance: hammingDistance(hash, pictureHash) }))
    .filter(({ distance }) => distance <= alikeWithin)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, similarShown * 2)
    .map(({ id }) => id)
}

async function idsOfName(db: Db, { nameKey }: Pending): Promise<number[]> {
  if (nameKey === '') return []
  const rows = await refused(db).select('assets.id').where('name_key', '=', nameKey).execute()
  return rows.map(({ id }) => id)
}

async function idsOfCreator(db: Db, { creatorId }: Pending): Promise<number[]> {
  if (creatorId === null) return []
  const rows = await refused(db)
    .select('assets.id')
    .where('assets.creator_id', '=', creatorId)
    .where((eb) => eb.not(isPart(db, eb.ref('assets.id'))))
    .orderBy('assets.created', 'desc')
    .execute()
  return rows.map(({ id }) => id)
}
