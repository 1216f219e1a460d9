import { hideComment } from '../../assets/comments/comment.ts'
import { findComment } from '../../assets/comments/queries.ts'
import { findAsset } from '../../assets/queries.ts'
import { slugOf } from '../../foundation/slug.ts'
import type { ContentKind } from './content.ts'

/** A removed comment is not shown again. */
export const commentKind: ContentKind = {
  what: 'comments',
  async find(db, id) {
    const comment = await findComment(db, id)
    if (!comment || comment.visibility === 'Deleted') return undefined
    const { author_id: ownerId, asset_id, visibility } = comment
    const name = (await findAsset(db, asset_id))?.name ?? ''
    return { type: 'comment', id, name, ownerId, visibility, link: `/catalog/${asset_id}/${slugOf(name)}` }
  },
  hide: ({ db }, { id }) => hideComment(db, id, 'Moderated'),
  followUps: [],
  hidden: {
    action: 'moderatecomment',
    notification: {
      type: 'moderation',
      happening: ({ name: item }, reason) => ({ event: 'comment_removed', values: { item, reason } }),
    },
  },
}
