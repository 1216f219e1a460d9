import { day } from '@baseplate/service/clock'
import { describe, expect, test } from 'vitest'
import { lockUser } from '../accounts/door.ts'
import { startBadgeGame } from '../testing/badge-game.ts'
import { during } from '../testing/during.ts'
import { startTestEconomy } from '../testing/economy.ts'
import { errorsOf } from '../testing/errors.ts'
import { colouredPicture } from '../testing/picture-world.ts'
import { type DatabaseKind, databases } from '../testing/platforms.ts'
import { changeBadge } from './change.ts'
import { viewBadges } from './view.ts'

const unit = 1_000_000

/** Starts a game whose maker has money, and has used up the free badges of the day. */
async function startPaying(kind: DatabaseKind, balance: number) {
  const economy = await startTestEconomy()
  const game = await startBadgeGame(kind, { ECONOMY_URL: economy.address })
  await economy.mint(game.maker, balance * unit)
  for (const name of ['One', 'Two', 'Three', 'Four', 'Five']) await game.create(name)
  const names = async () =>
    (await viewBadges(game.platform, game.maker, { id: game.place.id })).badges.map(({ name }) => name)
  return { ...game, economy, names }
}

describe.each(databases)('new badges on %s', (kind) => {
  test('five a day are free, and the sixth is paid', async () => {
    const { create, economy, maker, names, platform, place } = await startPaying(kind, 12)
    const next = async () => (await viewBadges(platform, maker, { id: place.id })).next
    expect(await next()).toMatchObject({ price: 5 * unit, free: 0 })
    expect(await errorsOf(create('Six'))).toEqual({ price: expect.any(String) })
    expect(await economy.balanceOf(maker)).toBe(12 * unit)
    await create('Six', { price: '5' })
    expect(await economy.balanceOf(maker)).toBe(7 * unit)
    expect(await names()).toContain('Six')
    platform.pass(day)
    expect(await next()).toMatchObject({ price: 0, free: 5 })
    await create('Seven')
    expect(await economy.balanceOf(maker)).toBe(7 * unit)
  })

  test('a badge that cannot be paid is not created, and its name is free again', async () => {
    const { create, names } = await startPaying(kind, 4)
    await expect(create('Six', { price: '5' })).rejects.toThrow()
    expect(await names()).not.toContain('Six')
    await expect(create('Six', { price: '5' })).rejects.toMatchObject({ reason: 'invalid' })
  })

  test('two requests at once for the same badge are paid once', async () => {
    const { create, economy, maker, names } = await startPaying(kind, 20)
    const outcomes = await Promise.allSettled([1, 2].map(() => create('Six', { price: '5' })))
    expect(outcomes.some(({ status }) => status === 'fulfilled')).toBe(true)
    expect(await economy.balanceOf(maker)).toBe(15 * unit)
    expect((await names()).filter((name) => name === 'Six')).toEqual(['Six'])
  })

  test('of two requests at once in two games after four badges, one is free', async () => {
    const economy = await startTestEconomy()
    const { create, maker, second } = await startBadgeGame(kind, { ECONOMY_URL: economy.address })
    await economy.mint(maker, 20 * unit)
    for (const name of ['One', 'Two', 'Three', 'Four']) await create(name)
    await Promise.all([create('Five', { price: '5' }), create('Six', { id: second.id, price: '5' })])
    expect(await economy.balanceOf(maker)).toBe(15 * unit)
  })

  test('an answer of the ledger that was lost neither loses money nor gives a badge for nothing', async () => {
    const { create, economy, maker, names, platform } = await startPaying(kind, 20)
    const { send } = platform.economy
    platform.economy.send = async (...request) => {
      await send(...request)
      return { outcome: 'unknown', reason: 'no answer' }
    }
    await expect(create('Six', { price: '5' })).rejects.toMatchObject({ reason: 'failed' })
    platform.economy.send = send
    expect(await names()).not.toContain('Six')
    await create('Six', { price: '5' })
    expect(await names()).toContain('Six')
    expect(await economy.balanceOf(maker)).toBe(15 * unit)
  })

  test('only the owner creates badges, each with a name of its own and a picture', async () => {
    const { create, anna, platform, maker, place } = await startBadgeGame(kind)
    await expect(create('One', {}, anna)).rejects.toMatchObject({ reason: 'forbidden' })
    const { badge } = await create('One')
    expect(await errorsOf(create('ONE'))).toHaveProperty('name')
    expect(await errorsOf(create('Two', { icon: undefined }))).toHaveProperty('icon')
    expect(await errorsOf(create('Two', { icon: Buffer.from('no picture') }))).toHaveProperty('icon')
    expect(await errorsOf(create('x'.repeat(51)))).toHaveProperty('name')
    expect(await errorsOf(create('  '))).toHaveProperty('name')
    expect(await errorsOf(create('Two', { price: 'much' }))).toHaveProperty('price')
    platform.pass(1)
    await create('Two')
    const rename = (name: string) =>
      changeBadge(platform, maker, { id: place.id, badge, name, description: '' })
    expect(await errorsOf(rename('two'))).toHaveProperty('name')
    await rename('Uno')
    expect((await viewBadges(platform, anna, { id: place.id })).badges[0]).toMatchObject({ name: 'Uno' })
    await changeBadge(platform, maker, {
      id: place.id,
      badge,
      name: 'Uno',
      icon: await colouredPicture('blue'),
    })
  })

  test('a game has at most as many badges as the configuration says', async () => {
    const { create, platform } = await startBadgeGame(kind)
    platform.config.Badges.PerPlace = 2
    await create('One')
    await create('Two')
    await expect(create('Three')).rejects.toMatchObject({ problem: { code: 'badges.too_many' } })
  })
})

test('a badge waits for another one of the same maker, which is counted', async () => {
  const { platform, create, maker, second } = await startBadgeGame('PostgreSQL')
  for (const name of ['One', 'Two', 'Three', 'Four']) await create(name)
  const another = {
    ...{ id: 1, place_id: second.id, name: 'Five', name_key: 'five', description: '' },
    ...{ created: platform.now(), open: 1 },
  }
  const created = await during(
    platform.db,
    async (trx) => {
      await lockUser(trx, maker.id)
      await trx.insertInto('badges').values(another).execute()
    },
    () => create('Six').catch((error: unknown) => error),
  )
  expect(created).toMatchObject({ problems: { price: { code: 'badges.price' } } })
})
