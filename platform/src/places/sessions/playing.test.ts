import { describe, expect, test } from 'vitest'
import { minute, second } from '../../foundation/clock.ts'
import { registerPerson } from '../../testing/people.ts'
import { databases, openTestPlatform } from '../../testing/platforms.ts'
import { createPlace } from '../create.ts'
import { listPlaces } from '../lists/list.ts'
import { viewPlaceSettings } from '../settings.ts'
import { viewPlace } from '../view.ts'
import { joinPlace } from './join.ts'
import { redeemTicket } from './redeem.ts'

describe.each(databases)('playing on %s', (kind) => {
  async function start() {
    const platform = await openTestPlatform(kind)
    const maker = await registerPerson(platform, 'Maker')
    const player = await registerPerson(platform, 'Player')
    const { id } = await createPlace(platform, maker, { name: 'My place' })
    const playersSeen = async () =>
      (await viewPlace(platform, maker, id)).players.map(({ username }) => username)
    return { platform, maker, player, id, playersSeen }
  }

  test('a join is seen from the script fetch on, and until 35 seconds after the last ping', async () => {
    const { platform, player, id, playersSeen } = await start()
    const { ticket } = await joinPlace(platform, player, id)
    expect(ticket).toMatch(/^[a-z0-9]{24}$/)
    expect(await playersSeen()).toEqual([])
    expect(await redeemTicket(platform, ticket, undefined)).toMatchObject({ placeId: id, username: 'Player' })
    expect(await playersSeen()).toEqual(['Player'])
    expect((await listPlaces(platform, {})).places).toMatchObject([{ id, playerCount: 1 }])

    platform.pass(30 * second)
    expect(await platform.presence.recordClientHeartbeat(ticket)).toBe(true)
    await platform.presence.flush()
    platform.pass(35 * second)
    expect(await playersSeen()).toEqual(['Player'])
    platform.pass(1)
    expect(await playersSeen()).toEqual([])

    // What has ended stays ended: a late ping is answered, and changes nothing.
    expect(await platform.presence.recordClientHeartbeat(ticket)).toBe(true)
    await platform.presence.flush()
    expect(await playersSeen()).toEqual([])
  })

  test('of fifty who bring one ticket at once, one gets in; an unused one ends after five minutes', async () => {
    const { platform, player, id } = await start()
    const { ticket } = await joinPlace(platform, player, id)
    const results = await Promise.allSettled(
      Array.from({ length: 50 }, () => redeemTicket(platform, ticket, undefined)),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const late = await joinPlace(platform, player, id)
    platform.pass(5 * minute)
    await expect(redeemTicket(platform, late.ticket, undefined)).rejects.toThrow('Invalid Game Session')
  })

  test('a newer join ends the older one, also when many come at once', async () => {
    const { platform, player, id, playersSeen } = await start()
    const first = await joinPlace(platform, player, id)
    const second = await joinPlace(platform, player, id)
    await expect(redeemTicket(platform, first.ticket, undefined)).rejects.toThrow('Invalid Game Session')
    await redeemTicket(platform, second.ticket, undefined)
    await Promise.all(Array.from({ length: 40 }, () => joinPlace(platform, player, id)))
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

  test('a wrong private ticket is said first and spends nothing; only the session’s own place counts', async () => {
    const { platform, maker, player, id } = await start()
    const another = await createPlace(platform, maker, { name: 'Another' })
    const own = (await viewPlaceSettings(platform, maker, id)).privateTicket
    const foreign = (await viewPlaceSettings(platform, maker, another.id)).privateTicket
    const { ticket } = await joinPlace(platform, player, id)
    await expect(redeemTicket(platform, 'unknown', 'unknown')).rejects.toThrow('Invalid Private Server')
    await expect(redeemTicket(platform, 'unknown', own)).rejects.toThrow('Invalid Game Session')
    await expect(redeemTicket(platform, ticket, foreign)).rejects.toThrow('Invalid Private Server')
    await expect(redeemTicket(platform, ticket, '')).rejects.toThrow('Invalid Private Server')
    await redeemTicket(platform, ticket, own)
  })

  test('an unknown ticket’s ping is refused; a server’s ping shows in its place', async () => {
    const { platform, maker, id } = await start()
    expect(await platform.presence.recordClientHeartbeat('unknown')).toBe(false)
    platform.presence.recordServerHeartbeat('unknown')
    platform.presence.recordServerHeartbeat((await viewPlaceSettings(platform, maker, id)).serverTicket)
    // What is no ticket at all must not keep the others' pings from being written.
    platform.presence.recordServerHeartbeat('\0')
    expect(await platform.presence.recordClientHeartbeat('\0')).toBe(false)
    await expect(redeemTicket(platform, '\0', '\0')).rejects.toThrow('Invalid Private Server')
    await platform.presence.flush()
    expect((await viewPlace(platform, maker, id)).serverPing).toBe(Math.floor(platform.now() / 1000))
  })
})
