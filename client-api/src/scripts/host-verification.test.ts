import { type Effect, type RunningScript, runScript, type Send } from '@baseplate/e2e/client/lua.ts'
import { expect, onTestFinished, test } from 'vitest'
import { loadScripts } from './load.ts'

const scripts = await loadScripts({ open: async () => undefined })
const site = 'http://example.org'
const away = { status: 0, body: 'no connection' }
const admits = { status: 200, body: '{"ok":true,"number":7}' }
const nobodyLeaves = { status: 200, body: '{"leave":[],"closing":false,"message":null}' }

/** Starts a server that verifies. `answers` has the response of each path, which tests may change. */
async function start(more: { services?: boolean; required?: boolean; absent?: string[] } = {}) {
  const answers: Record<string, { status: number; body: string }> = {
    verify: admits,
    players: nobodyLeaves,
  }
  const asked: [method: string, path: string, body: string][] = []
  const request: Send = (method, url, body) => {
    const path = url.slice(`${site}/game/`.length)
    asked.push([method, path, body])
    return answers[path.split('?', 1)[0] ?? ''] ?? { status: 200, body: 'OK' }
  }
  const script = scripts.host({
    _BASE_URL: site,
    _PLACE_ID: 123_456_789,
    _MAP_LOCATION: '',
    _SERVER_PORT: 24_689,
    _SERVER_PRESENCE_URL: `${site}/game/serverpresence?ticket=abc`,
    _SERVICES_URL: more.services ? site : '',
    _SERVER_TICKET: 'abc',
    _VERIFY: true,
    _VERIFY_REQUIRED: more.required ?? false,
  })
  const server = await runScript(script, { request, absent: more.absent ?? [] })
  onTestFinished(() => server.close())
  const connect = (name = 'Anna', userId = 7, session = 'k1') => {
    server.connect({ userId, name, appearance: `${site}/asset/characterfetch/${name}?session=${session}` })
    server.advance(0)
  }
  const askedFor = (path: string) => asked.filter(([, other]) => other.split('?', 1)[0] === path)
  return { server, answers, connect, askedFor }
}

const removedFrom = (server: RunningScript) =>
  server
    .effects()
    .filter(({ kind }) => kind === 'removed')
    .map(({ target, values }) => [target, values[0]])
const charactersIn = (server: RunningScript) =>
  server.effects().filter(({ name }) => name === 'LoadCharacter').length
const errorsOf = (effects: Effect[]) => effects.filter(({ kind }) => kind === 'error')

test('admits a player whom the site verifies, by number, name and key', async () => {
  const { server, connect, askedFor } = await start()
  connect('An na/', 7)
  expect(askedFor('verify')).toEqual([['GET', 'verify?ticket=abc&id=7&name=An%20na%2F&session=k1', '']])
  expect(charactersIn(server)).toBe(1)
  expect(removedFrom(server)).toEqual([])
})

test('removes a player whom the site refuses, and shows the reason', async () => {
  const { server, connect, answers } = await start()
  answers.verify = { status: 403, body: 'Session is for another player' }
  connect()
  expect(removedFrom(server)).toEqual([['Anna', 'Session is for another player']])
  expect(charactersIn(server)).toBe(0)
})

test('shows the reason in a message and removes the player on a server that cannot kick', async () => {
  const { server, connect, answers } = await start({ absent: ['Player.Kick'] })
  answers.verify = { status: 403, body: 'This account is moderated' }
  connect()
  server.advance(3)
  const texts = server.effects().filter(({ target, name }) => target === 'Message' && name === 'Text')
  expect(texts.map(({ values }) => values[0])).toEqual(['This account is moderated'])
  expect(removedFrom(server)).toEqual([['Anna', '']])
})

test('removes a player whose client sends no key within ten seconds', async () => {
  const { server } = await start()
  server.connect({ userId: 7, name: 'Anna', appearance: `${site}/asset/characterfetch/Anna` })
  server.advance(9)
  expect(removedFrom(server)).toEqual([])
  server.advance(2)
  expect(removedFrom(server)).toEqual([['Anna', 'Session not found']])
})

test('admits players while the site is away, and removes players whom it refuses later', async () => {
  const { server, connect, answers } = await start()
  answers.verify = away
  answers.players = away
  connect('Anna', 7)
  connect('Ben', 8)
  server.advance(20)
  expect(charactersIn(server)).toBe(2)
  answers.players = nobodyLeaves
  answers.verify = { status: 403, body: 'Session not found' }
  server.advance(15)
  expect(removedFrom(server).toSorted()).toEqual([
    ['Anna', 'Session not found'],
    ['Ben', 'Session not found'],
  ])
  expect(errorsOf(server.effects())).toEqual([])
})

test.each([away, { status: 502, body: '<html>Bad Gateway</html>' }])(
  'admits nobody while the site answers %j if verification is required',
  async (answer) => {
    const { server, connect, answers } = await start({ required: true })
    answers.verify = answer
    connect()
    expect(removedFrom(server)).toEqual([['Anna', 'The site cannot be reached. Try again later.']])
    expect(charactersIn(server)).toBe(0)
  },
)

