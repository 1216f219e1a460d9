import { type Actor, isModerator } from '../accounts/rules.ts'
import { record } from '../audit/record.ts'
import type { Db } from '../database.ts'
import type { Clock } from '../foundation/clock.ts'
import { Refused } from '../foundation/errors.ts'
import { findPost } from './queries.ts'
import { maySee, type PostVisibility, removedBy } from './rules.ts'

interface Removing {
  db: Db
  now: Clock
}

/**
 * Takes a post away: its author's deletion, or a moderator's removal. What was taken away already stays as it is.
 *
 * @throws Refused `missing`, `forbidden`
 */
export async function deletePost({ db, now }: Removing, actor: Actor, id: string): Promise<void> {
  const post = await findPost(db, id)
  if (!post || !maySee(actor, post)) throw new Refused('missing', 'Post not found')
  const visibility = removedBy(actor, post)
  if (!visibility) throw new Refused('forbidden', 'You cannot delete this post')
  await db.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('posts')
      .set({ visibility })
      .where('id', '=', id)
      .where('visibility', 'in', visibility === 'Deleted' ? ['Visible', 'Moderated'] : ['Visible'])
      .executeTakeFirstOrThrow()
    if (numUpdatedRows > 0n && visibility === 'Moderated') {
      await note(transaction, actor, 'moderatepost', id, { before: 'Visible', after: 'Moderated' }, now())
    }
  })
}

/**
 * Shows a post again that a moderator removed.
 *
 * @throws Refused `missing`, `forbidden`
 */
export async function restorePost({ db, now }: Removing, actor: Actor, id: string): Promise<void> {
  if (!isModerator(actor)) throw new Refused('forbidden', 'You cannot restore posts')
  await db.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('posts')
      .set({ visibility: 'Visible' })
      .where('id', '=', id)
      .where('visibility', '=', 'Moderated')
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) throw new Refused('missing', 'There is no such post to restore')
    await note(transaction, actor, 'restorepost', id, { before: 'Moderated', after: 'Visible' }, now())
  })
}

const note = (
  db: Db,
  actor: Actor,
  action: 'moderatepost' | 'restorepost',
  id: string,
  { before, after }: { before: PostVisibility; after: PostVisibility },
  now: number,
) =>
  record(
    db,
    { actor, action, subject: `post:${id}`, before: { visibility: before }, after: { visibility: after } },
    now,
  )
