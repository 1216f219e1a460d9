import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { borrowProduct } from '../support/borrowed-product.ts'
import { json, makePlace, type Place } from '../support/game.ts'
import { type Person, register } from '../support/person.ts'
import type { Product } from '../support/processes.ts'
import { exitOf, run } from '../support/processes.ts'
import { authorize } from '../support/program.ts'

let product: Product
let maker: Person
let place: Place
let token: string
let folder: string

beforeAll(async () => {
  product = await borrowProduct()
  maker = await register(product.baseUrl, 'Maker')
  place = await makePlace(maker, 'data')
  token = (await authorize(product.baseUrl, maker, 'places:write')).token
  folder = await mkdtemp(join(tmpdir(), 'baseplate-publish-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  expect(await product.stop()).toBe(0)
})

const digestOf = (file: Uint8Array) => `sha-256=:${createHash('sha256').update(file).digest('base64')}:`
const hashOf = (file: Uint8Array) => createHash('sha256').update(file).digest('hex')

const send = (path: string, init: RequestInit & { duplex?: 'half' }, at = product.baseUrl) =>
  fetch(at + path, {
    ...init,
    headers: { authorization: `Bearer ${token}`, ...init.headers },
    redirect: 'manual',
  })

const put = (body: RequestInit['body'], headers: Record<string, string> = {}, query = '') =>
  send(`/place/${place.id}/data${query}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/octet-stream', ...headers },
    ...(body !== undefined && { body }),
  })

const outcomeOf = async (response: Response) => [
  response.status,
  ((await response.json()) as { code?: string }).code,
]

const stored = async (version: number) =>
  Buffer.from(await (await maker.get(`${place.path}/settings/versions/${version}`, '*/*')).arrayBuffer())

test('PUT publishes a version with its note, and a repeated PUT returns the same version', async () => {
  const file = Buffer.from('the first')
  const first = await put(file, { 'content-digest': digestOf(file) }, '?notes=New%20maps')
  expect([first.status, await first.json()]).toEqual([200, { version: 1, sha256: hashOf(file) }])
  expect([first.headers.get('etag'), first.headers.get('repr-digest')]).toEqual(['"1"', digestOf(file)])
  expect(await stored(1)).toEqual(file)
  expect(await (await maker.get(`${place.path}?tab=updates`)).text()).toContain('New maps')
  expect(await json(await put(file, { 'if-none-match': '*' }))).toMatchObject({ version: 1 })
  expect(await json(await put('the second', { 'if-match': '"1"' }))).toMatchObject({ version: 2 })
})

test('PUT refuses outdated versions, damaged files, forms and callers without permission', async () => {
  const text = 'other'
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  for (const [response, outcome] of [
    [put(text, { 'if-match': '"1"' }), [412, 'places.version_outdated']],
    [put(text, { 'if-match': '1' }), [400, 'places.version_condition']],
    [put(text, { 'content-digest': digestOf(Buffer.from('sent')) }), [400, 'files.digest_mismatch']],
    [put(text, form), [415, 'files.media_type']],
    [put(undefined), [400, 'files.empty']],
  ] as const)
    expect(await outcomeOf(await response)).toEqual(outcome)
  expect((await put(text, {}, `?notes=${'x'.repeat(2_001)}`)).status).toBe(400)
  const stranger = await authorize(product.baseUrl, await register(product.baseUrl, 'Other'), 'places:write')
  expect((await stranger.send('PUT', '/place/1/data')).status).toBe(404)
  expect((await stranger.send('PUT', `/place/${place.id}/data`, undefined)).status).toBe(403)
  const reader = await authorize(product.baseUrl, maker, 'read')
  expect(await outcomeOf(await reader.send('PUT', `/place/${place.id}/data`))).toEqual([
    403,
    'tokens.scope_missing',
  ])
  expect(
    (await fetch(`${product.baseUrl}/place/${place.id}/data`, { method: 'PUT', body: 'x' })).status,
  ).toBe(401)
})

test('PUT refuses a file that is too large before it arrives', async () => {
  const headers = { authorization: `Bearer ${token}`, 'content-length': 100_000_001 }
  const sending = request(`${product.baseUrl}/place/${place.id}/data`, { method: 'PUT', headers })
  sending.flushHeaders()
  const [{ statusCode }] = (await once(sending, 'response')) as [{ statusCode: number }]
  sending.destroy()
  expect(statusCode).toBe(413)
})

test('a place called "data" has its page at the address that publishes', async () => {
  expect((await maker.get(`/place/${place.id}/data`)).status).toBe(200)
})

const tus = { 'tus-resumable': '1.0.0' }
const part = { ...tus, 'content-type': 'application/offset+octet-stream' }

const begin = async (size: number) => {
  const metadata = `place ${Buffer.from(String(place.id)).toString('base64')}`
  const headers = { ...tus, 'upload-length': String(size), 'upload-metadata': metadata }
  const begun = await send('/uploads', { method: 'POST', headers })
  expect(begun.status).toBe(201)
  expect(begun.headers.get('upload-expires')).not.toBeNull()
  return begun.headers.get('location') ?? ''
}

test('a tus upload resumes on any site after its connection broke', async () => {
  const file = randomBytes(9_000_000)
  const path = await begin(file.length)
  async function* broken() {
    yield file.subarray(0, 6_000_000)
    throw new Error('cut')
  }
  const first = { method: 'PATCH', headers: { ...part, 'upload-offset': '0' } }
  const body = ReadableStream.from(broken()) as unknown as NonNullable<RequestInit['body']>
  await expect(send(path, { ...first, body, duplex: 'half' })).rejects.toThrow()
  const last = product.siteUrls.at(-1)
  const offsetOf = async () =>
    Number((await send(path, { method: 'HEAD', headers: tus }, last)).headers.get('upload-offset'))
  // The connection may lose a part of what was sent. The server stores the rest some time after the cut.
  let arrived = 0
  const isSettled = async () => {
    const before = arrived
    arrived = await offsetOf()
    return arrived > 0 && arrived === before
  }
  await expect.poll(isSettled, { interval: 250 }).toBe(true)
  const rest = async (offset: number) =>
    send(
      path,
      { method: 'PATCH', headers: { ...part, 'upload-offset': `${offset}` }, body: file.subarray(offset) },
      last,
    )
  expect(await outcomeOf(await rest(1))).toEqual([409, 'uploads.offset_conflict'])
  const done = await rest(await offsetOf())
  expect([done.status, done.headers.get('upload-offset')]).toEqual([204, `${file.length}`])
  const result = await json<{ version: number }>(await send(path, {}))
  expect(result).toMatchObject({ size: file.length, sha256: hashOf(file) })
  expect((await stored(result.version)).equals(file)).toBe(true)
})

test('tus lists its options, refuses other protocols, wrong checksums and foreign origins, and deletes an upload', async () => {
  const options = await send('/uploads', { method: 'OPTIONS' })
  expect(Object.fromEntries(options.headers)).toMatchObject({
    'tus-version': '1.0.0',
    'tus-extension': 'creation,creation-with-upload,expiration,termination,checksum',
    'tus-checksum-algorithm': 'sha1,sha256',
    'tus-max-size': '100000000',
  })
  expect((await send('/uploads', { method: 'POST', headers: { 'upload-length': '1' } })).status).toBe(412)
  const path = await begin(10)
  const headers = { ...part, 'upload-offset': '0', 'upload-checksum': 'sha1 Kq5sNclPz7QV2+lfQIuc6R7oRu0=' }
  expect(await outcomeOf(await send(path, { method: 'PATCH', headers, body: 'hello' }))).toEqual([
    460,
    'uploads.checksum_mismatch',
  ])
  expect((await send(path, { method: 'DELETE', headers: tus })).status).toBe(204)
  expect((await send(path, { method: 'HEAD', headers: tus })).status).toBe(404)
  const foreign = {
    ...tus,
    'upload-length': '1',
    origin: 'https://other.example',
    cookie: maker.cookie ?? '',
  }
  expect((await fetch(`${product.baseUrl}/uploads`, { method: 'POST', headers: foreign })).status).toBe(403)
})

async function publish(url: string, args: readonly string[]) {
  const { child, output } = run(
    ['cli/src/main.mjs', 'publish', ...args, '--place', String(place.id), '--url', url],
    { BASEPLATE_TOKEN: token },
  )
  return { code: await exitOf(child), output: output() }
}

/** Starts a proxy that cuts the second part of a file on its way, and loses the response to the last one. */
async function startFaultyProxy(): Promise<string> {
  let parts = 0
  const proxy = createServer((incoming, response) => {
    const part = incoming.method === 'PATCH' ? ++parts : 0
    if (part === 2) return incoming.once('data', () => incoming.socket.destroy())
    const { method = '', headers, url } = incoming
    const onward = request(product.baseUrl + url, { method, headers }, (answer) => {
      if (part === 4) return incoming.socket.destroy()
      response.writeHead(answer.statusCode ?? 0, answer.headers)
      return answer.pipe(response)
    })
    return incoming.pipe(onward)
  })
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    expect(parts).toBe(4)
    proxy.closeAllConnections()
    proxy.close()
  })
  return `http://localhost:${(proxy.address() as AddressInfo).port}`
}

test('the command publishes over connections that break, and prints the version', async () => {
  const file = randomBytes(9_000_000)
  const path = join(folder, 'large.rbxl')
  await writeFile(path, file)
  const done = await publish(await startFaultyProxy(), [path, '--note', 'Bridges'])
  const [, version] = /^place \d+: version (\d+), 9000000 bytes, SHA-256 \w+\n$/.exec(done.output) ?? []
  expect([done.code, version], done.output).toEqual([0, expect.any(String)])
  expect((await stored(Number(version))).equals(file)).toBe(true)
})

test('the command says why a file is not published', async () => {
  const path = join(folder, 'small.rbxl')
  const missing = await publish(product.baseUrl, [path])
  expect(missing).toMatchObject({ code: 1, output: expect.stringContaining('cannot be read') })
  await writeFile(path, 'small')
  const late = await publish(product.baseUrl, [path, '--replaces', '1'])
  expect(late).toMatchObject({ code: 4, output: expect.stringContaining('places.version_outdated') })
})
