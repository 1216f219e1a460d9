import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { json as readJson, text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Client } from '../../client/src/client.ts'
import { document } from '../support/contract/operations.ts'
import { anyDatabase, borrowOn } from '../support/databases.ts'
import { makePlace } from '../support/game.ts'
import { type Person, register } from '../support/person.ts'
import type { Product } from '../support/processes.ts'
import { authorize } from '../support/program.ts'
import { listRoutes } from '../support/routes.ts'

const examples = resolve(import.meta.dirname, '../../client/examples')

let product: Product
let maker: Person

beforeAll(async () => {
  product = await borrowOn(anyDatabase)
  maker = await register(product.baseUrl, 'Maker')
})
afterAll(() => product.stop())

/** Starts an example of the client. */
async function example(name: string, scopes: string, args: string[], more: Record<string, string> = {}) {
  const { token } = await authorize(product.baseUrl, maker, scopes)
  return spawn(process.execPath, [join(examples, name), ...args], {
    env: { ...process.env, BASE_URL: product.baseUrl, TOKEN: token, ...more },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

/** A chat that keeps the messages of its incoming webhook. */
async function startChat() {
  const messages: unknown[] = []
  const server = createServer(async (request, response) => {
    messages.push(await readJson(request))
    response.writeHead(204).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { messages, server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

test('the examples publish a place, and announce it in a chat', async () => {
  const chat = await startChat()
  const bot = await example('announce-games.ts', 'read', [], { CHAT_URL: chat.url, INTERVAL: '0.2' })
  await once(bot.stdout, 'data')

  const file = join(tmpdir(), `client-${process.pid}`)
  await writeFile(file, 'a place file')
  const script = await example('publish-place.ts', 'places:write', [file, 'Published'])
  const [printed] = await once(script.stdout, 'data')
  const id = Number(/published as place (\d+)/.exec(String(printed))?.[1])

  await expect
    .poll(() => chat.messages)
    .toEqual([{ content: `New game: Published by Maker ${product.baseUrl}/share/${id}` }])
  bot.kill()
  chat.server.close()
  const versions = await maker.get(`/place/${id}/Published/settings/file`)
  expect(await versions.json()).toMatchObject({ versions: [expect.anything()] })
})

test('an example lists the players with the most coins, and gives the first one a bonus once a day', async () => {
  const { id } = await makePlace(maker, 'A game with coins')
  const { token } = await authorize(product.baseUrl, maker, 'data:write')
  for (const [number, coins] of [
    [1_111_111, 5],
    [2_222_222, 7],
  ]) {
    const address = `${product.baseUrl}/place/${id}/data-api/coins/player/${number}`
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    expect((await fetch(address, { method: 'PUT', headers, body: String(coins) })).status).toBe(200)
  }
  const printed = async () =>
    text((await example('keep-coins.ts', 'data:read,data:write', [`${id}`, '3'])).stdout)
  expect(await printed()).toBe(
    'player 2222222 has 7 coins\nplayer 1111111 has 5 coins\nplayer 2222222 has 10 coins now\n',
  )
  expect(await printed()).toContain('player 2222222 has 10 coins now\n')
})

test('the client rejects a refused request with its code', async () => {
  const { token } = await authorize(product.baseUrl, maker, 'read')
  const client = new Client(product.baseUrl, token)
  await expect(client.get('/catalog/{id}/{name}', { path: { id: 1, name: 'none' } })).rejects.toMatchObject({
    status: 404,
    code: 'assets.not_found',
  })
  await expect(client.post('/games/create', {}, { name: 'Unpublished' })).rejects.toMatchObject({
    status: 403,
    code: 'tokens.scope_missing',
  })
})

test('the OpenAPI document has every page, endpoint and form action of the build', async () => {
  const described = new Set(
    Object.entries(document.paths).flatMap(([path, of]) =>
      Object.entries(of).flatMap(([method, operation]) =>
        [path, ...(operation['x-also-at'] ?? [])].map((address) => `${method} ${address}`),
      ),
    ),
  )
  const missing = (await listRoutes()).flatMap(({ id, methods, actions }) => {
    // The server in front gives this route a shorter address.
    const address = id === '/place/[id]/[name]/file' ? '/place/[id]/data' : id
    const path = address.replaceAll(/\[(\w+)(?:=\w+)?\]/g, '{$1}')
    const wanted = [
      ...methods.map((method) => `${method.toLowerCase()} ${path}`),
      ...actions.map((action) => `post ${path}${action === 'default' ? '' : `?/${action}`}`),
    ]
    return wanted.filter((name) => !described.has(name))
  })
  expect(missing).toEqual([])
})

test('the site serves the OpenAPI document', async () => {
  const response = await fetch(`${product.baseUrl}/openapi.json`)
  expect(response.headers.get('content-type')).toBe('application/json')
  expect(await response.json()).toMatchObject({ openapi: '3.1.1' })
})
