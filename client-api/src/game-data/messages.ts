import {
  type MessageEvent,
  maxMessageBytes,
  parseMessage,
  parseMessageId,
  requireDataServer,
  type ServerCaller,
} from '@baseplate/platform/game-data/door'
import type { Platform } from '@baseplate/platform/platform'
import { eventStreamReply } from '@baseplate/service/event-stream'
import type { ClassicContext } from '../classic/call.ts'
import { serverTicketOf } from '../credentials.ts'
import type { ClientApi } from '../services.ts'
import { answerTo } from './answer.ts'
import { afterResponse, json } from './replies.ts'
import { topicOf, topicsOf, withBody } from './requests.ts'

/** Adds the endpoints of docs/reference/game-data.md#messages-between-servers. */
export function addMessageRoutes(api: ClientApi, platform: Platform): void {
  const { serverMessages } = platform
  const answer = (handle: (c: ClassicContext, caller: ServerCaller) => Promise<Response>) =>
    answerTo(platform, (c) => requireDataServer(platform, serverTicketOf(c)), 'messages', handle)

  /** Sends a message to all game servers of the world. */
  api.on(
    'POST',
    '/api/server/messages/:topic',
    answer((c, caller) =>
      withBody(platform, c, maxMessageBytes, async (body) => {
        const id = await serverMessages.send(caller, topicOf(c), parseMessage(body))
        return json({ id: String(id) })
      }),
    ),
  )

  /** Streams the messages of topics as server-sent events. Each has its id, its topic as `event`, and its JSON as `data`. */
  api.on(
    'GET',
    '/api/server/messages',
    answer(async (c, caller) => {
      const { incoming, outgoing } = c.env
      const topics = topicsOf(c)
      const after = parseMessageId(lastEventIdOf(c))
      const gone = new AbortController()
      afterResponse(outgoing, () => gone.abort())
      const events = await serverMessages.follow(caller, { topics, after }, gone.signal)
      return eventStreamReply(incoming.socket, events, eventText)
    }),
  )
}

/** Returns the id of the message after which a stream continues. A client that connects again sends it in the header. */
const lastEventIdOf = ({ req }: ClassicContext): string | undefined =>
  req.header('Last-Event-ID') ?? req.query('after')

/** Returns an event as a stream has it. An id without data changes only where the client continues. */
const eventText = (event: MessageEvent): string =>
  event.type === 'position' ? `:\nid: ${event.id}\n\n` : messageText(event.message)

/** The line breaks of JSON, which are between its values, begin further lines of the data. */
const messageText = ({ id, topic, body }: Extract<MessageEvent, { type: 'message' }>['message']): string =>
  `id: ${id}\nevent: ${topic}\n${body
    .split(/\r\n|\r|\n/)
    .map((line) => `data: ${line}\n`)
    .join('')}\n`
