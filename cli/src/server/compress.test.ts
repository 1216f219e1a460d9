import { once } from 'node:events'
import { get, type IncomingMessage, type RequestListener, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, createBrotliDecompress, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { startSiteServer } from '../testing/site-server.ts'

const text = 'A page of many words. '.repeat(500)

/** Sends the text with these headers. */
const answering =
  (headers: Record<string, string>, { status = 200, body = text } = {}): RequestListener =>
  (_, response) => {
    response.writeHead(status, { 'Content-Type': 'text/html', 'Content-Length': body.length, ...headers })
    response.end(body)
  }

async function ask(pages: RequestListener, acceptEncoding?: string, { path = '/', method = 'GET' } = {}) {
  const { port } = await startSiteServer({ pages })
  const headers = acceptEncoding === undefined ? {} : { 'Accept-Encoding': acceptEncoding }
  const asked = request({ port, path, method, headers }).end()
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  const bytes = await buffer(response)
  const { 'content-encoding': coding, vary, etag } = response.headers
  return { coding, vary, etag, bytes, status: response.statusCode }
}

const decoded = (coding: string | undefined, bytes: Buffer) =>
  (coding === 'br' ? brotliDecompressSync(bytes) : coding === 'gzip' ? gunzipSync(bytes) : bytes).toString()

test.each([
  [undefined, undefined],
  ['', undefined],
  ['br', 'br'],
  ['gzip', 'gzip'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip;q=1, br;q=0.5', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0, gzip;q=0', undefined],
  ['identity, br;q=0.5', undefined],
  ['*', 'br'],
  ['*, br;q=0', 'gzip'],
  ['nonsense;q=x', undefined],
])('Accept-Encoding %j gets %s', async (accepted, coding) => {
  const answer = await ask(answering({}), accepted)
  expect([answer.coding, answer.vary]).toEqual([coding, 'Accept-Encoding'])
  expect(decoded(coding, answer.bytes)).toBe(text)
  if (coding) expect(answer.bytes.length).toBeLessThan(text.length / 10)
})

test.each([
  ['a picture', { 'Content-Type': 'image/png' }],
  ['an event stream', { 'Content-Type': 'text/event-stream' }],
  ['a file that supports ranges', { 'Accept-Ranges': 'bytes' }],
  ['a part of a file', { 'Content-Range': 'bytes 0-9999/20000' }],
  ['a response that must not be transformed', { 'Cache-Control': 'no-transform' }],
  ['a response that is already compressed', { 'Content-Encoding': 'zstd' }],
])('leaves %s as it is', async (_, headers: Record<string, string>) => {
  const answer = await ask(answering(headers), 'br, gzip')
  expect([answer.coding, answer.bytes.toString()]).toEqual([headers['Content-Encoding'], text])
})

test('does not compress short bodies or responses to HEAD', async () => {
  expect((await ask(answering({}, { body: 'x'.repeat(1_000) }), 'br')).coding).toBeUndefined()
  expect((await ask(answering({}), 'br', { method: 'HEAD' })).coding).toBeUndefined()
})

test.each(['/game/1', '/asset/?id=1', '/Setting/QuietGet/ClientAppSettings/'])(
  'leaves %s, which is for game clients, as it is',
  async (path) => {
    const { coding, vary } = await ask(answering({}), 'br, gzip', { path })
    expect([coding, vary]).toEqual([undefined, undefined])
  },
)

test('makes validators weak, because one identifies a page in every coding', async () => {
  for (const accepted of ['br', 'identity'])
    expect((await ask(answering({ ETag: '"a"' }), accepted)).etag).toBe('W/"a"')
  const known = await ask((_, response) => response.writeHead(304, { ETag: '"a"' }).end(), 'br')
  expect([known.status, known.etag, known.vary]).toEqual([304, 'W/"a"', 'Accept-Encoding'])
  for (const kept of [{ 'Accept-Ranges': 'bytes' }, { 'Cache-Control': 'no-store, no-transform' }])
    expect((await ask(answering({ ETag: '"a"', ...kept }), 'br')).etag).toBe('"a"')
})

test('sends each piece of a streamed page as it comes', async () => {
  let finish = () => {}
  const { port } = await startSiteServer({
    pages: (_, response) => {
      response.writeHead(200, { 'Content-Type': 'text/html' })
      response.write('first')
      finish = () => response.end('second')
    },
  })
  const asked = get({ port, headers: { 'Accept-Encoding': 'br' } })
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  expect(response.headers['content-encoding']).toBe('br')
  let heard = ''
  response.pipe(createBrotliDecompress()).on('data', (chunk) => {
    heard += chunk
  })
  await expect.poll(() => heard).toBe('first')
  finish()
  await expect.poll(() => heard).toBe('firstsecond')
})
