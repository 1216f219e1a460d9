import { second } from '@baseplate/service/clock'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { databases } from '../../testing/platforms.ts'
import { joinPlace } from '../sessions/join.ts'
import { viewPlaceSettings } from '../settings.ts'
import { closeServer } from './close-server.ts'
import { viewServerLog } from './read-log.ts'
import { redeemTicket } from './redeem.ts'
import { rememberServers } from './remember-servers.ts'
import { reportPresence } from './report-presence.ts'
import { dedicatedPort } from './rules.ts'
import { startServer } from './start-server.ts'
import { address, startWithOrchestrator } from './testing/orchestrated.ts'

describe.each(databases)('an unavailable orchestrator on %s', (kind) => {
  test('refuses starts and shows an unknown state while the orchestrator fails', async () => {
    const { orchestrator, platform, maker, id, serversFor } = await startWithOrchestrator(kind)
    for (const fault of [
      (response) => response.writeHead(503).end('20 servers run'),
      (response) => response.end('<html>'),
      (response) => response.end('{"state":"dancing"}'),
      (response) => response.writeHead(302, { Location: '/' }).end(),
      (response) => response.destroy(),
    ] satisfies (typeof orchestrator.fault)[]) {
      orchestrator.fault = fault
      await expect(startServer(platform, maker, { id }, { address })).rejects.toMatchObject({
        reason: 'failed',
        message: 'Failed to start dedicated server',
      })
      await expect(closeServer(platform, maker, { id })).rejects.toMatchObject({
        reason: 'failed',
        message: 'Failed to close dedicated server',
      })
      await reportPresence(platform)
    }
    expect((await viewServerLog(platform, maker, { id })).log).toBeNull()
    expect(await serversFor(maker)).toEqual([{ kind: 'dedicated', state: 'unknown' }])
    const asked = orchestrator.asked.length
    await serversFor(maker)
    expect(orchestrator.asked).toHaveLength(asked)
    // A heartbeat shows that the server is running.
    platform.presence.recordServerHeartbeat((await viewPlaceSettings(platform, maker, { id })).serverTicket)
    await platform.presence.flush()
    expect(await serversFor(maker)).toEqual([{ kind: 'dedicated', state: 'ready' }])
    orchestrator.fault = undefined
    platform.pass(2 * second)
    expect(await serversFor(maker)).toEqual([{ kind: 'dedicated', state: 'stopped' }])
  })

  test('asks the player to try again when a start takes too long', async () => {
    const { orchestrator, platform, maker, id } = await startWithOrchestrator(kind)
    orchestrator.fault = () => undefined
    const timeout = AbortSignal.timeout.bind(AbortSignal)
    const spy = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => timeout(20))
    onTestFinished(() => spy.mockRestore())
    await expect(startServer(platform, maker, { id }, { address })).rejects.toMatchObject({
      reason: 'late',
      problem: { code: 'servers.starting_slowly' },
      retryAfter: 10,
    })
  })

  test('remembers the last ports and states of all servers, even of servers that no page has requested', async () => {
    const { orchestrator, platform, id } = await startWithOrchestrator(kind)
    const closed = id + 1
    orchestrator.servers.set(id, { state: 'ready', port: 23_456 })
    orchestrator.servers.set(closed, { state: 'ready', port: 34_567 })
    await rememberServers(platform)
    expect(await platform.orchestrator.portOf(closed)).toBe(34_567)
    orchestrator.servers.delete(closed)
    await rememberServers(platform)
    orchestrator.fault = (response) => response.destroy()
    await rememberServers(platform)
    expect(await platform.orchestrator.portOf(id)).toBe(23_456)
    // Another process has closed it.
    expect(await platform.orchestrator.portOf(closed)).toBeUndefined()
    expect(platform.orchestrator.lastServers?.servers).toMatchObject([{ placeId: id, state: 'ready' }])
  })

  test('refuses a join while the port of the server is not known, and leaves the ticket unspent', async () => {
    const { orchestrator, platform, player, id } = await startWithOrchestrator(kind)
    const { ticket } = await joinPlace(platform, player, { id })
    orchestrator.fault = (response) => response.destroy()
    const slow = { reason: 'late', problem: { code: 'servers.starting_slowly' }, retryAfter: 10 }
    await expect(redeemTicket(platform, ticket, undefined)).rejects.toMatchObject(slow)
    orchestrator.fault = undefined
    platform.pass(2 * second)
    orchestrator.servers.set(id, { state: 'starting' })
    await expect(redeemTicket(platform, ticket, undefined)).rejects.toMatchObject(slow)
    orchestrator.servers.set(id, { state: 'ready', port: 20_001 })
    expect((await redeemTicket(platform, ticket, undefined)).server.port).toBe(20_001)
  })

  test('lets a player join when the orchestrator answers too late for a page', async () => {
    const { orchestrator, id, join, player, serversFor } = await startWithOrchestrator(kind)
    orchestrator.servers.set(id, { state: 'ready', port: 20_001 })
    orchestrator.fault = (response) =>
      void setTimeout(() => response.end('{"state":"ready","port":20001}'), 1.5 * second)
    expect(await serversFor(player)).toEqual([{ kind: 'dedicated', state: 'unknown' }])
    expect((await join(player)).server.port).toBe(20_001)
  })

  test('refuses a join while the server of another place has the usual port of a place without one', async () => {
    const { orchestrator, player, id, join } = await startWithOrchestrator(kind)
    const port = dedicatedPort(id)
    orchestrator.servers.set(id + 1, { state: 'ready', port })
    await expect(join(player)).rejects.toMatchObject({ reason: 'late' })
    orchestrator.servers.set(id + 1, { state: 'ready', port: port + 1 })
    expect((await join(player)).server.port).toBe(port)
    orchestrator.fault = (response) => response.end('{"state":"stopped"}')
    await expect(join(player)).rejects.toMatchObject({ reason: 'late' })
  })

  test('shows an unknown state soon when the orchestrator does not respond', async () => {
    const { orchestrator, serversFor, player } = await startWithOrchestrator(kind)
    orchestrator.fault = () => undefined
    const before = performance.now()
    expect(await serversFor(player)).toEqual([{ kind: 'dedicated', state: 'unknown' }])
    expect(await serversFor(player)).toEqual([{ kind: 'dedicated', state: 'unknown' }])
    expect(performance.now() - before).toBeLessThan(5_000)
  })
})
