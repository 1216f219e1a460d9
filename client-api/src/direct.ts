import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Logger } from '@baseplate/service/log'
import { errorReply, type Reply } from './replies.ts'
import { logFieldsOf } from './services.ts'

/** A request that clients send thousands of times per second. A route of Hono serves its other methods and spellings. */
export interface DirectRoute {
  /** Matches path and query as clients write them. The group is the parameter of `reply`. */
  address: RegExp
  /** Whether the route serves `POST` as well as `GET`. */
  takesPost?: true
  /** Returns undefined when only the route of Hono can respond. */
  reply(parameter: string, request: IncomingMessage): Promise<Reply | undefined> | Reply | undefined
}

/**
 * Returns a listener that serves direct routes without web requests and responses, which take longer than everything else about
 * such a request (docs/decisions/0029-frequent-requests-and-idle-memory.md).
 *
 * @param hono serves all other requests
 */
export function serveDirectly(
  routes: readonly DirectRoute[],
  hono: RequestListener,
  log: Logger,
): RequestListener {
  const serve = async (
    { reply }: DirectRoute,
    parameter: string,
    request: IncomingMessage,
    response: Parameters<RequestListener>[1],
  ) => {
    let found: Reply | undefined
    try {
      found = await reply(parameter, request)
    } catch (error) {
      found = errorReply(error as Error, logFieldsOf(request), log)
    }
    if (found) send(response, found)
    else hono(request, response)
  }

  const posted = routes.filter(({ takesPost }) => takesPost)
  return (request, response) => {
    const { method, url = '' } = request
    if (method === 'GET' || method === 'POST') {
      for (const route of method === 'GET' ? routes : posted) {
        const parameter = route.address.exec(url)?.[1]
        if (parameter !== undefined) return serve(route, parameter, request, response)
      }
    }
    return hono(request, response)
  }
}

function send(response: ServerResponse, { status, headers, body }: Reply): void {
  if (body === null || headers['Content-Length'] !== undefined) response.writeHead(status, headers).end(body)
  else response.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(body) }).end(body)
}
