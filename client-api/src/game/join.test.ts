import { join, joinValuesOf } from '@baseplate/e2e/client/client.ts'
import { runScript } from '@baseplate/e2e/client/lua.ts'
import { openSigned } from '@baseplate/e2e/client/signature.ts'
import type { Actor } from '@baseplate/platform/accounts/rules'
import type { ConfigInput } from '@baseplate/platform/config/schema'
import { joinPlace } from '@baseplate/platform/places/sessions/join'
import { updateNetwork, updatePrivacy, viewPlaceSettings } from '@baseplate/platform/places/settings'
import { viewPlace } from '@baseplate/platform/places/view'
import { registerPerson } from '@baseplate/platform/testing/people'
import { minute } from '@baseplate/service/clock'
import { expect, test } from 'vitest'
import { makePlace, startClientApi } from '../testing/client-api.ts'
import { membershipOf } from './join.ts'

async function start(config: ConfigInput = {}) {
  const api = await startClientApi(config)
  const place = await makePlace(api.platform)
  const player = await registerPerson(api.platform, 'Player_2')
  const ticketFor = async (actor: Actor) => (await joinPlace(api.platform, actor, { id: place.id })).ticket
  const join = async (query: string, init?: RequestInit) => {
    const response = await api.ask(`/game/join${query}`, init)
    return [response.status, await response.text()] as const
  }
  const players = async () =>
    (await viewPlace(api.platform, place.maker, { id: place.id })).players.map(({ username }) => username)
  return { ...api, ...place, player, ticketFor, join, players }
}

test('joins a local test server without a ticket', async () => {
  const { baseUrl, publicKey } = await startClientApi()
  const joined = await join(baseUrl, { publicKey })
  expect(joined).toMatchObject({
    placeId: 0,
    serverAddress: 'localhost',
    serverPort: 53_640,
    username: 'Player1',
    membership: 'Enum.MembershipType.None',
    appearanceUrl: '',
    pingUrl: '',
  })
})

test.each(['Ticket', 'TICKET', 'x=1&tICKET'])(
  'takes the ticket of a query that names it %s',
  async (name) => {
    const { join, ticketFor, player } = await start()
    expect(await join(`?${name}=unknown`)).toEqual([400, 'Invalid Game Session'])
    const [status, script] = await join(`?${name}=${await ticketFor(player)}`)
    expect([status, script.includes('"Player_2"')]).toEqual([200, true])
  },
)

test('joins the place as the player of the ticket, who counts as playing while heartbeats arrive', async () => {
  const { platform, baseUrl, publicKey, maker, player, id, ticketFor, players } = await start()
  await updateNetwork(platform, maker, {
    id,
    dedicated: 'off',
    serverAddress: 'play.example.org',
    serverPort: '2000',
    maxPlayers: '10',
  })
  const ticket = await ticketFor(player)
  expect(await players()).toEqual([])
  const client = await join(baseUrl, { publicKey }, ticket)
  expect(client).toMatchObject({
    placeId: id,
    serverAddress: 'play.example.org',
    serverPort: 2000,
    username: 'Player_2',
    membership: 'Enum.MembershipType.None',
    appearanceUrl: `${baseUrl}/asset/characterfetch/Player_2`,
    pingUrl: `${baseUrl}/game/clientpresence?ticket=${ticket}`,
  })
  expect(await players()).toEqual(['Player_2'])

  for (let ping = 0; ping < 4; ping++) {
    platform.pass(client.pingSeconds * 1000)
    await client.ping()
    await platform.presence.flush()
  }
  expect(await players()).toEqual(['Player_2'])
  client.leave()
  platform.pass(36_000)
  expect(await players()).toEqual([])
})

test('draws random user ids from 1 to 2147483647', async () => {
  const { baseUrl, publicKey } = await startClientApi()
  const ids = await Promise.all(
    Array.from({ length: 8 }, async () => (await join(baseUrl, { publicKey })).userId),
  )
  expect(new Set(ids).size).toBe(8)
  for (const id of ids) {
    expect(Number.isInteger(id)).toBe(true)
    expect(id).toBeGreaterThanOrEqual(1)
    expect(id).toBeLessThanOrEqual(2_147_483_647)
  }
})

test.each([
  [1, 'None'],
  [2, 'BuildersClub'],
  [3, 'BuildersClub'],
  [4, 'TurboBuildersClub'],
  [5, 'OutrageousBuildersClub'],
] as const)('shows level %i as %s', (level, membership) => expect(membershipOf(level)).toBe(membership))

test('joins the first account of an instance as its administrator', async () => {
  const { baseUrl, publicKey, maker, ticketFor } = await start()
  const client = await join(baseUrl, { publicKey }, await ticketFor(maker))
  expect(client.membership).toBe('Enum.MembershipType.OutrageousBuildersClub')
})

