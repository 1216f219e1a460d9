import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

/** A site that closes connections without a response. */
export const away: Answer = (_request, response) => response.destroy()

/** Starts a site that stores worlds like the real one, unless a test replaces its response. */
export async function startSite() {
  const site = {
    url: '',
    number: 0,
    current: 0,
    stored: [] as string[],
    asked: [] as string[],
    fault: undefined as Answer | undefined,
  }
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://site')
    if (site.fault) return site.fault(request, response)
    const [query] = [...searchParams].slice(1)
    site.asked.push(`${request.method} ${pathname} ${searchParams.get('ticket')?.[0]} ${query?.join('=')}`)
    if (request.method === 'POST') {
      if (Number(searchParams.get('after')) < site.current) return response.writeHead(409).end('newer')
      return response.end(JSON.stringify({ number: ++site.number }))
    }
    const world = await text(request).catch(() => undefined)
    if (world === undefined) return
    site.current = Number(searchParams.get('number'))
    site.stored.push(`${site.current} ${searchParams.get('cause')} ${world}`)
    return response.writeHead(204).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  site.url = `http://127.0.0.1:${Object(server.address()).port}`
  return site
}
