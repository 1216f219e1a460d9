import type { RequestEvent } from '@sveltejs/kit'

/** A connection that takes none of the beats for this long is given up. */
const stalledAfterMs = 60_000

/** After a restart thousands come back: not all in the same moment. */
const retryMs = () => 1_000 + Math.floor(Math.random() * 4_000)

/**
 * Answers with events as they come, each written as a `text/event-stream` has it. Nothing is taken before the connection
 * can take it.
 */
export function answerEvents<Event>(
  event: Pick<RequestEvent, 'platform'>,
  coming: AsyncGenerator<Event, void>,
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
        const { value, done } = await coming.next()
        if (done) stream.close()
        else stream.enqueue(encoder.encode(write(value)))
      },
      async cancel() {
        await coming.return()
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

/** An event, not a comment, for a script hears no comments: without beats it knows that the line is dead. */
export const heartbeatEvent = 'event: heartbeat\ndata: {}\n\n'
