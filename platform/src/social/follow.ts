import type { Clock } from '@baseplate/service/clock'
import { findMarks, lockUsers, requireUser, useCase, userInput } from '../accounts/door.ts'
import { may } from '../accounts/privacy/rules.ts'
import { profilePath } from '../accounts/rules.ts'
import type { Db } from '../foundation/database.ts'
import { Refused } from '../foundation/errors.ts'
import type { Limit } from '../foundation/limits.ts'
import { type Inbox, notify } from '../notifications/door.ts'
import { requireOwner } from './queries.ts'
import { refuseBlocked, refuseSelf } from './rules.ts'

/**
 * @throws Refused `missing`: no such user; `invalid`: the user is the actor; `forbidden`: one has blocked the
 * other, or the user does not let the actor follow; `limited`.
 */
export const follow = useCase(
  {
    summary: 'Makes the actor follow the user and notifies the user, unless the actor already does.',
    scope: 'social',
    input: userInput,
  },
  async (
    platform: { db: Db; now: Clock; inbox: Inbox; followLimit: Limit },
    actor,
    { username },
  ): Promise<void> => {
    const user = await requireUser(platform.db, username)
    refuseSelf(actor, user)
    await platform.followLimit.spend(actor.id)
    const time = platform.now()
    const isNew = await platform.db.transaction().execute(async (db) => {
      // Waits for a block that is being made.
      await lockUsers(db, [actor.id, user.id])
      refuseBlocked(await findMarks(db, actor.id, user.id), 'friends.follow_refused')
      if (!may(actor, await requireOwner(db, actor.id, user.id), 'follows'))
        throw new Refused('friends.follow_refused')
      const row = await db
        .insertInto('follows')
        .values({ follower_id: actor.id, followed_id: user.id, created: time })
        .onConflict((conflict) => conflict.doNothing())
        .returning('created')
        .executeTakeFirst()
      if (!row) return false
      await notify(
        db,
        {
          recipientId: user.id,
          senderId: actor.id,
          type: 'follow',
          happening: { event: 'follow', values: {} },
          link: profilePath(actor.username),
        },
        time,
      )
      return true
    })
    if (isNew) platform.inbox.wake(user.id)
  },
)

/** @throws Refused `missing`: no such user. */
export const unfollow = useCase(
  { summary: 'Stops the actor from following the user, if they do.', scope: 'social', input: userInput },
  async (platform: { db: Db }, actor, { username }): Promise<void> => {
    const user = await requireUser(platform.db, username)
    await platform.db
      .deleteFrom('follows')
      .where('follower_id', '=', actor.id)
      .where('followed_id', '=', user.id)
      .execute()
  },
)
