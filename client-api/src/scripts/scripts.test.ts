import { joinValuesOf } from '@baseplate/e2e/client/client.ts'
import { type Effect, type RunningScript, runScript } from '@baseplate/e2e/client/lua.ts'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { loadScripts, type Scripts } from './load.ts'

let scripts: Scripts

beforeAll(async () => {
  scripts = await loadScripts({ open: async () => undefined })
})

async function run(script: string, absent: string[] = []): Promise<RunningScript> {
  const running = await runScript(script, { absent })
  onTestFinished(() => running.close())
  expect(running.ended).toBe(true)
  return running
}

const named = (effects: Effect[], target: string, name: string) =>
  effects.filter((effect) => effect.target === target && effect.name === name).map(({ values }) => values)

const errors = (effects: Effect[]) => effects.filter(({ kind }) => kind === 'error')

const joining = {
  _BASE_URL: 'http://example.org',
  _PLACE_ID: 123_456_789,
  _SERVER_ADDRESS: 'play.example.org',
  _SERVER_PORT: 53_640,
  _USER_ID: 2_147_483_647,
  _USERNAME: 'Some_body',
  _PLAYER_KEY: '',
  _MEMBERSHIP_TYPE: 'TurboBuildersClub',
  _CHAR_APPEARANCE: 'http://example.org/asset/characterfetch/Some_body',
  _PING_URL: 'http://example.org/game/clientpresence?ticket=abc',
} as const

test('join connects as the player and sends heartbeats', async () => {
  const effects = (await run(scripts.join(joining))).effects()
  expect(joinValuesOf(effects)).toEqual({
    placeId: 123_456_789,
    serverAddress: 'play.example.org',
    serverPort: 53_640,
    userId: 2_147_483_647,
    username: 'Some_body',
    membership: 'Enum.MembershipType.TurboBuildersClub',
    appearanceUrl: 'http://example.org/asset/characterfetch/Some_body',
    pingUrl: 'http://example.org/game/clientpresence?ticket=abc',
    pingSeconds: 15,
  })
  expect(named(effects, 'ContentProvider', 'SetBaseUrl')).toEqual([['http://example.org/']])
  expect(errors(effects)).toEqual([])
})

test('join works without calls that older clients lack', async () => {
  const old = [
    'NetworkClient.PlayerConnect',
    'Player.SetAccountAge',
    'DataModel.SetPlaceID',
    'NetworkClient.Ticket',
  ]
  const effects = (await run(scripts.join(joining), old)).effects()
  expect(named(effects, 'Players', 'CreateLocalPlayer')).toEqual([[2_147_483_647]])
  expect(named(effects, 'NetworkClient', 'Connect')).toEqual([['play.example.org', 53_640, 0, 15]])
  expect(named(effects, 'Player', 'Name')).toEqual([['Some_body']])
})

test('join shows its progress until the place has loaded', async () => {
  const client = await run(scripts.join(joining))
  client.fire('NetworkClient', 'ConnectionAccepted', 'peer', 'ClientReplicator')
  expect(named(client.effects(), 'DataModel', 'ClearMessage')).toEqual([])
  client.fire('Marker', 'Received')
  expect(named(client.effects(), 'DataModel', 'ClearMessage')).toEqual([[]])
  expect(errors(client.effects())).toEqual([])
})

test.each([
  ['NetworkClient', 'ConnectionRejected', ['peer'], 'another version'],
  ['NetworkClient', 'ConnectionFailed', ['peer', 14, 'no answer'], '(14 no answer)'],
  ['ClientReplicator', 'Disconnection', ['peer', true], 'lost the connection'],
  ['ClientReplicator', 'Disconnection', ['peer', false], 'shut down'],
] as const)('join reports %s.%s %j and ends the heartbeats', async (target, event, values, message) => {
  const client = await run(scripts.join(joining))
  client.fire('NetworkClient', 'ConnectionAccepted', 'peer', 'ClientReplicator')
  client.fire(target, event, ...values)
  expect(named(client.effects(), 'DataModel', 'SetMessage').at(-1)?.[0]).toContain(message)
  expect(named(client.effects(), 'Visit', 'SetPing').at(-1)).toEqual(['', 0])
  expect(errors(client.effects())).toEqual([])
})

test('join sends no heartbeats without an address for them', async () => {
  const effects = (await run(scripts.join({ ...joining, _PING_URL: '' }))).effects()
  expect(named(effects, 'Visit', 'SetPing')).toEqual([])
})

const hosting = {
  _BASE_URL: 'http://example.org',
  _PLACE_ID: 123_456_789,
  _MAP_LOCATION: 'http://example.org/game/123456789',
  _SERVER_PORT: 24_689,
  _SERVER_PRESENCE_URL: 'http://example.org/game/serverpresence?ticket=abc',
  _SERVICES_URL: '',
  _SERVER_TICKET: 'abc',
  _VERIFY: false,
  _VERIFY_REQUIRED: false,
}

test('host loads the place with scripts disabled, then listens', async () => {
  const effects = (await run(scripts.host(hosting))).effects()
  const order = effects
    .filter(({ name }) => ['ScriptsDisabled', 'Load', 'Start', 'Run', 'SetBaseUrl'].includes(name))
    .map(({ name, values }) => [name, values[0]])
  expect(order).toEqual([
    ['SetBaseUrl', 'http://example.org/'],
    ['ScriptsDisabled', true],
    ['Load', 'http://example.org/game/123456789'],
    ['ScriptsDisabled', false],
    ['Start', 24_689],
    ['Run', undefined],
  ])
})

