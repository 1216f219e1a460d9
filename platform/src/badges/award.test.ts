import { day } from '@baseplate/service/clock'
import { describe, expect, test } from 'vitest'
import { updateServices } from '../places/services.ts'
import { startBadgeGame } from '../testing/badge-game.ts'
import { dataServer } from '../testing/data-game.ts'
import { registerPerson } from '../testing/people.ts'
import { databases, openTestPlatform } from '../testing/platforms.ts'
import { awardBadge, hasBadge, isBadgeDisabled } from './award.ts'
import { disableBadge } from './change.ts'
import { viewBadge } from './view.ts'

const elsewhere = { problem: { code: 'badges.player_elsewhere' } }

describe.each(databases)('awards of badges on %s', (kind) => {
  test('a player wins a badge once', async () => {
    const { platform, create, award, enter, anna, place, servers } = await startBadgeGame(kind)
    const { badge } = await create('First steps')
    const { number } = await enter(anna)
    expect(await hasBadge(platform, servers[0].caller, badge, number)).toBe(false)
    expect(await award(badge, number)).toBe(true)
    expect(await award(badge, number)).toBe(false)
    expect(await hasBadge(platform, servers[0].caller, badge, number)).toBe(true)
    expect((await viewBadge(platform, anna, { id: place.id, badge })).badge).toMatchObject({
      won: platform.now(),
      awarded: 1,
    })
  })

  test('twenty awards at once are one award', async () => {
    const { platform, create, award, enter, anna, place } = await startBadgeGame(kind)
    const { badge } = await create('First steps')
    const { number } = await enter(anna)
    const awarded = await Promise.all(Array.from({ length: 20 }, () => award(badge, number)))
    expect(awarded.filter(Boolean)).toEqual([true])
    expect((await viewBadge(platform, anna, { id: place.id, badge })).badge.awarded).toBe(1)
  })

  test('only a player who is verified in the server wins a badge', async () => {
    const { create, award, enter, join, anna, servers } = await startBadgeGame(kind)
    const { badge } = await create('First steps')
    const joined = await join(anna)
    await expect(award(badge, joined.number)).rejects.toMatchObject(elsewhere)
    const { number, leave } = await enter(anna)
    await expect(award(badge, number, servers[1])).rejects.toMatchObject(elsewhere)
    await leave()
    await expect(award(badge, number)).rejects.toMatchObject(elsewhere)
  })

  test('the server of a place that shares the world awards the badge, and one of another world does not', async () => {
    const { platform, create, award, enter, anna, second, servers, placeOf, maker } =
      await startBadgeGame(kind)
    const { badge } = await create('First steps')
    const { number } = await enter(anna, second)
    expect(await award(badge, number, servers[1])).toBe(true)
    const foreign = await placeOf('A world of its own')
    await updateServices(platform, maker, { id: foreign.id, enabled: 'true' })
    const { caller } = await dataServer(platform, foreign.ticket)
    const ben = await registerPerson(platform, 'Ben')
    const entered = await enter(ben, foreign)
    await expect(awardBadge(platform, caller, badge, entered.number)).rejects.toMatchObject({
      problem: { code: 'badges.not_found' },
    })
    expect(await hasBadge(platform, caller, badge, number)).toBe(false)
    expect(await isBadgeDisabled(platform, caller, badge)).toBe(true)
  })

  test('a disabled badge is not awarded until it is enabled again', async () => {
    const { platform, create, award, enter, anna, maker, place, servers } = await startBadgeGame(kind)
    const { badge } = await create('First steps')
    const { number } = await enter(anna)
    const disable = (disabled: string) => disableBadge(platform, maker, { id: place.id, badge, disabled })
    await disable('true')
    await expect(award(badge, number)).rejects.toMatchObject({ problem: { code: 'badges.disabled' } })
    expect(await isBadgeDisabled(platform, servers[0].caller, badge)).toBe(true)
    await disable('false')
    expect(await award(badge, number)).toBe(true)
  })

  test('a badge tells how many have won it in all and on the day before', async () => {
    const { platform, create, award, enter, anna, maker, place } = await startBadgeGame(kind)
    const { badge } = await create('First steps')
    const seen = async () => (await viewBadge(platform, maker, { id: place.id, badge })).badge
    expect(await seen()).toMatchObject({ awarded: 0, awardedYesterday: 0, rarity: null })
    await award(badge, (await enter(anna)).number)
    await platform.db.updateTable('places').set({ visitor_count: 4 }).where('id', '=', place.id).execute()
    expect(await seen()).toMatchObject({ awarded: 1, awardedYesterday: 0, rarity: 0.25 })
    platform.pass(day)
    expect(await seen()).toMatchObject({ awarded: 1, awardedYesterday: 1 })
    platform.pass(day)
    expect(await seen()).toMatchObject({ awarded: 1, awardedYesterday: 0 })
  })

  test('a server that awards too often has to wait', async () => {
    const { create, award, enter, anna } = await startBadgeGame(kind)
    const { badge } = await create('First steps')
    const { number } = await enter(anna)
    const outcomes = await Promise.allSettled(Array.from({ length: 120 }, () => award(badge, number)))
    expect(outcomes.at(-1)).toMatchObject({ reason: { reason: 'limited' } })
  })
})

test('awards at once on two sites are one award', async () => {
  const { platform, create, award, enter, anna, servers } = await startBadgeGame('PostgreSQL')
  const { badge } = await create('First steps')
  const { number } = await enter(anna)
  const { databaseUrl = '', dataDirectory } = platform.config
  const shared = { DATABASE_URL: databaseUrl, BASEPLATE_DATA: dataDirectory }
  const other = await openTestPlatform('SQLite', {}, shared)
  const awarded = await Promise.all(
    Array.from({ length: 10 }, async () => [
      await award(badge, number),
      (await awardBadge(other, servers[0].caller, badge, number)).awarded,
    ]),
  )
  expect(awarded.flat().filter(Boolean)).toEqual([true])
})
