import type { Actor } from '../../accounts/rules.ts'
import type { Db } from '../../database.ts'
import { addressGroup } from '../../foundation/address-group.ts'
import { type Clock, minute } from '../../foundation/clock.ts'
import { Refused } from '../../foundation/errors.ts'
import { newTimedId } from '../../foundation/ids.ts'
import { parseInput } from '../../foundation/input.ts'
import { createLimit, type Limit } from '../../foundation/limits.ts'
import { slugOf } from '../../foundation/slug.ts'
import type { TextFilter } from '../../foundation/text-filter.ts'
import type { Inbox } from '../../notifications/inbox.ts'
import { notify } from '../../notifications/notify.ts'
import { commentInput } from '../input.ts'
import { owns } from '../ownership/queries.ts'
import { findAsset } from '../queries.ts'
import { assetNotFound, maySee, notApproved } from '../rules.ts'
import { type CommentRow, findComment } from './queries.ts'
import { maxReplyDepth, takesComments } from './rules.ts'

interface Commenting {
  db: Db
  now: Clock
  inbox: Inbox
  commentLimit: Limit
  filterText: TextFilter
}

/** Limits the accepted comments of one address. */
export const createCommentLimit = (): Limit =>
  createLimit({
    points: 5,
    windowSeconds: minute / 1_000,
    code: 'limits.comments',
  })

/**
 * Adds a comment to an asset, or a reply to a comment, and notifies the creator.
 *
 * @param address of the client, for the limit.
 * @throws InvalidFields; Refused `missing`; `invalid`: there is no such comment to reply to, it is too deep, the asset is
 * pending, or it is moderated and the actor's own; `limited`
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
  if (!asset || !maySee(actor, asset, await owns(db, actor.id, assetId))) {
    throw assetNotFound()
  }
  if (asset.visibility === 'Pending') throw notApproved()
  if (!takesComments(actor, asset)) throw new Refused('comments.item_moderated')
  const parent = replyId ? await requireParent(db, assetId, replyId) : undefined
  await platform.commentLimit.spend(addressGroup(address))
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
  await db.transaction().execute(async (db) => {
    await db.insertInto('comments').values(comment).execute()
    if (creator_id === null) return
    await notify(
      db,
      {
        recipientId: creator_id,
        senderId: actor.id,
        type: 'comment',
        happening: { event: 'comment', values: { item: asset.name } },
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
    throw new Refused('comments.parent_not_found')
  }
  if (parent.depth >= maxReplyDepth) throw new Refused('comments.too_deep')
  return parent
}

/** Deletes a comment for its author, or hides it in the transaction of its takedown. Returns whether it was visible. */
export async function hideComment(db: Db, id: string, visibility: 'Moderated' | 'Deleted'): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('comments')
    .set({ visibility })
    .where('id', '=', id)
    .where('visibility', '=', 'Visible')
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
