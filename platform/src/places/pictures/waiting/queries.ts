import type { Selectable } from 'kysely'
import type { Db } from '../../../foundation/database.ts'
import type { PictureTables } from '../tables.ts'

export type WaitingRow = Selectable<PictureTables['waiting_pictures']>

/** The game or the group that a picture is for. */
export type Pictured = { place: number } | { group: number }

const refer = (of: Pictured) =>
  'place' in of
    ? ({ column: 'place_id', id: of.place } as const)
    : ({ column: 'group_id', id: of.group } as const)

/** Lists the pictures of a game or a group that wait for review, the first upload first. */
export function listWaitingOf(db: Db, of: Pictured): Promise<Pick<WaitingRow, 'id' | 'kind' | 'since'>[]> {
  const { column, id } = refer(of)
  return db
    .selectFrom('waiting_pictures')
    .select(['id', 'kind', 'since'])
    .where(column, '=', id)
    .orderBy('since')
    .orderBy('id')
    .execute()
}

/** Adds a waiting picture. An icon replaces the one that waits. */
export async function insertWaiting(
  db: Db,
  of: Pictured,
  picture: Omit<WaitingRow, 'place_id' | 'group_id'>,
): Promise<void> {
  if (picture.kind === 'icon') await deleteWaitingOf(db, of, { kind: 'icon' })
  const { column, id } = refer(of)
  const none = { place_id: null, group_id: null }
  await db
    .insertInto('waiting_pictures')
    .values({ ...picture, ...none, [column]: id })
    .execute()
}

/**
 * Deletes waiting pictures of a game or a group: all of them, those of a kind, or a single one. The sweep removes their files.
 *
 * @returns the ids of the deleted pictures.
 */
export async function deleteWaitingOf(
  db: Db,
  of: Pictured,
  which: { kind?: WaitingRow['kind']; id?: string } = {},
): Promise<string[]> {
  const { column, id } = refer(of)
  const { kind, id: picture } = which
  const rows = await db
    .deleteFrom('waiting_pictures')
    .where(column, '=', id)
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? 'icon'))
    .$if(picture !== undefined, (query) => query.where('id', '=', picture ?? ''))
    .returning('id')
    .execute()
  return rows.map((row) => row.id)
}
