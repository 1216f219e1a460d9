import type { InboxEvent } from '@baseplate/platform/notifications/follow'

/** After a restart thousands come back: not all in the same moment. */
const retryMs = () => 1_000 + Math.floor(Math.random() * 4_000)

/** One of too many, which come back in turn as long as they are too many. */
const crowdedRetryMs = 5 * 60_000

/** The events of an inbox as a `text/event-stream`. Nothing is taken before the connection can take it. */
export function serverSentEvents(events: AsyncGenerator<InboxEvent, void>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream(
    {
      start(stream) {
        stream.enqueue(encoder.encode(`retry: ${retryMs()}\n\n`))
      },
      async pull(stream) {
        const { value, done } = await events.next()
        if (done) stream.close()
        else stream.enqueue(encoder.encode(encode(value)))
      },
      async cancel() {
        await events.return()
      },
    },
    { highWaterMark: 0 },
  )
}

function encode(event: InboxEvent): string {
  switch (event.type) {
    case 'notification':
      return `id: ${event.notification.id}\nevent: notification\ndata: ${JSON.stringify(event.notification)}\n\n`
    case 'unread':
      return `event: unread\ndata: ${JSON.stringify({ unread: event.unread, version: event.version })}\n\n`
    // An event, not a comment, for a script hears no comments: without beats it knows that the line is dead.
    case 'beat':
      return 'event: beat\ndata: {}\n\n'
    case 'crowded':
      return `retry: ${crowdedRetryMs}\n\n`
  }
}
