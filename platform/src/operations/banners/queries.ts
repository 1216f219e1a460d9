import type { Db } from '../../foundation/database.ts'

/** Lists banners, newest first. */
export const listBanners = (db: Db) =>
  db.selectFrom('banners').selectAll().orderBy('created', 'desc').orderBy('id', 'desc').execute()

/** Locks the banner until the transaction ends. */
export const lockBanner = (db: Db, id: string) =>
  db
    .updateTable('banners')
    .set(({ ref }) => ({ id: ref('id') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
