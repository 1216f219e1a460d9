import { gzipSync } from 'node:zlib'
import type { Actor } from '@baseplate/platform/accounts/rules'
import type { ConfigInput } from '@baseplate/platform/config/schema'
import { viewPlaceSettings } from '@baseplate/platform/places/door'
import { createToken } from '@baseplate/platform/sign-in/door'
import { createSession } from '@baseplate/platform/sign-in/sessions/sessions'
import { device, inSession, registerPerson } from '@baseplate/platform/testing/people'
import { expect, test } from 'vitest'
import { makePlace, startClientApi } from '../testing/client-api.ts'

const file = '<roblox version="4"></roblox>'

async function start(config: ConfigInput = {}) {
  const api = await startClientApi(config)
  const { platform, ask } = api
  const place = await makePlace(platform)
  const sessionOf = ({ id }: Actor) => createSession(platform.db, id, device, platform.now())
  const session = await sessionOf(place.maker)
  const cookie = `session=${session}`
  const upload = async (
    query: string,
    body: RequestInit['body'] = file,
    headers: Record<string, string> = { cookie },
  ) => {
    const response = await ask(`/Data/Upload.ashx?${query}`, { method: 'POST', body, headers })
    return [response.status, await response.text()]
  }
  const versions = async () =>
    (await platform.db.selectFrom('place_versions').select('version').execute()).map(({ version }) => version)
  return { ...api, ...place, session, sessionOf, cookie, upload, versions }
}

test('each upload of a studio is the next version of the place', async () => {
  const { ask, id, cookie, upload, versions } = await start()
  const query = `assetid=${id}&type=Place&name=x&ispublic=True`
  expect(await upload(query)).toEqual([200, '1'])
  expect(await upload(`AssetID=${id}`, `${file} `)).toEqual([200, '2'])
  expect(await upload(query, `${file} `), 'the same file again').toEqual([200, '2'])
  expect(await versions()).toEqual([1, 2])
  expect(await (await ask(`/game/${id}`, { headers: { cookie } })).text()).toBe(`${file} `)
})

test('a studio publishes a new place, and gets its id', async () => {
  const { platform, maker, id, upload } = await start()
  const [status, created] = await upload('assetid=0&type=Place&name=My%20new%20place&ispublic=True')
  expect([status, Number(created) === id]).toEqual([200, false])
  expect(await viewPlaceSettings(platform, maker, { id: Number(created) })).toMatchObject({
    name: 'My new place',
  })
  expect(await upload(`assetid=${created}&type=Place`, `${file} `)).toEqual([200, '2'])
})

test('a studio creates no more places than the site allows', async () => {
  const { platform, upload } = await start({ Places: { PerUser: 2 } })
  const query = 'assetid=0&type=Place&name=Another'
  expect((await upload(query))[0]).toBe(200)
  expect((await upload(query))[1]).toBe('You already have 2 places. You can’t create more.')
  expect(await platform.db.selectFrom('places').select('id').execute()).toHaveLength(2)
})

test('a studio may compress the file', async () => {
  const { ask, id, cookie, upload } = await start()
  const headers = { cookie, 'content-encoding': 'gzip' }
  expect(await upload(`assetid=${id}`, new Uint8Array(gzipSync(file)), headers)).toEqual([200, '1'])
  expect(await (await ask(`/game/${id}`, { headers: { cookie } })).text()).toBe(file)
})

test('a file that is not what its header says changes nothing', async () => {
  const { id, cookie, upload, versions } = await start()
  const headers = { cookie, 'content-encoding': 'gzip' }
  const [status, message] = await upload(`assetid=${id}`, file, headers)
  expect([status, message]).toEqual([400, expect.stringContaining('gzip')])
  const bomb = new Uint8Array(gzipSync(Buffer.alloc(100_000_001)))
  expect((await upload(`assetid=${id}`, bomb, headers))[1]).toMatch(/less than 100MB/)
  expect(await versions()).toEqual([])
})

test('an access token needs the scope of publishing', async () => {
  const { platform, maker, session, id, upload } = await start()
  const tokenWith = async (scopes: string) => {
    const proved = { ...maker, proved: platform.now() }
    const fields = { name: scopes, scopes, expires: '1' }
    const { token } = await createToken(platform, proved, fields, inSession(session))
    return { authorization: `Bearer ${token}` }
  }
  const query = `assetid=${id}`
  expect((await upload(query, file, await tokenWith('read')))[0]).toBe(403)
  expect(await upload(query, file, await tokenWith('places:write'))).toEqual([200, '1'])
  expect((await upload(query, file, { authorization: 'Bearer bp_x' }))[0]).toBe(401)
})

test('only the place’s maker publishes', async () => {
  const { platform, id, sessionOf, upload, versions } = await start()
  expect(await upload(`assetid=${id}`, file, {})).toEqual([401, 'Sign in first'])
  const stranger = await sessionOf(await registerPerson(platform, 'Stranger'))
  expect((await upload(`assetid=${id}`, file, { cookie: `session=${stranger}` }))[0]).toBe(403)
  expect(await versions()).toEqual([])
})

test.each([
  ['assetid=0&type=Place', file, 400],
  ['assetid=0&type=Model&name=New', file, 400],
  ['assetid=0&type=Place&name=New', '', 400],
  ['type=Place', file, 400],
  ['assetid=5', file, 404],
  ['assetid=1e3', file, 400],
  ['assetid={id}&type=Model', file, 400],
  ['assetid={id}', '', 400],
  ['assetid={id}', '\x89PNG\r\n\x1a\n picture', 400],
  ['assetid={id}', new FormData(), 415],
])('refuses %s with %j', async (query, body, status) => {
  const { platform, id, upload, versions } = await start()
  const bytes = typeof body === 'string' ? Buffer.from(body, 'latin1') : body
  expect((await upload(query.replace('{id}', String(id)), bytes))[0]).toBe(status)
  expect(await versions()).toEqual([])
  expect(await platform.db.selectFrom('places').select('id').execute()).toEqual([{ id }])
})
