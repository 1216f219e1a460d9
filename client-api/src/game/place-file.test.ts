import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import type { Actor } from '@baseplate/platform/accounts/rules'
import type { ConfigInput } from '@baseplate/platform/config/schema'
import { contentName, placeFileName } from '@baseplate/platform/places/versions/place-files'
import { createSession } from '@baseplate/platform/sign-in/sessions/sessions'
import { registerPerson } from '@baseplate/platform/testing/people'
import { ReceiverGone } from '@baseplate/storage/local-files/send-file'
import type { StoredFile } from '@baseplate/storage/stored-file'
import { expect, onTestFinished, test, vi } from 'vitest'
import { makePlace, startClientApi, storePlaceFile } from '../testing/client-api.ts'

async function start(data: Uint8Array, config: ConfigInput = { Gameservers: { Key: key } }) {
  const api = await startClientApi(config)
  const place = await makePlace(api.platform)
  await storePlaceFile(api.platform, place.maker, place.id, data)
  const path = `/game/${place.id}`
  const access = { Authorization: `Bearer ${key}` }
  const read = async (headers: Record<string, string> = {}) => {
    const response = await api.ask(path, { headers: { ...access, ...headers } })
    return { response, status: response.status, bytes: Buffer.from(await response.arrayBuffer()) }
  }
  return { ...api, ...place, path, access, read }
}

const key = 'a secret key'

const threeMegabytes = randomBytes(3_000_001)

test('serves the whole file byte for byte', async () => {
  const { ask, path, access, read } = await start(threeMegabytes)
  const { response, status, bytes } = await read()
  expect(status).toBe(200)
  expect(bytes.equals(threeMegabytes)).toBe(true)
  expect(response.headers.get('content-type')).toBe('application/octet-stream')
  expect(response.headers.get('content-length')).toBe('3000001')
  expect(response.headers.get('accept-ranges')).toBe('bytes')
  expect(response.headers.get('cache-control')).toBe('no-cache')
  expect(Date.parse(response.headers.get('last-modified') ?? '')).toBeGreaterThan(0)
  expect((await ask(path.toUpperCase(), { headers: access })).status).toBe(200)
})

test('sends the same headers and no body for HEAD', async () => {
  const { ask, path, access, read } = await start(threeMegabytes)
  const { response: whole } = await read()
  const head = await ask(path, { method: 'HEAD', headers: access })
  expect(head.status).toBe(200)
  expect((await head.arrayBuffer()).byteLength).toBe(0)
  for (const name of ['content-length', 'content-type', 'etag', 'accept-ranges', 'last-modified']) {
    expect(head.headers.get(name)).toBe(whole.headers.get(name))
  }
})

test('serves any range of a file', async () => {
  const { read } = await start(threeMegabytes)
  for (const [range, from, to] of [
    ['bytes=0-0', 0, 1],
    ['bytes=1000000-1999999', 1_000_000, 2_000_000],
    ['bytes=2999990-', 2_999_990, 3_000_001],
    ['bytes=-7', 2_999_994, 3_000_001],
    ['bytes=-9999999', 0, 3_000_001],
  ] as const) {
    const { response, status, bytes } = await read({ Range: range })
    expect([range, status]).toEqual([range, 206])
    expect(bytes.equals(threeMegabytes.subarray(from, to))).toBe(true)
    expect(response.headers.get('content-range')).toBe(`bytes ${from}-${to - 1}/3000001`)
    expect(response.headers.get('content-length')).toBe(String(to - from))
  }
})

test('refuses an unsatisfiable range with 416, and ignores a malformed one', async () => {
  const { read } = await start(Buffer.from('0123456789'))
  const { response, status } = await read({ Range: 'bytes=10-' })
  expect(status).toBe(416)
  expect(response.headers.get('content-range')).toBe('bytes */10')
  for (const Range of ['bytes=5-2', 'bytes=0-1,4-5', 'pages=1-2']) {
    const whole = await read({ Range })
    expect([whole.status, whole.bytes.toString()]).toEqual([200, '0123456789'])
  }
})

