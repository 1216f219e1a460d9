import type { Db } from '../../database.ts'

/** The newest first. */
export const listBanners = (db: Db) =>
  db.selectFrom('banners').selectAll().orderBy('created', 'desc').orderBy('id', 'desc').execute()

/** Holds the banner until the transaction ends. */
export const lockBanner = (db: Db, id: string) =>
  db
    .updateTable('banners')
    .set(({ ref }) => ({ id: ref('id') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
