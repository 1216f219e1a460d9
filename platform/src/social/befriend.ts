import type { Actor } from '../accounts/rules.ts'
import type { Db } from '../database.ts'
import { notify } from '../notifications/notify.ts'
import { addToCounts } from './counts.ts'

/** What goes with the row of two who have just become friends: their counts, and that whoever asked is told. */
export async function befriend(db: Db, actor: Actor, askerId: string, now: number): Promise<void> {
  await addToCounts(db, [
    { userId: actor.id, friends: 1 },
    { userId: askerId, friends: 1 },
  ])
  await notify(
    db,
    {
      recipientId: askerId,
      senderId: actor.id,
      type: 'friendaccept',
      note: 'accepted your friend request',
      link: `/user/${actor.username}`,
    },
    now,
  )
}
