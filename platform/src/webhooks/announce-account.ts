import type { Db } from '../foundation/database.ts'
import { enqueueEvent } from './enqueue.ts'
import { type EventUser, eventUser } from './events.ts'

/** Tells the platform's webhooks of a new account, inside the transaction that creates it. */
export const announceAccount = (db: Db, account: EventUser, now: number): Promise<void> =>
  enqueueEvent(
    db,
    {
      type: 'user.registered',
      ownerId: null,
      subject: `user:${account.id}`,
      link: `/user/${account.username}`,
      data: () => ({ user: eventUser(account) }),
    },
    now,
  )
