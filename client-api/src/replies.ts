import { InvalidFields } from '@baseplate/platform/foundation/errors'
import { refusalStatus } from '@baseplate/platform/foundation/refusal-status'
import { refusalOf, unavailableOf } from '@baseplate/platform/foundation/unavailable'
import type { Logger } from '@baseplate/service/log'

/** A whole response in memory. */
export interface Reply {
  status: number
  headers: Record<string, string>
  body: string | Buffer<ArrayBuffer> | null
}

/** Returns plain text for a game client. Caches must ask the site before each reuse. */
export const textReply = (text: string, status = 200, headers?: Record<string, string>): Reply => ({
  status,
  headers: { 'Content-Type': 'text/plain', 'Cache-Control': 'no-cache', ...headers },
  body: text,
})

/**
 * Returns the reply for an error. A refusal becomes its status and message, and invalid
 * fields become 400 with a message for each. Any other error is logged, and its message is not
 * sent.
 *
 * @param logFields identify the request in the log: see `logFieldsOf`.
 */
export function errorReply(error: Error, logFields: object, log: Logger): Reply {
  const unavailable = unavailableOf(error)
  if (unavailable !== undefined)
    log.warn(
      { ...logFields, error: error.message },
      `a client request failed because ${unavailable} is unavailable`,
    )
  if (error instanceof InvalidFields) return textReply(error.message, 400)
  const refused = refusalOf(error)
  if (refused) {
    const { message, reason, retryAfter } = refused
    const headers = retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) }
    return textReply(message, refusalStatus[reason], headers)
  }
  log.error({ ...logFields, error: error.stack }, 'a client request failed')
  return textReply('Internal Server Error', 500)
}

export const responseOf = ({ status, headers, body }: Reply): Response =>
  new Response(body, { status, headers })

/** Returns plain text, as `textReply` does, for routes of Hono. */
export const textResponse = (...text: Parameters<typeof textReply>): Response =>
  responseOf(textReply(...text))
