import type { DirectRoute } from '../direct.ts'
import { responseOf } from '../replies.ts'
import type { ClientApi, ClientServices } from '../services.ts'
import type { ClassicCall } from './call.ts'
import { constantReplies, type ReplyToConstant } from './constants/reply.ts'

/** Adds the calls of classic clients that no route of the protocol serves. Returns the direct route of the constant ones. */
export async function addClassicCalls(
  routes: ClientApi,
  services: ClientServices,
  calls: readonly ClassicCall[],
): Promise<DirectRoute> {
  const replyTo = constantReplies(services)
  const replies = new Map<string, ReplyToConstant>()
  for (const { paths, methods, respond, constant } of calls) {
    if (respond) routes.on([...methods], [...paths], (c) => respond(services, c))
    if (!constant) continue
    const reply = await replyTo(constant)
    routes.on([...methods], [...paths], async (c) => responseOf(await reply(c.env.incoming)))
    for (const path of paths) if (isLiteral(path) && !replies.has(path)) replies.set(path, reply)
  }
  return directRoute(replies)
}

const isLiteral = (path: string): boolean => !/[:*]/.test(path)

/** Returns the direct route of the constants whose paths have no parameters: scripts and servers call them as often as heartbeats. */
function directRoute(replies: ReadonlyMap<string, ReplyToConstant>): DirectRoute {
  const paths = [...replies.keys()].map((path) => path.replaceAll('.', String.raw`\.`))
  return {
    address: new RegExp(`^(${paths.join('|')})(?:\\?|$)`, 'i'),
    takesPost: true,
    reply: (path, request) => replies.get(path.toLowerCase())?.(request),
  }
}
