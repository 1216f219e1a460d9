import { once } from 'node:events'
import { request } from 'node:http'
import { listScreenshots } from '@baseplate/platform/operations/screenshots/queries'
import { createSession } from '@baseplate/platform/sign-in/sessions/sessions'
import { device, registerPerson } from '@baseplate/platform/testing/people'
import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import { startClientApi } from '../testing/client-api.ts'

const paths = [
  '/studio/uploadmedia/screenshot',
  '/Studio/UploadMedia/Screenshot',
  '/UploadMedia/PostImage.aspx',
]

const image = await sharp({ create: { width: 64, height: 32, channels: 3, background: '#456' } })
  .png()
  .toBuffer()

async function start(config = {}) {
  const api = await startClientApi(config)
  const maker = await registerPerson(api.platform, 'Maker')
  const token = await createSession(api.platform.db, maker.id, device, api.platform.now())
  const cookie = `other=1; session=${token}`
  const upload = async (
    body: NonNullable<RequestInit['body']>,
    headers: Record<string, string> = {},
    path = paths[0] ?? '',
  ) => {
    const response = await api.ask(path, { method: 'POST', body, headers: { cookie, ...headers } })
    return [response.status, await response.text()] as const
  }
  const storedCount = async () => (await listScreenshots(api.platform.db, maker.id)).length
  return { ...api, maker, cookie, upload, storedCount }
}

const form = (...parts: [name: string, value: string | Blob][]) => {
  const body = new FormData()
  for (const [name, value] of parts) {
    if (typeof value === 'string') body.append(name, value)
    else body.append(name, value, 'screenshot.png')
  }
  return body
}

test.each(paths)('stores a picture that is sent to %s directly or in a form', async (path) => {
  const { upload, storedCount } = await start()
  expect(await upload(image, { 'Content-Type': 'image/png' }, path)).toEqual([200, 'OK'])
  expect(await upload(image, {}, path)).toEqual([200, 'OK'])
  const fields = form(['seoText', 'hello'], ['anything', new Blob([image])], ['second', new Blob(['x'])])
  expect(await upload(fields, {}, path)).toEqual([200, 'OK'])
  expect(await storedCount()).toBe(3)
})

test('responds in plain text that is not cached', async () => {
  const { ask, cookie } = await start()
  const response = await ask(paths[0] ?? '', { method: 'POST', body: image, headers: { cookie } })
  expect(response.headers.get('content-type')).toBe('text/plain')
  expect(response.headers.get('cache-control')).toBe('no-cache')
})

test('refuses an upload without a session', async () => {
  const { upload, storedCount } = await start()
  for (const cookie of ['', 'session=', 'session=unknown', 'Session=x'])
    expect(await upload(image, { cookie })).toEqual([401, 'Sign in first'])
  expect(await storedCount()).toBe(0)
})

test('refuses GET on the legacy path, because it has no image', async () => {
  const { ask, cookie } = await start()
  const response = await ask('/UploadMedia/PostImage.aspx', { headers: { cookie } })
  expect([response.status, await response.text()]).toEqual([400, 'There is no image'])
  expect((await ask('/UploadMedia/PostImage.aspx')).status).toBe(401)
})

test('refuses a body or form without an image', async () => {
  const { upload, storedCount } = await start()
  const multipart = 'multipart/form-data; boundary=x'
  expect(await upload('')).toEqual([400, 'There is no image'])
  expect(await upload('hello')).toEqual([400, 'This isn’t a PNG, JPEG, WebP or GIF image'])
  expect(await upload(image.subarray(0, -30))).toEqual([400, 'This image is damaged'])
  expect(await upload(form(['a', 'text']))).toEqual([400, 'Choose a file'])
  expect(await upload('garbage', { 'Content-Type': multipart })).toEqual([400, 'The form could not be read'])
  expect(await upload(image, { 'Content-Type': 'multipart/form-data' })).toEqual([
    400,
    'The form could not be read',
  ])
  expect(await storedCount()).toBe(0)
})

test('refuses more than 8 MB, with and without a declared length, directly and in a form', async () => {
  const { upload, baseUrl, cookie, storedCount } = await start()
  // Decoders ignore bytes after the end of an image, so only the size is wrong here.
  const most = Buffer.concat([image, Buffer.alloc(8_000_000 - image.length)])
  const tooLarge = Buffer.concat([most, Buffer.alloc(1)])
  const refused = [400, 'Screenshots must be less than 8MB in size']
  expect(await upload(most)).toEqual([200, 'OK'])
  expect(await upload(tooLarge)).toEqual(refused)
  expect(await upload(form(['f', new Blob([most])]))).toEqual([200, 'OK'])
  expect(await upload(form(['f', new Blob([tooLarge])]))).toEqual(refused)
  expect(await upload(form(['f', new Blob([image])], ['g', 'x'.repeat(9_000_000)]))).toEqual(refused)

  const chunked = request(`${baseUrl}${paths[0]}`, { method: 'POST', headers: { cookie } })
  chunked.write(tooLarge)
  const [response] = await once(chunked, 'response')
  expect(response.statusCode).toBe(400)
  response.resume()
  chunked.end()
  expect(await storedCount()).toBe(2)
})

test('stores nothing of an interrupted upload', async () => {
  const { upload, baseUrl, cookie, server, storedCount } = await start()
  const broken = request(`${baseUrl}${paths[0]}`, {
    method: 'POST',
    headers: { cookie, 'Content-Length': '1000000' },
  })
  broken.on('error', () => {})
  const arrived = once(server, 'request')
  broken.write(image)
  const [incoming] = await arrived
  const closed = new Promise((resolve) => incoming.once('close', resolve))
  broken.destroy()
  await closed
  expect(await upload(image)).toEqual([200, 'OK'])
  expect(await storedCount()).toBe(1)
})

test('refuses an upload before its body when the user has too many screenshots', async () => {
  const { upload, baseUrl } = await start({ Studio: { ScreenshotsPerUser: 1 } })
  expect(await upload(image)).toEqual([200, 'OK'])
  const [status, text] = await upload(image)
  expect(status).toBe(400)
  expect(text).toContain(`Delete some at ${baseUrl}/settings/storage`)
})

test('accepts four concurrent uploads of a user, and refuses a fifth', async () => {
  const { upload, baseUrl, cookie } = await start()
  const slow = Array.from({ length: 4 }, () => {
    const sent = request(`${baseUrl}${paths[0]}`, {
      method: 'POST',
      headers: { cookie, 'Content-Length': String(image.length) },
    })
    sent.write(image.subarray(0, 10))
    return { sent, answered: once(sent, 'response') }
  })
  const refused = [429, 'Wait until your other screenshots are uploaded']
  // Refused once all four uploads have begun.
  await vi.waitFor(async () => expect(await upload(image)).toEqual(refused))
  const { headers } = await fetch(`${baseUrl}${paths[0]}`, {
    method: 'POST',
    headers: { cookie },
    body: image,
  })
  expect(headers.get('retry-after'), 'even though nobody knows when they will be uploaded').toBe('10')
  for (const { sent, answered } of slow) {
    sent.end(image.subarray(10))
    const [response] = await answered
    expect(response.statusCode).toBe(200)
    response.resume()
  }
  expect(await upload(image)).toEqual([200, 'OK'])
})
