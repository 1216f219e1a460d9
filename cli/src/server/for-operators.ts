import type { IncomingMessage, ServerResponse } from 'node:http'
import { BlockList, isIP } from 'node:net'
import { sameSecret } from '@baseplate/platform/foundation/ids'

/** The text format of Prometheus. */
const metricsType = 'text/plain; version=0.0.4; charset=utf-8'

const bearer = /^bearer +(.*)$/i

export interface ForOperators {
  /** Whether this is an operator's path. */
  has(path: string): boolean
  /** Answers a request for an operator's path. Returns false for any other path. */
  answer(path: string, request: IncomingMessage, response: ServerResponse): boolean
}

interface Parts {
  /** See `mayAsk`. */
  key: string | undefined
  /** Why requests cannot be answered at the moment; undefined: they can. */
  notReady: () => Promise<string | undefined>
  metrics: () => Promise<string>
  onError: (error: unknown) => void
}

/** `/health`, `/ready` and `/metrics`. To whoever may not ask they are not there. */
export function forOperators({ key, notReady, metrics, onError }: Parts): ForOperators {
  const answers: Record<string, () => Promise<[status: number, text: string]>> = {
    '/health': async () => [200, 'OK'],
    '/ready': async () => {
      const why = await notReady()
      return why === undefined ? [200, 'OK'] : [503, why]
    },
    '/metrics': async () => [200, await metrics()],
  }

  // Most paths, such as heartbeats, are longer and need no lookup.
  const lengthMax = Math.max(...Object.keys(answers).map((path) => path.length))

  const has = (path: string) => path.length <= lengthMax && Object.hasOwn(answers, path)

  return {
    has,
    answer(path, request, response) {
      const find = has(path) ? answers[path] : undefined
      if (!find) return false
      if (!mayAsk(request, key)) return answerText(response, 404, 'Not found')
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        response.setHeader('Allow', 'GET, HEAD')
        return answerText(response, 405, 'Method not allowed')
      }
      find().then(
        ([status, text]) => answerText(response, status, text, path === '/metrics' ? metricsType : undefined),
        (error: unknown) => {
          onError(error)
          answerText(response, 500, 'Something went wrong on our side')
        },
      )
      return true
    },
  }
}

const here = new BlockList()
here.addSubnet('127.0.0.0', 8, 'ipv4')
here.addAddress('::1', 'ipv6')

/**
 * With a key: whoever has it. Without one: this machine itself, unless it passes on what somebody else asked for, which proxies
 * say in their headers.
 */
function mayAsk({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>, key?: string): boolean {
  if (key !== undefined) {
    const sent = bearer.exec(headers.authorization ?? '')?.[1]
    return sent !== undefined && sameSecret(sent, key)
  }
  if (headers['x-forwarded-for'] ?? headers.forwarded ?? headers.via ?? headers['x-real-ip']) return false
  const address = (socket.remoteAddress ?? '').replace(/^::ffff:(?=\d+\.)/, '')
  const family = isIP(address)
  return family !== 0 && here.check(address, family === 6 ? 'ipv6' : 'ipv4')
}

function answerText(
  response: ServerResponse,
  status: number,
  text: string,
  type = 'text/plain; charset=utf-8',
): true {
  response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' })
  response.end(text)
  return true
}
