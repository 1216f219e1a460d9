import { type Actor, isModerator } from '../accounts/rules.ts'
import { record } from '../audit/record.ts'
import type { Db } from '../database.ts'
import { type Clock, minute } from '../foundation/clock.ts'
import { Refused } from '../foundation/errors.ts'
import { newTimedId } from '../foundation/ids.ts'
import { parseInput } from '../foundation/input.ts'
import { createLimit, type Limit } from '../foundation/limits.ts'
import { slugOf } from '../foundation/slug.ts'
import type { TextFilter } from '../foundation/text-filter.ts'
import type { Inbox } from '../notifications/inbox.ts'
import { notify } from '../notifications/notify.ts'
import { type CommentRow, findComment } from './comment-queries.ts'
import { commentInput } from './input.ts'
import { owns } from './ownership.ts'
import { findAsset } from './queries.ts'
import { maxReplyDepth, maySee, removedBy } from './rules.ts'

interface Commenting {
  db: Db
  now: Clock
  inbox: Inbox
  commentLimit: Limit
  filterText: TextFilter
}

/** Decisions, section 7. */
export const createCommentLimit = (): Limit =>
  createLimit({
    points: 5,
    windowSeconds: minute / 1_000,
    message: 'You have commented a lot in a short time. Wait a minute, then try again.',
  })

/**
 * Says something about an asset, or to somebody who has. Its creator is told.
 *
 * @param address whose comments are counted: those that are accepted.
 * @throws InvalidFields; Refused `missing`, `invalid`: there is no such comment to reply to, or it is too deep; `limited`
 */
export async function commentOnAsset(
  platform: Commenting,
  actor: Actor,
  assetId: number,
  input: unknown,
  address: string,
): Promise<{ id: string }> {
  const { content, replyId } = parseInput(commentInput, input)
  const { db } = platform
  const asset = await findAsset(db, assetId)
  // As on its page, which whoever owns it sees in any case.
  const sees = asset && (maySee(actor, asset) || (await owns(db, actor.id, assetId)))
  if (!sees) throw new Refused('missing', 'Asset not found')
  const parent = replyId ? await requireParent(db, assetId, replyId) : undefined
  await platform.commentLimit.spend(address)
  const now = platform.now()
  const comment: CommentRow = {
    id: newTimedId(now),
    asset_id: assetId,
    author_id: actor.id,
    parent_id: parent?.id ?? null,
    root_id: parent ? (parent.root_id ?? parent.id) : null,
    depth: parent ? parent.depth + 1 : 0,
    content: platform.filterText(content),
    created: now,
    visibility: 'Visible',
  }
  const { creator_id } = asset
  await db.transaction().execute(async (transaction) => {
    await transaction.insertInto('comments').values(comment).execute()
    if (creator_id === null) return
    await notify(
      transaction,
      {
        recipientId: creator_id,
        senderId: actor.id,
        type: 'comment',
        note: `commented on ${asset.name}`,
        link: `/catalog/${assetId}/${slugOf(asset.name)}`,
      },
      now,
    )
  })
  if (creator_id !== null) platform.inbox.wake(creator_id)
  return { id: comment.id }
}

async function requireParent(db: Db, assetId: number, replyId: string): Promise<CommentRow> {
  const parent = await findComment(db, replyId)
  if (parent?.asset_id !== assetId || parent.visibility !== 'Visible') {
    throw new Refused('invalid', 'There is no such comment to reply to')
  }
  if (parent.depth >= maxReplyDepth) throw new Refused('invalid', 'Replies to replies end here')
  return parent
}

/**
 * Takes a comment away: its author's deletion, or a moderator's removal. What was taken away already stays as it is.
 *
 * @throws Refused `missing`, `forbidden`
 */
export async function deleteComment(
  { db, now }: { db: Db; now: Clock },
  actor: Actor,
  assetId: number,
  id: string,
): Promise<void> {
  const comment = await findComment(db, id)
  if (comment?.asset_id !== assetId) throw new Refused('missing', 'Comment not found')
  if (comment.visibility !== 'Visible') {
    if (comment.author_id === actor.id || isModerator(actor)) return
    throw new Refused('missing', 'Comment not found')
  }
  const visibility = removedBy(actor, comment)
  if (!visibility) throw new Refused('forbidden', 'You cannot delete this comment')
  await db.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('comments')
      .set({ visibility })
      .where('id', '=', id)
      .where('visibility', '=', 'Visible')
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n || visibility !== 'Moderated') return
    await record(
      transaction,
      {
        actor,
        action: 'moderatecomment',
        subject: `comment:${id}`,
        before: { visibility: comment.visibility },
        after: { visibility },
      },
      now(),
    )
  })
}
