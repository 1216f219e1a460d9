import { DatabaseUnavailable, refusalOf } from '@baseplate/platform/foundation/database/outage'
import type { Logger } from '@baseplate/platform/foundation/log'
import { refusalStatus } from '@baseplate/platform/foundation/refusals'

/** Returns plain text for a game client. Shared caches must not store it, because addresses contain tickets. */
export const textResponse = (text: string, status = 200, headers?: Record<string, string>): Response =>
  new Response(text, {
    status,
    headers: { 'Content-Type': 'text/plain', 'Cache-Control': 'no-cache', ...headers },
  })

/**
 * Returns the response for an error. A refusal becomes its status and message. Any other error is logged, and its message is not
 * sent.
 *
 * @param logFields identify the request in the log: see `logFieldsOf`.
 */
export function errorResponse(error: Error, logFields: object, log: Logger): Response {
  if (error instanceof DatabaseUnavailable)
    log.warn(
      { ...logFields, error: error.message },
      'a client request failed because the database is unavailable',
    )
  const refused = refusalOf(error)
  if (refused) {
    const { message, reason, retryAfter } = refused
    const headers = retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) }
    return textResponse(message, refusalStatus[reason], headers)
  }
  log.error({ ...logFields, error: error.stack }, 'a client request failed')
  return textResponse('Internal Server Error', 500)
}
