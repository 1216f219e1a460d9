import { setColours } from '@baseplate/platform/avatars/dress'
import { addPlaces, startForLists } from '@baseplate/platform/places/lists/testing/places'
import { requestFriendship } from '@baseplate/platform/social/friendships'
import { databases } from '@baseplate/platform/testing/platforms'
import { day } from '@baseplate/service/clock'
import { describe, expect, test } from 'vitest'
import { viewFirstSteps } from './first-steps.ts'

const colours = { head: '1', torso: '21', leftArm: '23', rightArm: '24', leftLeg: '26', rightLeg: '1001' }

describe.each(databases)('first steps on %s', (kind) => {
  test('are ticked off one by one, and disappear when all are done', async () => {
    const { platform, maker, player } = await startForLists(kind)
    const steps = () => viewFirstSteps(platform, player)
    expect(await steps()).toEqual({ dressed: false, played: false, befriended: false })
    await setColours(platform, player, colours)
    expect(await steps()).toEqual({ dressed: true, played: false, befriended: false })
    await requestFriendship(platform, player, { username: maker.username })
    expect(await steps()).toMatchObject({ befriended: false })
    await requestFriendship(platform, maker, { username: player.username })
    expect(await steps()).toEqual({ dressed: true, played: false, befriended: true })
    const [place_id = 0] = await addPlaces(platform, ['Game'], maker)
    const visit = { user_id: player.id, place_id, visits: 1, played_ms: 0, last_played: platform.now() }
    await platform.db.insertInto('place_players').values(visit).execute()
    expect(await steps()).toBeNull()
  })

  test('are not shown to older accounts', async () => {
    const { platform, player } = await startForLists(kind)
    platform.pass(15 * day)
    expect(await viewFirstSteps(platform, player)).toBeNull()
  })
})
