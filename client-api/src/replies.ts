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
 * @param isJson whether the reply is JSON with the code of the refusal, or the codes of the fields, instead of the message alone
 */
export function errorReply(error: Error, logFields: object, log: Logger, isJson = false): Reply {
  const unavailable = unavailableOf(error)
  if (unavailable !== undefined)
    log.warn(
      { ...logFields, error: error.message },
      `a client request failed because ${unavailable} is unavailable`,
    )
  const say = (message: string, status: number, of: object, headers: Record<string, string> = {}) =>
    isJson
      ? {
          status,
          body: JSON.stringify({ message, ...of }),
          headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store', ...headers },
        }
      : textReply(message, status, headers)
  if (error instanceof InvalidFields) return say(error.message, 400, { codes: codesOf(error) })
  const refused = refusalOf(error)
  if (refused) {
    const { message, reason, retryAfter, problem } = refused
    const headers = retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) }
    return say(message, refusalStatus[reason], { code: problem.code }, headers)
  }
  log.error({ ...logFields, error: error.stack }, 'a client request failed')
  return say('Internal Server Error', 500, {})
}

const codesOf = ({ problems }: InvalidFields): Record<string, string> =>
  Object.fromEntries(Object.entries(problems).map(([field, { code }]) => [field, code]))

export const responseOf = ({ status, headers, body }: Reply): Response =>
  new Response(body, { status, headers })

/** Returns plain text, as `textReply` does, for routes of Hono. */
export const textResponse = (...text: Parameters<typeof textReply>): Response =>
  responseOf(textReply(...text))
