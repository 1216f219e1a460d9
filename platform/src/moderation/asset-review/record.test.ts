import { expect, test } from 'vitest'
import { registerPerson } from '../../testing/people.ts'
import { databases } from '../../testing/platforms.ts'
import { startReviewing } from '../../testing/review-world.ts'
import { claimReviews } from './claims.ts'
import { viewQueue } from './queue.ts'
import { approveAsset, refuseAsset } from './review.ts'

test.each(databases)(
  'on %s, reviewers see what was decided about the creator and about similar items',
  async (kind) => {
    const { platform, maker, ann, make } = await startReviewing(kind)
    const ids: number[] = []
    for (const [name, by] of [
      ['Copied', await registerPerson(platform, 'Copier')],
      ['Refused', maker],
      ['Fine', maker],
    ] as const)
      ids.push(await make(name, by))
    await claimReviews(platform, ann, {})
    const { assets } = await viewQueue(platform, ann)
    const decisionOn = (index: number) => ({ id: String(ids[index]), file: assets[index]?.file })
    await refuseAsset(platform, ann, { ...decisionOn(0), reason: 'Copied from a film' })
    await refuseAsset(platform, ann, { ...decisionOn(1), reason: 'Too loud' })
    await approveAsset(platform, ann, decisionOn(2))

    const id = await make('Refused again', maker)
    expect((await viewQueue(platform, ann)).assets).toMatchObject([{ record: null, similar: [] }])
    await claimReviews(platform, ann, { id: String(id) })
    const [item] = (await viewQueue(platform, ann)).assets
    expect(item?.record).toMatchObject({ approved: 1, rejected: 1, takenDown: 0, actions: 0 })
    expect(item?.similar.map(({ name, reason, likeness }) => [name, reason, likeness])).toEqual(
      expect.arrayContaining([
        ['Copied', 'Copied from a film', 'file'],
        ['Refused', 'Too loud', 'file'],
      ]),
    )
    expect(item?.similar).toHaveLength(2)
  },
)
