import { once } from 'node:events'
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { openLocalFiles } from '@baseplate/storage/local-files/open'
import { ReceiverGone } from '@baseplate/storage/local-files/send-file'
import { expect, onTestFinished, test } from 'vitest'
import { closeStuckConnections } from './stuck-connections.ts'

/** Longer than the time between a connection and its request, even on a busy machine. */
const afterMs = 1_000

async function ask(answer: RequestListener) {
  const server = createServer({ keepAliveTimeout: 1, keepAliveTimeoutBuffer: 1 }, answer)
  closeStuckConnections(server, afterMs)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  onTestFinished(() => {
    socket.destroy()
    server.close()
  })
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  return socket
}

test('disconnects a client that does not read a file, and closes the file', async () => {
  const root = await mkdtemp(join(tmpdir(), 'stuck-'))
  onTestFinished(() => rm(root, { recursive: true }))
  await writeFile(join(root, 'file'), '')
  const bytes = 200_000_000
  await truncate(join(root, 'file'), bytes)
  const files = await openLocalFiles(root)
  const sent = Promise.withResolvers<void>()
  const socket = await ask(async (_, response) => {
    const file = await files.open('file')
    file?.send?.(response, { start: 0, end: bytes - 1 }).then(sent.resolve, sent.reject)
  })
  socket.pause()
  await expect(sent.promise).rejects.toThrow(ReceiverGone)
})

test('lets a client wait for a slow response, and closes idle connections', async () => {
  const socket = await ask((_, response) => {
    // Responds when the connection could have been closed.
    response.once('timeout', () => setImmediate(() => response.end('late')))
  })
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 OK.*late/s)
})
