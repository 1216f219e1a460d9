import { day, second } from '@baseplate/service/clock'
import { describe, expect, test } from 'vitest'
import { acceptRequest, requestFriendship } from '../../social/friendships.ts'
import { registerPerson } from '../../testing/people.ts'
import { databases } from '../../testing/platforms.ts'
import { startGame } from '../../testing/served-game.ts'
import { updateServices } from '../services.ts'
import { leaveGame, leavePlace } from './leave.ts'
import { createPlayerLookups } from './lookups.ts'
import { verifyPlayer } from './verify.ts'

const refused = (message: string) => ({ reason: 'forbidden', message })

describe.each(databases)('verifying players on %s', (kind) => {
  test('a player is verified once, with number, level, age and the friends in the server', async () => {
    const { platform, anna, join, verify } = await startGame(kind)
    const ben = await registerPerson(platform, 'Ben')
    await requestFriendship(platform, ben, { username: 'Anna' })
    await acceptRequest(platform, anna, { username: 'Ben' })
    const first = await join(ben)
    await verify(first)
    platform.pass(3 * second)
    const player = await join(anna)
    expect(await verify(player)).toEqual({
      number: player.number,
      username: 'Anna',
      permissionLevel: 1,
      ageDays: 0,
      friendsHere: [first.number],
    })
    await expect(verify(player)).rejects.toMatchObject(refused('Session is in use'))
  })

  test('one of many calls with the same key succeeds, whichever processes they reach', async () => {
    const { platform, anna, place, join } = await startGame(kind)
    const player = await join(anna)
    const processes = [platform.playerLookups, createPlayerLookups(platform), createPlayerLookups(platform)]
    const calls = Array.from({ length: 20 }, (_, at) => {
      const playerLookups = processes[at % processes.length] ?? platform.playerLookups
      return verifyPlayer({ ...platform, playerLookups }, place.ticket, player)
    })
    const results = await Promise.allSettled(calls)
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('a session that has ended or fallen silent after it was found is not claimed', async () => {
    const { platform, anna, place, join } = await startGame(kind)
    const claim = (ticket: string) => platform.playerLookups.claim({ ticket, server: place.ticket })
    const left = await join(anna)
    await leaveGame(platform, left.ticket, undefined)
    expect(await claim(left.ticket)).toBe(false)
    const silent = await join(anna)
    platform.pass(36 * second)
    expect(await claim(silent.ticket)).toBe(false)
    const { ticket } = await join(anna)
    expect([await claim(ticket), await claim(ticket)]).toEqual([true, false])
  })

  test('a key that does not fit is refused, and stays unused', async () => {
    const { anna, place, placeOf, join, verify } = await startGame(kind)
    const other = await placeOf('Another place')
    const player = await join(anna)
    const cases: [ask: () => Promise<unknown>, message: string][] = [
      [() => verify({ ...player, key: 'x'.repeat(32) }), 'Session not found'],
      [() => verify({ ...player, key: 'short' }), 'Session not found'],
      [() => verify({ ...player, key: `${player.key.slice(0, 31)}_` }), 'Session not found'],
      [() => verify(player, other.ticket), 'Session is for another place'],
      [() => verify({ ...player, number: player.number - 1 }), 'Session is for another player'],
      [() => verify({ ...player, username: 'Maker' }), 'Session is for another player'],
    ]
    for (const [ask, message] of cases) await expect(ask()).rejects.toMatchObject(refused(message))
    await expect(verify(player, 'z'.repeat(32))).rejects.toMatchObject({
      reason: 'invalid',
      message: 'Invalid Server ticket',
    })
    await expect(verify(player, place.ticket)).resolves.toMatchObject({ number: player.number })
  })

  test('a key ends with its session: by another join, goodbye, silence or a moderator', async () => {
    const { platform, anna, place, join, verify, ban } = await startGame(kind)
    const replaced = await join(anna)
    const left = await join(anna)
    await expect(verify(replaced)).rejects.toMatchObject(refused('Session not found'))
    await leaveGame(platform, left.ticket, undefined)
    await expect(verify(left)).rejects.toMatchObject(refused('Session not found'))
    const gone = await join(anna)
    await leavePlace(platform, anna, { id: place.id })
    await expect(verify(gone)).rejects.toMatchObject(refused('Session not found'))
    const silent = await join(anna)
    platform.pass(36 * second)
    await expect(verify(silent)).rejects.toMatchObject(refused('Session not found'))
    const moderated = await join(anna)
    await ban('Anna')
    await expect(verify(moderated)).rejects.toMatchObject(refused('This account is moderated'))
  })

  test('a player whom the maker kicked or banned is refused', async () => {
    const { anna, join, verify, kickFromPlace, banFromPlace } = await startGame(kind)
    for (const remove of [kickFromPlace, banFromPlace]) {
      const player = await join(anna)
      await remove('Anna')
      await expect(verify(player)).rejects.toMatchObject(refused('Kicked from this game'))
    }
  })

  test('a number is that of the account in a place with services, and another one each time elsewhere', async () => {
    const { platform, maker, anna, place, join } = await startGame(kind)
    const numbers = [(await join(anna)).number, (await join(anna)).number]
    await updateServices(platform, maker, { id: place.id, enabled: 'true' })
    const own = await platform.db
      .selectFrom('player_numbers')
      .select('number')
      .where('user_id', '=', anna.id)
      .executeTakeFirstOrThrow()
    expect([(await join(anna)).number, (await join(anna)).number]).toEqual([own.number, own.number])
    expect(new Set([...numbers, own.number]).size).toBe(3)
  })

  test('the age of an account counts whole days', async () => {
    const { platform, anna, join, verify } = await startGame(kind)
    platform.pass(3 * day - 1)
    expect((await verify(await join(anna))).ageDays).toBe(2)
  })
})
