import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { ConfigInput } from '../../config/schema.ts'
import { openTestPlatform } from '../../testing/platforms.ts'
import { startWebServer } from '../../testing/web-server.ts'

type Answer = Parameters<typeof startWebServer>[0]

/** Returns a cloud whose API locates every file at `/file/<id>`, which `file` answers. */
const cloudWith = (file: Answer): Answer => {
  return (request, response, url) => {
    if (request.url?.startsWith('/file/')) return file(request, response, url)
    response.end(JSON.stringify({ location: `${url}/file${request.url}` }))
  }
}

async function start(answer: Answer, config: ConfigInput['AssetCloud'] = {}) {
  const cloud = await startWebServer(answer)
  const platform = await openTestPlatform('SQLite', {
    AssetCloud: { URL: cloud.url, AllowPrivateNetwork: true, ...config },
  })
  const { dataDirectory } = platform.config
  const path = (id: number) => join(dataDirectory, 'asset-cache', String(id))
  return {
    platform,
    cloud,
    fetch: platform.assetCloud.fetchAsset,
    cached: (id: number) => (existsSync(path(id)) ? readFileSync(path(id)).toString() : undefined),
    leftovers: () => readdirSync(join(dataDirectory, 'incoming')),
  }
}

test('sends the key to the cloud only, and caches the file', async () => {
  const keys: unknown[] = []
  const { cloud, fetch, cached } = await start(
    (request, response, url) => {
      keys.push(request.headers['x-api-key'])
      cloudWith((_, file) => file.end('a file'))(request, response, url)
    },
    { Key: 'a secret key' },
  )
  await fetch(1818)
  expect(cloud.asked).toEqual(['/1818', '/file/1818'])
  expect(keys).toEqual(['a secret key', undefined])
  expect(cached(1818)).toBe('a file')
})

test('shares one fetch between concurrent calls for an asset', async () => {
  const { cloud, fetch } = await start(cloudWith((_, file) => file.end('a file')))
  await Promise.all([...Array.from({ length: 100 }, () => fetch(1)), fetch(2)])
  expect(cloud.asked.toSorted()).toEqual(['/1', '/2', '/file/1', '/file/2'])
})

test('asks no cloud when none is configured', async () => {
  const { cloud, fetch } = await start(
    cloudWith((_, file) => file.end('a file')),
    { URL: undefined },
  )
  await expect(fetch(1)).rejects.toMatchObject({ reason: 'missing' })
  expect(cloud.asked).toEqual([])
})

test.each(['gzip', 'br'])('caches a file sent as %s without the compression', async (encoding) => {
  const body = encoding === 'gzip' ? gzipSync('a file') : brotliCompressSync('a file')
  const { fetch, cached } = await start(
    cloudWith((_, file) => file.setHeader('Content-Encoding', encoding).end(body)),
  )
  await fetch(1)
  expect(cached(1)).toBe('a file')
})

test('follows up to five redirects', async () => {
  const { cloud, fetch, cached } = await start(
    cloudWith((request, file) => {
      const [, , id, step = '0'] = request.url?.split('/') ?? []
      const last = id === '1' ? 5 : 6
      if (Number(step) === last) file.end('at last')
      else file.writeHead(302, { Location: `/file/${id}/${Number(step) + 1}` }).end()
    }),
  )
  await fetch(1)
  expect(cached(1)).toBe('at last')
  await expect(fetch(2)).rejects.toThrow('The asset cloud redirected too often')
  expect(cloud.asked.filter((path) => path.startsWith('/file/2'))).toHaveLength(6)
})

const json =
  (value: unknown): Answer =>
  (_, response) =>
    void response.end(JSON.stringify(value))
const status =
  (code: number): Answer =>
  (_, response) =>
    void response.writeHead(code).end('{"location":1}')

