import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../platform/src/testing/free-port.ts'
import { startConfigured } from '../support/configured.ts'
import { json } from '../support/game.ts'
import { type Person, register } from '../support/person.ts'

const root = resolve(import.meta.dirname, '../..')
const config = { Webhooks: { AllowPrivateNetwork: true } }
const hasPython = spawnSync('python3', ['--version']).status === 0

/** Starts a receiver, and returns the ids of the requests that it gets. */
async function startReceiver(respond: (request: IncomingMessage, response: ServerResponse) => void) {
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

const createWebhook = async (owner: Person, page: string, url: string, events: string) =>
  json<{ id: string; secret: string }>(await owner.post(`${page}?/create`, { url, events }))

interface Log {
  deliveries: { state: string; type: string }[]
}

const readLog = async (owner: Person, page: string) => (await json<Log>(await owner.get(page))).deliveries

/** Starts a receiver of the documentation, and returns what it prints. */
async function startExample(program: string[], secret: string, port: number): Promise<() => string> {
  const [command = '', ...parameters] = program
  const child = spawn(command, parameters, {
    cwd: resolve(root, 'docs/examples'),
    env: { ...process.env, WEBHOOK_SECRET: secret, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let printed = ''
  child.stdout.on('data', (text) => (printed += text))
  await expect.poll(() => printed, { timeout: 10_000 }).toContain('ready')
  return () => printed
}

test('each event is sent once, and the receivers of the documentation verify it', async () => {
  const product = await startConfigured(config)
  onTestFinished(async () => void (await product.stop()))
  const founder = await register(product.baseUrl, 'Founder')
  const receiver = await startReceiver((_, response) => response.writeHead(204).end())
  const page = '/admin/webhooks'
  const { id } = await createWebhook(founder, page, receiver.url, 'user.registered')
  const examples = await Promise.all(
    [[process.execPath, 'webhook.mjs'], ...(hasPython ? [['python3', 'webhook.py']] : [])].map(
      async (program) => {
        const port = await freePort()
        const { secret } = await createWebhook(founder, page, `http://127.0.0.1:${port}/`, 'user.registered')
        return startExample(program, secret, port)
      },
    ),
  )
  for (const name of ['Anna', 'Ben', 'Carl']) await register(product.baseUrl, name)
  const states = async () => (await readLog(founder, `${page}/${id}`)).map(({ state }) => state)
  await expect.poll(states, { timeout: 20_000 }).toEqual(['delivered', 'delivered', 'delivered'])
  expect([receiver.ids.length, new Set(receiver.ids).size]).toEqual([3, 3])
  for (const printed of examples)
    for (const name of ['Anna', 'Ben', 'Carl'])
      await expect.poll(printed, { timeout: 20_000 }).toContain(`"username":"${name}"`)
})

test('an event survives a kill between its delivery and the response, and arrives again with its id', async () => {
  const product = await startConfigured(config)
  onTestFinished(async () => void (await product.stop()))
  const founder = await register(product.baseUrl, 'Founder')
  let killed: Promise<void> | undefined
  const receiver = await startReceiver((_, response) => {
    killed ??= product.kill()
    response.end()
  })
  const { id } = await createWebhook(founder, '/settings/webhooks', receiver.url, 'item.sold')
  await founder.post(`/settings/webhooks/${id}?/test`)
  await expect.poll(() => receiver.ids.length, { timeout: 20_000 }).toBe(1)
  await killed
  // The ledger of the new product has another address.
  const { ECONOMY_URL: _, ...environment } = product.environment
  const again = await startConfigured(config, environment)
  onTestFinished(async () => void (await again.stop()))
  await expect.poll(() => receiver.ids.length, { timeout: 60_000 }).toBe(2)
  expect(new Set(receiver.ids).size).toBe(1)
})
