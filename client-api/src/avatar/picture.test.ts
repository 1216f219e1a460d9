import { readFile } from 'node:fs/promises'
import { renderPriority, userSubject } from '@baseplate/platform/rendering/rules'
import { storePictures } from '@baseplate/platform/rendering/store-pictures'
import { markDrawn } from '@baseplate/platform/testing/drawn'
import { registerPerson } from '@baseplate/platform/testing/people'
import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import { startClientApi } from '../testing/client-api.ts'

const placeholder = await readFile(new URL('placeholder.png', import.meta.url))

async function start() {
  const api = await startClientApi()
  const { id } = await registerPerson(api.platform, 'Somebody')
  const render = async (shot: 'head' | 'body', text: string) => {
    await api.platform.files.write(`avatars/${id}-${shot}.png`, [Buffer.from(text)], 1_000)
    await markDrawn(api.platform, userSubject(id))
  }
  /** Counts the requests that wait for a picture. */
  const waits = vi.spyOn(api.platform.avatarPictures, 'readNext')
  const waiting = (count: number) => vi.waitFor(() => expect(waits).toHaveBeenCalledTimes(count))
  return { ...api, id, render, waits, waiting }
}

const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())

test('serves the head shot and the body shot, or a placeholder until they are rendered', async () => {
  const { ask, render } = await start()
  await render('head', 'a head')
  const head = await ask('/api/avatar/Somebody')
  expect([head.status, (await bytesOf(head)).toString()]).toEqual([200, 'a head'])
  expect(head.headers.get('content-type')).toBe('image/png')
  const body = await ask('/api/avatar/Somebody-body')
  expect(body.status).toBe(200)
  expect(body.headers.get('content-type')).toBe('image/png')
  expect((await bytesOf(body)).equals(placeholder)).toBe(true)
  await render('body', 'a body')
  for (const path of ['/api/avatar/somebody-BODY', '/API/Avatar/SOMEBODY-body'])
    expect((await bytesOf(await ask(path))).toString()).toBe('a body')
})

test('serves the body shot to pages as WebP, or the placeholder', async () => {
  const { ask, platform, id } = await start()
  const none = await ask('/api/figure/Somebody')
  expect([none.status, none.headers.get('content-type')]).toEqual([200, 'image/webp'])
  const options = { create: { width: 352, height: 352, channels: 4, background: '#ff0000' } } as const
  const body = await sharp(options).png().toBuffer()
  await platform.files.write(`avatars/${id}-body.png`, [body], 100_000)
  const drawn = await ask('/api/figure/somebody')
  const { format, width, height } = await sharp(await bytesOf(drawn)).metadata()
  expect([format, width, height]).toEqual(['webp', 352, 352])
  const etag = drawn.headers.get('etag') ?? ''
  expect(etag).not.toBe(none.headers.get('etag'))
  expect((await ask('/api/figure/Somebody', { headers: { 'If-None-Match': etag } })).status).toBe(304)
  expect((await ask('/api/figure/Nobody')).status).toBe(404)
})

test('serves a body shot that cannot be decoded unchanged', async () => {
  const { ask, render } = await start()
  await render('body', 'a body')
  const response = await ask('/api/figure/Somebody')
  expect([response.headers.get('content-type'), await response.text()]).toEqual(['image/png', 'a body'])
})

test('converts a body shot again after a failure', async () => {
  const { ask, platform, id } = await start()
  const options = { create: { width: 352, height: 352, channels: 4, background: '#ff0000' } } as const
  await platform.files.write(`avatars/${id}-body.png`, [await sharp(options).png().toBuffer()], 100_000)
  const { etag = '' } = (await platform.avatarPictures.read(id, 'body')) ?? {}
  const unreadable = {
    etag,
    get bytes(): never {
      throw new Error('out of memory')
    },
  }
  vi.spyOn(platform.avatarPictures, 'read').mockResolvedValueOnce(unreadable)
  expect((await ask('/api/figure/Somebody')).status).toBe(500)
  const retried = await ask('/api/figure/Somebody')
  expect([retried.status, retried.headers.get('content-type')]).toEqual([200, 'image/webp'])
})

test('has a placeholder that is a transparent PNG of 352x352', () => {
  expect(placeholder.subarray(0, 8)).toEqual(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))
  expect([placeholder.readUInt32BE(16), placeholder.readUInt32BE(20)]).toEqual([352, 352])
  expect(placeholder.includes('tRNS')).toBe(true)
})

test.each(['nobody', 'Somebody-head', 'Somebody-body-body', '-body', '..%2f..%2fkeys', '%00', 'ab'])(
  'refuses the unknown user %s',
  async (name) => {
    const { ask } = await start()
    for (const query of ['', '?wait']) {
      const response = await ask(`/api/avatar/${name}${query}`)
      expect([response.status, await response.text()]).toEqual([404, 'User not found'])
    }
  },
)

