import { Refused } from '@baseplate/platform/foundation/errors'
import { newAccessToken } from '@baseplate/platform/sign-in/tokens/format'
import { DatabaseFull, DatabaseUnavailable } from '@baseplate/storage/database/outage'
import type { RequestEvent } from '@sveltejs/kit'
import { expect, test, vi } from 'vitest'
import { actWithToken } from './access-tokens.ts'
import { logUnavailable } from './log-unavailable.ts'
import { speakTus } from './tus.ts'

const noSpace = Object.assign(new Error("ENOSPC: no space left on device, write '/data/incoming/x'"), {
  code: 'ENOSPC',
})

function asked(id: string, init: RequestInit = {}) {
  const warn = vi.fn()
  const request = new Request('http://localhost/x', { method: 'POST', ...init })
  const locals = { requestId: 'r1', actor: { id: 'maker' }, platform: { log: { warn }, now: Date.now } }
  const url = new URL(request.url)
  return { warn, event: { locals, request, url, route: { id } } as unknown as RequestEvent }
}

test.each([
  ['the disk', noSpace, 'space on the disk', String(noSpace)],
  [
    'the disk, as a refusal says',
    new Refused('places.no_disk_space').because(noSpace),
    'space on the disk',
    String(noSpace),
  ],
  ['the database', new DatabaseUnavailable('it is away'), 'the database', 'it is away'],
])('logs the route and the bytes of a request that failed for %s', (_, error, what, text) => {
  const { event, warn } = asked('/place/[id]/data', { headers: { 'content-length': '5000' } })
  logUnavailable(event, error, 'a page')
  expect(warn.mock.calls).toEqual([
    [
      { requestId: 'r1', route: '/place/[id]/data', bytes: 5000, error: text },
      `${what} is unavailable for a page`,
    ],
  ])
})

test('logs nothing about other errors', () => {
  const { event, warn } = asked('/x')
  logUnavailable(event, new Refused('site.not_found'), 'a page')
  logUnavailable(event, new Error('a bug'), 'a page')
  expect(warn).not.toHaveBeenCalled()
})

test('logs an upload for which the disk has no space', async () => {
  const { event, warn } = asked('/uploads', {
    headers: { 'tus-resumable': '1.0.0', 'upload-length': '5', 'content-length': '0' },
  })
  Object.defineProperty(event.locals.platform, 'db', {
    get() {
      throw noSpace
    },
  })
  event.request.headers.set('upload-metadata', `place ${Buffer.from('1').toString('base64')}`)
  const response = await speakTus(event)
  expect(response.status).toBe(507)
  expect(warn).toHaveBeenCalledWith(
    expect.objectContaining({ requestId: 'r1', route: '/uploads', error: String(noSpace) }),
    'space on the disk is unavailable for an upload',
  )
})

test('logs a request with an access token for which the disk has no space', async () => {
  const { event, warn } = asked('/home', { method: 'GET' })
  Object.defineProperty(event.locals.platform, 'db', {
    get() {
      throw new DatabaseFull('database or disk is full')
    },
  })
  const response = await actWithToken(
    event,
    { token: newAccessToken(), accessOf: async () => 'read' },
    async () => new Response(),
  )
  expect(response.status).toBe(507)
  expect(warn).toHaveBeenCalledWith(
    expect.objectContaining({ requestId: 'r1', route: '/home' }),
    'space on the disk is unavailable for access tokens',
  )
})
