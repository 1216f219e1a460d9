import { findUser } from '../../accounts/door.ts'
import { findPost, hidePost, showPost } from '../../people/door.ts'
import { addressOfPost } from '../../people/posts/rules.ts'
import type { ContentKind } from './content.ts'

export const postKind: ContentKind = {
  what: 'posts',
  async find(db, id) {
    const post = await findPost(db, id)
    if (!post || post.visibility === 'Deleted') return undefined
    const { author_id: ownerId, visibility } = post
    const name = (await findUser(db, ownerId))?.username ?? ''
    return { type: 'post', id, name, ownerId, visibility, link: addressOfPost(name, post) }
  },
  hide: ({ db }, { id }, { reason }) => hidePost(db, id, reason),
  show: ({ db }, { id }) => showPost(db, id),
  followUps: [],
  hidden: {
    action: 'moderatepost',
    notification: {
      type: 'moderation',
      happening: (_, reason) => ({ event: 'post_removed', values: { reason } }),
    },
  },
  shown: { action: 'restorepost', notification: null },
}
