import { describe, expect, test } from 'vitest'
import { registerPerson } from '../testing/people.ts'
import { databases, openTestPlatform } from '../testing/platforms.ts'

const missing = { reason: 'missing', message: 'User not found' }

describe.each(databases)('appearances on %s', (kind) => {
  test('gives a new user the configured colours and no items', async () => {
    const platform = await openTestPlatform(kind, { Avatars: { BodyColours: { Torso: 21 } } })
    const { appearances } = platform
    const player = await registerPerson(platform, 'Player')
    expect(await appearances.bodyColoursOf('Player')).toEqual({
      Head: 24,
      Torso: 21,
      LeftArm: 24,
      RightArm: 24,
      LeftLeg: 119,
      RightLeg: 119,
    })
    expect(await appearances.wornItemsOf('Player')).toEqual({ username: 'Player', assetIds: [] })
    expect(await appearances.userIdOf('Player')).toBe(player.id)
  })

  test('answers concurrent requests for the colours and items of several users', async () => {
    const platform = await openTestPlatform(kind)
    const { appearances, db } = platform
    const one = await registerPerson(platform, 'One')
    await registerPerson(platform, 'Two')
    await db
      .insertInto('body_colours')
      .values({ user_id: one.id, head: 1, torso: 2, left_arm: 3, right_arm: 4, left_leg: 5, right_leg: 6 })
      .execute()
    await db
      .insertInto('worn_items')
      .values([900_000_001, 100_000_002].map((asset_id) => ({ user_id: one.id, asset_id })))
      .execute()
    const [colours, upper, lower, outfit, plain, nobody] = await Promise.allSettled([
      appearances.bodyColoursOf('one'),
      appearances.bodyColoursOf('ONE'),
      appearances.bodyColoursOf('two'),
      appearances.wornItemsOf('oNE'),
      appearances.wornItemsOf('TWO'),
      appearances.wornItemsOf('three'),
    ])
    const ofOne = { Head: 1, Torso: 2, LeftArm: 3, RightArm: 4, LeftLeg: 5, RightLeg: 6 }
    expect(colours).toMatchObject({ value: ofOne })
    expect(upper).toMatchObject({ value: ofOne })
    expect(lower).toMatchObject({ value: { Head: 24, Torso: 23, LeftLeg: 119 } })
    expect(outfit).toMatchObject({ value: { username: 'One', assetIds: [100_000_002, 900_000_001] } })
    expect(plain).toMatchObject({ value: { username: 'Two', assetIds: [] } })
    expect(nobody).toMatchObject({ reason: missing })
  })

  test.each(['nobody', '', 'ab', 'a b c', '../one', "one' or 1=1", 'öne', 'a'.repeat(22)])(
    'finds no user %j',
    async (name) => {
      const { appearances } = await openTestPlatform(kind)
      await expect(appearances.bodyColoursOf(name)).rejects.toMatchObject(missing)
      await expect(appearances.wornItemsOf(name)).rejects.toMatchObject(missing)
      await expect(appearances.userIdOf(name)).rejects.toMatchObject(missing)
    },
  )
})
