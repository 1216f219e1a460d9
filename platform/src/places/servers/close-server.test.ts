import { second } from '@baseplate/service/clock'
import { describe, expect, test } from 'vitest'
import { databases } from '../../testing/platforms.ts'
import { joinPlace } from '../sessions/join.ts'
import { updatePrivacy } from '../settings.ts'
import { closeServer } from './close-server.ts'
import { viewServerLog } from './read-log.ts'
import { redeemTicket } from './redeem.ts'
import { startServer } from './start-server.ts'
import { address, startWithOrchestrator } from './testing/orchestrated.ts'

describe.each(databases)('closing dedicated servers on %s', (kind) => {
  test('lets the owner and moderators close the server, which ends its sessions, and read its log', async () => {
    const { orchestrator, platform, administrator, maker, player, id, join, players } =
      await startWithOrchestrator(kind)
    await startServer(platform, maker, { id }, { address })
    const { ticket } = await join(player)
    const issued = await joinPlace(platform, administrator, { id })
    expect(await players()).toEqual(['Player'])
    await expect(closeServer(platform, player, { id })).rejects.toMatchObject({
      reason: 'forbidden',
      message: 'You do not have permission to close this server.',
    })
    await expect(closeServer(platform, player, { id: 1 })).rejects.toMatchObject({ reason: 'missing' })
    await expect(viewServerLog(platform, player, { id })).rejects.toMatchObject({ reason: 'forbidden' })
    await updatePrivacy(platform, maker, { id, privateServer: 'on' })
    await expect(closeServer(platform, player, { id })).rejects.toMatchObject({ reason: 'missing' })
    await expect(viewServerLog(platform, player, { id })).rejects.toMatchObject({ reason: 'missing' })
    expect((await viewServerLog(platform, administrator, { id })).log).toBe(`log of ${id}\n`)
    expect(orchestrator.servers.size).toBe(1)

    platform.pass(second)
    await closeServer(platform, administrator, { id })
    expect(orchestrator.servers.size).toBe(0)
    expect(await players()).toEqual([])
    expect(await platform.presence.recordClientHeartbeat(ticket)).toBe(true)
    await platform.presence.flush()
    expect(await players()).toEqual([])
    await expect(redeemTicket(platform, issued.ticket, undefined)).rejects.toThrow('Invalid Game Session')
    await closeServer(platform, maker, { id })
    await join(maker)
    expect(await players()).toEqual(['Maker'])
  })

  test('ends the session of a player who joined through a process whose clock is ahead', async () => {
    const { orchestrator, platform, maker, player, id, players } = await startWithOrchestrator(kind)
    await startServer(platform, maker, { id }, { address })
    const otherSite = { ...platform, now: () => platform.now() + second }
    const { ticket } = await joinPlace(otherSite, player, { id })
    await redeemTicket(otherSite, ticket, undefined)
    expect(await players()).toEqual(['Player'])
    await closeServer(platform, maker, { id })
    expect(orchestrator.servers.size).toBe(0)
    expect(await players()).toEqual([])
  })
})
