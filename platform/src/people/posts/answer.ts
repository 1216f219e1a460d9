import { findUser, requireVerifiedEmail, useCase } from '../../accounts/door.ts'
import { newTimedId } from '../../foundation/ids.ts'
import { formIdInput } from '../../foundation/input.ts'
import { type Inbox, notify } from '../../notifications/door.ts'
import { postInput } from './input.ts'
import { threadPath } from './rules.ts'
import { permitReaction, requirePost } from './visibility.ts'
import { addVersion, type Writing } from './write.ts'

/** @throws InvalidFields; Refused `missing`, `forbidden`, `limited` */
export const answerPost = useCase(
  {
    summary: 'Answers a post and notifies its author. Answering an answer answers the same post.',
    scope: 'social',
    input: postInput.extend(formIdInput.shape),
  },
  async (
    platform: Writing & { inbox: Pick<Inbox, 'wake'> },
    actor,
    { id: postId, content: written },
  ): Promise<{ id: string; address: string }> => {
    const { db, now, postLimit, filterText } = platform
    const content = filterText(written)
    await requireVerifiedEmail(platform, actor, 'Posting')
    const asked = await requirePost(db, actor, postId)
    const root = asked.answer_to === null ? asked : await requirePost(db, actor, asked.answer_to)
    permitReaction(root)
    await postLimit.spend(actor.id)
    const author = await findUser(db, root.author_id)
    const created = now()
    const id = newTimedId(created)
    const address = threadPath(author?.username ?? '', root.id, id)
    await db.transaction().execute(async (trx) => {
      const answer = { id, author_id: actor.id, created, visibility: 'Visible' as const, answer_to: root.id }
      await trx.insertInto('posts').values(answer).execute()
      await addVersion(trx, { post_id: id, number: 1, text: content, created })
      if (root.author_id === actor.id) return
      await notify(
        trx,
        {
          recipientId: root.author_id,
          senderId: actor.id,
          type: 'comment',
          happening: { event: 'post_answered', values: {} },
          link: address,
          subject: `post:${id}`,
        },
        created,
      )
    })
    platform.inbox.wake(root.author_id)
    return { id, address }
  },
)
