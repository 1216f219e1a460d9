import type { Actor } from '../accounts/rules.ts'
import { sha256 } from '../foundation/ids.ts'
import type { InboxEvent } from '../notifications/follow.ts'
import { type NewNotification, notify } from '../notifications/notify.ts'
import type { Platform } from '../platform.ts'
import { createSession } from '../sign-in/sessions/sessions.ts'
import { device } from './people.ts'

/** Sends a notification, as verbs do. */
export async function tell(
  platform: Platform,
  recipientId: string,
  about: Partial<NewNotification> = {},
): Promise<void> {
  const notification: NewNotification = {
    recipientId,
    senderId: null,
    type: 'comment',
    happening: { event: 'comment', values: { item: 'your hat' } },
    link: '/catalog/1/hat',
    ...about,
  }
  await platform.db.transaction().execute((db) => notify(db, notification, platform.now()))
  platform.inbox.wake(recipientId)
}

export interface Listener {
  /** Ids of the received notifications, in order. */
  ids: number[]
  events: InboxEvent[]
  /** Resolves at the end of the stream. */
  ended: Promise<void>
  leave(): void
}

/** Follows a user's inbox in its own session and collects every notification. */
export async function listen(platform: Platform, actor: Actor, after?: number): Promise<Listener> {
  const token = await createSession(platform.db, actor.id, device, platform.now())
  const leaving = new AbortController()
  const position = { userId: actor.id, sessionHash: sha256(token), after }
  const coming = platform.inbox.follow(position, leaving.signal)
  const listener = { ids: [] as number[], events: [] as InboxEvent[] }
  const listen = async () => {
    for await (const event of coming) {
      listener.events.push(event)
      if (event.type === 'notification') listener.ids.push(event.notification.id)
    }
  }
  return { ...listener, ended: listen(), leave: () => leaving.abort() }
}
