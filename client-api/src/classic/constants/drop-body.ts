import type { IncomingMessage } from 'node:http'
import { Refused } from '@baseplate/platform/foundation/errors'

/** Maximum bytes of a body that is dropped. Crash dumps are the largest. */
export const maxDroppedBytes = 1024 * 1024

/**
 * Reads the body of a request without keeping it.
 *
 * @throws Refused `oversize` past 1 MiB, whose rest the server in front drains; `invalid` for an incomplete body.
 */
export async function dropBody(request: IncomingMessage): Promise<void> {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
  if (encoding === undefined && (length === undefined || length === '0')) return
  if (Number(length) > maxDroppedBytes) throw new Refused('requests.too_large')
  let size = 0
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      size += chunk.length
      if (size > maxDroppedBytes) break
    }
  } catch {
    throw new Refused('site.form_interrupted')
  }
  if (size > maxDroppedBytes) throw new Refused('requests.too_large')
}
