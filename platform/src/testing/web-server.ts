import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export interface WebServer {
  url: string
  /** Paths that were asked for, queries included, in their order. */
  asked: string[]
}

/** Somebody else's server, which answers as a test says; gone when the test is over. */
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
