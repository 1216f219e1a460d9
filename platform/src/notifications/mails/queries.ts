import { isTerminated } from '../../accounts/standing/queries.ts'
import type { Db } from '../../database.ts'
import type { NotificationType } from '../rules.ts'
import type { Recipient } from '../settings/queries.ts'
import { nextDigestAt } from '../settings/schedule.ts'
import type { NotificationEvent } from '../texts.ts'
import { readingMs } from './rules.ts'

/** Adds a notification to the recipient's next mail or digest. */
export async function addToMail(
  db: Db,
  { userId, id, now }: { userId: string; id: number; now: number },
  { choice, timeZone }: Recipient,
): Promise<void> {
  const isDigest = choice.mail === 'Daily'
  await db
    .insertInto('notification_mails')
    .values({
      user_id: userId,
      notification_id: id,
      digest: isDigest ? 1 : 0,
      due: isDigest ? nextDigestAt(now, timeZone) : now + readingMs,
    })
    .execute()
}

/** A user with notifications that are due to be mailed. */
export interface DueMail {
  userId: string
  isDigest: boolean
}

export async function listDueMails(db: Db, now: number, limit: number): Promise<DueMail[]> {
  const rows = await db
    .selectFrom('notification_mails')
    .select((eb) => ['user_id', 'digest', eb.fn.min('due').as('since')])
    .where('due', '<=', now)
    .groupBy(['user_id', 'digest'])
    .orderBy('since')
    .limit(limit)
    .execute()
  return rows.map(({ user_id, digest }) => ({ userId: user_id, isDigest: digest === 1 }))
}

const dueOf = ({ userId, isDigest }: DueMail) => ({ user_id: userId, digest: isDigest ? 1 : 0 })

/** Postpones the due notifications of a mail. */
export async function postpone(
  db: Db,
  mail: DueMail,
  { now, to }: { now: number; to: number },
): Promise<void> {
  const { user_id, digest } = dueOf(mail)
  await db
    .updateTable('notification_mails')
    .set({ due: to })
    .where('user_id', '=', user_id)
    .where('digest', '=', digest)
    .where('due', '<=', now)
    .execute()
}

/** Takes the due notifications of a mail off the list and returns their ids. Only one of two processes gets them. */
export async function takeDue(db: Db, mail: DueMail, now: number): Promise<number[]> {
  const { user_id, digest } = dueOf(mail)
  const taken = await db
    .deleteFrom('notification_mails')
    .where('user_id', '=', user_id)
    .where('digest', '=', digest)
    .where('due', '<=', now)
    .returning('notification_id')
    .execute()
  return taken.map(({ notification_id }) => notification_id)
}

/** A notification as a mail or a push shows it. */
export interface Delivered {
  id: number
  type: NotificationType
  event: NotificationEvent
  values: Readonly<Record<string, string | number>>
  sender: string | null
  link: string
}

/** Lists those of the notifications that are unread, oldest first. Those of users who were terminated since are left out. */
export async function listUnread(db: Db, userId: string, ids: readonly number[]): Promise<Delivered[]> {
  const rows = await db
    .selectFrom('notifications')
    .innerJoin('inboxes', 'inboxes.user_id', 'notifications.user_id')
    .leftJoin('users as sender', 'sender.id', 'notifications.sender_id')
    .select([
      'notifications.id',
      'notifications.type',
      'notifications.event',
      'notifications.details',
      'sender.username as sender',
      'notifications.link',
    ])
    .where('notifications.user_id', '=', userId)
    .where('notifications.id', 'in', ids)
    .where((eb) =>
      eb.or([
        eb('listed', '=', 0),
        eb.and([eb('read', '=', 0), eb('notifications.id', '>', eb.ref('read_to'))]),
      ]),
    )
    .where((eb) => eb.not(isTerminated('notifications.sender_id')))
    .orderBy('notifications.id')
    .execute()
  return rows.map(({ details, ...row }) => ({
    ...row,
    values: JSON.parse(details) as Delivered['values'],
  }))
}

/** Stops the deliveries that announce content, inside the transaction that hides it. */
export async function dropDeliveriesOf(db: Db, subject: string): Promise<void> {
  await db
    .deleteFrom('notification_mails')
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('notifications')
          .select('id')
          .where('subject', '=', subject)
          .whereRef('notifications.user_id', '=', 'notification_mails.user_id')
          .whereRef('notifications.id', '=', 'notification_mails.notification_id'),
      ),
    )
    .execute()
}

/** Makes the mail at once that waits due, after a change of the settings that postponed it. */
export async function makeMailsDue(db: Db, userId: string, now: number): Promise<void> {
  await db
    .updateTable('notification_mails')
    .set({ due: now })
    .where('user_id', '=', userId)
    .where('digest', '=', 0)
    .where('due', '>', now)
    .execute()
}
