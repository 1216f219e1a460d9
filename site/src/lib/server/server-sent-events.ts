import type { RequestEvent } from '@sveltejs/kit'

/** Closes a connection that has not accepted a heartbeat for this long. */
const stalledAfterMs = 60_000

/** Spreads reconnects out, because thousands of clients reconnect after a restart. */
const retryMs = () => 1_000 + Math.floor(Math.random() * 4_000)

/** Streams events as `text/event-stream`. An event is taken from the generator only when the connection can accept it. */
export function streamEvents<Event>(
  event: Pick<RequestEvent, 'platform'>,
  events: AsyncGenerator<Event, void>,
  write: (event: Event) => string,
): Response {
  event.platform?.req.socket.setTimeout(stalledAfterMs)
  const encoder = new TextEncoder()
  const body = new ReadableStream(
    {
      start(stream) {
        stream.enqueue(encoder.encode(`retry: ${retryMs()}\n\n`))
      },
      async pull(stream) {
        const { value, done } = await events.next()
        if (done) stream.close()
        else stream.enqueue(encoder.encode(write(value)))
      },
      async cancel() {
        await events.return()
      },
    },
    { highWaterMark: 0 },
  )
  return new Response(body, {
    headers: {
      'content-type': 'text/event-stream',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
    },
  })
}

/** Returns the id of the event after which a stream continues. Browsers send it when they connect again; `after` is for the first time. */
export const lastEventIdOf = ({ request, url }: Pick<RequestEvent, 'request' | 'url'>): string =>
  request.headers.get('last-event-id') ?? url.searchParams.get('after') ?? ''

/** Heartbeats are events, because scripts cannot see comments. A script that misses them knows that the connection is dead. */
export const heartbeatEvent = 'event: heartbeat\ndata: {}\n\n'
