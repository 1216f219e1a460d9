import { isSilenced } from '../accounts/door.ts'
import type { Db } from '../foundation/database.ts'
import { isOwnPath } from '../foundation/own-path.ts'
import { addToMail } from './mails/queries.ts'
import { addToPushes, listSubscriptionIds } from './push/queries.ts'
import { hasUnreadOf, lockInbox } from './queries.ts'
import { isPersonal, isUnrepeated, type NotificationType, unlistedUnreadMs } from './rules.ts'
import { findRecipient, type Recipient } from './settings/queries.ts'
import { isAlwaysOnSite, kindOf, securityChoice } from './settings/rules.ts'
import type { Happening } from './texts.ts'

export interface NewNotification {
  recipientId: string
  /** Null for the platform itself. */
  senderId: string | null
  type: NotificationType
  happening: Happening
  /** Path of the subject's page: `/user/anna`. */
  link: string
  /** The content that the notification announces, such as `comment:1`. Its takedown stops waiting deliveries. */
  subject?: string
}

/**
 * Notifies a user in the ways that the user has chosen for this kind. Call it last inside the transaction of the verb that causes
 * it, because the recipient's inbox stays locked until the commit. After the commit the verb calls
 * `platform.inbox.wake(recipientId)`.
 *
 * Users get no notification of their own actions, nor of users whom they have muted or blocked. While one of an unrepeated type
 * (`isUnrepeated`) is unread, the same sender's next one is dropped.
 */
export async function notify(db: Db, notification: NewNotification, now: number): Promise<void> {
  const { recipientId, senderId, type, link } = notification
  if (!isOwnPath(link)) throw new Error(`a notification links to ${link}, which is no path of this site`)
  if (senderId === recipientId) return
  const { last_id, read_to } = await lockInbox(db, recipientId)
  // Asked after the lock: muting a sender deletes the sender's notifications under the same lock.
  if (senderId !== null && isPersonal(type) && (await isSilenced(db, recipientId, senderId))) return
  if (senderId !== null && isUnrepeated(type)) {
    const sent = { senderId, type, unlistedSince: now - unlistedUnreadMs }
    if (await hasUnreadOf(db, { userId: recipientId, readTo: read_to }, sent)) return
  }
  const kind = kindOf(type)
  const recipient = kind ? await findRecipient(db, recipientId, kind) : forSecurity
  const { choice } = recipient
  const listed = choice.site || kind === undefined || isAlwaysOnSite(kind)
  const isMailed = choice.mail !== 'Off' && recipient.hasAddress
  const browsers = choice.push ? await listSubscriptionIds(db, recipientId) : []
  if (!listed && !isMailed && browsers.length === 0) return
  const id = last_id + 1
  await insert(db, notification, { id, listed, now })
  const added = { userId: recipientId, id, now }
  if (isMailed) await addToMail(db, added, recipient)
  if (browsers.length > 0) await addToPushes(db, added, browsers)
}

const forSecurity: Recipient = { choice: securityChoice, hasAddress: false, timeZone: null }

async function insert(
  db: Db,
  { recipientId, senderId, type, happening, link, subject }: NewNotification,
  { id, listed, now }: { id: number; listed: boolean; now: number },
): Promise<void> {
  await db
    .updateTable('inboxes')
    .set((eb) => ({
      last_id: id,
      ...(listed && { unread: eb('unread', '+', 1), version: eb('version', '+', 1) }),
    }))
    .where('user_id', '=', recipientId)
    .execute()
  await db
    .insertInto('notifications')
    .values({
      user_id: recipientId,
      id,
      type,
      event: happening.event,
      details: JSON.stringify(happening.values),
      sender_id: senderId,
      link,
      // The sweep removes only read ones, and an unlisted one cannot be read.
      read: listed ? 0 : 1,
      created: now,
      listed: listed ? 1 : 0,
      subject: subject ?? null,
    })
    .execute()
}
