import type { Db } from '../foundation/database.ts'
import type { Forgetting } from '../foundation/door.ts'
import { inParts } from '../foundation/in-parts.ts'

const tables = ['comments', 'place_comments', 'group_comments'] as const
type Table = (typeof tables)[number]

interface Node {
  id: string
  parent_id: string | null
  root_id: string | null
  depth: number
}

/**
 * Deletes all comments of a user. Replies of others stay: they move up to the comment that the deleted one replied to, or become
 * first comments.
 */
export async function eraseComments(
  { db, forgetContent }: { db: Db } & Forgetting<'comment'>,
  userId: string,
): Promise<void> {
  for (const table of tables)
    await inParts(
      async (limit) => {
        const query = db.selectFrom(table).select('id').where('author_id', '=', userId)
        return query.orderBy('id').limit(limit).execute()
      },
      async (own) => {
        for (const { id } of own)
          await db.transaction().execute(async (trx) => {
            await deleteComment(trx, table, id)
            await forgetContent.comment(trx, [id])
          })
      },
    )
}

async function deleteComment(trx: Db, table: Table, id: string): Promise<void> {
  const deleted = await trx
    .selectFrom(table)
    .select(['id', 'parent_id', 'root_id', 'depth'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!deleted) return
  const replies = await trx
    .selectFrom(table)
    .select(['id', 'parent_id', 'root_id', 'depth'])
    .where('root_id', '=', deleted.root_id ?? deleted.id)
    .orderBy('depth')
    .execute()
  for (const moved of withoutParent(deleted, replies))
    await trx
      .updateTable(table)
      .set({ parent_id: moved.parent_id, root_id: moved.root_id, depth: moved.depth })
      .where('id', '=', moved.id)
      .execute()
  await trx.deleteFrom(table).where('id', '=', id).execute()
}

/** Returns the replies below a deleted comment with their new positions. `replies` is sorted by depth. */
function withoutParent(deleted: Node, replies: readonly Node[]): Node[] {
  const moved = new Map<string, Node>()
  for (const reply of replies) {
    const { id, depth } = reply
    const above = moved.get(reply.parent_id ?? '')
    if (reply.parent_id === deleted.id)
      moved.set(id, { id, parent_id: deleted.parent_id, root_id: deleted.root_id, depth: depth - 1 })
    else if (above)
      moved.set(id, { id, parent_id: above.id, root_id: above.root_id ?? above.id, depth: depth - 1 })
  }
  return [...moved.values()]
}
