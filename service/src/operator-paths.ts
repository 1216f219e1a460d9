import type { IncomingMessage, ServerResponse } from 'node:http'
import { BlockList, isIP } from 'node:net'
import { bearerCheck } from './bearer.ts'
import { isForwarded } from './forwarded.ts'
import { metricsHeaders, sendText } from './respond.ts'

export interface OperatorPaths {
  /** Whether this is an operator's path. */
  has(path: string): boolean
  /** Answers a request for an operator's path. Returns false for any other path. */
  answer(path: string, request: IncomingMessage, response: ServerResponse): boolean
}

interface Parts {
  /** See `mayAskOf`. */
  key: string | undefined
  /** Returns why requests cannot be answered at the moment; undefined when they can. */
  notReady: () => Promise<string | undefined>
  metrics: () => Promise<string>
  onError: (error: unknown) => void
}

/** Serves `/health`, `/ready` and `/metrics` to the operator. All other clients get 404. */
export function operatorPaths({ key, notReady, metrics, onError }: Parts): OperatorPaths {
  const answers: Record<string, () => Promise<[status: number, text: string]>> = {
    '/health': async () => [200, 'OK'],
    '/ready': async () => {
      const why = await notReady()
      return why === undefined ? [200, 'OK'] : [503, why]
    },
    '/metrics': async () => [200, await metrics()],
  }
  const mayAsk = mayAskOf(key)

  // Most paths, such as heartbeats, are longer and need no lookup.
  const lengthMax = Math.max(...Object.keys(answers).map((path) => path.length))
  const has = (path: string) => path.length <= lengthMax && Object.hasOwn(answers, path)

  return {
    has,
    answer(path, request, response) {
      const find = has(path) ? answers[path] : undefined
      if (!find) return false
      const send = (status: number, text: string, headers?: Record<string, string>) =>
        sendText(response, status, text, { 'Cache-Control': 'no-store', ...headers })
      if (!mayAsk(request)) send(404, 'Not found')
      else if (request.method !== 'GET' && request.method !== 'HEAD') {
        send(405, 'Method not allowed', { Allow: 'GET, HEAD' })
      } else {
        find().then(
          ([status, text]) => send(status, text, path === '/metrics' ? metricsHeaders : undefined),
          (error: unknown) => {
            onError(error)
            send(500, 'Something went wrong on our side')
          },
        )
      }
      return true
    },
  }
}

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/**
 * Returns a check whether a request is the operator's. With a key, the request must carry it. Without one, it must come from
 * this machine itself, and not through a proxy, which reveals itself by its headers.
 */
function mayAskOf(key: string | undefined): (request: IncomingMessage) => boolean {
  if (key !== undefined) {
    const mayPass = bearerCheck(key)
    return ({ headers }) => mayPass(headers.authorization)
  }
  return ({ headers, socket }) => {
    if (isForwarded(headers)) return false
    const address = (socket.remoteAddress ?? '').replace(/^::ffff:(?=\d+\.)/, '')
    const family = isIP(address)
    return family !== 0 && loopback.check(address, family === 6 ? 'ipv6' : 'ipv4')
  }
}
