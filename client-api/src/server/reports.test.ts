import { viewReport, viewReports } from '@baseplate/platform/moderation/door'
import { reportCategories } from '@baseplate/platform/moderation/reports/rules'
import { createPlace } from '@baseplate/platform/places/create'
import { viewPlaceSettings } from '@baseplate/platform/places/settings'
import { registerPerson, signIn } from '@baseplate/platform/testing/people'
import { expect, test } from 'vitest'
import { admittingServer } from '../testing/admitted.ts'
import { makePlace, startClientApi } from '../testing/client-api.ts'

/** Anna and Ben are in a game server of the maker. Cleo is in that of another place. */
async function start() {
  const api = await startClientApi({ Engine: 'minetest', Gameservers: { Hosting: 'Selfhosted' } })
  const { platform, ask } = api
  const place = await makePlace(platform)
  const { serverTicket, maker } = place
  await platform.db.updateTable('users').set({ permission_level: 4 }).where('id', '=', maker.id).execute()
  const staff = await (await signIn(platform, maker))()
  const numberIn = async (name: string, at: { id: number; serverTicket: string }) =>
    (await admittingServer(api, at).enter(await registerPerson(platform, name))).number
  const [anna, ben] = [await numberIn('Anna', place), await numberIn('Ben', place)]
  const { id } = await createPlace(platform, maker, { name: 'Another place' })
  const other = await viewPlaceSettings(platform, maker, { id })
  const cleo = await numberIn('Cleo', { id, serverTicket: other.serverTicket })
  const send = async (body: unknown, AccessKey = serverTicket) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const response = await ask('/api/server/reports', { method: 'POST', body: text, headers: { AccessKey } })
    return [response.status, await response.text()] as const
  }
  const listed = async () => (await viewReports(platform, staff, { state: 'All' })).reports
  const rude = { reporter: anna, reported: ben, category: 'Harassment', text: 'He is rude' }
  return { ...api, id: place.id, staff, serverTicket, anna, ben, cleo, send, listed, rude }
}

test('stores the report of a player, with the category and the lines in the order of their times', async () => {
  const { platform, id, staff, anna, ben, send, listed, rude } = await start()
  const chat = [
    { number: anna, text: 'stop', at: 2_000 },
    { number: ben, text: 'rude', at: 1_000 },
    { number: 2_147_483_647, text: 'who is that', at: 3_000 },
  ]
  expect(await send({ ...rude, category: 'Self-harm', chat })).toEqual([204, ''])
  const reports = await listed()
  expect(reports).toMatchObject([
    { title: 'Ben', reporter: 'Anna', category: 'Self-harm', note: 'He is rude', source: 'game' },
  ])
  const { game } = await viewReport(platform, staff, { id: reports[0]?.id ?? '' })
  expect(game).toMatchObject({
    id,
    lines: [
      { username: 'Ben', text: 'rude' },
      { username: 'Anna', text: 'stop' },
      { username: null, text: 'who is that' },
    ],
  })
})

test('takes a report about a player who has left the server', async () => {
  const { ask, serverTicket, ben, send, rude } = await start()
  await ask(`/game/left?ticket=${serverTicket}&number=${ben}`, { method: 'POST' })
  expect(await send(rude)).toEqual([204, ''])
})

type Game = Awaited<ReturnType<typeof start>>
const line = { number: 1, text: 'x', at: 1 }

