import { Refused } from '@baseplate/platform/foundation/errors'
import { type InboxEvent, parseNotificationId, sentenceOf } from '@baseplate/platform/notifications/door'
import type { Catalogue } from '@baseplate/texts/catalogue'
import { handles } from '#lib/server/operation.ts'
import { heartbeatEvent, lastEventIdOf, streamEvents } from '#lib/server/server-sent-events.ts'
import { sessionHashOf } from '#lib/server/session.ts'
import type { RequestEvent, RequestHandler } from './$types'

/** Reconnect delay of a client whose stream ended because its user has opened too many newer ones. */
const crowdedRetryMs = 5 * 60_000

export const GET: RequestHandler = handles(
  {
    reads: ['user', 'after'],
    scope: 'browser',
    summary:
      "Streams the signed-in user's inbox. A position (`Last-Event-ID`, which browsers send on reconnecting, or `after`) replays what came after it.",
  },
  (event: RequestEvent) => {
    const { actor, platform } = event.locals
    const { request, url } = event
    // A redirect to /login would make the browser fetch that page and give up.
    if (!actor) throw new Refused('site.sign_in_first')
    // A tab of a user who has signed out must not receive the next user's notifications.
    if ((url.searchParams.get('user') ?? actor.id) !== actor.id) throw new Refused('site.another_user')
    const after = parseNotificationId(lastEventIdOf(event))
    const position = { userId: actor.id, sessionHash: sessionHashOf(event), after }
    const { texts } = event.locals
    return streamEvents(event, platform.inbox.follow(position, request.signal), (happened) =>
      write(texts, happened),
    )
  },
)

/** Adds the sentence in the reader's language, so that pages need no texts of notifications for their toasts. */
function write(texts: Catalogue, event: InboxEvent): string {
  switch (event.type) {
    case 'notification': {
      const data = { ...event.notification, sentence: sentenceOf(texts, event.notification) }
      return `id: ${data.id}\n${eventText('notification', data)}`
    }
    case 'unread':
      return eventText('unread', { unread: event.unread, version: event.version })
    case 'changed':
      return eventText('changed', { topic: event.topic })
    case 'heartbeat':
      return heartbeatEvent
    case 'crowded':
      return `retry: ${crowdedRetryMs}\n\n`
  }
}

const eventText = (name: string, data: object) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`
