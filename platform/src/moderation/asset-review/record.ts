import { sql } from 'kysely'
import { isPart } from '../../assets/creating/queries.ts'
import type { Visibility } from '../../assets/rules.ts'
import type { Db } from '../../database.ts'
import { slugOf } from '../../foundation/slug.ts'

/** A creator's newest items that the record counts. */
const countedItems = 200

/** Moderated items that are shown beside a pending one. */
const similarShown = 5

/** Earlier decisions about a creator, for reviewers. */
export interface MakerRecord {
  /** Unix milliseconds. */
  registered: number
  /** Numbers of the newest items: in the catalog, rejected in review, and taken down later. */
  approved: number
  rejected: number
  takenDown: number
  /** Warnings and bans of the account. */
  actions: number
}

export async function readRecord(db: Db, creatorId: string): Promise<MakerRecord | null> {
  const user = await db.selectFrom('users').select('created').where('id', '=', creatorId).executeTakeFirst()
  if (!user) return null
  const items = await withTakedowns(db)
    .where('assets.creator_id', '=', creatorId)
    .where((eb) => eb.not(isPart(db, eb.ref('assets.id'))))
    .select(['assets.visibility', 'takedown.rejected'])
    .orderBy('assets.created', 'desc')
    .limit(countedItems)
    .execute()
  const { count } = await db
    .selectFrom('moderation_actions')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', creatorId)
    .executeTakeFirstOrThrow()
  const moderated = items.filter(({ visibility }) => visibility === 'Moderated')
  const rejected = moderated.filter((item) => item.rejected === 1).length
  return {
    registered: user.created,
    approved: items.filter(({ visibility }) => visibility === 'Visible').length,
    rejected,
    takenDown: moderated.length - rejected,
    actions: Number(count),
  }
}

/** A moderated item that resembles a pending one. */
export interface RefusedItem {
  id: number
  name: string
  slug: string
  type: number
  imageId: number | null
  reason: string
  /** When it was refused; Unix milliseconds. */
  created: number
  likeness: 'file' | 'name' | 'creator'
}

interface Pending {
  id: number
  nameKey: string
  /** Hash of its file. */
  file: string
  imageId: number | null
  creatorId: string | null
}

/** Returns moderated items with the same file or picture, then with the same name, then others of its creator. */
export async function similarRefusals(db: Db, item: Pending): Promise<RefusedItem[]> {
  const found: RefusedItem[] = []
  for (const [likeness, ids] of [
    ['file', await idsOfFile(db, item)],
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

/** Items with their takedown in force. Ids of content are texts. */
const withTakedowns = (db: Db) =>
  db
    .selectFrom('assets')
    .leftJoin('takedowns as takedown', (join) =>
      join
        .on('takedown.content_type', '=', 'asset')
        .on('takedown.content_id', '=', sql<string>`cast(assets.id as text)`)
        .on('takedown.ended', 'is', null),
    )

const moderated = (db: Db) =>
  db
    .selectFrom('assets')
    .where('assets.visibility', '=', sql.lit<Visibility>('Moderated'))
    .limit(similarShown * 2)

/** Returns items with the same file, and those made of the same picture. */
async function idsOfFile(db: Db, { file, imageId }: Pending): Promise<number[]> {
  const image =
    imageId === null
      ? undefined
      : await db.selectFrom('assets').select('file_sha256').where('id', '=', imageId).executeTakeFirst()
  const rows = await moderated(db)
    .leftJoin('asset_parts', 'asset_parts.image_id', 'assets.id')
    .select(['assets.id', 'asset_parts.asset_id as whole'])
    .where('assets.file_sha256', 'in', image ? [file, image.file_sha256] : [file])
    .execute()
  return rows.map(({ id, whole }) => whole ?? id)
}

async function idsOfName(db: Db, { nameKey }: Pending): Promise<number[]> {
  if (nameKey === '') return []
  const rows = await moderated(db).select('assets.id').where('name_key', '=', nameKey).execute()
  return rows.map(({ id }) => id)
}

async function idsOfCreator(db: Db, { creatorId }: Pending): Promise<number[]> {
  if (creatorId === null) return []
  const rows = await moderated(db)
    .select('assets.id')
    .where('assets.creator_id', '=', creatorId)
    .where((eb) => eb.not(isPart(db, eb.ref('assets.id'))))
    .orderBy('assets.created', 'desc')
    .execute()
  return rows.map(({ id }) => id)
}
