import { hour, minute, second } from '@baseplate/service/clock'
import { describe, expect, test } from 'vitest'
import type { ConfigInput } from '../../../config/schema.ts'
import { viewAudit } from '../../../moderation/audit/view.ts'
import { viewAttention } from '../../../operations/metrics/attention.ts'
import { startFakeOrchestrator } from '../../../testing/orchestrator.ts'
import { registerPerson } from '../../../testing/people.ts'
import { databases, openTestPlatform } from '../../../testing/platforms.ts'
import { createPublishedPlace } from '../../../testing/published-place.ts'
import { startOf } from '../../../testing/starting.ts'
import { joinPlace } from '../../sessions/join.ts'
import { updateNetwork, updatePrivacy, viewPlaceSettings } from '../../settings.ts'
import { updatePlaceFile } from '../../versions/update-file.ts'
import { startServerById } from './start-server.ts'
import { exportServers, viewServers, viewServersOf } from './view-servers.ts'

describe.each(databases)('lists of game servers on %s', (kind) => {
  async function start(config: ConfigInput = {}) {
    const orchestrator = await startFakeOrchestrator()
    const platform = await openTestPlatform(kind, {
      Gameservers: { Hosting: 'Both' },
      ...config,
      Orchestrator: { PrivateURL: orchestrator.url, Command: ['server'] },
    })
    const administrator = await registerPerson(platform, 'Administrator')
    const maker = await registerPerson(platform, 'Maker')
    const moderator = { ...(await registerPerson(platform, 'Moderator')), permissionLevel: 4 }
    const make = async (name: string, dedicated: boolean) => {
      const { id } = await createPublishedPlace(platform, maker, { name })
      await updatePlaceFile(platform, maker, id, [Buffer.from('<roblox/>')])
      if (dedicated) await updateNetwork(platform, maker, { id, dedicated: 'on', maxPlayers: '10' })
      return id
    }
    const sendHeartbeat = async (id: number) => {
      const { serverTicket } = await viewPlaceSettings(platform, maker, { id })
      platform.presence.recordServerHeartbeat(serverTicket)
      await platform.presence.flush()
    }
    const listed = async (input: Record<string, unknown> = {}) =>
      (await viewServers(platform, moderator, input)).servers.map(({ name, state }) => `${name}: ${state}`)
    return { orchestrator, platform, administrator, maker, moderator, make, sendHeartbeat, listed }
  }

  /** Servers in every state except `stopping`, two of them self-hosted, and a place that never had one. */
  const startFiveServers = async () => {
    const { orchestrator, platform, maker, moderator, make, sendHeartbeat, listed } = await start()
    const [arena, tower, own, old] = [
      await make('Arena', true),
      await make('Tower', true),
      await make('My own', false),
      await make('Old', false),
    ]
    await make('Never started', true)
    await sendHeartbeat(old)
    platform.pass(hour)
    const now = platform.now()
    const ready = {
      state: 'ready',
      port: 20_001,
      startTime: now - 5_000,
      since: now - 4_000,
      memoryBytes: 7,
    } as const
    orchestrator.servers.set(arena, ready)
    const reason = 'it ended with code 1'
    orchestrator.servers.set(tower, { state: 'failed', since: now - 1_000, reason })
    orchestrator.servers.set(1, { state: 'starting', since: now - 9_000 })
    await sendHeartbeat(own)
    const { ticket } = await joinPlace(platform, maker, { id: arena })
    await platform.gameSessions.spend(startOf(ticket))
    return { platform, moderator, listed, arena, tower, now, reason }
  }

  test('lists servers that run, failed or sent heartbeats, by filter and order', async () => {
    const { platform, moderator, listed, arena, tower, now, reason } = await startFiveServers()

    const { servers, ...contact } = await viewServers(platform, moderator, {})
    expect(contact).toEqual({ orchestrator: 'reachable', listedAt: now, next: null })
    expect(servers.find(({ placeId }) => placeId === arena)).toEqual({
      slug: 'Arena',
      owner: 'Maker',
      heard: null,
      reason: null,
      id: `${arena}dedicated`,
      placeId: arena,
      name: 'Arena',
      kind: 'dedicated',
      state: 'ready',
      since: now - 5_000,
      players: 1,
      port: 20_001,
      memoryBytes: 7,
    })
    expect(servers.map(({ name, kind, state, since, reason }) => [name, kind, state, since, reason])).toEqual(
      [
        ['My own', 'selfhosted', 'ready', null, null],
        ['Tower', 'dedicated', 'failed', now - 1_000, reason],
        ['Arena', 'dedicated', 'ready', now - 5_000, null],
        ['', 'dedicated', 'starting', now - 9_000, null],
        ['Old', 'selfhosted', 'silent', Math.floor((now - hour) / second) * second, null],
      ],
    )
    expect(await listed({ state: 'failed' })).toEqual(['Tower: failed'])
    expect(await listed({ kind: 'selfhosted', sort: 'oldest' })).toEqual(['Old: silent', 'My own: ready'])
    expect(await listed({ q: ' ARE ' })).toEqual(['Arena: ready'])
    expect(await listed({ q: String(tower) })).toEqual(['Tower: failed'])
    expect(await listed({ q: 'maker', sort: 'most', state: 'ready' })).toEqual([
      'Arena: ready',
      'My own: ready',
    ])
    expect(await listed({ state: 'nonsense', sort: 'x' })).toHaveLength(5)
    expect(await Array.fromAsync(await exportServers(platform, moderator, { state: 'failed' }))).toHaveLength(
      1,
    )
    await expect(viewServers(platform, moderator, { cursor: 'x' })).rejects.toThrow('doesn’t exist')

    expect(await viewAttention(platform, moderator)).toContainEqual({ what: 'servers', count: 1 })
    platform.pass(24 * hour + minute)
    expect(await listed({ kind: 'selfhosted' })).toEqual([])
  })

  test('lists every server once on its pages', async () => {
    const { orchestrator, platform, moderator } = await start()
    for (let id = 1; id <= 120; id++) orchestrator.servers.set(id, { state: 'ready', since: id % 7 })
    for (const sort of ['newest', 'oldest', 'most', 'fewest']) {
      const seen: number[] = []
      for (let cursor: string | undefined; ; ) {
        const { servers, next } = await viewServers(platform, moderator, { sort, cursor })
        seen.push(...servers.map(({ placeId }) => placeId))
        if (next === null) break
        cursor = next
      }
      expect([seen.length, new Set(seen).size]).toEqual([120, 120])
    }
  })

  test('lists the last known servers and newer heartbeats while the orchestrator is unavailable', async () => {
    const { orchestrator, platform, moderator, make, sendHeartbeat, listed } = await start()
    const [arena, tower] = [await make('Arena', true), await make('Tower', true)]
    orchestrator.fault = (response) => response.destroy()
    const { listedAt } = await viewServers(platform, moderator, {})
    expect(listedAt).toBeNull()
    orchestrator.fault = undefined
    orchestrator.servers.set(arena, { state: 'ready', port: 20_001, since: 5 })
    expect(await listed()).toEqual(['Arena: ready'])
    const at = platform.now()

    orchestrator.fault = (response) => response.destroy()
    platform.pass(minute)
    await sendHeartbeat(tower)
    expect(await viewServers(platform, moderator, {})).toMatchObject({
      orchestrator: 'unreachable',
      listedAt: at,
    })
    expect(await listed({ sort: 'oldest' })).toEqual(['Arena: ready', 'Tower: ready'])
    expect(await viewServersOf(platform, moderator, { id: arena })).toMatchObject({
      orchestrator: 'unreachable',
      name: 'Arena',
      dedicated: true,
      servers: [{ state: 'ready', port: 20_001 }],
    })
    await expect(startServerById(platform, moderator, { id: `${arena}` })).rejects.toMatchObject({
      message: 'Failed to start dedicated server',
    })
    expect((await viewAttention(platform, moderator)).map(({ what }) => what)).toContain('orchestrator')
    // The orchestrator's list takes precedence over a recent heartbeat.
    orchestrator.fault = undefined
    expect(await listed()).toEqual(['Arena: ready'])
  })

  test('lets moderators start the server of any place, and records it', async () => {
    const { orchestrator, platform, administrator, maker, moderator, make, listed } = await start()
    const [arena, own] = [await make('Arena', true), await make('My own', false)]
    await updatePrivacy(platform, maker, { id: arena, privateServer: 'on' })
    for (const id of [String(arena), ` ${platform.config.baseUrl}/place/${arena}/Arena?x=1 `]) {
      expect(await startServerById(platform, moderator, { id })).toEqual({ id: arena })
    }
    expect(orchestrator.asked).toContain(`PUT /${arena} ${platform.config.baseUrl}/game/${arena}/serve`)
    expect(await listed()).toEqual(['Arena: starting'])
    const { entries } = await viewAudit(platform, administrator, { action: 'startserver' })
    expect(entries).toHaveLength(2)
    expect(entries[0]).toMatchObject({ actor: 'Moderator', subject: `place:${arena}` })

    for (const id of [undefined, '', '0', 'x', '-1', '1e3', '1234567890', `${arena} 1`, `x/${arena}`]) {
      await expect(startServerById(platform, moderator, { id }), String(id)).rejects.toThrow('Enter the id')
    }
    await expect(startServerById(platform, moderator, { id: '1' })).rejects.toMatchObject({
      reason: 'missing',
    })
    await expect(startServerById(platform, moderator, { id: String(own) })).rejects.toThrow(
      'This place is not dedicated',
    )
    await expect(viewServersOf(platform, moderator, { id: 1 })).rejects.toMatchObject({ reason: 'missing' })
    const refused = { reason: 'forbidden' }
    await expect(viewServers(platform, maker, {})).rejects.toMatchObject(refused)
    await expect(viewServersOf(platform, maker, { id: arena })).rejects.toMatchObject(refused)
    await expect(startServerById(platform, maker, { id: String(arena) })).rejects.toMatchObject(refused)
    await expect(exportServers(platform, maker, {})).rejects.toMatchObject(refused)
  })
})

test('does not ask the orchestrator when all places are self-hosted', async () => {
  const orchestrator = await startFakeOrchestrator()
  const platform = await openTestPlatform('SQLite', {
    Gameservers: { Hosting: 'Selfhosted' },
    Orchestrator: { PrivateURL: orchestrator.url },
  })
  const administrator = await registerPerson(platform, 'Administrator')
  expect(await viewServers(platform, administrator, {})).toEqual({
    orchestrator: 'none',
    listedAt: null,
    servers: [],
    next: null,
  })
  expect(orchestrator.asked).toEqual([])
})
