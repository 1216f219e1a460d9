import { describe, expect, test, vi } from 'vitest'
import { viewPlayingFriends } from '../../people/profiles/playing-friends.ts'
import { redeemTicket } from '../../places/servers/redeem.ts'
import { startServer } from '../../places/servers/start-server.ts'
import { enforceTakedowns } from '../../places/servers/takedown-enforcement.ts'
import { joinPlace } from '../../places/sessions/join.ts'
import { viewPlaceSettings } from '../../places/settings.ts'
import { viewPlace } from '../../places/view.ts'
import { acceptRequest, requestFriendship } from '../../social/friendships.ts'
import { notThere, startWithPlace, takingDown } from '../../testing/place-world.ts'
import { databases } from '../../testing/platforms.ts'
import { waysThatAre } from '../../testing/ways-to-place.ts'
import { moderate } from '../actions/moderate.ts'
import { unmoderate } from '../actions/unmoderate.ts'
import { viewTakedown } from './view.ts'

const address = '192.0.2.1'

describe.each(databases)('enforcement of takedowns of places on %s', (kind) => {
  test('a takedown ends game sessions and the server, and invalidates issued tickets', async () => {
    const { orchestrator, platform, moderator, maker, player, id, change } = await startWithPlace(kind)
    await startServer(platform, player, { id }, { address })
    const playing = await joinPlace(platform, player, { id })
    await redeemTicket(platform, playing.ticket, undefined)
    const issued = await joinPlace(platform, maker, { id })
    await change(moderator, takingDown)
    const open = () =>
      platform.db.selectFrom('playing_records').selectAll().where('ended', 'is', null).execute()
    expect(await open()).toEqual([])
    await vi.waitFor(() => expect([...orchestrator.servers.keys()]).toEqual([]))
    // Heartbeats of an ended session and its server change nothing.
    await platform.presence.recordClientHeartbeat(playing.ticket)
    platform.presence.recordServerHeartbeat((await viewPlaceSettings(platform, maker, { id })).serverTicket)
    await platform.presence.flush()
    expect(await open()).toEqual([])
    expect((await viewPlace(platform, maker, { id })).serverPing).toBe(0)

    // Simulates a player who joined at the moment of the takedown.
    await platform.db
      .updateTable('playing_records')
      .set({ ended: null })
      .where('ticket', '=', issued.ticket)
      .execute()
    await expect(redeemTicket(platform, issued.ticket, undefined)).rejects.toThrow('Invalid Game Session')
    await enforceTakedowns(platform)
    expect(await open()).toEqual([])
  })

  test('ends a server that starts during the takedown, and retries one that the orchestrator failed to end', async () => {
    const { orchestrator, platform, moderator, player, id, change } = await startWithPlace(kind)
    const order = platform.orchestrator.start
    platform.orchestrator.start = async (...input) => {
      await change(moderator, takingDown)
      return order(...input)
    }
    await expect(startServer(platform, player, { id }, { address })).rejects.toMatchObject(notThere)
    expect([...orchestrator.servers.keys()]).toEqual([])

    orchestrator.servers.set(id, { state: 'ready', port: 20_000 })
    orchestrator.fault = (response) => response.destroy()
    await enforceTakedowns(platform)
    expect(orchestrator.servers.size).toBe(1)
    orchestrator.fault = undefined
    await enforceTakedowns(platform)
    expect(orchestrator.servers.size).toBe(0)
  })

  test('places of a terminated account are down until the termination is lifted', async () => {
    const started = await startWithPlace(kind)
    const { orchestrator, platform, administrator, moderator, maker, player, id } = started
    await requestFriendship(platform, player, { username: 'Administrator' })
    await acceptRequest(platform, administrator, { username: 'Player' })
    await startServer(platform, player, { id }, { address })
    const join = async () => {
      const { ticket } = await joinPlace(platform, player, { id })
      await redeemTicket(platform, ticket, undefined)
    }
    await join()
    expect(await viewPlayingFriends(platform, administrator)).toHaveLength(1)
    await moderate(platform, moderator, { username: 'Maker', type: 'Termination', reason: 'Fraud' })
    expect(await viewPlayingFriends(platform, administrator)).toEqual([])
    expect(await waysThatAre(started, true)).toEqual([])
    await vi.waitFor(() => expect([...orchestrator.servers.keys()]).toEqual([]))
    expect(await viewTakedown(platform, moderator, id)).toMatchObject({ reason: null, ownerGone: true })

    await unmoderate(platform, moderator, { username: 'Maker' })
    await join()
    expect(await waysThatAre(started, false)).toEqual([])
    await moderate(platform, moderator, { username: 'Maker', type: 'Ban', days: '1', reason: 'Fraud' })
    await viewPlace(platform, player, { id })
    expect(await viewTakedown(platform, maker, id)).toMatchObject({ ownerGone: false })
  })
})
