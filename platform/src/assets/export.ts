import type { Db } from '../foundation/database.ts'
import { type Exports, type OwnFile, rowsOf } from '../foundation/exports.ts'
import { draftFileName } from './drafts/rules.ts'
import { assetFileName } from './rules.ts'

/** Everything of a user in this domain, without hashes, keys and other secrets. */
export const exports: Exports<{ db: Db }> = {
  rows: {
    items: [
      rowsOf('created', 'assets', {
        owner: 'creator_id',
        key: ['id'],
        show: [
          'id',
          'type',
          'name',
          'description',
          'description_updated',
          'visibility',
          'price',
          'for_sale',
          'sold',
          'favourites',
          'file_size',
          'file_sha256',
          'file_md5',
          'created',
          'updated',
        ],
      }),
      rowsOf('being_created', 'creations', {
        owner: 'creator_id',
        key: ['asset_id'],
        show: ['asset_id', 'type', 'name', 'description', 'price', 'for_sale', 'created', 'state'],
      }),
      rowsOf('drafts', 'creation_drafts', {
        owner: 'user_id',
        key: ['key'],
        show: ['type', 'name', 'description', 'price', 'file', 'file_size', 'updated'],
      }),
      rowsOf('owned', 'owned_assets', { owner: 'user_id', key: ['asset_id'], show: ['asset_id', 'created'] }),
      rowsOf('favourites', 'asset_favourites', {
        owner: 'user_id',
        key: ['asset_id'],
        show: ['asset_id', 'created'],
      }),
      rowsOf('wishes', 'asset_wishes', {
        owner: 'user_id',
        key: ['asset_id'],
        show: ['asset_id', 'created'],
      }),
    ],
  },
  files: listFiles,
}

async function listFiles({ db }: { db: Db }, userId: string): Promise<OwnFile[]> {
  return (await Promise.all([assetFiles(db, userId), draftFiles(db, userId)])).flat()
}

async function assetFiles(db: Db, userId: string): Promise<OwnFile[]> {
  const rows = await db
    .selectFrom('assets')
    .select(['id', 'visibility', 'file_size'])
    .where('creator_id', '=', userId)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    name: `items/${row.id}`,
    stored: assetFileName(row.id),
    size: row.file_size,
    takenDown: row.visibility === 'Moderated',
  }))
}

async function draftFiles(db: Db, userId: string): Promise<OwnFile[]> {
  const rows = await db
    .selectFrom('creation_drafts')
    .select(['file', 'file_size'])
    .where('user_id', '=', userId)
    .orderBy('file')
    .execute()
  return rows.flatMap(({ file, file_size }) =>
    file === null
      ? []
      : [{ name: `drafts/${file}`, stored: draftFileName(file), size: file_size, takenDown: false }],
  )
}
