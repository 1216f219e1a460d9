import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { createLog } from '@baseplate/service/log'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { expect, onTestFinished, test } from 'vitest'
import { fileResponse } from './file-response.ts'

test('closes the stream of a file whose client left while storage was asked for its first bytes', async () => {
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>()
  const { promise: left, resolve: leave } = Promise.withResolvers<void>()
  const { promise: closed, resolve: close } = Promise.withResolvers<boolean>()
  const app = new Hono<{ Bindings: HttpBindings }>()
  app.get('/', (c) => {
    c.env.outgoing.once('close', leave)
    const stream = () => {
      async function* slow() {
        ask()
        await left
        yield Buffer.alloc(10)
        await new Promise(() => {})
      }
      return Readable.from(slow(), { objectMode: false }).once('close', () => close(true))
    }
    const file = { size: 20, etag: '"x"', stream, close: async () => {} }
    return fileResponse(c, file, { 'Content-Type': 'text/plain' }, createLog('silent'))
  })
  const server = createServer(getRequestListener(app.fetch)).listen(0)
  onTestFinished(() => void server.close())
  const leaving = new AbortController()
  const { port } = server.address() as AddressInfo
  const response = fetch(`http://127.0.0.1:${port}/`, { signal: leaving.signal })
  await asked
  leaving.abort()
  await expect(response).rejects.toThrow()
  expect(await closed).toBe(true)
})
