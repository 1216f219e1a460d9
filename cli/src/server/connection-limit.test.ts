import { expect, test } from 'vitest'
import { openRaw, startSiteServer } from '../testing/site-server.ts'

const ask = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'

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
  ['anybody when the limit is 0', { Server: { ConnectionsPerAddress: 0 } }],
])('gives %s any number of connections', async (_, config) => {
  const { port } = await startSiteServer({ config })
  const clients = await Promise.all(Array.from({ length: 10 }, () => openRaw(port)))
  for (const { socket } of clients) socket.write(ask)
  for (const { text } of clients) await expect.poll(text).toMatch(/^HTTP\/1\.1 200 /)
})
