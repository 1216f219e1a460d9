import { describe, expect, test } from 'vitest'
import type { Actor } from '../../accounts/rules.ts'
import type { Standing } from '../../accounts/standing/rules.ts'
import { minute, second } from '../../foundation/clock.ts'
import type { ConfigInput } from '../../foundation/config/schema.ts'
import { requestFriendship } from '../../social/friendships.ts'
import { startFakeOrchestrator } from '../../testing/orchestrator.ts'
import { registerPerson } from '../../testing/people.ts'
import { databases, openTestPlatform } from '../../testing/platforms.ts'
import { createPlace } from '../create.ts'
import { joinPlace } from '../sessions/join.ts'
import { redeemTicket } from '../sessions/redeem.ts'
import { regenerateTicket, updateNetwork, updatePrivacy, viewPlaceSettings } from '../settings.ts'
import { readPlaceFile } from '../versions/read-file.ts'
import { updatePlaceFile } from '../versions/update-file.ts'
import { viewPlace } from '../view.ts'
import { closeServer } from './close-server.ts'
import { servePlace } from './host.ts'
import { readServerLog } from './read-log.ts'
import { reportPresence } from './report-presence.ts'
import { type Credentials, dedicatedPort } from './rules.ts'
import { startServer } from './start-server.ts'

const address = '192.0.2.1'

