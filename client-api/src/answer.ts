import { Refused, refusalStatus } from '@baseplate/platform/foundation/errors'
import type { Logger } from '@baseplate/platform/foundation/log'

/** Plain text for a game client. Nothing of it is for a shared cache: addresses carry tickets. */
export const answerText = (text: string, status = 200, headers?: Record<string, string>): Response =>
  new Response(text, {
    status,
    headers: { 'Content-Type': 'text/plain', 'Cache-Control': 'no-cache', ...headers },
  })

/**
 * A verb's refusal with its status and its message as the body; anything else is our fault, told to the log only.
 *
 * @param path of the request without its query, which may hold a ticket.
 */
export function answerError(error: Error, path: string, log: Logger): Response {
  if (error instanceof Refused) return answerText(error.message, refusalStatus[error.reason])
  log.error({ path, error: error.stack }, 'a client request failed')
  return answerText('Internal Server Error', 500)
}
