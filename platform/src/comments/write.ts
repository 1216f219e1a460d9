import { type Clock, minute } from '@baseplate/service/clock'
import { addressGroup } from '@baseplate/service/network/address-group'
import { isAnyBlocked, isSilenced, requireVerifiedEmail, type Verifying } from '../accounts/door.ts'
import type { Actor } from '../accounts/rules.ts'
import type { Db } from '../foundation/database.ts'
import { Refused } from '../foundation/errors.ts'
import { newTimedId } from '../foundation/ids.ts'
import type { LimitCounts } from '../foundation/limit-counts.ts'
import { createLimit, type Limit } from '../foundation/limits.ts'
import type { TextFilter } from '../foundation/text-filter.ts'
import { type Inbox, notify } from '../notifications/door.ts'
import { enqueueEvent, eventUser } from '../webhooks/door.ts'
import type { WrittenComment } from './input.ts'
import { findComment, insertComment } from './queries.ts'
import { isSameThread, maxReplyDepth, type Thread } from './rules.ts'
import type { CommentColumns } from './tables.ts'

export interface Commenting extends Verifying {
  db: Db
  now: Clock
  inbox: Pick<Inbox, 'wake'>
  commentLimit: Limit
  filterText: TextFilter
}

/** Limits the accepted comments of one address. */
export const createCommentLimit = (counts: LimitCounts): Limit =>
  createLimit(counts, {
    points: 5,
    windowSeconds: minute / 1_000,
    code: 'limits.comments',
  })

/** An asset, a group, a place or an update, which the caller has found and whose creator accepts comments from the actor. */
export interface Commented {
  thread: Thread
  name: string
  /** The creator, who is notified; null: the account is deleted. */
  ownerId: string | null
  /** Path of the page that shows the comments. */
  link: string
}

/**
 * Adds a comment to a thread, or a reply to a comment, and notifies the creator.
 *
 * @param find checks access and returns the subject of the comment.
 * @param address of the client, for the limit.
 * @throws Refused `invalid`: there is no such comment to reply to, or it is too deep; `limited`; errors of `find`
 */
export async function writeComment(
  platform: Commenting,
  actor: Actor,
  find: () => Promise<Commented>,
  { content, replyId }: WrittenComment,
  address: string,
): Promise<{ id: string }> {
  await requireVerifiedEmail(platform, actor, 'Posting')
  const { db } = platform
  const { thread, name, ownerId, link } = await find()
  const parent = replyId ? await requireParent(db, actor, thread, replyId) : undefined
  await platform.commentLimit.spend(addressGroup(address))
  const now = platform.now()
  const id = newTimedId(now)
  const text = platform.filterText(content)
  await db.transaction().execute(async (db) => {
    await insertComment(db, thread, {
      id,
      author_id: actor.id,
      parent_id: parent?.id ?? null,
      root_id: parent ? (parent.root_id ?? parent.id) : null,
      depth: parent ? parent.depth + 1 : 0,
      content: text,
      created: now,
      visibility: 'Visible',
    })
    // Webhooks of owners do not report their own comments, nor those of users whom they have muted.
    const isReported = ownerId !== null && ownerId !== actor.id && !(await isSilenced(db, ownerId, actor.id))
    await enqueueEvent(
      db,
      {
        type: 'comment.created',
        ownerId: isReported ? ownerId : null,
        subject: `comment:${id}`,
        link,
        data: () => ({
          comment: { id, content: text },
          author: eventUser(actor),
          on: name,
          subject: subjectOf(thread),
        }),
      },
      now,
    )
    if (ownerId === null) return
    const happening = { event: 'comment', values: { item: name } } as const
    const about = { recipientId: ownerId, senderId: actor.id, subject: `comment:${id}` }
    await notify(db, { ...about, type: 'comment', happening, link }, now)
  })
  if (ownerId !== null) platform.inbox.wake(ownerId)
  return { id }
}

/** Describes a thread in an event. Version 0 is the place itself. */
const subjectOf = (thread: Thread) => ({
  type: thread.about,
  id: thread.id,
  ...(thread.about === 'place' && thread.version > 0 && { version: thread.version }),
})

async function requireParent(db: Db, actor: Actor, thread: Thread, replyId: string): Promise<CommentColumns> {
  const parent = await findComment(db, replyId)
  if (!parent || !isSameThread(parent.thread, thread) || parent.visibility !== 'Visible') {
    throw new Refused('comments.parent_not_found')
  }
  if (await isAnyBlocked(db, actor.id, [parent.author_id])) throw new Refused('comments.parent_not_found')
  if (parent.depth >= maxReplyDepth) throw new Refused('comments.too_deep')
  return parent
}
