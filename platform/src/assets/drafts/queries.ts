import type { Selectable } from 'kysely'
import type { Db } from '../../foundation/database.ts'
import { type FileReference, inBatches } from '../../foundation/file-reference.ts'
import type { AssetTables } from '../tables.ts'
import { draftFileName } from './rules.ts'

type DraftRow = Selectable<AssetTables['creation_drafts']>

export const findDraft = (db: Db, userId: string, key: string): Promise<DraftRow | undefined> =>
  db
    .selectFrom('creation_drafts')
    .selectAll()
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .executeTakeFirst()

export async function countDrafts(db: Db, userId: string): Promise<number> {
  const { drafts } = await db
    .selectFrom('creation_drafts')
    .select((eb) => eb.fn.countAll<number>().as('drafts'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(drafts)
}

/** Lists the drafts of a user, the latest change first. */
export const listDrafts = (db: Db, userId: string) =>
  db
    .selectFrom('creation_drafts')
    .select(['key', 'type', 'name', 'file_size as fileSize', 'updated'])
    .where('user_id', '=', userId)
    .orderBy('updated', 'desc')
    .orderBy('key')
    .execute()

/** Yields the files of all drafts. */
export async function* draftFileReferences(db: Db): AsyncGenerator<FileReference, void> {
  const drafts = inBatches((after: { file: string | null } | undefined, limit) =>
    db
      .selectFrom('creation_drafts')
      .select(['file', 'file_size'])
      .where('file', 'is not', null)
      .where('file', '>', after?.file ?? '')
      .orderBy('file')
      .limit(limit)
      .execute(),
  )
  for await (const { file, file_size } of drafts)
    if (file !== null) yield { name: draftFileName(file), size: file_size }
}