test.each<[string, (game: Game) => unknown, number, unknown]>([
  ['no JSON', () => 'report', 400, 'Invalid Request'],
  ['no reporter', () => ({ reported: 1, category: 'Spam' }), 400, expect.stringContaining('reporter')],
  [
    'a reporter of another type',
    ({ rude }) => ({ ...rude, reporter: 'Anna' }),
    400,
    expect.stringContaining('reporter'),
  ],
  [
    'a number that is too large',
    ({ rude }) => ({ ...rude, reported: 2 ** 31 }),
    400,
    expect.stringContaining('reported'),
  ],
  [
    'an unknown category',
    ({ rude }) => ({ ...rude, category: 'Rudeness' }),
    400,
    expect.stringContaining('category'),
  ],
  [
    'a text that is too long',
    ({ rude }) => ({ ...rude, text: 'x'.repeat(1_001) }),
    400,
    expect.stringContaining('text'),
  ],
  [
    'too many lines',
    ({ rude }) => ({ ...rude, chat: Array(101).fill(line) }),
    400,
    expect.stringContaining('chat'),
  ],
  [
    'a line without a time',
    ({ rude }) => ({ ...rude, chat: [{ number: 1, text: 'x' }] }),
    400,
    expect.stringContaining('chat'),
  ],
  [
    'a reporter in another server',
    ({ rude, cleo }) => ({ ...rude, reporter: cleo }),
    403,
    'Session not found',
  ],
  ['an unknown reporter', ({ rude }) => ({ ...rude, reporter: 2_147_483_647 }), 403, 'Session not found'],
  [
    'a reported player of another server',
    ({ rude, cleo }) => ({ ...rude, reported: cleo }),
    404,
    'No player with this number has played in this game',
  ],
  ['a report about the reporter', ({ rude, anna }) => ({ ...rude, reported: anna }), 400, expect.any(String)],
  ['a body that is too large', ({ rude }) => ({ ...rude, text: 'x'.repeat(256_001) }), 413, 'Too large'],
])('refuses %s, and stores nothing', async (_, bodyOf, status, message) => {
  const game = await start()
  expect(await game.send(bodyOf(game))).toEqual([status, message])
  expect(await game.listed()).toEqual([])
})

test('refuses a second open report about a player, and a reporter who has left', async () => {
  const { ask, serverTicket, anna, send, rude } = await start()
  await send(rude)
  expect((await send(rude))[0]).toBe(400)
  await ask(`/game/left?ticket=${serverTicket}&number=${anna}`, { method: 'POST' })
  expect(await send(rude)).toEqual([403, 'Session not found'])
})

test.each<[string, (game: Game) => unknown, number, object]>([
  [
    'another report about the player',
    ({ rude }) => rude,
    400,
    {
      message: 'You have already reported this. A moderator will look at it.',
      code: 'reports.already',
    },
  ],
  [
    'a text that is too long',
    ({ rude }) => ({ ...rude, text: 'x'.repeat(1_001) }),
    400,
    { message: expect.any(String), codes: { text: 'input.too_long' } },
  ],
  [
    'an unknown player',
    ({ rude, cleo }) => ({ ...rude, reported: cleo }),
    404,
    { message: expect.any(String), code: 'places.player_not_found' },
  ],
  [
    'an unknown reporter',
    ({ rude, cleo }) => ({ ...rude, reporter: cleo }),
    403,
    { message: 'Session not found', code: 'players.session_not_found' },
  ],
])('refuses %s with a code, if the server reads JSON', async (_, bodyOf, status, refusal) => {
  const game = await start()
  await game.send(game.rude)
  const headers = { AccessKey: game.serverTicket, Accept: 'application/json' }
  const body = JSON.stringify(bodyOf(game))
  const response = await game.ask('/api/server/reports', { method: 'POST', body, headers })
  expect([response.status, response.headers.get('content-type')]).toEqual([status, 'application/json'])
  expect(await response.json()).toEqual(refusal)
})

test('refuses an unknown ticket', async () => {
  const { send, rude, ask } = await start()
  expect(await send(rude, 'z'.repeat(32))).toEqual([400, 'Invalid Server ticket'])
  expect((await ask('/api/server/report-categories')).status).toBe(400)
})

test('counts reports towards the limit of the reporter', async () => {
  const { platform, ask, serverTicket, send, rude } = await start()
  const [anna] = await platform.db.selectFrom('users').select('id').where('username', '=', 'Anna').execute()
  await platform.limitCounts.add(`limits.reports ${anna?.id}`, 600_000, 10)
  expect((await send(rude))[0]).toBe(429)
  const headers = { AccessKey: serverTicket, Accept: 'application/json' }
  const response = await ask('/api/server/reports', { method: 'POST', body: JSON.stringify(rude), headers })
  expect(await response.json()).toMatchObject({ code: 'limits.reports' })
})

test('lists the categories, in the language of the request', async () => {
  const { ask, serverTicket } = await start()
  const read = async (language: string) => {
    const headers = { 'Accept-Language': language, AccessKey: serverTicket }
    return (await (await ask('/api/server/report-categories', { headers })).json()) as {
      id: string
      name: string
    }[]
  }
  const english = await read('en')
  expect(english.map(({ id }) => id)).toEqual([...reportCategories])
  expect(english[2]).toEqual({ id: 'Harassment', name: 'Harassment' })
  expect((await read('de'))[2]).toEqual({ id: 'Harassment', name: 'Belästigung' })
})