test('responds 304 to a client that has the current file', async () => {
  const { platform, maker, id, read } = await start(Buffer.from('first'))
  const etag = (await read()).response.headers.get('etag') ?? ''
  expect(etag).toMatch(/^"[^"]+"$/)
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const { status, bytes, response } = await read({ 'If-None-Match': known })
    expect([known, status, bytes.length]).toEqual([known, 304, 0])
    expect(response.headers.get('etag')).toBe(etag)
  }
  expect((await read({ 'If-None-Match': '"other"' })).status).toBe(200)
  expect((await read({ Range: 'bytes=1-2', 'If-Range': etag })).status).toBe(206)
  expect((await read({ Range: 'bytes=1-2', 'If-Match': etag })).status).toBe(206)
  await storePlaceFile(platform, maker, id, Buffer.from('second'))
  const changed = await read({ 'If-None-Match': etag })
  expect([changed.status, changed.bytes.toString()]).toEqual([200, 'second'])
  const whole = await read({ Range: 'bytes=1-2', 'If-Range': etag })
  expect([whole.status, whole.bytes.toString()]).toEqual([200, 'second'])
  const other = await read({ Range: 'bytes=1-2', 'If-Match': etag })
  expect([other.status, other.bytes.length]).toEqual([412, 0])
})

test('serves an empty file, which earlier versions took', async () => {
  const { platform, read } = await start(Buffer.from('x'))
  await platform.files.write(contentName(createHash('sha256').update('x').digest('hex')), [], 0)
  const { response, status, bytes } = await read()
  expect([status, bytes.length, response.headers.get('content-length')]).toEqual([200, 0, '0'])
})

test('distinguishes an unknown place from a place without a file', async () => {
  const { ask, access, platform, id } = await start(Buffer.from('x'))
  const fetchText = async (path: string) => {
    const response = await ask(path, { headers: access })
    return [response.status, await response.text(), response.headers.get('content-type')]
  }
  expect(await fetchText('/game/1')).toEqual([404, 'Place not found', 'text/plain'])
  expect(await fetchText('/game/99999999999999999999')).toEqual([404, 'Place not found', 'text/plain'])
  const sha256 = createHash('sha256').update('x').digest('hex')
  for (const name of [placeFileName(id), contentName(sha256)]) await platform.files.remove(name)
  expect(await fetchText(`/game/${id}`)).toEqual([404, 'File not found', 'text/plain'])
})

test('requires the key or the place’s server ticket', async () => {
  const { ask, path, serverTicket } = await start(Buffer.from('x'))
  const statusOf = async (query: string, headers: Record<string, string> = {}) =>
    (await ask(`${path}${query}`, { headers })).status
  expect(await statusOf('')).toBe(403)
  expect(await statusOf('?ticket=')).toBe(403)
  expect(await statusOf('', { Authorization: 'Bearer wrong' })).toBe(403)
  expect(await statusOf('', { Authorization: 'Bearer a secret key' })).toBe(200)
  expect(await statusOf(`?ticket=${serverTicket}`)).toBe(200)
})

test('accepts the session of the owner only', async () => {
  const { platform, ask, maker, path } = await start(Buffer.from('x'), {})
  const statusOf = async (actor: Actor) => {
    const device = { userAgent: '', address: '' }
    const session = await createSession(platform.db, actor.id, device, platform.now())
    return (await ask(path, { headers: { Cookie: `session=${session}` } })).status
  }
  expect(await statusOf(maker)).toBe(200)
  expect(await statusOf(await registerPerson(platform, 'Other'))).toBe(403)
  expect((await ask(path, { headers: { Cookie: 'session=x' } })).status).toBe(403)
})

test('ignores a wrong bearer token when the key is empty', async () => {
  const { read } = await start(Buffer.from('x'), { Gameservers: { Key: '' } })
  expect((await read({ Authorization: 'Bearer wrong' })).status).toBe(200)
})

