import type { Clock } from '@baseplate/service/clock'
import { useCase } from '../../accounts/door.ts'
import type { Db } from '../../foundation/database.ts'
import { formIdInput } from '../../foundation/input.ts'
import type { Limit } from '../../foundation/limits.ts'
import { permitReaction, requirePost } from './visibility.ts'

interface Liking {
  db: Db
  now: Clock
  voteLimit: Limit
}

/** @throws Refused `missing`, `forbidden`, `limited` */
export const likePost = useCase(
  { summary: 'Likes a post. Repeating it changes nothing.', scope: 'social', input: formIdInput },
  async ({ db, now, voteLimit }: Liking, actor, { id }): Promise<void> => {
    permitReaction(await requirePost(db, actor, id))
    await voteLimit.spend(actor.id)
    await db
      .insertInto('post_likes')
      .values({ post_id: id, user_id: actor.id, created: now() })
      .onConflict((conflict) => conflict.columns(['post_id', 'user_id']).doNothing())
      .execute()
  },
)

/** @throws Refused `missing`, `limited` */
export const unlikePost = useCase(
  { summary: 'Withdraws a like. Repeating it changes nothing.', scope: 'social', input: formIdInput },
  async ({ db, voteLimit }: Liking, actor, { id }): Promise<void> => {
    await requirePost(db, actor, id)
    await voteLimit.spend(actor.id)
    await db.deleteFrom('post_likes').where('post_id', '=', id).where('user_id', '=', actor.id).execute()
  },
)
