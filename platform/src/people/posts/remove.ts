import type { Db } from '../../database.ts'

/** Deletes a post for its author, also one that a moderator took down. */
export const deleteOwnPost = (db: Db, id: string) =>
  db
    .updateTable('posts')
    .set({ visibility: 'Deleted' })
    .where('id', '=', id)
    .where('visibility', 'in', ['Visible', 'Moderated'])
    .execute()

/** Hides a visible post in the transaction of its takedown, and returns whether it was visible. */
export async function hidePost(db: Db, id: string, reason: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('posts')
    .set({ visibility: 'Moderated', removal_reason: reason })
    .where('id', '=', id)
    .where('visibility', '=', 'Visible')
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Shows a post again that was taken down, and returns whether it was. */
export async function showPost(db: Db, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('posts')
    .set({ visibility: 'Visible', removal_reason: null })
    .where('id', '=', id)
    .where('visibility', '=', 'Moderated')
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
