import { describe, expect, test } from 'vitest'
import type { Actor } from '../../accounts/rules.ts'
import { viewNotifications } from '../../notifications/list.ts'
import { viewPlace } from '../../places/view.ts'
import { errorsOf } from '../../testing/errors.ts'
import { notThere, puttingBack, startWithPlace, takingDown } from '../../testing/place-world.ts'
import { databases } from '../../testing/platforms.ts'
import { viewTakedown, viewTakedowns } from '../takedowns/view.ts'
import { appealPlace } from './appeal.ts'
import { decideAppeal } from './decide-appeal.ts'
import { viewAppeals } from './view-appeals.ts'

describe.each(databases)('appeals for places on %s', (kind) => {
  async function start() {
    const started = await startWithPlace(kind)
    const { platform, staff, id } = started
    const appeal = (actor: Actor, text: unknown = 'I drew it myself') =>
      appealPlace(platform, actor, { id, text })
    const decide = (actor: Actor, decision: string, number = 1) =>
      decideAppeal.place(platform, actor, {
        id: String(id),
        number: String(number),
        decision,
        answer: 'We looked',
      })
    const list = async (actor: Actor, state = 'Open') => {
      const viewed = await viewAppeals(platform, actor, { about: 'games', state })
      return viewed.about === 'games' ? viewed.appeals : []
    }
    return { ...started, other: await staff('Other'), appeal, decide, list }
  }

  test('the owner of a place that was taken down appeals once', async () => {
    const { platform, moderator, other, maker, player, id, change, appeal, decide } = await start()
    await expect(appeal(maker)).rejects.toMatchObject({ reason: 'invalid' })
    await expect(decide(other, 'Granted')).rejects.toMatchObject({ reason: 'missing' })
    await change(moderator, takingDown)
    expect(await viewTakedown(platform, maker, id)).toMatchObject({ mayAppeal: true, moderates: false })
    for (const text of [null, ' ', 'x'.repeat(1_001)])
      expect(await errorsOf(appeal(maker, text))).toHaveProperty('text')
    await expect(appeal(player)).rejects.toMatchObject(notThere)
    await expect(appeal(other)).rejects.toMatchObject({ reason: 'forbidden' })
    const appeals = await Promise.allSettled([appeal(maker), appeal(maker)])
    expect(appeals.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  test('a moderator who was not involved decides an appeal, once', async () => {
    const { platform, moderator, other, maker, id, change, appeal, decide, list } = await start()
    await change(moderator, takingDown)
    await appeal(maker)
    const queue = async (actor: Actor) =>
      (await list(actor)).map(({ id, text, whyNot }) => [id, text, whyNot])
    expect(await queue(other)).toEqual([[id, 'I drew it myself', null]])
    expect(await queue(moderator)).toEqual([[id, 'I drew it myself', expect.stringContaining('You took')]])
    expect((await viewTakedowns(platform, other, {})).takedowns).toMatchObject([
      { id: String(id), appealed: true },
    ])
    await expect(viewAppeals(platform, maker, {})).rejects.toMatchObject({ reason: 'forbidden' })
    for (const actor of [moderator, maker])
      await expect(decide(actor, 'Granted')).rejects.toMatchObject({ reason: 'forbidden' })
    platform.pass(1)
    await decide(other, 'Refused')
    await expect(decide(other, 'Granted')).rejects.toThrow('This appeal has already been decided')
    expect(await viewTakedown(platform, maker, id)).toMatchObject({
      mayAppeal: false,
      appeal: { decision: 'Refused', answer: 'We looked' },
    })
  })

  test('a granted appeal puts the place back and notifies its owner', async () => {
    const { platform, administrator, moderator, other, maker, player, id, ...world } = await start()
    const { change, appeal, decide, list, audited } = world
    await change(moderator, takingDown)
    await appeal(maker)
    platform.pass(1)
    await decide(other, 'Refused')
    platform.pass(1)
    await change(moderator, puttingBack)
    platform.pass(1)
    await change(moderator, takingDown)
    await appeal(maker)
    platform.pass(1)
    await decide(administrator, 'Granted', 2)
    expect(await viewPlace(platform, player, { id })).toMatchObject({ visibility: 'Visible' })
    expect((await viewNotifications(platform, maker)).notifications[0]).toMatchObject({
      type: 'appeal',
      note: 'Your appeal for “Brick race” was granted: We looked',
    })
    expect((await audited()).map(([action]) => action)).toEqual([
      'moderateplace',
      'refuseplaceappeal',
      'moderateplace',
      'moderateplace',
      'grantplaceappeal',
    ])
    expect((await list(other, 'Decided')).map(({ decision }) => decision)).toEqual(['Granted', 'Refused'])
    expect(await list(other)).toEqual([])
  })
})