describe.each(databases)('dedicated servers on %s', (kind) => {
  async function start(
    Gameservers: ConfigInput['Gameservers'] = { Hosting: 'Dedicated' },
    more: object = {},
  ) {
    const orchestrator = await startFakeOrchestrator()
    const Orchestrator = {
      PrivateURL: `${orchestrator.url}/`,
      PublicURL: 'https://play.example:8443',
      ...more,
    }
    const platform = await openTestPlatform(kind, { Gameservers, Orchestrator })
    const administrator = await registerPerson(platform, 'Administrator')
    const maker = await registerPerson(platform, 'Maker')
    const player = await registerPerson(platform, 'Player')
    const { id } = await createPlace(platform, maker, { name: 'My place' })
    await updatePlaceFile(platform, maker, id, [Buffer.from('<roblox/>')])
    const join = async (actor: Actor) => {
      const { ticket } = await joinPlace(platform, actor, id)
      return { ticket, ...(await redeemTicket(platform, ticket, undefined)) }
    }
    const players = async () => (await viewPlace(platform, maker, id)).players.map(({ username }) => username)
    const serversFor = async (actor: Actor) => (await viewPlace(platform, actor, id)).servers
    return { orchestrator, platform, administrator, maker, player, id, join, players, serversFor }
  }

  test('anybody who may enter starts it; scripts carry the port that it really has', async () => {
    const { orchestrator, platform, player, id, join, serversFor } = await start()
    expect(await serversFor(player)).toEqual([{ kind: 'dedicated', state: 'stopped' }])
    expect((await join(player)).server).toEqual({ address: 'play.example', port: dedicatedPort(id) })
    await startServer(platform, player, id, address)
    expect(orchestrator.asked).toContain(`PUT /${id} ${platform.config.baseUrl}/game/${id}/serve`)
    expect(await serversFor(player)).toEqual([{ kind: 'dedicated', state: 'starting' }])
    orchestrator.servers.set(id, { state: 'ready', port: 20_001, startTime: 5 })
    expect(await serversFor(player)).toEqual([{ kind: 'dedicated', state: 'ready', since: 5 }])
    const { ticket = '' } = orchestrator.orders.get(id) ?? {}
    expect(await servePlace(platform, id, { ticket })).toEqual({ port: 20_001, ticket, isOpen: false })
    // It is asked for its script before it has a process.
    expect((await servePlace(platform, id, { ticket }, 20_002)).port).toBe(20_002)
    expect((await join(player)).server.port).toBe(20_001)
    // An orchestrator that is away does not move the server.
    orchestrator.trouble = (response) => response.destroy()
    expect((await join(player)).server.port).toBe(20_001)
    platform.pass(minute)
    expect((await join(player)).server.port).toBe(20_001)
  })

  test('starting: every rule and its words', async () => {
    const { orchestrator, platform, maker, player, id } = await start({ Hosting: 'Both' })
    const attempt = (actor: Actor, placeId = id, ticket?: string) =>
      startServer(platform, actor, placeId, address, ticket)
    const standing: Standing = { type: 'Ban', reason: 'x', since: 0, expires: null, number: 1 }
    await expect(attempt({ ...player, standing }, 1)).rejects.toMatchObject({ reason: 'forbidden' })
    await expect(attempt(player, 1)).rejects.toMatchObject({ reason: 'missing' })
    await expect(attempt(player)).rejects.toMatchObject({
      reason: 'invalid',
      message: 'This place is not dedicated',
    })
    const empty = await createPlace(platform, maker, { name: 'Without a file' })
    for (const placeId of [id, empty.id]) {
      await updateNetwork(platform, maker, placeId, { dedicated: 'on', maxPlayers: '10' })
    }
    await expect(attempt(player, empty.id)).rejects.toMatchObject({ message: 'File not found' })
    await updatePrivacy(platform, maker, id, { privateServer: 'on' })
    const { privateTicket } = await viewPlaceSettings(platform, maker, id)
    await expect(attempt(player)).rejects.toMatchObject({ reason: 'missing' })
    expect(orchestrator.asked.filter((asked) => asked.startsWith('PUT'))).toEqual([])
    await attempt(player, id, privateTicket)

    const selfhosted = await start({ Hosting: 'Selfhosted' })
    await expect(
      startServer(selfhosted.platform, selfhosted.maker, selfhosted.id, address),
    ).rejects.toMatchObject({ reason: 'invalid', message: 'Dedicated servers are not supported' })
    await reportPresence(selfhosted.platform)
    expect(selfhosted.orchestrator.asked).toEqual([])
  })

  test('20 starts in ten minutes from an address, whoever asks, and whatever comes of it', async () => {
    const { platform, maker, player, id } = await start()
    await Promise.all(Array.from({ length: 20 }, () => startServer(platform, player, id, address)))
    for (const actor of [player, maker]) {
      await expect(startServer(platform, actor, id, address)).rejects.toMatchObject({ reason: 'limited' })
    }
    await startServer(platform, player, id, '192.0.2.2')
  })

  test('an orchestrator that is away, answers errors or nonsense: a refusal, and pages without its word', async () => {
    const { orchestrator, platform, maker, id, serversFor } = await start()
    for (const trouble of [
      (response) => response.writeHead(503).end('20 servers run'),
      (response) => response.end('<html>'),
      (response) => response.end('{"state":"dancing"}'),
      (response) => response.writeHead(302, { Location: '/' }).end(),
      (response) => response.destroy(),
    ] satisfies (typeof orchestrator.trouble)[]) {
      orchestrator.trouble = trouble
      await expect(startServer(platform, maker, id, address)).rejects.toMatchObject({
        reason: 'failed',
        message: 'Failed to start dedicated server',
      })
      await expect(closeServer(platform, maker, id)).rejects.toMatchObject({
        reason: 'failed',
        message: 'Failed to close dedicated server',
      })
      await reportPresence(platform)
    }
    await expect(readServerLog(platform, maker, id, 1)).rejects.toMatchObject({ reason: 'failed' })
    expect(await serversFor(maker)).toEqual([{ kind: 'dedicated', state: 'unknown' }])
    const asked = orchestrator.asked.length
    await serversFor(maker)
    expect(orchestrator.asked).toHaveLength(asked)
    // Its server tells its presence: it is there all the same.
    platform.presence.recordServerHeartbeat((await viewPlaceSettings(platform, maker, id)).serverTicket)
    await platform.presence.flush()
    expect(await serversFor(maker)).toEqual([{ kind: 'dedicated', state: 'ready' }])
    orchestrator.trouble = undefined
    platform.pass(2 * second)
    expect(await serversFor(maker)).toEqual([{ kind: 'dedicated', state: 'stopped' }])
  })

  test('one that does not answer keeps nobody waiting for long', async () => {
    const { orchestrator, serversFor, player } = await start()
    orchestrator.trouble = () => undefined
    const before = performance.now()
    expect(await serversFor(player)).toEqual([{ kind: 'dedicated', state: 'unknown' }])
    expect(await serversFor(player)).toEqual([{ kind: 'dedicated', state: 'unknown' }])
    expect(performance.now() - before).toBeLessThan(5_000)
  })

  test('closing ends what is played there; owner and moderators do it, and read the log', async () => {
    const { orchestrator, platform, administrator, maker, player, id, join, players } = await start()
    await startServer(platform, maker, id, address)
    const { ticket } = await join(player)
    const issued = await joinPlace(platform, administrator, id)
    expect(await players()).toEqual(['Player'])
    await expect(closeServer(platform, player, id)).rejects.toMatchObject({
      reason: 'forbidden',
      message: 'You do not have permission to close this server.',
    })
    await expect(closeServer(platform, player, 1)).rejects.toMatchObject({ reason: 'missing' })
    await expect(readServerLog(platform, player, id, 10)).rejects.toMatchObject({ reason: 'forbidden' })
    await updatePrivacy(platform, maker, id, { privateServer: 'on' })
    await expect(closeServer(platform, player, id)).rejects.toMatchObject({ reason: 'missing' })
    await expect(readServerLog(platform, player, id, 10)).rejects.toMatchObject({ reason: 'missing' })
    expect((await readServerLog(platform, administrator, id, 10)).log).toBe(`log of ${id}\n`)
    expect(orchestrator.servers.size).toBe(1)

    platform.pass(second)
    await closeServer(platform, administrator, id)
    expect(orchestrator.servers.size).toBe(0)
    expect(await players()).toEqual([])
    expect(await platform.presence.recordClientHeartbeat(ticket)).toBe(true)
    await platform.presence.flush()
    expect(await players()).toEqual([])
    await expect(redeemTicket(platform, issued.ticket, undefined)).rejects.toThrow('Invalid Game Session')
    await closeServer(platform, maker, id)
    await join(maker)
    expect(await players()).toEqual(['Maker'])
  })

  test('the orchestrator is told who plays and which servers are silent', async () => {
    const { orchestrator, platform, maker, player, id, join } = await start()
    const silent = await createPlace(platform, maker, { name: 'Silent' })
    await startServer(platform, maker, id, address)
    const { ticket = '' } = orchestrator.orders.get(id) ?? {}
    // A running server keeps its ticket when the button is pressed again.
    await startServer(platform, player, id, address)
    expect(orchestrator.orders.get(id)?.ticket).not.toBe(ticket)
    orchestrator.servers.set(silent.id, { state: 'ready', run: 'gone' })
    orchestrator.servers.set(1, { state: 'ready' })
    await join(player)
    platform.presence.recordServerHeartbeat(ticket)
    await platform.presence.flush()
    expect((await viewPlace(platform, maker, id)).serverPing).toBe(platform.now() / second)
    // At once, because nothing was heard of it before.
    await expect.poll(() => orchestrator.presence).toContainEqual([id, { players: 1, silentSeconds: 0 }])
    platform.pass(12 * second)
    await reportPresence(platform)
    expect(orchestrator.presence).toEqual([
      [id, { players: 1, silentSeconds: 12 }],
      [silent.id, { players: 0, silentSeconds: null }],
      [1, { players: 0, silentSeconds: null }],
    ])
  })

  test('reports the players of a server that an earlier version started, which has no run', async () => {
    const { orchestrator, platform, player, id, join } = await start()
    orchestrator.servers.set(id, { state: 'ready' })
    await join(player)
    await reportPresence(platform)
    expect(orchestrator.presence).toEqual([[id, { players: 1, silentSeconds: null }]])
  })

  test('accepts presence by the ticket of a start only from its own server', async () => {
    const { orchestrator, platform, maker, id } = await start()
    const presence = async () => {
      await platform.presence.flush()
      await reportPresence(platform)
      return orchestrator.presence
    }
    await startServer(platform, maker, id, address)
    const first = orchestrator.orders.get(id)?.ticket ?? ''
    const { serverTicket } = await viewPlaceSettings(platform, maker, id)
    // One forged presence, then silence: that is how a server looks that hangs.
    platform.presence.recordServerHeartbeat(serverTicket)
    platform.pass(minute)
    expect(await presence()).toEqual([[id, { players: 0, silentSeconds: null }]])
    await closeServer(platform, maker, id)
    await startServer(platform, maker, id, address)
    platform.presence.recordServerHeartbeat(first)
    expect(await presence()).toEqual([[id, { players: 0, silentSeconds: null }]])
    // The place's ticket changes while the server runs, which goes on with its own.
    await regenerateTicket(platform, maker, id, 'server_ticket')
    platform.presence.recordServerHeartbeat(orchestrator.orders.get(id)?.ticket ?? '')
    expect(await presence()).toEqual([[id, { players: 0, silentSeconds: 0 }]])
  })

  test('the ticket of a start opens its place for some minutes, and is forgotten when its server is gone', async () => {
    const { orchestrator, platform, maker, id } = await start()
    const other = await createPlace(platform, maker, { name: 'Another' })
    await startServer(platform, maker, id, address)
    const { ticket = '' } = orchestrator.orders.get(id) ?? {}
    const refused = { reason: 'forbidden' }
    await expect(servePlace(platform, other.id, { ticket })).rejects.toMatchObject(refused)
    await (await readPlaceFile(platform, id, { ticket })).close()
    platform.pass(minute + platform.config.Orchestrator.ReadySeconds * second)
    await expect(servePlace(platform, id, { ticket })).rejects.toMatchObject(refused)
    await expect(readPlaceFile(platform, id, { ticket })).rejects.toMatchObject(refused)
    const runs = () => platform.db.selectFrom('server_runs').select('ticket').execute()
    platform.pass(10 * minute)
    await reportPresence(platform)
    expect(await runs()).toEqual([{ ticket }])
    orchestrator.servers.clear()
    await reportPresence(platform)
    expect(await runs()).toEqual([])
  })

  test.each([
    ['without a key', undefined, [403, 403]],
    ['with a key', 'k'.repeat(32), [403, 403]],
    ['with an empty key', '', [200, 403]],
  ] as const)(
    '%s, a place is open to its own tickets, its owner, and who else',
    async (_name, Key, strangers) => {
      const { platform, administrator, maker, player, id } = await start({
        Hosting: 'Dedicated',
        ...(Key !== undefined && { Key }),
      })
      const closed = await createPlace(platform, maker, { name: 'Private' })
      await updatePlaceFile(platform, maker, closed.id, [Buffer.from('<roblox/>')])
      await updatePrivacy(platform, maker, closed.id, { privateServer: 'on' })
      const ask = async (placeId: number, credentials: Credentials) => {
        const statuses = await Promise.all([
          readPlaceFile(platform, placeId, credentials).then(async (file) => {
            await file.close()
            return 200
          }, statusOf),
          servePlace(platform, placeId, credentials).then(() => 200, statusOf),
        ])
        expect(statuses[0]).toBe(statuses[1])
        return statuses[0]
      }
      const statusOf = (error: unknown) => {
        expect(error).toMatchObject({ reason: 'forbidden', message: 'A key is needed' })
        return 403
      }
      const tickets: string[] = []
      for (const [index, placeId] of [id, closed.id].entries()) {
        const { serverTicket, privateTicket } = await viewPlaceSettings(platform, maker, placeId)
        const forStrangers = strangers[index]
        const standing: Standing = { type: 'Ban', reason: 'x', since: 0, expires: null, number: 1 }
        for (const credentials of [
          {},
          { bearer: '' },
          { bearer: 'wrong', ticket: 'wrong' },
          { ticket: privateTicket },
          { bearer: serverTicket },
          { actor: player },
          { actor: administrator },
          { actor: { ...maker, standing } },
          ...tickets.map((ticket) => ({ ticket })),
        ]) {
          expect([credentials, await ask(placeId, credentials)]).toEqual([credentials, forStrangers])
        }
        expect(await ask(placeId, { ticket: serverTicket })).toBe(200)
        expect(await ask(placeId, { actor: maker })).toBe(200)
        if (Key) expect(await ask(placeId, { bearer: Key })).toBe(200)
        tickets.push(serverTicket)
      }
    },
  )

  test('friends stand first among the players', async () => {
    const { platform, administrator, maker, player, id, join } = await start()
    // Requests that cross are a friendship.
    await requestFriendship(platform, maker, player.username)
    await requestFriendship(platform, player, maker.username)
    await join(administrator)
    platform.pass(1)
    await join(player)
    const { players, friends } = await viewPlace(platform, maker, id)
    expect(players.map(({ username }) => username)).toEqual(['Player', 'Administrator'])
    expect(friends).toEqual(['Player'])
    expect((await viewPlace(platform, administrator, id)).friends).toEqual([])
  })
})

