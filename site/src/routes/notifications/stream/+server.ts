import type { InboxEvent } from '@baseplate/platform/notifications/follow'
import { parseNotificationId } from '@baseplate/platform/notifications/input'
import { error } from '@sveltejs/kit'
import { answerEvents, heartbeatEvent } from '#lib/server/server-sent-events.ts'
import { sessionHashOf } from '#lib/server/session.ts'
import type { RequestHandler } from './$types'

/** One of too many, which come back in turn as long as they are too many. */
const crowdedRetryMs = 5 * 60_000

/**
 * The live inbox of whoever is signed in. Without a position it tells what comes from now on; with one, what came after
 * it: `Last-Event-ID`, which browsers send when they come back, or `after`.
 */
export const GET: RequestHandler = (event) => {
  const { actor, platform } = event.locals
  const { request, url } = event
  // A stream that were sent to /login would make a browser fetch that page, and give up.
  if (!actor) error(401, 'Sign in first')
  // A tab that is still the page of somebody who has signed out hears nothing of who is signed in now.
  if ((url.searchParams.get('user') ?? actor.id) !== actor.id) error(403, 'Somebody else is signed in')
  const after = parseNotificationId(
    request.headers.get('last-event-id') ?? url.searchParams.get('after') ?? '',
  )
  const position = { userId: actor.id, sessionHash: sessionHashOf(event), after }
  return answerEvents(event, platform.inbox.follow(position, request.signal), write)
}

function write(event: InboxEvent): string {
  switch (event.type) {
    case 'notification':
      return `id: ${event.notification.id}\nevent: notification\ndata: ${JSON.stringify(event.notification)}\n\n`
    case 'unread':
      return `event: unread\ndata: ${JSON.stringify({ unread: event.unread, version: event.version })}\n\n`
    case 'heartbeat':
      return heartbeatEvent
    case 'crowded':
      return `retry: ${crowdedRetryMs}\n\n`
  }
}
