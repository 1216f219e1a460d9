import { describe, expect, test } from 'vitest'
import { databases } from '../../testing/platforms.ts'
import { redeemTicket } from './redeem.ts'
import { requestGame } from './request-game.ts'
import { address, startWithOrchestrator } from './testing/orchestrated.ts'

describe.each(databases)('requests for games on %s', (kind) => {
  test('start the server once, and then give one ticket until it is used', async () => {
    const { orchestrator, platform, player, id } = await startWithOrchestrator(kind)
    const request = () => requestGame(platform, player, { id }, { address })
    expect(await request()).toEqual({ state: 'starting' })
    expect(await request()).toEqual({ state: 'starting' })
    expect(orchestrator.asked.filter((asked) => asked.startsWith('PUT'))).toHaveLength(1)
    orchestrator.servers.set(id, { state: 'ready', port: 20_001 })
    const first = await request()
    expect(await request()).toEqual(first)
    await redeemTicket(platform, 'ticket' in first ? first.ticket : '', undefined)
    expect(await request()).not.toEqual(first)
  })

  test('replace a ticket that no longer holds its seat', async () => {
    const { orchestrator, platform, player, id } = await startWithOrchestrator(kind)
    orchestrator.servers.set(id, { state: 'ready', port: 20_001 })
    const request = () => requestGame(platform, player, { id }, { address })
    const first = await request()
    platform.pass(60_000)
    expect(await request()).not.toEqual(first)
  })
})
