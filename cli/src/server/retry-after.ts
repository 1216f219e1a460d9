import type { ServerResponse } from 'node:http'

/** Seconds after which a client may retry a request that got 503. */
const retryAfterSeconds = 5

/** Adds `Retry-After` to any 503, whichever part of the site sends it. */
export function setRetryAfter(response: ServerResponse): void {
  const writeHead = response.writeHead
  response.writeHead = (status: number, ...rest: unknown[]) => {
    if (status === 503 && !response.hasHeader('retry-after'))
      response.setHeader('Retry-After', retryAfterSeconds)
    return Reflect.apply(writeHead, response, [status, ...rest])
  }
}