test('host loads no map and sends no heartbeats without their addresses', async () => {
  const server = await run(scripts.host({ ...hosting, _MAP_LOCATION: '', _SERVER_PRESENCE_URL: '' }))
  server.advance(120)
  expect(named(server.effects(), 'DataModel', 'Load')).toEqual([])
  expect(named(server.effects(), 'DataModel', 'HttpGet')).toEqual([])
})

test('host sends a heartbeat every 15 seconds', async () => {
  const server = await run(scripts.host(hosting))
  server.advance(60)
  expect(named(server.effects(), 'DataModel', 'HttpGet')).toEqual(
    Array.from({ length: 5 }, () => [hosting._SERVER_PRESENCE_URL, true]),
  )
})

test('host gives each player a character, and another one after its death until the player leaves', async () => {
  const server = await run(scripts.host(hosting))
  const loaded = () => named(server.effects(), 'Player', 'LoadCharacter').length
  server.fire('Players', 'PlayerAdded', 'Player')
  expect(loaded()).toBe(1)
  server.fire('Humanoid', 'Died')
  server.advance(4.9)
  expect(loaded()).toBe(1)
  server.advance(0.1)
  expect(loaded()).toBe(2)
  server.fire('Humanoid', 'Died')
  server.fire('Players', 'PlayerRemoving', 'Player')
  server.advance(10)
  expect(loaded()).toBe(2)
  expect(named(server.effects(), 'output', 'print').flat()).toContain('Player Player has left')
  expect(errors(server.effects())).toEqual([])
})

test('visit plays alone, with a local player and without a network', async () => {
  const studio = await run(scripts.visit({ _BASE_URL: 'http://example.org', _PLACE_ID: 0 }))
  const effects = studio.effects()
  expect(named(effects, 'DataModel', 'SetPlaceID')).toEqual([[0, false]])
  expect(named(effects, 'Players', 'CreateLocalPlayer')).toEqual([[0]])
  expect(named(effects, 'RunService', 'Run')).toEqual([[]])
  expect(effects.filter(({ target }) => target.startsWith('Network'))).toEqual([])
  studio.fire('Humanoid', 'Died')
  studio.advance(5)
  expect(named(studio.effects(), 'Player', 'LoadCharacter')).toHaveLength(2)
  expect(errors(studio.effects())).toEqual([])
})

test('studio loads its assets from this site', async () => {
  const effects = (await run(scripts.studio({ _BASE_URL: 'http://example.org' }))).effects()
  expect(named(effects, 'ContentProvider', 'SetBaseUrl')).toEqual([['http://example.org/']])
  expect(named(effects, 'InsertService', 'SetAssetUrl')).toEqual([['http://example.org/asset/?id=%d']])
})

const place = {
  _BASE_URL: 'http://example.org',
  _PLACE_ID: 123_456_789,
  _CREATOR_ID: 2_147_483_647,
  _PLACE_VERSION: 3,
  _SERVER_TICKET: '',
}

test.each(['placeinfo', 'placedata'] as const)(
  '%s works without calls that older clients lack',
  async (name) => {
    const whole = (await run(scripts[name](place))).effects()
    const optional = whole.filter(({ kind, name: method }) => kind === 'call' && method.startsWith('Set'))
    expect(optional.length).toBeGreaterThan(3)
    const absent = optional.map(({ target, name: method }) => `${target}.${method}`)
    const effects = (await run(scripts[name](place), absent)).effects()
    expect(effects.filter(({ name: method }) => method.startsWith('Set'))).toEqual([])
    expect(errors(effects)).toEqual([])
  },
)

test('placedata loads the data of each player, and saves it when the player leaves', async () => {
  const server = await run(scripts.placedata(place))
  server.fire('Players', 'PlayerAdded', 'Player')
  expect(named(server.effects(), 'Player', 'LoadData')).toEqual([[]])
  expect(named(server.effects(), 'Player', 'SaveData')).toEqual([])
  server.fire('Players', 'PlayerRemoving', 'Player')
  expect(named(server.effects(), 'Player', 'SaveData')).toEqual([[]])
  expect(errors(server.effects())).toEqual([])
})

test('the simulated client rejects scripts that the classic one would reject', async () => {
  for (const [script, message] of [
    ['game:GetService("Plaiers")', "'Plaiers' is not a valid service"],
    ['game:GetService("Players"):CreateLocalPlayre(1)', 'CreateLocalPlayre is not a valid member of Players'],
    ['game:GetService("Players").CreateLocalPlayer(1)', 'without its object'],
    ['Instance.new("Player").Nmae = "x"', 'Nmae is not a valid member of Player'],
    ['print(Enum.MembershipType.Gold)', 'Gold is not a valid EnumItem'],
    ['while true do end', 'ran too long'],
    ['x = ', 'unexpected symbol'],
    ['goto a', '='],
    ['return io.open("/etc/passwd")', "index global 'io'"],
  ] as const) {
    await expect(runScript(script), script).rejects.toThrow(message)
  }
})
