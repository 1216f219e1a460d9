import { minute, second } from '@baseplate/service/clock'
import { describe, expect, test } from 'vitest'
import type { Actor } from '../../accounts/rules.ts'
import { requestFriendship } from '../../social/friendships.ts'
import { registerPerson } from '../../testing/people.ts'
import { databases, openTestPlatform } from '../../testing/platforms.ts'
import { createPublishedPlace } from '../../testing/published-place.ts'
import { listPlaces } from '../lists/list.ts'
import { redeemTicket } from '../servers/redeem.ts'
import { viewPlaceSettings } from '../settings.ts'
import { viewPlace } from '../view.ts'
import { joinPlace } from './join.ts'

describe.each(databases)('playing on %s', (kind) => {
  async function start() {
    const platform = await openTestPlatform(kind)
    const maker = await registerPerson(platform, 'Maker')
    const player = await registerPerson(platform, 'Player')
    const { id } = await createPublishedPlace(platform, maker, { name: 'My place' })
    const playersSeen = async () =>
      (await viewPlace(platform, maker, { id })).players.map(({ username }) => username)
    return { platform, maker, player, id, playersSeen }
  }

  test('shows a player from the fetch of the script until 35 seconds after the last heartbeat', async () => {
    const { platform, player, id, playersSeen } = await start()
    const { ticket } = await joinPlace(platform, player, { id })
    expect(ticket).toMatch(/^[a-z0-9]{24}$/)
    expect(await playersSeen()).toEqual([])
    expect(await redeemTicket(platform, ticket, undefined)).toMatchObject({ placeId: id, username: 'Player' })
    expect(await playersSeen()).toEqual(['Player'])
    expect((await listPlaces(platform, null, {})).places).toMatchObject([{ id, playerCount: 1 }])

    platform.pass(30 * second)
    expect(await platform.presence.recordClientHeartbeat(ticket)).toBe(true)
    await platform.presence.flush()
    platform.pass(35 * second)
    expect(await playersSeen()).toEqual(['Player'])
    platform.pass(1)
    expect(await playersSeen()).toEqual([])

    // A late heartbeat is accepted, but does not revive an ended session.
    expect(await platform.presence.recordClientHeartbeat(ticket)).toBe(true)
    await platform.presence.flush()
    expect(await playersSeen()).toEqual([])
  })

  test('spends a ticket once among fifty concurrent calls, and never after five minutes', async () => {
    const { platform, player, id } = await start()
    const { ticket } = await joinPlace(platform, player, { id })
    const results = await Promise.allSettled(
      Array.from({ length: 50 }, () => redeemTicket(platform, ticket, undefined)),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const late = await joinPlace(platform, player, { id })
    platform.pass(5 * minute)
    await expect(redeemTicket(platform, late.ticket, undefined)).rejects.toThrow('Invalid Game Session')
  })

  test('ends the older session with a newer join, under concurrency too', async () => {
    const { platform, player, id, playersSeen } = await start()
    const first = await joinPlace(platform, player, { id })
    const second = await joinPlace(platform, player, { id })
    await expect(redeemTicket(platform, first.ticket, undefined)).rejects.toThrow('Invalid Game Session')
    await redeemTicket(platform, second.ticket, undefined)
    await Promise.all(Array.from({ length: 40 }, () => joinPlace(platform, player, { id })))
    const open = await platform.db
      .selectFrom('playing_records')
      .selectAll()
      .where('ended', 'is', null)
      .execute()
    expect(open).toHaveLength(1)
    expect(await playersSeen()).toEqual([])
    await platform.presence.recordClientHeartbeat(second.ticket)
    await platform.presence.flush()
    expect(await playersSeen()).toEqual([])
  })

  test('refuses a private ticket of another place without spending the join ticket', async () => {
    const { platform, maker, player, id } = await start()
    const another = await createPublishedPlace(platform, maker, { name: 'Another' })
    const own = (await viewPlaceSettings(platform, maker, { id })).privateTicket
    const foreign = (await viewPlaceSettings(platform, maker, { id: another.id })).privateTicket
    const { ticket } = await joinPlace(platform, player, { id })
    await expect(redeemTicket(platform, 'unknown', 'unknown')).rejects.toThrow('Invalid Private Server')
    await expect(redeemTicket(platform, 'unknown', own)).rejects.toThrow('Invalid Game Session')
    await expect(redeemTicket(platform, ticket, foreign)).rejects.toThrow('Invalid Private Server')
    await expect(redeemTicket(platform, ticket, '')).rejects.toThrow('Invalid Private Server')
    await redeemTicket(platform, ticket, own)
  })

  test('refuses heartbeats with an unknown ticket, and shows the heartbeat of a server on its place', async () => {
    const { platform, maker, id } = await start()
    expect(await platform.presence.recordClientHeartbeat('unknown')).toBe(false)
    platform.presence.recordServerHeartbeat('unknown')
    platform.presence.recordServerHeartbeat((await viewPlaceSettings(platform, maker, { id })).serverTicket)
    // A malformed ticket must not prevent the other heartbeats from being written.
    platform.presence.recordServerHeartbeat('\0')
    expect(await platform.presence.recordClientHeartbeat('\0')).toBe(false)
    await expect(redeemTicket(platform, '\0', '\0')).rejects.toThrow('Invalid Private Server')
    await platform.presence.flush()
    expect((await viewPlace(platform, maker, { id })).serverPing).toBe(Math.floor(platform.now() / 1000))
  })

  test('lists friends first among the players', async () => {
    const { platform, maker, player, id } = await start()
    const stranger = await registerPerson(platform, 'Stranger')
    const play = async (actor: Actor) =>
      redeemTicket(platform, (await joinPlace(platform, actor, { id })).ticket, undefined)
    // Mutual requests make a friendship.
    await requestFriendship(platform, maker, { username: player.username })
    await requestFriendship(platform, player, { username: maker.username })
    await play(stranger)
    platform.pass(1)
    await play(player)
    const { players, friends } = await viewPlace(platform, maker, { id })
    expect(players.map(({ username }) => username)).toEqual(['Player', 'Stranger'])
    expect(friends).toEqual(['Player'])
    expect((await viewPlace(platform, stranger, { id })).friends).toEqual([])
  })
})