test('reports verified players every 15 seconds, and removes players who have to leave', async () => {
  const { server, connect, answers, askedFor } = await start()
  server.advance(0)
  connect('Anna', 7)
  connect('Ben', 2_147_483_647)
  server.advance(15)
  const [method, path, body = ''] = askedFor('players').at(-1) ?? []
  expect([method, path]).toEqual(['POST', 'players?ticket=abc'])
  expect((JSON.parse(body) as number[]).toSorted()).toEqual([2_147_483_647, 7])
  answers.players = {
    status: 200,
    body: '{"leave":[{"number":2147483647,"reason":"kicked"},{"number":9,"reason":"left"}],"closing":false,"message":null}',
  }
  server.advance(15)
  expect(removedFrom(server)).toEqual([['Ben', 'Kicked from this game']])
  expect(askedFor('left')).toEqual([['POST', 'left?ticket=abc&number=2147483647', '']])
})

test('shows the words of the maker to a player who was kicked', async () => {
  const { server, connect, answers } = await start()
  connect('Anna', 7)
  connect('Ben', 8)
  const text = 'Be "kind", {"number":8,"reason":"left"} \\o/\nBye'
  const leave = [{ number: 7, reason: 'kicked', text }]
  answers.players = { status: 200, body: JSON.stringify({ leave, closing: false, message: null }) }
  server.advance(15)
  expect(removedFrom(server)).toEqual([['Anna', `Kicked from this game: ${text}`]])
})

test('asks for the players who have to leave where the server cannot post', async () => {
  const { server, connect, answers } = await start({ absent: ['DataModel.HttpPost'] })
  connect()
  answers.players = {
    status: 200,
    body: '{"version":"1","players":[],"leave":[{"number":7,"username":"Anna","reason":"moderated"}],"closing":null,"message":null}',
  }
  server.advance(15)
  expect(removedFrom(server)).toEqual([['Anna', 'This account is moderated']])
})

test('keeps everybody while the site is away', async () => {
  const { server, connect, answers } = await start({ required: true })
  connect()
  answers.players = away
  server.advance(120)
  expect(removedFrom(server)).toEqual([])
})

test('tells the site that a player has left', async () => {
  const { server, connect, askedFor } = await start()
  connect()
  server.disconnect(7)
  expect(askedFor('left')).toEqual([['POST', 'left?ticket=abc&number=7', '']])
})

test('loads the data of a verified player, and saves it before the site knows that the player has left', async () => {
  const { server, connect, answers, askedFor } = await start({ services: true })
  const calls = (name: string) => server.effects().filter((effect) => effect.name === name).length
  answers.verify = { status: 403, body: 'This account is moderated' }
  connect('Ben', 8)
  expect([calls('LoadData'), calls('SaveData')]).toEqual([0, 0])
  answers.verify = admits
  connect('Anna', 7)
  expect([calls('LoadData'), calls('SaveData')]).toEqual([1, 0])
  server.disconnect(7)
  expect([calls('SaveData'), askedFor('left').length]).toEqual([1, 1])
})

test('removes the earlier connection of a player who joins again', async () => {
  const { server, connect, askedFor } = await start()
  connect('Anna', 7, 'k1')
  connect('Anna', 7, 'k2')
  expect(removedFrom(server)).toEqual([['Anna', 'You have joined again']])
  expect(askedFor('left')).toEqual([])
})

test('removes a player who takes another name after verification', async () => {
  const { server, connect } = await start()
  connect()
  server.rename(7, 'Admin')
  expect(removedFrom(server)).toEqual([['Admin', 'Session is for another player']])
})

const addresses = (effects: Effect[]) =>
  Object.fromEntries(
    effects
      .filter(({ name }) => /^Set\w+Url$/.test(name) && name !== 'SetBaseUrl')
      .map(({ target, name, values }) => [`${target}.${name}`, values[0]]),
  )

test('sets the addresses of services with the ticket, where the server has their setters', async () => {
  const { server } = await start({ services: true, absent: ['SocialService.SetGroupRoleUrl'] })
  const set = addresses(server.effects())
  expect(set['BadgeService.SetAwardBadgeUrl']).toBe(
    `${site}/Game/Badge/AwardBadge.ashx?UserID=%d&BadgeID=%d&PlaceID=%d&ticket=abc`,
  )
  expect(set['Players.SetAbuseReportUrl']).toBe(`${site}/AbuseReport/InGameChatHandler.ashx?ticket=abc`)
  expect(set).not.toHaveProperty('SocialService.SetGroupRoleUrl')
  expect(Object.keys(set)).toHaveLength(20)
})

test('sets no address of a service in a place without services', async () => {
  const { server } = await start()
  expect(addresses(server.effects())).toEqual({})
})
