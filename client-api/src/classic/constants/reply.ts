import type { IncomingMessage } from 'node:http'
import { createBatchedLimit } from '@baseplate/platform/foundation/batched-limit'
import { type Reply, textReply } from '../../replies.ts'
import { type ClientServices, clientOf } from '../../services.ts'
import type { Constant } from '../call.ts'
import { dropBody } from './drop-body.ts'

/** Constant calls of one address in a minute. */
const perMinute = 600

/** A process shares its count of an address after this many calls, so that calls need no statement of their own. */
const batch = 30

/**
 * Replies to a request of a constant call.
 *
 * @throws Refused `limited` for too many calls of one address; `oversize`, `invalid` for a body as `dropBody` says.
 */
export type ReplyToConstant = (request: IncomingMessage) => Promise<Reply>

/** Returns a function that prepares the reply of a constant. All constants share one limit. */
export function constantReplies({
  signing,
  platform,
}: ClientServices): (constant: Constant) => Promise<ReplyToConstant> {
  const limit = createBatchedLimit(platform, {
    points: perMinute,
    windowSeconds: 60,
    code: 'requests.too_many',
    batch,
  })
  return async ({ status, type, body, signed }) => {
    const text = signed ? await signing.sign(body) : body
    const reply = textReply(text, status, { 'Content-Type': type })
    return async (request) => {
      limit.spend(clientOf(request))
      await dropBody(request)
      return reply
    }
  }
}
