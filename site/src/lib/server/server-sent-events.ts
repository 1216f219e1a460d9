import { eventStreamReply } from '@baseplate/service/event-stream'
import type { RequestEvent } from '@sveltejs/kit'

/** Streams events as `text/event-stream`. An event is taken from the generator only when the connection can accept it. */
export const streamEvents = <Event>(
  { platform }: Pick<RequestEvent, 'platform'>,
  events: AsyncGenerator<Event, void>,
  write: (event: Event) => string,
): Response => eventStreamReply(platform?.req.socket, events, write)

/** Returns the id of the event after which a stream continues. Browsers send it when they connect again; `after` is for the first time. */
export const lastEventIdOf = ({ request, url }: Pick<RequestEvent, 'request' | 'url'>): string =>
  request.headers.get('last-event-id') ?? url.searchParams.get('after') ?? ''

/** Heartbeats are events, because scripts cannot see comments. A script that misses them knows that the connection is dead. */
export const heartbeatEvent = 'event: heartbeat\ndata: {}\n\n'
