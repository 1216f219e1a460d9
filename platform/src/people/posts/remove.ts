import { record } from '../../accounts/audit/record.ts'
import { permitModeratingContent } from '../../accounts/permit-moderating.ts'
import { findUser } from '../../accounts/queries.ts'
import { type Actor, isModerator } from '../../accounts/rules.ts'
import type { Db } from '../../database.ts'
import type { Clock } from '../../foundation/clock.ts'
import { Refused } from '../../foundation/errors.ts'
import { parseInput } from '../../foundation/input.ts'
import type { Inbox } from '../../notifications/inbox.ts'
import { notify } from '../../notifications/notify.ts'
import { removePostInput } from './input.ts'
import { findPost } from './queries.ts'
import { maySee, visibilityAfterRemoval } from './rules.ts'

interface Removing {
  db: Db
  now: Clock
  inbox: Pick<Inbox, 'wake'>
}

/**
 * Deletes the actor's own post, or removes another user's as a moderator and notifies its author of the reason. A post that is
 * already deleted or removed stays as it is.
 *
 * @param input `reason`, from moderators.
 * @throws InvalidFields `reason`; Refused `missing`; `forbidden` unless the actor is its author, or a moderator of a level
 * above the author's.
 */
export async function deletePost(
  platform: Removing,
  actor: Actor,
  id: string,
  input: unknown = {},
): Promise<void> {
  const post = await findPost(platform.db, id)
  if (!post || !maySee(actor, post)) throw new Refused('missing', 'Post not found')
  const visibility = visibilityAfterRemoval(actor, post)
  if (!visibility) throw new Refused('forbidden', 'You cannot delete this post')
  if (visibility === 'Moderated') return moderatePost(platform, actor, post, input)
  await platform.db
    .updateTable('posts')
    .set({ visibility })
    .where('id', '=', id)
    .where('visibility', 'in', ['Visible', 'Moderated'])
    .execute()
}

async function moderatePost(
  { db, now, inbox }: Removing,
  actor: Actor,
  { id, author_id }: { id: string; author_id: string },
  input: unknown,
): Promise<void> {
  await permitModeratingContent(db, actor, { what: 'posts', ownerId: author_id })
  const { reason } = parseInput(removePostInput, input)
  await db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('posts')
      .set({ visibility: 'Moderated', removal_reason: reason })
      .where('id', '=', id)
      .where('visibility', '=', 'Visible')
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) return
    const time = now()
    const before = { visibility: 'Visible' }
    const after = { visibility: 'Moderated', reason }
    await record(trx, { actor, action: 'moderatepost', subject: `post:${id}`, before, after }, time)
    const author = await findUser(trx, author_id)
    await notify(
      trx,
      {
        recipientId: author_id,
        senderId: null,
        type: 'moderation',
        note: `Your post was removed: ${reason}`,
        link: `/user/${author?.username ?? ''}?styling=off#post-${id}`,
      },
      time,
    )
  })
  inbox.wake(author_id)
}

/**
 * Restores a post that a moderator removed.
 *
 * @throws Refused `missing`; `forbidden` unless the actor is a moderator of a level above the author's.
 */
export async function restorePost(
  { db, now }: Pick<Removing, 'db' | 'now'>,
  actor: Actor,
  id: string,
): Promise<void> {
  if (!isModerator(actor)) throw new Refused('forbidden', 'You cannot restore posts')
  const post = await findPost(db, id)
  if (post?.visibility !== 'Moderated') throw nothingToRestore()
  await permitModeratingContent(db, actor, { what: 'posts', ownerId: post.author_id })
  await db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('posts')
      .set({ visibility: 'Visible', removal_reason: null })
      .where('id', '=', id)
      .where('visibility', '=', 'Moderated')
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) throw nothingToRestore()
    const before = { visibility: 'Moderated' }
    const after = { visibility: 'Visible' }
    await record(trx, { actor, action: 'restorepost', subject: `post:${id}`, before, after }, now())
  })
}

const nothingToRestore = () => new Refused('missing', 'There is no such post to restore')
