import { once } from 'node:events'
import { request } from 'node:http'
import { createSession } from '@baseplate/platform/accounts/sessions/sessions'
import { listScreenshots } from '@baseplate/platform/operations/screenshots/queries'
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
  const kept = async () => (await listScreenshots(api.platform.db, maker.id)).length
  return { ...api, maker, cookie, upload, kept }
}

const form = (...parts: [name: string, value: string | Blob][]) => {
  const body = new FormData()
  for (const [name, value] of parts) {
    if (typeof value === 'string') body.append(name, value)
    else body.append(name, value, 'shot.png')
  }
  return body
}

test.each(paths)('%s keeps a picture, sent as it is or in a form', async (path) => {
  const { upload, kept } = await start()
  expect(await upload(image, { 'Content-Type': 'image/png' }, path)).toEqual([200, 'OK'])
  expect(await upload(image, {}, path)).toEqual([200, 'OK'])
  const fields = form(['seoText', 'hello'], ['anything', new Blob([image])], ['second', new Blob(['x'])])
  expect(await upload(fields, {}, path)).toEqual([200, 'OK'])
  expect(await kept()).toBe(3)
})

test('the answer is plain text and for nobody’s cache', async () => {
  const { ask, cookie } = await start()
  const response = await ask(paths[0] ?? '', { method: 'POST', body: image, headers: { cookie } })
  expect(response.headers.get('content-type')).toBe('text/plain')
  expect(response.headers.get('cache-control')).toBe('no-cache')
})

test('without a session there is no upload', async () => {
  const { upload, kept } = await start()
  for (const cookie of ['', 'session=', 'session=unknown', 'Session=x'])
    expect(await upload(image, { cookie })).toEqual([401, 'Sign in first'])
  expect(await kept()).toBe(0)
})

test('the legacy path answers GET, too: there is nothing in it', async () => {
  const { ask, cookie } = await start()
  const response = await ask('/UploadMedia/PostImage.aspx', { headers: { cookie } })
  expect([response.status, await response.text()]).toEqual([400, 'There is no image'])
  expect((await ask('/UploadMedia/PostImage.aspx')).status).toBe(401)
})

test('what is no image is refused', async () => {
  const { upload, kept } = await start()
  const multipart = 'multipart/form-data; boundary=x'
  expect(await upload('')).toEqual([400, 'There is no image'])
  expect(await upload('hello')).toEqual([400, 'This is not a PNG, JPEG, WebP or GIF image'])
  expect(await upload(image.subarray(0, -30))).toEqual([400, 'This image is damaged'])
  expect(await upload(form(['a', 'text']))).toEqual([400, 'There is no file in the form'])
  expect(await upload('garbage', { 'Content-Type': multipart })).toEqual([400, 'The form could not be read'])
  expect(await upload(image, { 'Content-Type': 'multipart/form-data' })).toEqual([
    400,
    'The form could not be read',
  ])
  expect(await kept()).toBe(0)
})

test('8 MB is the most, with and without its length announced, alone and in a form', async () => {
  const { upload, baseUrl, cookie, kept } = await start()
  // What follows the end of an image is not part of it: the size is all that is wrong with these.
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
  expect(await kept()).toBe(2)
})

test('an upload that breaks off keeps nothing, and the server goes on', async () => {
  const { upload, baseUrl, cookie, server, kept } = await start()
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
  expect(await kept()).toBe(1)
})

test('too many are refused before they are received', async () => {
  const { upload, baseUrl } = await start({ Studio: { ScreenshotsPerUser: 1 } })
  expect(await upload(image)).toEqual([200, 'OK'])
  const [status, text] = await upload(image)
  expect(status).toBe(400)
  expect(text).toContain(`Delete some at ${baseUrl}/settings`)
})

test('four at once are kept; a fifth is refused until there is room again', async () => {
  const { upload, baseUrl, cookie } = await start()
  const slow = Array.from({ length: 4 }, () => {
    const sent = request(`${baseUrl}${paths[0]}`, {
      method: 'POST',
      headers: { cookie, 'Content-Length': String(image.length) },
    })
    sent.write(image.subarray(0, 10))
    return { sent, answered: once(sent, 'response') }
  })
  const refused = [429, 'Wait until your other screenshots have arrived']
  // From when all four are being received.
  await vi.waitFor(async () => expect(await upload(image)).toEqual(refused))
  for (const { sent, answered } of slow) {
    sent.end(image.subarray(10))
    const [response] = await answered
    expect(response.statusCode).toBe(200)
    response.resume()
  }
  expect(await upload(image)).toEqual([200, 'OK'])
})
