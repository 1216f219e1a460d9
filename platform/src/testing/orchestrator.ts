import type { IncomingMessage, ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import type { ServerStatus, StartRequest } from '../places/servers/client.ts'
import { startWebServer } from './web-server.ts'

/** A stand-in for the orchestrator that starts nothing and answers as a test demands. */
export interface FakeOrchestrator {
  /** `Orchestrator.PrivateURL`. */
  url: string
  /** Servers by place ids: a start makes one that is `starting`, a close removes it. */
  servers: Map<number, ServerStatus>
  /** Requests in order: `PUT /1818 http://…/game/1818/serve`. */
  asked: string[]
  /** Parameters of the last start of a server, by place id. */
  orders: Map<number, StartRequest>
  /** Replaces the next responses, with an error or silence. */
  fault: ((response: ServerResponse) => void) | undefined
  /** The last body of `POST /presence`. */
  presence: unknown
  authorization: string | undefined
}

export async function startFakeOrchestrator(): Promise<FakeOrchestrator> {
  const fake: FakeOrchestrator = {
    url: '',
    servers: new Map(),
    asked: [],
    orders: new Map(),
    fault: undefined,
    presence: undefined,
    authorization: undefined,
  }
  const { url } = await startWebServer(async (request, response) => {
    fake.authorization = request.headers.authorization
    const body = await bodyOf(request)
    fake.asked.push([request.method, request.url, (body as { serveUrl?: string })?.serveUrl].join(' ').trim())
    if (fake.fault) fake.fault(response)
    else response.end(answer(fake, request, body))
  })
  fake.url = url
  return fake
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  return request.headers['content-length'] ? json(request) : undefined
}

function answer(fake: FakeOrchestrator, { method, url = '' }: IncomingMessage, body: unknown): string {
  if (url === '/presence') {
    fake.presence = body
    return ''
  }
  if (url === '/servers') {
    return JSON.stringify([...fake.servers].map(([placeId, status]) => ({ placeId, ...status })))
  }
  const [, id, log] = /^\/(\d+)(\/log\?bytes=\d+)?$/.exec(url) ?? []
  const placeId = Number(id)
  if (log) return `log of ${placeId}\n`
  const none: ServerStatus = { state: 'stopped' }
  if (method === 'DELETE') fake.servers.delete(placeId)
  if (method === 'PUT') {
    const order = body as StartRequest
    fake.orders.set(placeId, order)
    if (!fake.servers.has(placeId)) {
      fake.servers.set(placeId, { state: 'starting', port: 20_000, run: order.run })
    }
  }
  return JSON.stringify({ placeId, ...(fake.servers.get(placeId) ?? none) })
}