test('serves many files over one connection', async () => {
  const { baseUrl, path, access } = await start(threeMegabytes)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())
  const ports = new Set<number | undefined>()
  for (let time = 0; time < 3; time++) {
    const [response] = (await once(get(`${baseUrl}${path}`, { agent, headers: access }), 'response')) as [
      IncomingMessage,
    ]
    ports.add(response.socket.localPort)
    let length = 0
    for await (const chunk of response) length += chunk.length
    expect(length).toBe(3_000_001)
  }
  expect(ports.size).toBe(1)
})

test('closes the file when the client disconnects', async () => {
  const { platform, baseUrl, path, access } = await start(Buffer.alloc(30_000_000))
  const sending: { file: StoredFile; sent: Promise<void> }[] = []
  const { open } = platform.files
  vi.spyOn(platform.files, 'open').mockImplementation(async (name) => {
    const file = await open(name)
    return (
      file && {
        ...file,
        send(to, range) {
          const sent = file.send?.(to, range) ?? Promise.resolve()
          sending.push({ file, sent })
          return sent
        },
      }
    )
  })
  const logged = vi.spyOn(platform.log, 'error')
  const request = get(`${baseUrl}${path}`, { headers: access })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  await once(response, 'readable')
  request.on('error', () => {})
  response.on('error', () => {})
  request.destroy()
  const [{ file, sent } = {}] = sending
  await expect(sent).rejects.toThrow(ReceiverGone)
  await expect((async () => file?.stream().toArray())()).rejects.toThrow()
  expect(logged).not.toHaveBeenCalled()
})

test('closes the connection and logs an error when a file turns out shorter than expected', async () => {
  const { platform, path, access, ask } = await start(Buffer.alloc(3_000_000))
  const { open } = platform.files
  vi.spyOn(platform.files, 'open').mockImplementation(async (name) => {
    const file = await open(name)
    return file && { ...file, size: file.size + 1 }
  })
  const logged = vi.spyOn(platform.log, 'error')
  await expect((await ask(path, { headers: access })).arrayBuffer()).rejects.toThrow()
  expect(logged).toHaveBeenCalledOnce()
})

test('closes the file when the client disconnects while it is being opened', async () => {
  const { platform, baseUrl, path, access, read } = await start(Buffer.from('0123456789'))
  const { open } = platform.files
  const logged = vi.spyOn(platform.log, 'error')
  const request = get(`${baseUrl}${path}`, { headers: access })
  const closed = new Promise<void>((resolve) => {
    vi.spyOn(platform.files, 'open').mockImplementationOnce(async (name) => {
      const file = await open(name)
      request.destroy()
      // The server notices the disconnect on its own side of the connection.
      await new Promise((later) => setTimeout(later, 100))
      return file && { ...file, close: () => file.close().then(resolve) }
    })
  })
  request.on('error', () => {})
  await closed
  expect((await read()).status).toBe(200)
  expect(logged).not.toHaveBeenCalled()
})

test('redirects to the storage where the operator allows it, except requests with a condition', async () => {
  const { ask, path, access, platform } = await start(threeMegabytes, {
    Gameservers: { Key: key },
    Files: { RedirectSeconds: 60 },
  })
  expect((await ask(path, { headers: access })).status).toBe(200)
  const { open } = platform.files
  vi.spyOn(platform.files, 'open').mockImplementation(async (name) => {
    const file = await open(name)
    return file && { ...file, address: async (_, seconds) => `http://storage/file?for=${seconds}` }
  })
  const moved = await ask(path, { headers: access, redirect: 'manual' })
  expect([moved.status, moved.headers.get('location')]).toEqual([302, 'http://storage/file?for=60'])
  expect(moved.headers.get('cache-control')).toBe('no-store')
  const conditional = { ...access, 'If-None-Match': '"another"' }
  expect((await ask(path, { headers: conditional })).status).toBe(200)
  expect((await ask(path, { redirect: 'manual' })).status).toBe(403)
})
