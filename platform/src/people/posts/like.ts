import type { Clock } from '@baseplate/service/clock'
import type { Actor } from '../../accounts/rules.ts'
import type { Db } from '../../database.ts'
import type { UserLimits } from '../../foundation/user-limits.ts'
import { permitReaction, requirePost } from './visibility.ts'

interface Liking {
  db: Db
  now: Clock
  userLimits: Pick<UserLimits, 'vote'>
}

/** Likes a post. Repeating it changes nothing. @throws Refused `missing`, `forbidden`, `limited` */
export async function likePost({ db, now, userLimits }: Liking, actor: Actor, id: string): Promise<void> {
  permitReaction(await requirePost(db, actor, id))
  await userLimits.vote.spend(actor.id)
  await db
    .insertInto('post_likes')
    .values({ post_id: id, user_id: actor.id, created: now() })
    .onConflict((conflict) => conflict.columns(['post_id', 'user_id']).doNothing())
    .execute()
}

/** Withdraws a like. Repeating it changes nothing. @throws Refused `missing`, `limited` */
export async function unlikePost({ db, userLimits }: Liking, actor: Actor, id: string): Promise<void> {
  await requirePost(db, actor, id)
  await userLimits.vote.spend(actor.id)
  await db.deleteFrom('post_likes').where('post_id', '=', id).where('user_id', '=', actor.id).execute()
}
