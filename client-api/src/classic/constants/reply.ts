import type { IncomingMessage } from 'node:http'
import { createMemoryCounts } from '@baseplate/platform/foundation/limit-counts'
import { createLimit } from '@baseplate/platform/foundation/limits'
import { type Reply, textReply } from '../../replies.ts'
import { clientOf } from '../../services.ts'
import type { Signing } from '../../signing.ts'
import type { Constant } from '../call.ts'
import { dropBody } from './drop-body.ts'

/** Constant calls of one address in a minute, to one process. */
const perMinute = 600

/**
 * Replies to a request of a constant call.
 *
 * @throws Refused `limited` for too many calls of one address; `oversize`, `invalid` for a body as `dropBody` says.
 */
export type ReplyToConstant = (request: IncomingMessage) => Promise<Reply>

/** Returns a function that prepares the reply of a constant. All constants share one limit, counted in memory. */
export function constantReplies(signing: Signing): (constant: Constant) => Promise<ReplyToConstant> {
  const limit = createLimit(createMemoryCounts(), {
    points: perMinute,
    windowSeconds: 60,
    code: 'requests.too_many',
  })
  return async ({ status, type, body, signed }) => {
    const text = signed ? await signing.sign(body) : body
    const reply = textReply(text, status, { 'Content-Type': type })
    return async (request) => {
      await limit.spend(clientOf(request))
      await dropBody(request)
      return reply
    }
  }
}