test('spends a ticket once among fifty concurrent requests', async () => {
  const { player, ticketFor, join } = await start()
  const ticket = await ticketFor(player)
  const responses = await Promise.all(Array.from({ length: 50 }, () => join(`?ticket=${ticket}`)))
  expect(responses.filter(([status]) => status === 200)).toHaveLength(1)
  expect(responses.filter(([, text]) => text === 'Invalid Game Session')).toHaveLength(49)
})

test('refuses a ticket that is spent, expired, superseded, empty or unknown', async () => {
  const { platform, player, ticketFor, join } = await start()
  const refused = [400, 'Invalid Game Session']
  const spent = await ticketFor(player)
  expect((await join(`?ticket=${spent}`))[0]).toBe(200)
  expect(await join(`?ticket=${spent}`)).toEqual(refused)
  const superseded = await ticketFor(player)
  const newer = await ticketFor(player)
  expect(await join(`?ticket=${superseded}`)).toEqual(refused)
  platform.pass(5 * minute - 1)
  expect((await join(`?ticket=${newer}`))[0]).toBe(200)
  const old = await ticketFor(player)
  platform.pass(5 * minute)
  expect(await join(`?ticket=${old}`)).toEqual(refused)
  expect(await join('?ticket=')).toEqual(refused)
  expect(await join(`?ticket=${'a'.repeat(24)}`)).toEqual(refused)
  expect(await join("?ticket='%20or%201=1--")).toEqual(refused)
})

test('does not spend a ticket for HEAD', async () => {
  const { player, ticketFor, join } = await start()
  const ticket = await ticketFor(player)
  expect((await join(`?ticket=${ticket}`, { method: 'HEAD' }))[0]).toBe(405)
  expect((await join(`?ticket=${ticket}`))[0]).toBe(200)
})

test('requires the private ticket of the session’s place, and does not spend the ticket otherwise', async () => {
  const { platform, maker, id, player, join } = await start()
  await updatePrivacy(platform, maker, { id, privateServer: 'on' })
  const { privateTicket } = await viewPlaceSettings(platform, maker, { id })
  const { ticket } = await joinPlace(platform, player, { id, privateTicket })
  const refused = [400, 'Invalid Private Server']
  expect(await join(`?ticket=${ticket}&privateServer=wrong`)).toEqual(refused)
  expect(await join('?ticket=wrong&privateServer=wrong')).toEqual(refused)
  expect(await join(`?ticket=wrong&privateServer=${privateTicket}`)).toEqual([400, 'Invalid Game Session'])
  expect((await join(`?ticket=${ticket}&privateServer=${privateTicket}`))[0]).toBe(200)
})

test('accepts an empty private ticket as none', async () => {
  const { player, ticketFor, join } = await start()
  expect((await join(`?ticket=${await ticketFor(player)}&privateServer=`))[0]).toBe(200)
})

test.each([
  ['the dedicated server', 'Dedicated', 'off'],
  ['the dedicated server', 'Dedicated', 'on'],
  ['the maker’s server', 'Selfhosted', 'off'],
  ['the maker’s server', 'Selfhosted', 'on'],
  ['the maker’s server', 'Both', 'off'],
  ['the dedicated server', 'Both', 'on'],
] as const)(
  'sends players to %s with hosting %s and the place’s setting %s',
  async (expected, Hosting, dedicated) => {
    const { platform, baseUrl, publicKey, maker, id, player, ticketFor } = await start({
      Gameservers: { Hosting, ProxyPortOffset: 7 },
      Orchestrator: { PublicURL: 'https://servers.example.org:64991' },
    })
    await updateNetwork(platform, maker, {
      id,
      dedicated,
      serverAddress: '192.0.2.7',
      serverPort: '2000',
      maxPlayers: '10',
    })
    const { serverAddress, serverPort } = await join(baseUrl, { publicKey }, await ticketFor(player))
    expect({ serverAddress, serverPort }).toEqual(
      expected === 'the dedicated server'
        ? { serverAddress: 'servers.example.org', serverPort: 10_000 + (id % 25_000) + 7 }
        : { serverAddress: '192.0.2.7', serverPort: 2000 },
    )
  },
)

test('signs with the configured hash and tag', async () => {
  const { ask, publicKey } = await startClientApi({ Signing: { Hash: 'sha256', Tag: 'sig' } })
  const signed = await (await ask('/game/join')).text()
  const run = await runScript(openSigned(signed, { publicKey, hash: 'sha256', tag: 'sig' }))
  expect(joinValuesOf(run.effects()).username).toBe('Player1')
  run.close()
})

test.each(['Ticket', 'TICKET'])('reads the ticket of a join from %s', async (name) => {
  const { ask, player, ticketFor } = await start()
  const script = await (await ask(`//Game//Join.ashx/?${name}=${await ticketFor(player)}`)).text()
  expect(script).toContain('Player_2')
})
