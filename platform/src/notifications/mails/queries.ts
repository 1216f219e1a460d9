import { isDue } from '@baseplate/storage/database/is-due'
import type { ExpressionBuilder } from 'kysely'
import type { Database, Db } from '../../foundation/database.ts'
import type { Recipient } from '../settings/queries.ts'
import { nextDigestAt } from '../settings/schedule.ts'
import { longestWaitMs, readingMs } from './rules.ts'

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

const isDueAt =
  (now: number) =>
  ({ ref }: ExpressionBuilder<Database, 'notification_mails'>) =>
    isDue(ref('due'), { now, longestMs: longestWaitMs })

export async function listDueMails(db: Db, now: number, limit: number): Promise<DueMail[]> {
  const rows = await db
    .selectFrom('notification_mails')
    .select((eb) => ['user_id', 'digest', eb.fn.min('due').as('since')])
    .where(isDueAt(now))
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
    .where(isDueAt(now))
    .execute()
}

/** Takes the due notifications of a mail off the list and returns their ids. Only one of two processes gets them. */
export async function takeDue(db: Db, mail: DueMail, now: number): Promise<number[]> {
  const { user_id, digest } = dueOf(mail)
  const taken = await db
    .deleteFrom('notification_mails')
    .where('user_id', '=', user_id)
    .where('digest', '=', digest)
    .where(isDueAt(now))
    .returning('notification_id')
    .execute()
  return taken.map(({ notification_id }) => notification_id)
}

/** Makes a waiting mail due, after a change of the settings that postponed it. A digest keeps its time. */
export async function makeMailsDue(db: Db, userId: string, now: number): Promise<void> {
  await db
    .updateTable('notification_mails')
    .set({ due: now })
    .where('user_id', '=', userId)
    .where('digest', '=', 0)
    .where('due', '>', now)
    .execute()
}
