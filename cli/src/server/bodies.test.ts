import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { form, head, multipart, readBodies } from '../testing/bodies.ts'
import { openRaw, startSiteServer, trickle } from '../testing/site-server.ts'

/** A route that takes a file, whatever its content type is. */
const upload = '/develop/create'

/** The configured rate, which is low, so that tests can send slower than that. */
const config = { Server: { UploadBytesPerSecond: 10_000 } }
const times = { graceMs: 200 }

test('answers 408 and closes when headers do not arrive in time', async () => {
  const { port } = await startSiteServer({ times: { headersMs: 100 } })
  const silent = await openRaw(port)
  const slow = await openRaw(port)
  slow.socket.write('GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ')
  expect(await Promise.all([silent.ended, slow.ended])).toEqual(['ended', 'ended'])
  for (const { text } of [silent, slow]) expect(text()).toMatch(/^HTTP\/1\.1 408 /)
})

const tooLarge = /^HTTP\/1\.1 413 [\s\S]*"The request is too large","code":"requests.too_large"}$/

test.each([
  ['stalls', ''],
  ['trickles', 'a'],
])('answers 408 with a message when the body of a form %s, and counts it', async (_, piece) => {
  const { port, metrics } = await startSiteServer({ times })
  const client = await openRaw(port)
  client.socket.write(`${head(form, 500_000)}username=`)
  void trickle(client, piece, 20)
  expect(await client.ended).toBe('ended')
  expect(client.text()).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/)
  expect(client.text()).toMatch(/^x-content-type-options: nosniff\r$/im)
  expect(client.text()).toMatch(/^x-request-id: \S+\r$/im)
  expect(client.text()).toMatch(/"The request took too long to arrive","code":"requests.too_slow"}$/)
  await expect.poll(metrics).toContain('status="408"} 1')
})

test.each([form, multipart])('gives a form of the type %s no extra time', async (type) => {
  const { port } = await startSiteServer({ config, times })
  const client = await openRaw(port)
  client.socket.write(head(type, 600_000))
  void trickle(client, 'a'.repeat(5_000), 10)
  expect(await client.ended).toBe('ended')
  expect(client.text()).toMatch(/^HTTP\/1\.1 408 /)
})

test('lets an upload take as long as it keeps the rate, and ends one below it', async () => {
  const { port } = await startSiteServer({ config, times })
  const honest = await openRaw(port)
  const slow = await openRaw(port)
  slow.socket.write(head(multipart, 100_000, upload))
  void trickle(slow, 'a'.repeat(20), 20)
  honest.socket.write(head(multipart, 20_000, upload))
  // Four times the limit of a form, at more than twice the required rate.
  for (let sent = 0; sent < 20_000; sent += 500) {
    honest.socket.write('a'.repeat(500))
    await delay(20)
  }
  await expect.poll(honest.text).toMatch(/^HTTP\/1\.1 200 OK[\s\S]*read 20000/)
  expect(await slow.ended).toBe('ended')
  expect(slow.text()).toMatch(/^HTTP\/1\.1 408 /)
})

test('does not count the time in which the server does not read', async () => {
  let read = () => {}
  const { port } = await startSiteServer({
    config,
    times,
    pages: (request, response) => {
      read = () => request.resume().once('end', () => response.end('read'))
    },
  })
  const client = await openRaw(port)
  client.socket.write(head(multipart, 1_000_000, upload) + 'a'.repeat(1_000_000))
  await delay(1_000)
  expect(client.text()).toBe('')
  read()
  await expect.poll(client.text).toMatch(/^HTTP\/1\.1 200 /)
})

test('reads the rest of a body after an early response, and keeps the connection', async () => {
  const { port } = await startSiteServer({
    pages: (_, response) => response.writeHead(413, { 'Content-Length': 8 }).end('too much'),
  })
  const client = await openRaw(port)
  const size = 20_000_000
  client.socket.write(head(multipart, size, upload) + 'a'.repeat(size))
  await expect.poll(client.text).toMatch(/^HTTP\/1\.1 413 [\s\S]*too much$/)
  client.socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await expect.poll(client.text).toMatch(/too much[\s\S]*HTTP\/1\.1 413 [\s\S]*too much$/)
})

