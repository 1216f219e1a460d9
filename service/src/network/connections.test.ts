import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { openConnections } from './connections.ts'

/** Starts a server that never closes a connection. */
async function startPatientServer(): Promise<string> {
  const server = createServer({ keepAliveTimeout: 0 }, (_, response) => response.end('Hello'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('a server that keeps its connections open does not hold up requests to others', async () => {
  const { http, close } = openConnections(1)
  onTestFinished(close)
  const ask = (url: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      get(url, { agent: http }, (response) => {
        response.resume().on('end', () => resolve(response.statusCode))
      }).on('error', reject)
    })
  expect(await ask(await startPatientServer())).toBe(200)
  expect(await ask(await startPatientServer())).toBe(200)
})
