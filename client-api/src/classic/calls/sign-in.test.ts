import { startAction } from '@baseplate/platform/accounts/door'
import { createSession, useSession } from '@baseplate/platform/sign-in/sessions/sessions'
import { device, registerPerson } from '@baseplate/platform/testing/people'
import { expect, test } from 'vitest'
import { startClientApi } from '../../testing/client-api.ts'

async function start() {
  const api = await startClientApi()
  const { platform, ask } = api
  const anna = await registerPerson(platform, 'Anna')
  const token = await createSession(platform.db, anna.id, device, platform.now())
  const get = (path: string, headers: Record<string, string> = { cookie: `session=${token}` }) =>
    ask(path, { headers, redirect: 'manual' })
  return { ...api, anna, token, get }
}

/** Returns the token that a response sets as its session cookie. */
const tokenIn = (response: Response) =>
  /^session=([^;]*);/.exec(response.headers.getSetCookie()[0] ?? '')?.[1]

test('a studio signs in with the address that its user’s browser got', async () => {
  const { platform, baseUrl, anna, get } = await start()
  const address = await (await get('/Login/RequestAuth.ashx')).text()
  expect(address).toMatch(/\/Login\/Negotiate\.ashx\?suggest=[\w-]{43}$/)
  const signedIn = await get(address.slice(baseUrl.length), { 'user-agent': 'Client/WinInet' })
  expect([signedIn.status, await signedIn.text()]).toEqual([200, 'true'])
  expect(signedIn.headers.get('set-cookie')).toMatch(/; Path=\/; HttpOnly; SameSite=Lax$/)
  const session = await useSession(platform, tokenIn(signedIn) ?? '')
  expect(session?.actor.id).toBe(anna.id)
})

test.each(['/game-auth/getauthticket', '/Game/GetAuthTicket', '//Game/GetAuthTicket/'])(
  '%s gives a ticket for Negotiate, also as a field of a form',
  async (path) => {
    const { get, ask } = await start()
    const response = await get(path)
    expect(response.headers.get('cache-control')).toBe('no-store')
    const body = new URLSearchParams({ Suggest: await response.text() })
    const signedIn = await ask('/Login/NegotiateAsync.ashx', { method: 'POST', body })
    expect(tokenIn(signedIn)).toMatch(/^[\w-]{43}$/)
    expect((await ask('/Login/NegotiateAsync.ashx', { method: 'POST', body })).status).toBe(403)
  },
)

test('without a session, or with a ticket instead of one, there is no ticket', async () => {
  const { get } = await start()
  const ticket = await (await get('/Game/GetAuthTicket')).text()
  for (const cookie of ['', 'session=unknown', `session=${ticket}`])
    expect((await get('/Game/GetAuthTicket', { cookie })).status).toBe(401)
})

test('no page of another site and no navigation signs a browser in', async () => {
  const { get } = await start()
  const path = `/Login/Negotiate.ashx?suggest=${await (await get('/Game/GetAuthTicket')).text()}`
  for (const headers of [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' },
  ]) {
    const response = await get(path, headers)
    expect([response.status, response.headers.getSetCookie()]).toEqual([403, []])
  }
  expect((await get(path, {})).status, 'the ticket is not spent').toBe(200)
})

test('HEAD spends no ticket', async () => {
  const { get, ask } = await start()
  const path = `/Login/Negotiate.ashx?suggest=${await (await get('/Game/GetAuthTicket')).text()}`
  expect((await ask(path, { method: 'HEAD' })).status).toBe(405)
  expect((await get(path, {})).status).toBe(200)
})

test('signing out ends the session, unless a page of another site asks', async () => {
  const { platform, token, get } = await start()
  const cookie = `session=${token}`
  await get('/Game/Logout.aspx', { cookie, 'sec-fetch-site': 'cross-site' })
  expect(await useSession(platform, token)).toBeDefined()
  const response = await get('/Game/Logout.aspx', { cookie, accept: 'text/html' })
  expect(response.headers.getSetCookie()).toEqual(['session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax'])
  expect(await useSession(platform, token)).toBeUndefined()
})

test('a moderated account gets no ticket, and neither does one that lacks a second factor', async () => {
  const { platform, anna, get } = await start()
  platform.config.Security.RequireSecondFactor = 1
  const status = async () => {
    const response = await get('/Game/GetAuthTicket')
    return [response.status, await response.text()]
  }
  expect(await status()).toEqual([403, expect.stringContaining('second factor')])
  platform.config.Security.RequireSecondFactor = 0
  const ban = { user_id: anna.id, type: 'Ban', reason: 'x', note: '', expires: null } as const
  const about = { moderator_id: anna.id, content_type: null, content_title: null }
  await startAction(platform.db, { ...ban, ...about }, platform.now())
  expect(await status()).toEqual([403, 'Your account is moderated'])
  expect(await platform.db.selectFrom('client_tickets').selectAll().execute()).toEqual([])
})

test('with https, a browser is signed in by the cookie that no other host can set', async () => {
  const { platform, token, get } = await start()
  platform.config.baseUrl = 'https://play.example'
  const browser = { 'user-agent': 'Mozilla/4.0 (compatible; MSIE 7.0)' }
  const status = async (headers: Record<string, string>) => (await get('/Game/GetAuthTicket', headers)).status
  expect(await status({ ...browser, cookie: `session=${token}` })).toBe(401)
  expect(await status({ ...browser, cookie: `__Host-session=${token}` })).toBe(200)
  expect(await status({ 'user-agent': 'Client/WinInet', cookie: `session=${token}` })).toBe(200)
})
