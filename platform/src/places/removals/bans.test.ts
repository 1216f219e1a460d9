import { day, second } from '@baseplate/service/clock'
import { describe, expect, test } from 'vitest'
import { numbersOf } from '../../accounts/door.ts'
import { type Actor, permissionLevel } from '../../accounts/rules.ts'
import { registerPerson } from '../../testing/people.ts'
import { databases, openTestPlatform, type TestPlatform } from '../../testing/platforms.ts'
import { createPublishedPlace } from '../../testing/published-place.ts'
import { sweepBans } from '../bans/sweep.ts'
import { redeemTicket } from '../servers/redeem.ts'
import { joinPlace } from '../sessions/join.ts'
import { joinOrWait } from '../sessions/join-or-wait.ts'
import { endPlaying } from '../sessions/queries.ts'
import { viewPlace } from '../view.ts'
import { removeByServer } from './remove-by-server.ts'
import { banPlayer, kickPlayer, unbanPlayer } from './remove-player.ts'
import { viewPlacePlayers } from './view-players.ts'

const reason = 'Broke the sand castle'
const banned = {
  reason: 'forbidden',
  problem: { code: 'places.banned' },
  message: `You are banned from this game: ${reason}`,
}

async function start(platform: TestPlatform) {
  await registerPerson(platform, 'Administrator')
  const maker = await registerPerson(platform, 'Maker')
  const player = await registerPerson(platform, 'Player')
  const { id } = await createPublishedPlace(platform, maker, { name: 'Beach' })
  const play = async (actor: Actor, placeId = id) => {
    const { ticket } = await joinPlace(platform, actor, { id: placeId })
    return redeemTicket(platform, ticket, undefined)
  }
  const sessions = () =>
    platform.db
      .selectFrom('playing_records')
      .select(['ended', 'end_reason', 'end_text'])
      .where('user_id', '=', player.id)
      .execute()
  const ban = (days = '0') => banPlayer(platform, maker, { id, username: 'player', reason, days })
  const kick = () => kickPlayer(platform, maker, { id, username: 'Player', reason })
  const view = () => viewPlacePlayers(platform, maker, { id })
  return { maker, player, id, play, sessions, ban, kick, view }
}

const promote = async ({ db }: TestPlatform, actor: Actor): Promise<Actor> => {
  const level = permissionLevel.moderator
  await db.updateTable('users').set({ permission_level: level }).where('id', '=', actor.id).execute()
  return { ...actor, permissionLevel: level }
}

describe.each(databases)('a banned player on %s', (kind) => {
  test('leaves the game with the reason, and can neither join, wait in line nor use a ticket', async () => {
    const platform = await openTestPlatform(kind)
    const { player, id, ban, sessions } = await start(platform)
    const { ticket } = await joinPlace(platform, player, { id })
    await ban()
    expect(await sessions()).toEqual([{ ended: platform.now(), end_reason: 'kicked', end_text: reason }])
    await expect(joinPlace(platform, player, { id })).rejects.toMatchObject(banned)
    await expect(joinOrWait(platform, player, { id })).rejects.toMatchObject(banned)
    await expect(redeemTicket(platform, ticket, undefined)).rejects.toMatchObject(banned)
  })

  test('sees the reason and the end on the place, and joins after the end', async () => {
    const platform = await openTestPlatform(kind)
    const { player, id, ban, play, view } = await start(platform)
    await ban('2')
    const expires = platform.now() + 2 * day
    expect((await viewPlace(platform, player, { id })).ban).toEqual({ reason, expires })
    platform.pass(2 * day - second)
    await expect(play(player)).rejects.toMatchObject(banned)
    platform.pass(second)
    expect((await viewPlace(platform, player, { id })).ban).toBeNull()
    expect((await view()).bans).toEqual([])
    await play(player)
    await sweepBans(platform)
    expect(await platform.db.selectFrom('place_bans').select('user_id').execute()).toEqual([])
  })

  test('plays in other places, and here again once the ban is lifted', async () => {
    const platform = await openTestPlatform(kind)
    const { maker, player, id, ban, play, view } = await start(platform)
    const other = await createPublishedPlace(platform, maker, { name: 'Harbour' })
    await ban()
    await sweepBans(platform)
    await play(player, other.id)
    expect((await view()).bans).toMatchObject([
      { username: 'Player', reason, expires: null, bannedBy: 'Maker' },
    ])
    await unbanPlayer(platform, maker, { id, username: 'Player' })
    await expect(unbanPlayer(platform, maker, { id, username: 'Player' })).rejects.toMatchObject({
      reason: 'missing',
    })
    await play(player)
  })

  test('never keeps a seat, however join and ban race', async () => {
    const platform = await openTestPlatform(kind, { Limits: { JoinsPerHour: 100 } })
    const { player, id, ban } = await start(platform)
    const joins = Array.from({ length: 12 }, () => joinPlace(platform, player, { id }))
    await Promise.allSettled([...joins.slice(0, 6), ban(), ...joins.slice(6)])
    const open = await platform.db
      .selectFrom('playing_records')
      .select('ticket')
      .where('ended', 'is', null)
      .execute()
    expect(open).toEqual([])
  })
})