test.each<[string, Answer, { reason: string; message: string }]>([
  ['404', status(404), { reason: 'missing', message: 'Asset not found' }],
  ['404 for the file', cloudWith(status(404)), { reason: 'missing', message: 'Asset not found' }],
  ['500', status(500), { reason: 'upstream', message: 'The asset cloud answered 500' }],
  ['401', status(401), { reason: 'upstream', message: 'The asset cloud answered 401' }],
  [
    'a redirect of its API',
    (_, response) => void response.writeHead(302, { Location: '/elsewhere' }).end(),
    { reason: 'upstream', message: 'The asset cloud answered 302' },
  ],
  [
    '503 for the file',
    cloudWith(status(503)),
    { reason: 'upstream', message: 'The asset cloud answered 503 for the file' },
  ],
  ...[
    json({}),
    json(null),
    json({ location: 7 }),
    json({ location: 'not an address' }),
    json({ location: 'file:///etc/passwd' }),
    json({ location: 'javascript:alert(1)' }),
    ((_, response) => void response.end('<html>garbage</html>')) as Answer,
    ((_, response) => void response.end()) as Answer,
  ].map(
    (answer, index) =>
      [
        `garbage ${index}`,
        answer,
        { reason: 'upstream', message: 'The asset cloud sent an invalid response' },
      ] as [string, Answer, { reason: string; message: string }],
  ),
  [
    'an answer without end',
    (_, response) => void response.end(' '.repeat(100_000)),
    { reason: 'upstream', message: 'The asset cloud sent a response that is too large' },
  ],
  [
    'a file that is too large',
    cloudWith((_, file) => void file.end(Buffer.alloc(1_001))),
    { reason: 'upstream', message: 'The asset cloud sent too large a file' },
  ],
  [
    'a file that unpacks to too large a one',
    cloudWith(
      (_, file) => void file.setHeader('Content-Encoding', 'gzip').end(gzipSync(Buffer.alloc(1_001))),
    ),
    { reason: 'upstream', message: 'The asset cloud sent too large a file' },
  ],
  [
    'an empty file',
    cloudWith((_, file) => void file.end()),
    { reason: 'upstream', message: 'The asset cloud sent an empty file' },
  ],
  [
    'half a file',
    cloudWith((_, file) => {
      file.writeHead(200, { 'Content-Length': 900 })
      file.write('half', () => file.destroy())
    }),
    { reason: 'upstream', message: 'The asset cloud broke off' },
  ],
  [
    'a broken compression',
    cloudWith((_, file) => void file.setHeader('Content-Encoding', 'gzip').end('not gzip')),
    { reason: 'upstream', message: 'The asset cloud broke off' },
  ],
  [
    'an unknown compression',
    cloudWith((_, file) => void file.setHeader('Content-Encoding', 'rot13').end('n svyr')),
    { reason: 'upstream', message: 'The asset cloud used an unknown compression' },
  ],
  ['no answer', () => {}, { reason: 'late', message: 'The asset cloud did not answer in time' }],
  ['no file', cloudWith(() => {}), { reason: 'late', message: 'The asset cloud did not answer in time' }],
  [
    'a file that stops',
    cloudWith((_, file) => void file.write('the beginning')),
    { reason: 'late', message: 'The asset cloud did not answer in time' },
  ],
])('reports %s and caches nothing', async (_, answer, { reason, message }) => {
  const { fetch, cached, leftovers } = await start(answer, {
    MaxBytes: 1_000,
    ...(reason === 'late' && { TimeoutSeconds: 0.3 }),
  })
  const failure = await fetch(1).catch((error: unknown) => error)
  expect(failure).toMatchObject({ name: 'Refused', reason, message })
  expect(cached(1)).toBeUndefined()
  expect(leftovers()).toEqual([])
})

test('asks the cloud again after a failure', async () => {
  let failing = true
  const { fetch, cached } = await start((request, response, url) => {
    if (failing) response.writeHead(500).end()
    else cloudWith((_, file) => file.end('a file'))(request, response, url)
  })
  await expect(fetch(1)).rejects.toThrow('500')
  failing = false
  await fetch(1)
  expect(cached(1)).toBe('a file')
})

test('reports a cloud that cannot be reached', async () => {
  const { fetch } = await start(() => {}, { URL: 'http://127.0.0.1:1/' })
  await expect(fetch(1)).rejects.toMatchObject({
    reason: 'upstream',
    message: 'The asset cloud could not be reached',
  })
})

test.each([
  (url: string) => url,
  (url: string) => url.replace('127.0.0.1', 'localhost'),
  (url: string) => url.replace('127.0.0.1', '127.1'),
  (url: string) => url.replace('127.0.0.1', '0x7f000001'),
  (url: string) => url.replace('127.0.0.1', '0.0.0.0'),
  (url: string) => url.replace('127.0.0.1', '[::ffff:127.0.0.1]'),
  (url: string) => url.replace('127.0.0.1', '[::1]'),
  () => 'http://10.0.0.1/',
  () => 'http://169.254.169.254/latest/meta-data',
  () => 'https://192.168.0.1/',
])('does not connect to a private address: %#', async (location) => {
  const inside = await startWebServer((_, response) => void response.end('secret'))
  const { fetch, cached } = await start(json({ location: location(inside.url) }), {
    AllowPrivateNetwork: false,
  })
  const failure = await fetch(1).catch((error: unknown) => error)
  expect(failure).toMatchObject({
    reason: 'upstream',
    message: 'The asset cloud named an address that is not public',
  })
  expect(inside.asked).toEqual([])
  expect(cached(1)).toBeUndefined()
})

test('serves other requests while the cloud does not answer', async () => {
  const { platform, fetch } = await start(() => {}, { TimeoutSeconds: 3 })
  let late = 0
  const slow = Array.from({ length: 200 }, (_, id) => fetch(id + 1).catch(() => late++))
  await platform.db.selectFrom('users').selectAll().execute()
  expect(await platform.files.open('places/1')).toBeUndefined()
  expect(late).toBe(0)
  await Promise.all(slow)
  expect(late).toBe(200)
})
