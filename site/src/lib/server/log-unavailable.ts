import { unavailableOf } from '@baseplate/platform/foundation/unavailable'
import type { RequestEvent } from '@sveltejs/kit'

type Asked = Pick<RequestEvent, 'locals' | 'request' | 'route'>

/**
 * Logs that a request failed for lack of a service or of space on the disk, with its route and the bytes of its body. The route has no
 * secrets, unlike the path.
 *
 * @param what the request was for
 */
export function logUnavailable({ locals, request, route }: Asked, error: unknown, what: string): void {
  const unavailable = unavailableOf(error)
  if (unavailable === undefined) return
  const { requestId, platform } = locals
  const length = request.headers.get('content-length')
  const reason = (error instanceof Error && error.cause) || error
  platform?.log.warn(
    {
      requestId,
      route: route.id,
      ...(length !== null && { bytes: Number(length) }),
      error: String(reason),
    },
    `${unavailable} is unavailable for ${what}`,
  )
}