test('with keys on both sides: the site shows its own, and the server gets a ticket beside its address', async () => {
  const orchestrator = await startFakeOrchestrator()
  const platform = await openTestPlatform(
    'SQLite',
    {
      Gameservers: { Hosting: 'Both', Key: 'k'.repeat(32) },
      Orchestrator: { PrivateURL: orchestrator.url },
    },
    { ORCHESTRATOR_KEY: 'secret' },
  )
  const maker = await registerPerson(platform, 'Maker')
  const { id } = await createPlace(platform, maker, { name: 'My place' })
  await updatePlaceFile(platform, maker, id, [Buffer.from('<roblox/>')])
  await updateNetwork(platform, maker, id, { dedicated: 'on', maxPlayers: '10' })
  await startServer(platform, maker, id, address)
  expect(orchestrator.authorization).toBe('Bearer secret')
  expect(orchestrator.asked).toEqual([`PUT /${id} ${platform.config.baseUrl}/game/${id}/serve`])
  expect(orchestrator.orders.get(id)?.ticket).toMatch(/^[a-z0-9]{32}$/)
  // Its maker's own again: the one that runs is seen by those who can close it, and by nobody else.
  await updateNetwork(platform, maker, id, { dedicated: 'off', maxPlayers: '10' })
  const left = { kind: 'dedicated', state: 'starting' }
  const own = { kind: 'selfhosted', state: 'stopped' }
  const other = await registerPerson(platform, 'Other')
  expect((await viewPlace(platform, maker, id)).servers).toEqual([own, left])
  expect((await viewPlace(platform, other, id)).servers).toEqual([own])
})
