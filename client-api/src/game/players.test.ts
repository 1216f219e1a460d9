import { updateServices } from '@baseplate/platform/places/services'
import { joinPlace } from '@baseplate/platform/places/sessions/join'
import { registerPerson } from '@baseplate/platform/testing/people'
import { expect, test } from 'vitest'
import { makePlace, startClientApi } from '../testing/client-api.ts'

type Verify = 'off' | 'report' | 'require'

async function start(Verify: Verify = 'report') {
  const api = await startClientApi({ Players: { Verify } })
  const place = await makePlace(api.platform)
  const player = await registerPerson(api.platform, 'Anna')
  /** Joins, and returns what the script tells the client. */
  const join = async () => {
    const { ticket } = await joinPlace(api.platform, player, { id: place.id })
    const script = await (await api.ask(`/game/join?ticket=${ticket}`)).text()
    const appearance = /"(http:[^"]*characterfetch[^"]*)"/.exec(script)?.[1] ?? ''
    const number = /userId, username, membership = (\d+)/.exec(script)?.[1] ?? ''
    return { ticket, script, appearance, number, key: new URL(appearance).searchParams.get('session') ?? '' }
  }
  type Joined = Awaited<ReturnType<typeof join>>
  const queryOf = ({ number, key }: Joined) => `id=${number}&name=Anna&session=${key}`
  const answer = async (path: string, init?: RequestInit) => {
    const response = await api.ask(path, init)
    return [response.status, await response.text()] as const
  }
  return { ...api, ...place, player, join, queryOf, answer, ticketed: `ticket=${place.serverTicket}` }
}

test('the default join script names no key', async () => {
  const { join, baseUrl } = await start('off')
  const { script, appearance } = await join()
  expect(appearance).toBe(`${baseUrl}/asset/characterfetch/Anna`)
  expect(script).not.toContain('session=')
})

test.each<Verify>(['report', 'require'])(
  'with Players.Verify %s, the address of the appearance has a new key each time',
  async (verify) => {
    const { join, ask } = await start(verify)
    const [first, second] = [await join(), await join()]
    expect(first.key).toMatch(/^[a-z0-9]{32}$/)
    expect(second.key).not.toBe(first.key)
    expect(
      await (await ask(new URL(first.appearance).pathname + new URL(first.appearance).search)).text(),
    ).toContain('/asset/bodycolours/Anna')
  },
)

test('a place with services has the key, and the number of the account', async () => {
  const { platform, maker, id, player, join } = await start('off')
  await updateServices(platform, maker, { id, enabled: 'on' })
  const { number, key } = await join()
  expect(key).toHaveLength(32)
  const own = platform.db.selectFrom('player_numbers').select('number').where('user_id', '=', player.id)
  expect(Number(number)).toBe((await own.executeTakeFirstOrThrow()).number)
})

test('verifies a player once', async () => {
  const { join, queryOf, answer, ticketed } = await start()
  const joined = await join()
  const path = `/Game/Verify?${ticketed}&${queryOf(joined)}`
  const [status, body] = await answer(path)
  expect([status, JSON.parse(body)]).toEqual([
    200,
    {
      ok: true,
      number: Number(joined.number),
      username: 'Anna',
      level: 1,
      membership: 'None',
      ageDays: 0,
      friendsHere: [],
    },
  ])
  expect(await answer(path)).toEqual([403, 'Session is in use'])
})

test.each([
  ['the query, posted', (ticket: string) => ({ query: `ticket=${ticket}&`, init: { method: 'POST' } })],
  ['AccessKey', (ticket: string) => ({ query: '', init: { headers: { AccessKey: ticket } } })],
  [
    'a bearer token',
    (ticket: string) => ({ query: '', init: { headers: { Authorization: `Bearer ${ticket}` } } }),
  ],
] as const)('reads the ticket of the server from %s', async (_, sent) => {
  const { join, queryOf, answer, serverTicket } = await start()
  const { query, init } = sent(serverTicket)
  expect((await answer(`/game/verify?${query}${queryOf(await join())}`, init))[0]).toBe(200)
})

test.each([
  ['no ticket', 'id=1&name=Anna&session=x', 400, 'Invalid Request'],
  ['an unknown ticket', `ticket=${'z'.repeat(32)}&id=1&name=Anna&session=x`, 400, 'Invalid Server ticket'],
  ['no number', '{ticket}&name=Anna&session=x', 400, 'Invalid Request'],
  ['a number that is too large', '{ticket}&id=2147483648&name=Anna&session=x', 400, 'Invalid Request'],
  ['no name', '{ticket}&id=1&session=x', 400, 'Invalid Request'],
  ['no key', '{ticket}&id=1&name=Anna', 400, 'Invalid Request'],
  ['an unknown key', `{ticket}&id=1&name=Anna&session=${'x'.repeat(32)}`, 403, 'Session not found'],
  ['a hostile key', "{ticket}&id=1&name=Anna&session='%20or%201=1", 403, 'Session not found'],
])('refuses a verification with %s', async (_, query, status, message) => {
  const { answer, ticketed } = await start()
  expect(await answer(`/game/verify?${query.replace('{ticket}', ticketed)}`)).toEqual([status, message])
})

test('takes a report of numbers, and lists the players of the server', async () => {
  const { join, queryOf, answer, ask, ticketed } = await start()
  const joined = await join()
  await answer(`/game/verify?${ticketed}&${queryOf(joined)}`)
  const report = (body: string) => answer(`/game/players?${ticketed}`, { method: 'POST', body })
  expect(await report(`[${joined.number}]`)).toEqual([200, '{"leave":[],"closing":false,"message":null}'])
  const list = await (await ask(`/game/players?${ticketed}`)).json()
  expect(list).toEqual({
    version: expect.any(String),
    players: [
      {
        username: 'Anna',
        number: Number(joined.number),
        key: expect.any(String),
        level: 1,
        membership: 'None',
      },
    ],
    leave: [],
    closing: null,
    message: null,
    keepsChat: false,
  })
  for (const body of ['', '{}', '[1.5]', '["1"]', '[0]', `[${'1,'.repeat(1_000)}1]`])
    expect(await report(body)).toEqual([400, 'Invalid Request'])
  expect(await answer('/game/players', { method: 'POST', body: '[]' })).toEqual([400, 'Invalid Request'])
})

test('frees a seat for the player and for the server', async () => {
  const { join, queryOf, answer, ticketed } = await start()
  const left = (query: string) => answer(`/game/left?${query}`, { method: 'POST' })
  expect(await left(`ticket=${(await join()).ticket}`)).toEqual([204, ''])
  const joined = await join()
  expect(await left(`${ticketed}&number=${joined.number}`)).toEqual([403, 'Session not found'])
  await answer(`/game/verify?${ticketed}&${queryOf(joined)}`)
  expect(await left(`${ticketed}&number=${joined.number}`)).toEqual([204, ''])
  expect(await left(`ticket=${'a'.repeat(24)}`)).toEqual([400, 'Ticket not found'])
})
