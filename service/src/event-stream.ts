import type { Socket } from 'node:net'

/** Closes a connection that has not accepted a heartbeat for this long. */
const stalledAfterMs = 60_000

/** Spreads reconnects out, because thousands of clients reconnect after a restart. */
const retryMs = () => 1_000 + Math.floor(Math.random() * 4_000)

/**
 * Returns events as `text/event-stream`. An event is taken from the generator only when the connection can accept it.
 *
 * @param socket of the connection; absent: a request without one
 */
export function eventStreamReply<Event>(
  socket: Socket | undefined,
  events: AsyncGenerator<Event, void>,
  write: (event: Event) => string,
): Response {
  socket?.setTimeout(stalledAfterMs)
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
