import { DatabaseUnavailable, refusalOf } from '@baseplate/platform/foundation/database/outage'
import { refusalStatus } from '@baseplate/platform/foundation/errors'
import type { Logger } from '@baseplate/platform/foundation/log'

/** Plain text for a game client. Nothing of it is for a shared cache: addresses carry tickets. */
export const answerText = (text: string, status = 200, headers?: Record<string, string>): Response =>
  new Response(text, {
    status,
    headers: { 'Content-Type': 'text/plain', 'Cache-Control': 'no-cache', ...headers },
  })

/**
 * A verb's refusal with its status and its message as the body. Any other error is ours and goes to the log only.
 *
 * @param about identifies the request in the log: see `loggedAbout`.
 */
export function answerError(error: Error, about: object, log: Logger): Response {
  if (error instanceof DatabaseUnavailable)
    log.warn(
      { ...about, error: error.message },
      'a client request failed because the database is unavailable',
    )
  const refused = refusalOf(error)
  if (refused) {
    const { message, reason, retryAfter } = refused
    const headers = retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) }
    return answerText(message, refusalStatus[reason], headers)
  }
  log.error({ ...about, error: error.stack }, 'a client request failed')
  return answerText('Internal Server Error', 500)
}
