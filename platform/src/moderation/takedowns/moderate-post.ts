import { permitModeratingContent, useCase } from '../../accounts/door.ts'
import { isModerator } from '../../accounts/rules.ts'
import { Refused } from '../../foundation/errors.ts'
import { formIdInput, parseInput } from '../../foundation/input.ts'
import { dropDeliveriesOf } from '../../notifications/door.ts'
import { deleteOwnPost, requirePost } from '../../people/door.ts'
import { subjectKey } from './content.ts'
import { contentKinds } from './content-kinds.ts'
import { decide, type Moderating, show, takeDown } from './decide.ts'
import { deletePostInput, removeInput } from './input.ts'

/**
 * @throws InvalidFields `reason`; Refused `missing`; `forbidden` unless the actor is its author, or a moderator of a level above the
 * author's.
 */
export const deletePost = useCase(
  {
    summary:
      "Deletes the actor's own post, or takes down another user's as a moderator. A post that is already deleted or taken down stays as it is.",
    scope: 'social',
    input: deletePostInput,
  },
  async (platform: Moderating, actor, { id, reason }): Promise<void> => {
    const { db } = platform
    const post = await requirePost(db, actor, id)
    if (post.author_id === actor.id) {
      await db.transaction().execute(async (trx) => {
        await deleteOwnPost(trx, id)
        await dropDeliveriesOf(trx, subjectKey({ type: 'post', id }))
      })
      return
    }
    if (!isModerator(actor)) throw new Refused('posts.deleting_forbidden')
    await permitModeratingContent(db, actor, { what: 'posts', ownerId: post.author_id })
    const takedown = parseInput(removeInput, { reason })
    await decide(platform, actor, async (deciding) => {
      const content = await contentKinds.post.find(deciding.db, id)
      return content && (await takeDown(deciding, content, takedown)) ? content : undefined
    })
  },
)

/** @throws Refused `missing`; `forbidden` unless the actor is a moderator of a level above the author's */
export const restorePost = useCase(
  {
    summary: 'Shows a post again that was taken down.',
    scope: 'social',
    input: formIdInput,
  },
  async (platform: Moderating, actor, { id }): Promise<void> => {
    if (!isModerator(actor)) throw new Refused('posts.restoring_forbidden')
    const restored = await decide(platform, actor, async (deciding) => {
      const content = await contentKinds.post.find(deciding.db, id)
      if (content?.visibility !== 'Moderated') return undefined
      return (await show(deciding, content)) ? content : undefined
    })
    if (!restored) throw new Refused('posts.not_found')
  },
)
