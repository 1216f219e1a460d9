import { minute, second } from '@baseplate/service/clock'
import { describe, expect, test, vi } from 'vitest'
import type { Actor } from '../../accounts/rules.ts'
import { databases } from '../../testing/platforms.ts'
import { startGame } from '../../testing/served-game.ts'
import { addRun } from '../servers/queries.ts'
import { redeemTicket } from '../servers/redeem.ts'
import { joinPlace } from '../sessions/join.ts'
import { followPlayers } from './follow.ts'
import { leaveGame } from './leave.ts'
import type { PlayerList } from './list.ts'
import { reportPlayers } from './report.ts'

const never = new AbortController().signal

async function start(kind: (typeof databases)[number]) {
  const game = await startGame(kind, 'off', 'minetest')
  const { platform, place, anna } = game
  const press = async (actor: Actor = anna, id = place.id) =>
    (await joinPlace(platform, actor, { id })).ticket
  const redeem = (ticket: string, signal?: AbortSignal) => redeemTicket(platform, ticket, undefined, signal)
  const isUnspent = async (ticket: string) => {
    const row = platform.db.selectFrom('playing_records').select('started').where('ticket', '=', ticket)
    return (await row.executeTakeFirstOrThrow()).started === null
  }
  /** Acknowledges a list, as a server does with its next request. */
  const acknowledge = async ({ version }: PlayerList, server = place.ticket) => {
    const gone = new AbortController()
    const waiting = followPlayers(platform, server, version, gone.signal)
    setImmediate(() => gone.abort())
    return waiting
  }
  const { number } = await platform.db
    .selectFrom('player_numbers')
    .select('number')
    .where('user_id', '=', anna.id)
    .executeTakeFirstOrThrow()
  const report = () => reportPlayers(platform, place.ticket, [number])
  return { ...game, press, redeem, isUnspent, acknowledge, number, report }
}

const notAdmitting = { reason: 'busy', retryAfter: 1, problem: { code: 'servers.not_admitting' } }
const spent = { reason: 'invalid', message: 'Invalid Game Session' }

