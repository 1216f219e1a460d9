import { findAsset } from '../../assets/door.ts'
import { findComment, hideComment, showComment } from '../../comments/door.ts'
import type { Thread } from '../../comments/rules.ts'
import type { Db } from '../../foundation/database.ts'
import { slugOf } from '../../foundation/slug.ts'
import { findGroupById } from '../../people/door.ts'
import { groupPath } from '../../people/groups/rules.ts'
import { commentsLink, findPlace } from '../../places/door.ts'
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
  if (thread.about === 'place') {
    const name = (await findPlace(db, thread.id))?.name ?? ''
    return { name, link: commentsLink({ ...thread, name }) }
  }
  if (thread.about === 'group') {
    const name = (await findGroupById(db, thread.id))?.name ?? ''
    return { name, link: groupPath(name) }
  }
  const name = (await findAsset(db, thread.id))?.name ?? ''
  return { name, link: `/catalog/${thread.id}/${slugOf(name)}` }
}