test('limits the time for the rest of a body', async () => {
  const { port } = await startSiteServer({ times, pages: (_, response) => response.end('enough') })
  const client = await openRaw(port)
  client.socket.write(head(form, 500_000))
  void trickle(client, 'a'.repeat(100), 10)
  await client.ended
  expect(client.text()).toMatch(/^HTTP\/1\.1 200 [\s\S]*enough/)
})

test('ends a body beyond the largest upload with 413', async () => {
  const { port } = await startSiteServer({ times: { bytesMax: 100_000 } })
  const client = await openRaw(port)
  client.socket.write(
    `PUT /place/1/data HTTP/1.1\r\nHost: localhost\r\nContent-Type: a/b\r\nTransfer-Encoding: chunked\r\n\r\n`,
  )
  void trickle(client, `2710\r\n${'a'.repeat(10_000)}\r\n`, 5)
  expect(await client.ended).toBe('ended')
  expect(client.text()).toMatch(tooLarge)
})

test('refuses a form of a megabyte before it arrives, and reads the rest for the response', async () => {
  const { port } = await startSiteServer()
  const client = await openRaw(port)
  client.socket.write(head(multipart, 1_000_000) + 'a'.repeat(1_000_000))
  await expect.poll(client.text).toMatch(tooLarge)
  client.socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await expect.poll(client.text).toMatch(/HTTP\/1\.1 200 /)
})

test('ends a form of unknown length with 413 once it is too large', async () => {
  const { port } = await startSiteServer({ pages: readBodies })
  const client = await openRaw(port)
  client.socket.write(
    `POST /login HTTP/1.1\r\nHost: localhost\r\nAccept: text/html\r\nContent-Type: ${multipart}\r\nTransfer-Encoding: chunked\r\n\r\n`,
  )
  client.socket.write(`f4240\r\n${'a'.repeat(1_000_000)}\r\n`)
  expect(await client.ended).toBe('ended')
  expect(client.text()).toMatch(/^HTTP\/1\.1 413 [\s\S]*<h1>The request is too large<\/h1>/)
})

test.each([
  ['Content-Range: bytes 1000-4945/4946', 400],
  ['Content-Encoding: gzip', 415],
  ['Content-Encoding: identity, br', 415],
  ['content-encoding: IDENTITY', 200],
])('answers a request with %s with %i', async (line, status) => {
  const { port } = await startSiteServer()
  for (const [method, path] of [
    ['PUT', '/place/1/data'],
    ['PATCH', '/uploads/1'],
    ['POST', '/login'],
    ['POST', '/game/clientpresence'],
    ['GET', '/'],
  ]) {
    const client = await openRaw(port)
    client.socket.write(
      `${method} ${path} HTTP/1.1\r\nHost: localhost\r\n${line}\r\nContent-Length: 1\r\n\r\na`,
    )
    await expect.poll(client.text).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  }
})

test('takes compressed bodies from studios and game servers alone', async () => {
  const { port } = await startSiteServer()
  for (const [path, coding, status] of [
    ['/Data/Upload.ashx?assetid=1', 'gzip', 200],
    ['//data//upload.ashx', 'GZIP', 200],
    ['/Persistence/SetBlob.ashx?userid=1', 'gzip', 200],
    ['/persistence/set?key=a', 'gzip', 200],
    ['/persistence/increment', 'gzip', 415],
    ['/Data/Upload.ashx', 'br', 415],
    ['/Data/Upload.ashx', 'gzip, br', 415],
  ]) {
    const client = await openRaw(port)
    client.socket.write(
      `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Encoding: ${coding}\r\nContent-Length: 1\r\n\r\na`,
    )
    await expect.poll(client.text).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  }
})
