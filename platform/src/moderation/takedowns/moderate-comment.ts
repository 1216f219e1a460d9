import { permitModeratingContent, useCase } from '../../accounts/door.ts'
import { type Actor, isModerator } from '../../accounts/rules.ts'
import { findComment, hideComment } from '../../comments/door.ts'
import { isAbout, type Thread } from '../../comments/rules.ts'
import type { Db } from '../../foundation/database.ts'
import { Refused } from '../../foundation/errors.ts'
import { parseInput } from '../../foundation/input.ts'
import { dropDeliveriesOf } from '../../notifications/door.ts'
import { findGroupById, requireVisibleGroup } from '../../people/door.ts'
import { subjectKey } from './content.ts'
import { contentKinds } from './content-kinds.ts'
import { decide, type Moderating, takeDown } from './decide.ts'
import { deleteCommentInput, deleteWallCommentInput, removeInput } from './input.ts'

const summary =
  "Deletes the actor's own comment or one on the wall of their group, or takes down another user's as a moderator. A comment that is already deleted or taken down stays as it is."

/** States the deletion of a comment on an item or a game. */
const deletionAbout = (about: 'asset' | 'place') =>
  useCase(
    { summary, scope: 'social', input: deleteCommentInput },
    (platform: Moderating, actor, { id, ...comment }): Promise<void> =>
      deleteComment(platform, actor, { about, id }, comment),
  )

/** @throws as `deleteComment` */
export const deleteAssetComment = deletionAbout('asset')

/** @throws as `deleteComment` */
export const deletePlaceComment = deletionAbout('place')

/** @throws as `deleteComment` */
export const deleteGroupComment = useCase(
  {
    summary:
      "Deletes a comment on the group's wall: the actor's own, any of the actor's group, or as a moderator.",
    scope: 'social',
    input: deleteWallCommentInput,
  },
  async (platform: Moderating, actor, { name, ...comment }): Promise<void> => {
    const { id } = await requireVisibleGroup(platform.db, actor, name)
    await deleteComment(platform, actor, { about: 'group', id }, comment)
  },
)

/**
 * @throws InvalidFields `reason`; Refused `missing`; `forbidden` unless the actor is its author or host, or a moderator of a level
 * above the author's.
 */
async function deleteComment(
  platform: Moderating,
  actor: Actor,
  subject: Pick<Thread, 'about' | 'id'>,
  { commentId: id, reason }: { commentId: string; reason?: string | undefined },
): Promise<void> {
  const { db } = platform
  const comment = await findComment(db, id)
  if (!comment || !isAbout(comment.thread, subject)) throw new Refused('comments.not_found')
  const isAuthor = comment.author_id === actor.id
  if (comment.visibility !== 'Visible') {
    if (isAuthor || isModerator(actor)) return
    throw new Refused('comments.not_found')
  }
  if (isAuthor || (await isHost(db, actor, comment.thread))) {
    await db.transaction().execute(async (trx) => {
      await hideComment(trx, id, 'Deleted')
      await dropDeliveriesOf(trx, subjectKey({ type: 'comment', id }))
    })
    return
  }
  if (!isModerator(actor)) throw new Refused('comments.deleting_forbidden')
  await permitModeratingContent(db, actor, { what: 'comments', ownerId: comment.author_id })
  const takedown = parseInput(removeInput, { reason })
  await decide(platform, actor, async (deciding) => {
    const content = await contentKinds.comment.find(deciding.db, id)
    return content && (await takeDown(deciding, content, takedown)) ? content : undefined
  })
}

/** Whether the actor owns the group that a comment is about. */
const isHost = async (db: Db, actor: Actor, thread: Thread): Promise<boolean> =>
  thread.about === 'group' && (await findGroupById(db, thread.id))?.owner_id === actor.id