test('lets caches keep a picture permanently under its version only', async () => {
  const { ask, render } = await start()
  await render('head', 'one')
  const current = await ask('/api/avatar/Somebody')
  const etag = current.headers.get('etag') ?? ''
  expect(current.headers.get('cache-control')).toBe(
    'public, max-age=0, s-maxage=10, stale-while-revalidate=60',
  )
  const revalidated = await ask('/api/avatar/Somebody', { headers: { 'If-None-Match': etag } })
  expect([revalidated.status, revalidated.headers.get('etag')]).toEqual([304, etag])
  const versioned = `/api/avatar/Somebody?v=${etag.slice(1, -1)}`
  expect((await ask(versioned)).headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  await render('head', 'two')
  const renewed = await ask('/api/avatar/Somebody', { headers: { 'If-None-Match': etag } })
  expect([renewed.status, await renewed.text()]).toEqual([200, 'two'])
  // The address of another version must not be cached permanently with this picture.
  expect((await ask(versioned)).headers.get('cache-control')).toContain('max-age=0')
})

test('lets caches keep a portrait permanently under its name only', async () => {
  const { ask, platform, id } = await start()
  const missing = await ask('/api/portrait/Somebody')
  expect([missing.status, await missing.text()]).toEqual([404, 'Not found'])
  expect((await ask('/api/portrait/Nobody')).status).toBe(404)

  const draw = async (background: string) => {
    const options = { create: { width: 352, height: 352, channels: 4, background } } as const
    const head = await sharp(options).png().toBuffer()
    const { render_id: renderId } = await platform.db
      .selectFrom('renders')
      .select('render_id')
      .executeTakeFirstOrThrow()
    expect(await storePictures(platform, { subject: `user:${id}`, renderId }, { head })).toBe(true)
    await platform.renders.request(platform.db, `user:${id}`, renderPriority.newAppearance)
    const { portrait } = await platform.db.selectFrom('users').select('portrait').executeTakeFirstOrThrow()
    return `/api/portrait/somebody?v=${portrait}`
  }
  const red = await draw('#ff0000')
  const first = await ask(red)
  expect([first.status, first.headers.get('content-type')]).toEqual([200, 'image/webp'])
  expect(first.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(await sharp(await bytesOf(first)).metadata()).toMatchObject({ width: 112, height: 112 })
  const blue = await draw('#0000ff')
  expect(blue).not.toBe(red)
  expect((await ask(blue)).headers.get('cache-control')).toContain('immutable')
  for (const other of [red, '/api/portrait/somebody', '/api/portrait/somebody?v=']) {
    expect((await ask(other)).headers.get('cache-control')).toContain('max-age=0')
  }
})

test('sends the next picture to all clients that wait for it', async () => {
  const { ask, platform, render, waiting } = await start()
  const clients = Array.from({ length: 200 }, () => ask('/api/avatar/Somebody?wait'))
  await waiting(200)
  await render('head', 'one')
  for (const response of await Promise.all(clients)) {
    expect([response.status, await response.text()]).toEqual([200, 'one'])
    expect(response.headers.get('cache-control')).toBe('no-cache')
  }
  platform.pass(5_000)
  const next = ask('/api/avatar/Somebody?wait=true')
  await waiting(201)
  await render('head', 'two')
  expect(await (await next).text()).toBe('two')
})

test('stops waiting for a client that disconnects', async () => {
  const { ask, waits, waiting } = await start()
  const client = new AbortController()
  const aborted = ask('/api/avatar/Somebody?wait', { signal: client.signal })
  await waiting(1)
  client.abort()
  await expect(aborted).rejects.toThrow()
  expect(await waits.mock.results[0]?.value).toBeUndefined()
})

test('sends the current picture to waiting clients at shutdown', async () => {
  const { ask, platform, waiting } = await start()
  const response = ask('/api/avatar/Somebody?wait')
  await waiting(1)
  platform.endWaits()
  expect((await bytesOf(await response)).equals(placeholder)).toBe(true)
})

test('lets 250 requests of one address wait, and refuses further ones until some are answered', async () => {
  const { ask, render, waiting } = await start()
  const answers = Array.from({ length: 250 }, () => ask('/api/avatar/Somebody?wait'))
  await waiting(250)
  const refused = await ask('/api/avatar/Somebody?wait')
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1'])
  expect((await ask('/api/avatar/Somebody')).status).toBe(200)
  await render('head', 'drawn')
  for (const answer of await Promise.all(answers)) expect(answer.status).toBe(200)
})
