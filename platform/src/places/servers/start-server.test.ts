import { minute } from '@baseplate/service/clock'
import { describe, expect, test } from 'vitest'
import type { Actor } from '../../accounts/rules.ts'
import type { Standing } from '../../accounts/standing/rules.ts'
import { startFakeOrchestrator } from '../../testing/orchestrator.ts'
import { registerPerson } from '../../testing/people.ts'
import { databases, openTestPlatform } from '../../testing/platforms.ts'
import { createPublishedPlace } from '../../testing/published-place.ts'
import { updateNetwork, updatePrivacy, viewPlaceSettings } from '../settings.ts'
import { updatePlaceFile } from '../versions/update-file.ts'
import { servePlace } from './host.ts'
import { reportPresence } from './report-presence.ts'
import { dedicatedPort } from './rules.ts'
import { startServer } from './start-server.ts'
import { address, startWithOrchestrator } from './testing/orchestrated.ts'

describe.each(databases)('starting dedicated servers on %s', (kind) => {
  test('starts a server for any player who may enter, and sends players to its actual port', async () => {
    const { orchestrator, platform, player, id, join, serversFor } = await startWithOrchestrator(kind)
    expect(await serversFor(player)).toEqual([{ kind: 'dedicated', state: 'stopped' }])
    expect((await join(player)).server).toEqual({ address: 'play.example', port: dedicatedPort(id) })
    await startServer(platform, player, { id }, { address })
    expect(orchestrator.asked).toContain(`PUT /${id} ${platform.config.baseUrl}/game/${id}/serve`)
    expect(await serversFor(player)).toEqual([{ kind: 'dedicated', state: 'starting' }])
    orchestrator.servers.set(id, { state: 'ready', port: 20_001, startTime: 5 })
    expect(await serversFor(player)).toEqual([{ kind: 'dedicated', state: 'ready', since: 5 }])
    const { ticket = '' } = orchestrator.orders.get(id) ?? {}
    expect(await servePlace(platform, id, { ticket })).toEqual({
      port: 20_001,
      ticket,
      isOpen: false,
      services: false,
    })
    // A server fetches its script before the orchestrator knows its port.
    expect((await servePlace(platform, id, { ticket }, 20_002)).port).toBe(20_002)
    expect((await join(player)).server.port).toBe(20_001)
    // The port stays known while the orchestrator is unavailable.
    orchestrator.fault = (response) => response.destroy()
    expect((await join(player)).server.port).toBe(20_001)
    platform.pass(minute)
    expect((await join(player)).server.port).toBe(20_001)
  })

  test('refuses to start a server that the player may not start', async () => {
    const { orchestrator, platform, maker, player, id } = await startWithOrchestrator(kind, {
      Hosting: 'Both',
    })
    const attempt = (actor: Actor, placeId = id, ticket?: string) =>
      startServer(platform, actor, { id: placeId, privateTicket: ticket }, { address })
    const standing: Standing = { type: 'Ban', reason: 'x', since: 0, expires: null, number: 1 }
    await expect(attempt({ ...player, standing }, 1)).rejects.toMatchObject({ reason: 'forbidden' })
    await expect(attempt(player, 1)).rejects.toMatchObject({ reason: 'missing' })
    await expect(attempt(player)).rejects.toMatchObject({
      reason: 'invalid',
      message: 'This place is not dedicated',
    })
    const empty = await createPublishedPlace(platform, maker, { name: 'Without a file' })
    for (const placeId of [id, empty.id]) {
      await updateNetwork(platform, maker, { id: placeId, dedicated: 'on', maxPlayers: '10' })
    }
    await expect(attempt(player, empty.id)).rejects.toMatchObject({ message: 'File not found' })
    await updatePrivacy(platform, maker, { id, privateServer: 'on' })
    const { privateTicket } = await viewPlaceSettings(platform, maker, { id })
    await expect(attempt(player)).rejects.toMatchObject({ reason: 'missing' })
    expect(orchestrator.asked.filter((asked) => asked.startsWith('PUT'))).toEqual([])
    await attempt(player, id, privateTicket)

    const selfhosted = await startWithOrchestrator(kind, { Hosting: 'Selfhosted' })
    await expect(
      startServer(selfhosted.platform, selfhosted.maker, { id: selfhosted.id }, { address }),
    ).rejects.toMatchObject({ reason: 'invalid', message: 'Dedicated servers are not supported' })
    await reportPresence(selfhosted.platform)
    expect(selfhosted.orchestrator.asked).toEqual([])
  })

  test('limits starts to 20 in ten minutes per address', async () => {
    const { platform, maker, player, id } = await startWithOrchestrator(kind)
    await Promise.all(Array.from({ length: 20 }, () => startServer(platform, player, { id }, { address })))
    for (const actor of [player, maker]) {
      await expect(startServer(platform, actor, { id }, { address })).rejects.toMatchObject({
        reason: 'limited',
      })
    }
    await startServer(platform, player, { id }, { address: '192.0.2.2' })
  })

  test('shows a dedicated server that players no longer join to managers of the place only', async () => {
    const { platform, maker, player, id, serversFor } = await startWithOrchestrator(kind, { Hosting: 'Both' })
    await updateNetwork(platform, maker, { id, dedicated: 'on', maxPlayers: '10' })
    await startServer(platform, maker, { id }, { address })
    await updateNetwork(platform, maker, { id, dedicated: 'off', maxPlayers: '10' })
    const own = { kind: 'selfhosted', state: 'stopped' }
    expect(await serversFor(maker)).toEqual([own, { kind: 'dedicated', state: 'starting' }])
    expect(await serversFor(player)).toEqual([own])
  })
})

test('sends the orchestrator its key and a run ticket', async () => {
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
  const { id } = await createPublishedPlace(platform, maker, { name: 'My place' })
  await updatePlaceFile(platform, maker, id, [Buffer.from('<roblox/>')])
  await updateNetwork(platform, maker, { id, dedicated: 'on', maxPlayers: '10' })
  await startServer(platform, maker, { id }, { address })
  expect(orchestrator.authorization).toBe('Bearer secret')
  expect(orchestrator.asked).toEqual([`PUT /${id} ${platform.config.baseUrl}/game/${id}/serve`])
  expect(orchestrator.orders.get(id)?.ticket).toMatch(/^[a-z0-9]{32}$/)
})

test('sends the orchestrator the properties of the place for its server', async () => {
  const { orchestrator, platform, maker, id } = await startWithOrchestrator('SQLite')
  await updatePlaceFile(platform, maker, id, [Buffer.from('<roblox>2</roblox>')])
  await updateNetwork(platform, maker, { id, dedicated: 'on', maxPlayers: '7' })
  await startServer(platform, maker, { id }, { address })
  expect(orchestrator.orders.get(id)).toMatchObject({
    baseUrl: platform.config.baseUrl,
    placeName: 'My place',
    maxPlayers: 7,
    placeVersion: 2,
  })
})
