import { parseNotificationId } from '@baseplate/platform/notifications/input'
import { error } from '@sveltejs/kit'
import { sessionHashOf } from '#lib/server/session.ts'
import type { RequestHandler } from './$types'
import { serverSentEvents } from './server-sent-events.ts'

/** A connection that takes none of the beats for this long is given up. */
const stalledAfterMs = 60_000

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
  const coming = platform.inbox.follow(
    { userId: actor.id, sessionHash: sessionHashOf(event), after },
    request.signal,
  )
  event.platform?.req.socket.setTimeout(stalledAfterMs)
  return new Response(serverSentEvents(coming), {
    headers: {
      'content-type': 'text/event-stream',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
    },
  })
}
