import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { json } from './game.ts'
import type { Person } from './person.ts'

/** The configuration of a product that sends events to receivers on this machine. */
export const openToReceivers = { Webhooks: { AllowPrivateNetwork: true } }

/** Starts a receiver, and returns the ids of the requests that it gets. */
export async function startReceiver(respond: (request: IncomingMessage, response: ServerResponse) => void) {
  const ids: string[] = []
  const server = createServer((request, response) => {
    ids.push(String(request.headers['webhook-id']))
    respond(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, ids }
}

export const createWebhook = async (owner: Person, page: string, url: string, events: string) =>
  json<{ id: string; secret: string }>(await owner.post(`${page}?/create`, { url, events }))
