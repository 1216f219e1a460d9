import { readFile } from 'node:fs/promises'
import { registerPerson } from '@baseplate/platform/testing/people'
import { expect, test, vi } from 'vitest'
import { startClientApi } from '../testing/client-api.ts'

const placeholder = await readFile(new URL('placeholder.png', import.meta.url))

async function start() {
  const api = await startClientApi()
  const { id } = await registerPerson(api.platform, 'Somebody')
  const render = (shot: 'head' | 'body', text: string) =>
    api.platform.files.write(
      `avatars/${id}-${shot}.png`,
      (async function* () {
        yield Buffer.from(text)
      })(),
      1_000,
    )
  /** Once it is called that many times, all of those requests wait. */
  const waits = vi.spyOn(api.platform.avatarPictures, 'readNext')
  const waiting = (count: number) => vi.waitFor(() => expect(waits).toHaveBeenCalledTimes(count), 10_000)
  return { ...api, render, waits, waiting }
}

const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())

test('head shot and body shot, the placeholder where there is none', async () => {
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

test('the placeholder is a transparent PNG of 352x352', () => {
  expect(placeholder.subarray(0, 8)).toEqual(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))
  expect([placeholder.readUInt32BE(16), placeholder.readUInt32BE(20)]).toEqual([352, 352])
  expect(placeholder.includes('tRNS')).toBe(true)
})

test.each(['nobody', 'Somebody-head', 'Somebody-body-body', '-body', '..%2f..%2fkeys', '%00', 'ab'])(
  'there is no %s',
  async (name) => {
    const { ask } = await start()
    for (const query of ['', '?wait']) {
      const response = await ask(`/api/avatar/${name}${query}`)
      expect([response.status, await response.text()]).toEqual([404, 'User not found'])
    }
  },
)

test('a picture is kept by its version: others ask whether there is a newer one', async () => {
  const { ask, render } = await start()
  await render('head', 'one')
  const current = await ask('/api/avatar/Somebody')
  const etag = current.headers.get('etag') ?? ''
  expect(current.headers.get('cache-control')).toBe(
    'public, max-age=0, s-maxage=10, stale-while-revalidate=60',
  )
  const again = await ask('/api/avatar/Somebody', { headers: { 'If-None-Match': etag } })
  expect([again.status, again.headers.get('etag')]).toEqual([304, etag])
  const versioned = `/api/avatar/Somebody?v=${etag.slice(1, -1)}`
  expect((await ask(versioned)).headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  await render('head', 'two')
  const renewed = await ask('/api/avatar/Somebody', { headers: { 'If-None-Match': etag } })
  expect([renewed.status, await renewed.text()]).toEqual([200, 'two'])
  // The address of another version must not keep this one for good.
  expect((await ask(versioned)).headers.get('cache-control')).toContain('max-age=0')
})

test('wait: many clients get the picture when it is made, and the next one when it is made anew', async () => {
  const { ask, render, waiting } = await start()
  const clients = Array.from({ length: 200 }, () => ask('/api/avatar/Somebody?wait'))
  await waiting(200)
  await render('head', 'one')
  for (const response of await Promise.all(clients)) {
    expect([response.status, await response.text()]).toEqual([200, 'one'])
    expect(response.headers.get('cache-control')).toBe('no-cache')
  }
  const next = ask('/api/avatar/Somebody?wait=true')
  await waiting(201)
  await render('head', 'two')
  expect(await (await next).text()).toBe('two')
})

test('wait: a client that goes away is waited with no longer', async () => {
  const { ask, waits, waiting } = await start()
  const client = new AbortController()
  const gone = ask('/api/avatar/Somebody?wait', { signal: client.signal })
  await waiting(1)
  client.abort()
  await expect(gone).rejects.toThrow()
  expect(await waits.mock.results[0]?.value).toBeUndefined()
})

test('wait: a shutdown answers with what there is', async () => {
  const { ask, platform, waiting } = await start()
  const waits = ask('/api/avatar/Somebody?wait')
  await waiting(1)
  platform.endWaits()
  expect((await bytesOf(await waits)).equals(placeholder)).toBe(true)
})
