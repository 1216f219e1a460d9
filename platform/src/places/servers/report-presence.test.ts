import { minute, second } from '@baseplate/service/clock'
import { describe, expect, test } from 'vitest'
import { parseConfig } from '../../config/load.ts'
import { databases } from '../../testing/platforms.ts'
import { createPublishedPlace } from '../../testing/published-place.ts'
import { regenerateServerTicket, viewPlaceSettings } from '../settings.ts'
import { viewPlace } from '../view.ts'
import { closeServer } from './close-server.ts'
import { reportIntervalOf, reportPresence } from './report-presence.ts'
import { startServer } from './start-server.ts'
import { address, startWithOrchestrator } from './testing/orchestrated.ts'

describe.each(databases)('presence of dedicated servers on %s', (kind) => {
  test('reports players and silent servers to the orchestrator', async () => {
    const { orchestrator, platform, maker, player, id, join } = await startWithOrchestrator(kind)
    const silent = await createPublishedPlace(platform, maker, { name: 'Silent' })
    await startServer(platform, maker, { id }, { address })
    const { ticket = '' } = orchestrator.orders.get(id) ?? {}
    // A running server keeps its ticket when the button is pressed again.
    await startServer(platform, player, { id }, { address })
    expect(orchestrator.orders.get(id)?.ticket).not.toBe(ticket)
    orchestrator.servers.set(silent.id, { state: 'ready', run: 'gone' })
    orchestrator.servers.set(1, { state: 'ready' })
    await join(player)
    platform.presence.recordServerHeartbeat(ticket)
    await platform.presence.flush()
    expect((await viewPlace(platform, maker, { id })).serverPing).toBe(platform.now() / second)
    // The first heartbeat of a server is reported at once.
    await expect.poll(() => orchestrator.presence).toContainEqual([id, { players: 1, silentSeconds: 0 }])
    platform.pass(12 * second)
    await reportPresence(platform)
    expect(orchestrator.presence).toEqual([
      [id, { players: 1, silentSeconds: 12 }],
      [silent.id, { players: 0, silentSeconds: null }],
      [1, { players: 0, silentSeconds: null }],
    ])
  })

  test('reports the players of a server without a run', async () => {
    const { orchestrator, platform, player, id, join } = await startWithOrchestrator(kind)
    orchestrator.servers.set(id, { state: 'ready', port: 20_001 })
    await join(player)
    await reportPresence(platform)
    expect(orchestrator.presence).toEqual([[id, { players: 1, silentSeconds: null }]])
  })

  test('accepts a server’s heartbeats only with its own run ticket', async () => {
    const { orchestrator, platform, maker, id } = await startWithOrchestrator(kind)
    const presence = async () => {
      await platform.presence.flush()
      await reportPresence(platform)
      return orchestrator.presence
    }
    await startServer(platform, maker, { id }, { address })
    const first = orchestrator.orders.get(id)?.ticket ?? ''
    const { serverTicket } = await viewPlaceSettings(platform, maker, { id })
    // One forged heartbeat followed by silence would look like a server that hangs.
    platform.presence.recordServerHeartbeat(serverTicket)
    platform.pass(minute)
    expect(await presence()).toEqual([[id, { players: 0, silentSeconds: null }]])
    await closeServer(platform, maker, { id })
    await startServer(platform, maker, { id }, { address })
    platform.presence.recordServerHeartbeat(first)
    expect(await presence()).toEqual([[id, { players: 0, silentSeconds: null }]])
    // A running server keeps its run ticket when the place's ticket changes.
    await regenerateServerTicket(platform, maker, { id })
    platform.presence.recordServerHeartbeat(orchestrator.orders.get(id)?.ticket ?? '')
    expect(await presence()).toEqual([[id, { players: 0, silentSeconds: 0 }]])
  })
})

test.each([
  [90, 15_000],
  [12, 3_000],
])('with a silence of %i seconds, presence is reported every %i ms', (SilentSeconds, interval) => {
  const { Orchestrator } = parseConfig({ Engine: 'minetest', Orchestrator: { SilentSeconds } }, {}, '/')
  expect(reportIntervalOf({ Orchestrator })).toBe(interval)
})