describe.each(databases)('admissions on %s', (kind) => {
  test('a server lists the player of an unspent ticket, by the number of the account', async () => {
    const { follow, press, number } = await start(kind)
    await press()
    expect((await follow()).players()).toMatchObject([{ username: 'Anna', number }])
  })

  test('a ticket wakes a list that waits', async () => {
    const { platform, place, follow, press } = await start(kind)
    const { version } = await follow()
    const waiting = followPlayers(platform, place.ticket, version, never)
    // Without a signal, the next poll would end the wait.
    const wake = vi.spyOn(platform.playerLists, 'announce')
    await press()
    expect(wake).toHaveBeenCalledWith(place.id)
    expect((await waiting).players()).toMatchObject([{ username: 'Anna' }])
  })

  test('a ticket is spent once the server has acknowledged its player', async () => {
    const { follow, press, redeem, acknowledge, isUnspent, number } = await start(kind)
    const ticket = await press()
    // Retries like a launcher, because the test machine may be too slow.
    const joining = redeem(ticket).catch(() => redeem(ticket))
    const list = await follow()
    expect(await isUnspent(ticket)).toBe(true)
    await acknowledge(list)
    expect(await joining).toMatchObject({ username: 'Anna', number })
    expect(await isUnspent(ticket)).toBe(false)
    // The server does not have to learn anything new.
    expect((await follow()).version).toBe(list.version)
  })

  test.each([
    ['never asks', []],
    ['asks, and acknowledges nothing', ['ask']],
    ['acknowledges an earlier list', ['ask', 'acknowledge']],
  ])('a ticket stays unspent while the server %s', async (_, acts) => {
    const { maker, follow, press, redeem, acknowledge, isUnspent } = await start(kind)
    await press(maker)
    const earlier = acts.includes('ask') ? await follow() : undefined
    const ticket = await press()
    const refused = expect(redeem(ticket)).rejects.toMatchObject(notAdmitting)
    if (earlier && acts.includes('acknowledge')) await acknowledge(earlier)
    await refused
    expect(await isUnspent(ticket)).toBe(true)
    await acknowledge(await follow())
    await expect(redeem(ticket)).resolves.toMatchObject({ username: 'Anna' })
  })

  test('a server acknowledges the players of a list that has changed meanwhile', async () => {
    const { platform, maker, follow, press, redeem, acknowledge } = await start(kind)
    const ticket = await press()
    const list = await follow()
    const other = await press(maker)
    await acknowledge(list)
    expect(await platform.playerLookups.isAcknowledged(ticket)).toBe(true)
    expect(await platform.playerLookups.isAcknowledged(other)).toBe(false)
    await expect(redeem(ticket)).resolves.toMatchObject({ username: 'Anna' })
  })

  test('one of two joins with one ticket succeeds', async () => {
    const { follow, press, redeem, acknowledge } = await start(kind)
    const ticket = await press()
    const joining = Promise.allSettled([redeem(ticket), redeem(ticket)])
    await acknowledge(await follow())
    const results = await joining
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({ reason: spent })
  })

  test('a join whose client goes away leaves its ticket unspent', async () => {
    const { press, redeem, isUnspent } = await start(kind)
    const ticket = await press()
    const gone = new AbortController()
    const joining = redeem(ticket, gone.signal)
    gone.abort()
    await expect(joining).rejects.toMatchObject(notAdmitting)
    expect(await isUnspent(ticket)).toBe(true)
  })

  test('a server that has just started knows no players', async () => {
    const { platform, follow, press, acknowledge } = await start(kind)
    const ticket = await press()
    const list = await follow()
    await acknowledge(list)
    await follow()
    expect(await platform.playerLookups.isAcknowledged(ticket)).toBe(false)
    await acknowledge(list)
    expect(await platform.playerLookups.isAcknowledged(ticket)).toBe(true)
  })

  test('a silent server admits no players', async () => {
    const { platform, follow, press, acknowledge } = await start(kind)
    const ticket = await press()
    await acknowledge(await follow())
    await platform.presence.flush()
    platform.pass(36 * second)
    expect(await platform.playerLookups.isAcknowledged(ticket)).toBe(false)
  })

  test('a later run of the place has to acknowledge the players of the earlier one', async () => {
    const { platform, place, press, acknowledge } = await start(kind)
    const run = async () =>
      (await addRun(platform.db, place.id, { now: platform.now(), startedBy: null })).ticket
    const followAs = (server: string) => followPlayers(platform, server, undefined, never)
    const [earlier, ticket] = [await run(), await press()]
    await acknowledge(await followAs(earlier), earlier)
    expect(await platform.playerLookups.isAcknowledged(ticket)).toBe(true)
    platform.pass(second)
    const later = await run()
    const list = await followAs(later)
    expect(await platform.playerLookups.isAcknowledged(ticket)).toBe(false)
    await acknowledge(list, later)
    expect(await platform.playerLookups.isAcknowledged(ticket)).toBe(true)
    await expect(acknowledge(list, earlier)).rejects.toMatchObject({ message: 'Invalid Server ticket' })
  })

  test('the server of another place acknowledges no players', async () => {
    const { platform, placeOf, follow, press, acknowledge } = await start(kind)
    const other = await placeOf('Another place')
    const ticket = await press()
    await acknowledge(await follow(), other.ticket)
    expect(await platform.playerLookups.isAcknowledged(ticket)).toBe(false)
  })

  test('an unspent ticket leaves the list after five minutes, and a superseded one at once', async () => {
    const { platform, maker, follow, press, redeem, acknowledge } = await start(kind)
    const superseded = await press()
    await acknowledge(await follow())
    const keys = async () => (await follow()).players().map(({ key }) => key)
    const [before] = await keys()
    await press()
    const [after, ...more] = await keys()
    expect([after === before, more]).toEqual([false, []])
    await expect(redeem(superseded)).rejects.toMatchObject(spent)
    platform.pass(5 * minute)
    await press(maker)
    expect((await follow()).players()).toMatchObject([{ username: 'Maker' }])
  })

  test('a player who joins again stays in the list, and the next report ends the first connection', async () => {
    const { follow, press, redeem, acknowledge, number, report } = await start(kind)
    const first = await press()
    await acknowledge(await follow())
    await redeem(first)
    expect(await report()).toEqual([])
    await press()
    const list = await follow()
    expect([list.players().length, list.leave]).toEqual([1, []])
    expect(await report()).toEqual([{ number, reason: 'left' }])
  })

  test('a player who connects without the script has to leave', async () => {
    const { follow, press, acknowledge, number, report } = await start(kind)
    await press()
    await acknowledge(await follow())
    expect(await report()).toEqual([{ number, reason: 'not verified' }])
  })

  test('a seat is freed by its ticket or by the server, which cannot end an unspent ticket', async () => {
    const { platform, place, follow, press, redeem, acknowledge, number } = await start(kind)
    const open = async () =>
      (
        await platform.db.selectFrom('playing_records').select('ticket').where('ended', 'is', null).execute()
      ).map(({ ticket }) => ticket)
    const enter = async () => {
      const ticket = await press()
      await acknowledge(await follow())
      await redeem(ticket)
      return ticket
    }
    await leaveGame(platform, await enter(), undefined)
    expect(await open()).toEqual([])
    await enter()
    await leaveGame(platform, place.ticket, number)
    expect(await open()).toEqual([])
    const unspent = await press()
    await acknowledge(await follow())
    await expect(leaveGame(platform, place.ticket, number)).rejects.toMatchObject({
      message: 'Session not found',
    })
    expect(await open()).toEqual([unspent])
  })

  test('a kick tells the server that the player has to leave', async () => {
    const { follow, press, redeem, acknowledge, number, kickFromPlace } = await start(kind)
    const ticket = await press()
    await acknowledge(await follow())
    await redeem(ticket)
    await kickFromPlace('Anna')
    const list = await follow()
    expect(list.players()).toEqual([])
    expect(list.leave).toMatchObject([{ number, reason: 'kicked', text: 'Rude' }])
    expect((await acknowledge(list)).leave).toEqual([])
  })
})