describe('a maker', () => {
  test('sees the players, and kicks one, who may come back', async () => {
    const platform = await openTestPlatform('SQLite')
    const { player, play, kick, view, sessions } = await start(platform)
    await expect(kick()).rejects.toMatchObject({ problem: { code: 'places.not_playing_here' } })
    await play(player)
    expect((await view()).players).toMatchObject([{ username: 'Player', removable: true }])
    await kick()
    expect((await view()).players).toEqual([])
    expect(await sessions()).toMatchObject([{ end_reason: 'kicked', end_text: reason }])
    await play(player)
  })

  test('replaces a ban by a new one', async () => {
    const platform = await openTestPlatform('SQLite')
    const { ban, view } = await start(platform)
    await ban('0')
    await ban('1')
    expect((await view()).bans).toMatchObject([{ expires: platform.now() + day }])
  })

  test('cannot remove the owner or moderators, who see no button for it', async () => {
    const platform = await openTestPlatform('SQLite')
    const { maker, player, id, play, view } = await start(platform)
    await promote(platform, player)
    await play(player)
    await play(maker)
    expect((await view()).players.map(({ removable }) => removable)).toEqual([false, false])
    for (const [username, code] of [
      ['Maker', 'places.removing_owner'],
      ['Player', 'places.removing_staff'],
    ])
      for (const act of [kickPlayer, banPlayer])
        await expect(act(platform, maker, { id, username, reason, days: '0' })).rejects.toMatchObject({
          problem: { code },
        })
    expect((await view()).players).toHaveLength(2)
  })

  test('learns which fields are wrong, and changes nothing', async () => {
    const platform = await openTestPlatform('SQLite')
    const { maker, id, view } = await start(platform)
    for (const [fields, code] of [
      [{ username: 'Nobody', reason, days: '0' }, { username: { code: 'accounts.username_unknown' } }],
      [{ username: 'Player', reason: ' ', days: '0' }, { reason: { code: 'moderation.reason_invalid' } }],
      [{ username: 'Player', reason, days: '3651' }, { days: { code: 'places.ban_days_invalid' } }],
      [{ username: 'Player', reason, days: '-1' }, { days: { code: 'places.ban_days_invalid' } }],
      [{ username: 'Player', reason }, { days: { code: 'places.ban_days_invalid' } }],
    ] as const)
      await expect(banPlayer(platform, maker, { id, ...fields })).rejects.toMatchObject({ problems: code })
    expect((await view()).bans).toEqual([])
  })

  test('is limited, and others are refused before their input is read', async () => {
    const platform = await openTestPlatform('SQLite', { Limits: { PlaceBansPerHour: 1 } })
    const { player, id, ban, kick } = await start(platform)
    for (const act of [kickPlayer, banPlayer, unbanPlayer])
      await expect(act(platform, player, { id })).rejects.toMatchObject({
        problem: { code: 'places.changing_forbidden' },
      })
    await expect(viewPlacePlayers(platform, player, { id })).rejects.toMatchObject({ reason: 'forbidden' })
    await ban()
    await expect(kick()).rejects.toMatchObject({ reason: 'limited' })
  })
})

test('records what a moderator does in the place of another user', async () => {
  const platform = await openTestPlatform('SQLite')
  const { id, play, player } = await start(platform)
  const moderator = await promote(platform, await registerPerson(platform, 'Moderator'))
  await play(player)
  await kickPlayer(platform, moderator, { id, username: 'Player', reason })
  platform.pass(1)
  await banPlayer(platform, moderator, { id, username: 'Player', reason, days: '3' })
  platform.pass(1)
  await unbanPlayer(platform, moderator, { id, username: 'Player' })
  const entries = await platform.db.selectFrom('audit_log').selectAll().orderBy('created').execute()
  expect(entries.map(({ action, subject, after }) => [action, subject, JSON.parse(after ?? 'null')])).toEqual(
    [
      ['kickplayer', `place:${id}`, { player: 'Player', reason }],
      ['banplayer', `place:${id}`, { player: 'Player', reason, days: 3 }],
      ['unbanplayer', `place:${id}`, null],
    ],
  )
})

test('lets a game server remove only players of its own place', async () => {
  const platform = await openTestPlatform('SQLite')
  const { maker, player, id, play, view } = await start(platform)
  const other = await createPublishedPlace(platform, maker, { name: 'Harbour' })
  const number = (await numbersOf(platform.db, [player.id])).get(player.id) ?? 0
  const remove = (placeId: number, body: object) => removeByServer(platform, { placeId }, body)
  await play(player, other.id)
  await expect(remove(id, { number, reason, days: 0 })).rejects.toMatchObject({ reason: 'missing' })
  await play(player)
  expect(await remove(id, { number, reason })).toEqual({ username: 'Player' })
  expect((await view()).players).toEqual([])
  await remove(id, { number, reason, days: 0 })
  expect((await view()).bans).toMatchObject([{ username: 'Player', bannedBy: null }])
  await expect(remove(id, { number, reason, days: 1.5 })).rejects.toMatchObject({
    problems: { days: { code: 'places.ban_days_invalid' } },
  })
})

test('lets a game server ban a player who has left a place without services, by the last number there', async () => {
  const platform = await openTestPlatform('SQLite')
  const { player, id, play, view } = await start(platform)
  const { number } = await play(player)
  await endPlaying(platform.db, player.id, platform.now(), 'left')
  const remove = (body: object) => removeByServer(platform, { placeId: id }, { number, reason, ...body })
  await expect(remove({})).rejects.toMatchObject({ reason: 'conflict' })
  expect(await remove({ days: 0 })).toEqual({ username: 'Player' })
  expect((await view()).bans).toMatchObject([{ username: 'Player', bannedBy: null }])
})

test('lets a game server remove a player by the random number of a place without services', async () => {
  const platform = await openTestPlatform('SQLite')
  const { player, id, play, sessions } = await start(platform)
  const { number } = await play(player)
  expect(await removeByServer(platform, { placeId: id }, { number, reason })).toEqual({ username: 'Player' })
  expect(await sessions()).toMatchObject([{ end_reason: 'kicked', end_text: reason }])
})
