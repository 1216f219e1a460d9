import type { Clock } from '@baseplate/service/clock'
import { findMarks, lockUsers, requireUser, useCase, userInput } from '../accounts/door.ts'
import { may } from '../accounts/privacy/rules.ts'
import { type Actor, profilePath } from '../accounts/rules.ts'
import type { Db } from '../foundation/database.ts'
import { Refused } from '../foundation/errors.ts'
import type { Limit } from '../foundation/limits.ts'
import { type Inbox, notify } from '../notifications/door.ts'
import { withSharedFriend } from './owners.ts'
import { requireOwner, selectPair } from './queries.ts'
import { pairOf, refuseBlocked, refuseSelf } from './rules.ts'

/**
 * @throws Refused `missing`: no such user; `invalid`: the user is the actor, or they are friends already; `forbidden`: one has
 * blocked the other, or the user does not accept requests from the actor; `limited`.
 */
export const requestFriendship = useCase(
  {
    summary:
      'Sends a friend request. If the user has sent one to the actor, the two become friends, even if both requests are simultaneous. A repeated request changes nothing.',
    scope: 'social',
    input: userInput,
  },
  async (
    platform: { db: Db; now: Clock; inbox: Inbox; friendRequestLimit: Limit },
    actor,
    { username },
  ): Promise<void> => {
    const user = await requireUser(platform.db, username)
    refuseSelf(actor, user)
    await platform.friendRequestLimit.spend(actor.id)
    const time = platform.now()
    const isNotified = await platform.db.transaction().execute(async (db) => {
      await permitRequest(db, actor, user.id)
      // One statement inserts the request or turns the user's own request into a friendship, so that only one of two
      // simultaneous requests inserts. It locks the pair's row even if nothing changes.
      const written = await db
        .insertInto('friendships')
        .values({ ...pairOf(actor.id, user.id), requested_by: actor.id, created: time })
        .onConflict((conflict) =>
          conflict
            .columns(['low_id', 'high_id'])
            .doUpdateSet({ requested_by: null, created: time })
            .where('friendships.requested_by', '=', user.id),
        )
        .returning('requested_by')
        .executeTakeFirst()
      if (!written) {
        const row = await selectPair(db, actor.id, user.id).select('requested_by').executeTakeFirst()
        if (row?.requested_by === null) throw new Refused('friends.already')
        return false
      }
      if (written.requested_by === null) await notifyRequester(db, actor, user.id, time)
      else {
        await notify(
          db,
          {
            recipientId: user.id,
            senderId: actor.id,
            type: 'friendrequest',
            happening: { event: 'friend_request', values: {} },
            link: profilePath(actor.username),
          },
          time,
        )
      }
      return true
    })
    if (isNotified) platform.inbox.wake(user.id)
  },
)

/** Refuses a request to a user who does not accept it. An answer to the user's own request is always accepted. */
async function permitRequest(db: Db, actor: Actor, userId: string): Promise<void> {
  // Waits for a block that is being made.
  await lockUsers(db, [actor.id, userId])
  refuseBlocked(await findMarks(db, actor.id, userId), 'friends.request_refused')
  const pair = await selectPair(db, actor.id, userId).select('requested_by').executeTakeFirst()
  if (pair) return
  const owner = await withSharedFriend(db, actor.id, await requireOwner(db, actor.id, userId))
  if (!may(actor, owner, 'requests')) throw new Refused('friends.request_refused')
}

/** @throws Refused `missing`: no such user. */
export const cancelRequest = useCase(
  { summary: "Withdraws the actor's friend request, if there is one.", scope: 'social', input: userInput },
  async (platform: { db: Db }, actor, { username }): Promise<void> => {
    const user = await requireUser(platform.db, username)
    await removeRequest(platform.db, { from: actor.id, to: user.id })
  },
)

/** @throws Refused `missing`: no such user; `invalid`: there is no such request. */
export const acceptRequest = useCase(
  { summary: "Accepts the user's friend request to the actor.", scope: 'social', input: userInput },
  async (platform: { db: Db; now: Clock; inbox: Inbox }, actor, { username }): Promise<void> => {
    const user = await requireUser(platform.db, username)
    const time = platform.now()
    await platform.db.transaction().execute(async (db) => {
      const { low_id, high_id } = pairOf(actor.id, user.id)
      const accepted = await db
        .updateTable('friendships')
        .set({ requested_by: null, created: time })
        .where('low_id', '=', low_id)
        .where('high_id', '=', high_id)
        .where('requested_by', '=', user.id)
        .returning('created')
        .executeTakeFirst()
      if (!accepted) throw new Refused('friends.no_request')
      await notifyRequester(db, actor, user.id, time)
    })
    platform.inbox.wake(user.id)
  },
)

/** @throws Refused `missing`: no such user. */
export const declineRequest = useCase(
  {
    summary: "Declines the user's friend request, if there is one. The user is not notified.",
    scope: 'social',
    input: userInput,
  },
  async (platform: { db: Db }, actor, { username }): Promise<void> => {
    const user = await requireUser(platform.db, username)
    await removeRequest(platform.db, { from: user.id, to: actor.id })
  },
)

/** @throws Refused `missing`: no such user. */
export const unfriend = useCase(
  {
    summary: 'Ends the friendship of the actor and the user, if there is one. A request between them stays.',
    scope: 'social',
    input: userInput,
  },
  async (platform: { db: Db }, actor, { username }): Promise<void> => {
    const user = await requireUser(platform.db, username)
    const { low_id, high_id } = pairOf(actor.id, user.id)
    await platform.db
      .deleteFrom('friendships')
      .where('low_id', '=', low_id)
      .where('high_id', '=', high_id)
      .where('requested_by', 'is', null)
      .execute()
  },
)

async function removeRequest(db: Db, { from, to }: { from: string; to: string }): Promise<void> {
  const { low_id, high_id } = pairOf(from, to)
  await db
    .deleteFrom('friendships')
    .where('low_id', '=', low_id)
    .where('high_id', '=', high_id)
    .where('requested_by', '=', from)
    .execute()
}

/** Notifies the user who sent the request of a new friendship. */
const notifyRequester = (db: Db, actor: Actor, requesterId: string, now: number): Promise<void> =>
  notify(
    db,
    {
      recipientId: requesterId,
      senderId: actor.id,
      type: 'friendaccept',
      happening: { event: 'friend_accepted', values: {} },
      link: profilePath(actor.username),
    },
    now,
  )
