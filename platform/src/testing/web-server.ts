import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export interface WebServer {
  url: string
  /** Requested paths with their queries, in order. */
  asked: string[]
}

/** Starts a web server that answers as a test demands, until the test ends. */
export async function startWebServer(
  answer: (request: IncomingMessage, response: ServerResponse, url: string) => void,
  host = '127.0.0.1',
): Promise<WebServer> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    answer(request, response, url)
  })
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  const url = `http://${host}:${(server.address() as AddressInfo).port}`
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return { url, asked }
}
