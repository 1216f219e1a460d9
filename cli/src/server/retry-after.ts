import type { ServerResponse } from 'node:http'

/** Seconds after which a client that was refused with 503 may try again. */
const retryAfterSeconds = 5

/** Adds `Retry-After` to a response that turns out to be a 503, whichever part of the site answers. */
export function setRetryAfter(response: ServerResponse): void {
  const writeHead = response.writeHead
  response.writeHead = (status: number, ...rest: unknown[]) => {
    if (status === 503 && !response.hasHeader('retry-after'))
      response.setHeader('Retry-After', retryAfterSeconds)
    return Reflect.apply(writeHead, response, [status, ...rest])
  }
}
