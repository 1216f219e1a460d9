import type { Db } from '../foundation/database.ts'
import type { Forgetting } from '../foundation/door.ts'
import { inParts } from '../foundation/in-parts.ts'

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
  await inParts(
    async (limit) => {
      const query = db.selectFrom('comments').select('id').where('author_id', '=', userId)
      return query.orderBy('id').limit(limit).execute()
    },
    async (own) => {
      for (const { id } of own)
        await db.transaction().execute(async (trx) => {
          await deleteComment(trx, id)
          await forgetContent.comment(trx, [id])
        })
    },
  )
}

async function deleteComment(trx: Db, id: string): Promise<void> {
  const deleted = await trx
    .selectFrom('comments')
    .select(['id', 'parent_id', 'root_id', 'depth'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!deleted) return
  const replies = await trx
    .selectFrom('comments')
    .select(['id', 'parent_id', 'root_id', 'depth'])
    .where('root_id', '=', deleted.root_id ?? deleted.id)
    .orderBy('depth')
    .execute()
  for (const moved of withoutParent(deleted, replies))
    await trx
      .updateTable('comments')
      .set({ parent_id: moved.parent_id, root_id: moved.root_id, depth: moved.depth })
      .where('id', '=', moved.id)
      .execute()
  await trx.deleteFrom('comments').where('id', '=', id).execute()
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
