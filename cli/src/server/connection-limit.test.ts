import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { openRaw, startSiteServer } from '../testing/site-server.ts'

const ask = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'

test('refuses connections beyond the limit of an address with 429, until others are closed', async () => {
  const { port } = await startSiteServer({ config: { Server: { ConnectionsPerAddress: 2 } } })
  const [first, second] = [await openRaw(port), await openRaw(port)]
  const third = await openRaw(port)
  third.socket.write(ask)
  expect(await third.ended).toBe('ended')
  expect(third.text()).toMatch(/^HTTP\/1\.1 429 [\s\S]*\r\nRetry-After: 10\r\n[\s\S]*Too many connections/)
  second.socket.write(ask)
  await expect.poll(second.text).toMatch(/^HTTP\/1\.1 200 /)

  first.socket.destroy()
  await expect
    .poll(async () => {
      const next = await openRaw(port)
      next.socket.write(ask)
      await expect.poll(next.text).not.toBe('')
      return next.text()
    })
    .toMatch(/^HTTP\/1\.1 200 /)
})

test.each([
  ['a trusted proxy', { Server: { ConnectionsPerAddress: 2 }, TrustedProxies: ['127.0.0.0/8'] }],
  ['any client when the limit is 0', { Server: { ConnectionsPerAddress: 0 } }],
])('does not limit the connections of %s', async (_, config) => {
  const { port } = await startSiteServer({ config })
  const clients = await Promise.all(Array.from({ length: 10 }, () => openRaw(port)))
  for (const { socket } of clients) socket.write(ask)
  for (const { text } of clients) await expect.poll(text).toMatch(/^HTTP\/1\.1 200 /)
})

test('refuses requests in progress beyond the limit of a client behind a trusted proxy', async () => {
  const waiting: ServerResponse[] = []
  const { port } = await startSiteServer({
    config: { Server: { ConnectionsPerAddress: 2 }, TrustedProxies: ['127.0.0.0/8'] },
    pages: (_, response) => void waiting.push(response),
  })
  const askFrom = async (address: string) => {
    const client = await openRaw(port)
    client.socket.write(`GET / HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${address}\r\n\r\n`)
    return client
  }
  for (const address of ['2001:db8::1', '2001:db8::2', '198.51.100.1']) await askFrom(address)
  await expect.poll(() => waiting.length).toBe(3)
  const refused = await askFrom('2001:db8::3')
  await expect
    .poll(refused.text)
    .toMatch(/^HTTP\/1\.1 429 [\s\S]*Retry-After: 10\r\n[\s\S]*Too many requests/)

  for (const response of waiting) response.end()
  await expect
    .poll(async () => {
      await askFrom('2001:db8::4')
      return waiting.length
    })
    .toBeGreaterThan(3)
})

test('counts a refused upload of a client behind a trusted proxy until its body has ended', async () => {
  const { port } = await startSiteServer({
    config: { Server: { ConnectionsPerAddress: 1 }, TrustedProxies: ['127.0.0.0/8'] },
    pages: (_, response) => void response.writeHead(401).end(),
  })
  const head =
    'POST / HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 198.51.100.1\r\nContent-Length: 5\r\n\r\n'
  const slow = await openRaw(port)
  slow.socket.write(head)
  await expect.poll(slow.text).toMatch(/^HTTP\/1\.1 401 /)
  const statusOfNext = async () => {
    const next = await openRaw(port)
    next.socket.write(`${head}whole`)
    await expect.poll(next.text).not.toBe('')
    return next.text().slice(9, 12)
  }
  expect(await statusOfNext()).toBe('429')
  slow.socket.write('whole')
  await expect.poll(statusOfNext).toBe('401')
})
