import { second } from '@baseplate/service/clock'
import { describe, expect, test, vi } from 'vitest'
import { registerPerson } from '../../testing/people.ts'
import { databases } from '../../testing/platforms.ts'
import { startGame } from '../../testing/served-game.ts'
import { regenerateServerTicket } from '../settings.ts'
import { followPlayers } from './follow.ts'
import { leaveGame } from './leave.ts'

const refused = (message: string) => ({ reason: 'forbidden', message })

describe.each(databases)('players of a game server on %s', (kind) => {
  test('a report names who has to leave, and why, until they are gone', async () => {
    const { anna, maker, placeOf, platform, join, verify, report, ban } = await startGame(kind)
    const ben = await registerPerson(platform, 'Ben')
    const [a, b] = [await join(anna), await join(ben)]
    await verify(a)
    await verify(b)
    const stranger = await join(maker)
    expect(await report(a, b)).toEqual([])
    expect(await report(a, b, stranger)).toEqual([{ number: stranger.number, reason: 'not verified' }])
    await join(anna, (await placeOf('Another place')).id)
    await ban('Ben')
    const leaving = [
      { number: a.number, reason: 'left' },
      { number: b.number, reason: 'moderated' },
    ]
    expect(await report(a, b)).toEqual(leaving)
    expect(await report(a, b)).toEqual(leaving)
    expect(await report()).toEqual([])
    // The server has heard about both, and now has strangers with their numbers.
    expect(await report(a)).toEqual([{ number: a.number, reason: 'not verified' }])
  })

  test('unknown players stay where nobody has to be verified', async () => {
    const { anna, join, report } = await startGame(kind, 'off')
    expect(await report(await join(anna))).toEqual([])
  })

  test('reports keep the sessions of verified players alive, and an outage removes nobody', async () => {
    const { platform, anna, maker, join, verify, report } = await startGame(kind)
    const [player, stranger] = [await join(anna), await join(maker)]
    await verify(player)
    for (let at = 0; at < 4; at++) {
      platform.pass(15 * second)
      await report(player)
      await platform.presence.flush()
    }
    const playing = async () =>
      (
        await platform.db
          .selectFrom('playing_records')
          .select('ticket')
          .where('last_ping', '>', platform.now() - 35_000)
          .execute()
      ).map(({ ticket }) => ticket)
    expect(await playing()).toEqual([player.ticket])
    expect(await playing()).not.toContain(stranger.ticket)
    platform.pass(60 * second)
    expect(await report(player)).toEqual([])
  })

  test('the server frees the seats of its own players alone', async () => {
    const { platform, anna, maker, place, placeOf, join, verify } = await startGame(kind)
    const other = await placeOf('Another place')
    const [player, stranger] = [await join(anna), await join(maker)]
    await verify(player)
    const unknown = refused('Session not found')
    await expect(leaveGame(platform, other.ticket, player.number)).rejects.toMatchObject(unknown)
    await expect(leaveGame(platform, place.ticket, stranger.number)).rejects.toMatchObject(unknown)
    await expect(leaveGame(platform, place.ticket, undefined)).rejects.toMatchObject({ reason: 'invalid' })
    await expect(leaveGame(platform, 'a'.repeat(24), undefined)).rejects.toMatchObject({
      message: 'Ticket not found',
    })
    const open = async () =>
      (await platform.db.selectFrom('playing_records').select('ticket').where('ended', 'is', null).execute())
        .map(({ ticket }) => ticket)
        .toSorted()
    expect(await open()).toEqual([player.ticket, stranger.ticket].toSorted())
    await leaveGame(platform, place.ticket, player.number)
    expect(await open()).toEqual([stranger.ticket])
  })

  test('the list has who may enter and who has to leave, until the server acknowledges it', async () => {
    const { platform, anna, join, verify, follow, ban } = await startGame(kind)
    const empty = await follow()
    const player = await join(anna)
    const list = await follow(empty.version)
    expect(list.players()).toEqual([
      {
        username: 'Anna',
        number: player.number,
        key: expect.stringMatching(/^[0-9a-f]{64}$/),
        permissionLevel: 1,
      },
    ])
    await verify(player)
    const waiting = follow(list.version)
    await ban('Anna')
    await platform.playerLists.poll()
    const after = await waiting
    expect(after.players()).toEqual([])
    expect(after.leave).toEqual([{ number: player.number, username: 'Anna', reason: 'moderated' }])
    expect((await follow('an older version')).leave).toHaveLength(1)
    const acknowledged = follow(after.version)
    platform.playerLists.endWaits()
    expect((await acknowledged).leave).toEqual([])
  })

  test('a ban empties the seat at the next report, with the words of the maker', async () => {
    const { anna, join, verify, report, banFromPlace } = await startGame(kind)
    const player = await join(anna)
    await verify(player)
    await banFromPlace('Anna')
    expect(await report(player)).toEqual([{ number: player.number, reason: 'kicked', text: 'Rude' }])
    expect(await report()).toEqual([])
  })

  test('a kick wakes a list that waits', async () => {
    const { platform, place, anna, join, verify, follow, kickFromPlace } = await startGame(kind)
    const player = await join(anna)
    await verify(player)
    const waiting = follow((await follow()).version)
    // Without a signal, the next poll would end the wait.
    const wake = vi.spyOn(platform.playerLists, 'wake')
    await kickFromPlace('Anna')
    expect(wake).toHaveBeenCalledWith(place.id)
    const { players, leave } = await waiting
    expect(players()).toEqual([])
    expect(leave).toEqual([{ number: player.number, username: 'Anna', reason: 'kicked', text: 'Rude' }])
  })

  test('a join wakes a list that waits', async () => {
    const { anna, join, follow } = await startGame(kind)
    const waiting = follow((await follow()).version)
    const player = await join(anna)
    expect((await waiting).players().map(({ number }) => number)).toEqual([player.number])
  })

  test('a wait ends when its client goes away', async () => {
    const { platform, place, follow } = await startGame(kind)
    const { version } = await follow()
    const gone = new AbortController()
    const waiting = followPlayers(platform, place.ticket, version, gone.signal)
    gone.abort()
    expect((await waiting).version).toBe(version)
  })

  test('a server with a ticket that was replaced is refused', async () => {
    const { platform, maker, place, report, follow } = await startGame(kind)
    await regenerateServerTicket(platform, maker, { id: place.id })
    await expect(report()).rejects.toMatchObject({ reason: 'invalid', message: 'Invalid Server ticket' })
    await expect(follow()).rejects.toMatchObject({ reason: 'invalid', message: 'Invalid Server ticket' })
  })
})
