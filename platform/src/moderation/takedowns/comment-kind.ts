import { findAsset } from '../../assets/door.ts'
import { findComment, hideComment, showComment } from '../../comments/door.ts'
import type { Thread } from '../../comments/rules.ts'
import type { Db } from '../../foundation/database.ts'
import { findGroupById } from '../../people/door.ts'
import { findPlace } from '../../places/door.ts'
import { threadPath } from '../commented.ts'
import type { ContentKind } from './content.ts'

export const commentKind: ContentKind = {
  what: 'comments',
  async find(db, id) {
    const comment = await findComment(db, id)
    if (!comment || comment.visibility === 'Deleted') return undefined
    const { author_id: ownerId, thread, visibility } = comment
    return { type: 'comment', id, ownerId, visibility, ...(await describe(db, thread)) }
  },
  hide: ({ db }, { id }) => hideComment(db, id, 'Moderated'),
  show: ({ db }, { id }) => showComment(db, id),
  followUps: [],
  hidden: {
    action: 'moderatecomment',
    notification: {
      type: 'moderation',
      happening: ({ name: item }, reason) => ({ event: 'comment_removed', values: { item, reason } }),
    },
  },
  shown: { action: 'restorecomment', notification: null },
}

/** Returns the name of a thread's subject, and the path of the page that shows the thread. */
async function describe(db: Db, thread: Thread): Promise<{ name: string; link: string }> {
  const name = (await findNamed[thread.about](db, thread.id))?.name ?? ''
  return { name, link: threadPath(thread, name) }
}

const findNamed = { place: findPlace, group: findGroupById, asset: findAsset } as const
