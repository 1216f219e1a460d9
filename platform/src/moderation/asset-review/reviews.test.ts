import { minute } from '@baseplate/service/clock'
import { describe, expect, test } from 'vitest'
import { findAsset } from '../../assets/queries.ts'
import { withhold } from '../../assets/visibility.ts'
import { databases } from '../../testing/platforms.ts'
import { startReviewing } from '../../testing/review-world.ts'
import { moderateAsset } from '../takedowns/moderate-asset.ts'
import { approveAsset, refuseAsset } from '../takedowns/review-asset.ts'
import { listReviewedCreations, viewAssetReview } from '../takedowns/view-review.ts'
import { claimReviews, extendClaims, releaseClaim } from './claims.ts'
import { viewQueue } from './queue.ts'

describe.each(databases)('the review queue on %s', (kind) => {
  test('creators see their position, and a replaced file moves an item to the end', async () => {
    const { platform, maker, ann, make, on } = await startReviewing(kind)
    const [first, second, third] = [await make(), await make(), await make()] as const
    const places = async () =>
      (await listReviewedCreations(platform, maker)).assets.map(({ id, position, waiting }) => [
        id,
        position,
        waiting,
      ])
    expect(await places()).toEqual([
      [third, 3, 3],
      [second, 2, 3],
      [first, 1, 3],
    ])
    await approveAsset(platform, ann, on(first))
    expect(await places()).toEqual([
      [third, 2, 2],
      [second, 1, 2],
      [first, null, 0],
    ])
    platform.pass(minute)
    await withhold(platform.db, first, platform.now())
    platform.pass(minute)
    await withhold(platform.db, second, platform.now())
    expect(await viewAssetReview(platform, maker, first)).toMatchObject({ position: 3, waiting: 3 })
    expect(await viewAssetReview(platform, maker, second)).toMatchObject({ position: 1 })
    expect(await viewAssetReview(platform, { ...ann, permissionLevel: 1 }, first)).toBe(null)
    const queue = await viewQueue(platform, ann)
    expect(queue).toMatchObject({ waiting: 3, oldest: queue.assets[0]?.since })
    expect(queue.assets.map(({ id }) => id)).toEqual([second, third, first])
  })

  test('shows the rendered picture of an unclaimed item', async () => {
    const { platform, ann, make } = await startReviewing(kind)
    const id = await make()
    const thumbnail = '0123456789abcdef'
    await platform.db.updateTable('assets').set({ thumbnail }).where('id', '=', id).execute()
    expect((await viewQueue(platform, ann)).assets).toMatchObject([{ id, until: null, thumbnail }])
  })

  test('tells a rejected item from one that was taken down later', async () => {
    const { platform, ann, ben, maker, make, on } = await startReviewing(kind)
    const [rejected, takenDown] = [await make(), await make()]
    await refuseAsset(platform, ann, on(rejected, { reason: 'Too loud' }))
    await approveAsset(platform, ann, on(takenDown))
    await moderateAsset(platform, ben, { id: takenDown, visibility: 'Moderated', reason: 'Stolen' })
    expect(await viewAssetReview(platform, maker, rejected)).toMatchObject({ isRejected: true })
    expect(await viewAssetReview(platform, maker, takenDown)).toMatchObject({
      isRejected: false,
      reason: 'Stolen',
    })
  })

  test('two reviewers at once claim different items and cannot decide each other’s', async () => {
    const { platform, ann, ben, maker, make, queueOf, on, audited } = await startReviewing(kind)
    const ids: number[] = []
    for (let count = 0; count < 8; count++) ids.push(await make())
    await expect(claimReviews(platform, maker, {})).rejects.toMatchObject({ reason: 'forbidden' })
    const claimed = await Promise.all([claimReviews(platform, ann, {}), claimReviews(platform, ben, {})])
    expect(claimed.map(({ claimed }) => claimed).toSorted()).toEqual([3, 5])
    const [annes, bens] = [await queueOf(ann), await queueOf(ben)]
    expect([...annes.mine, ...bens.mine].toSorted()).toEqual(ids.toSorted())
    expect([annes.free, bens.free]).toEqual([[], []])
    expect(annes.others).toEqual(bens.mine.map((id) => [id, 'Ben']))
    expect(new Set((await audited()).map(([action]) => action))).toEqual(new Set(['claimasset']))
    expect(await audited()).toHaveLength(8)

    const [hers = 0] = annes.mine
    const refusal = 'Ann is reviewing this item. The claim ends after 10 minutes without a decision.'
    const decisions = [
      () => approveAsset(platform, ben, on(hers)),
      () => refuseAsset(platform, ben, on(hers, { reason: 'No' })),
      () => moderateAsset(platform, ben, { id: hers, visibility: 'Visible' }),
      () => moderateAsset(platform, ben, { id: hers, visibility: 'Moderated', reason: 'No' }),
      () => claimReviews(platform, ben, on(hers)),
    ]
    for (const decide of decisions) await expect(decide()).rejects.toThrow(refusal)
    expect(await findAsset(platform.db, hers)).toMatchObject({ visibility: 'Pending' })
    expect(await approveAsset(platform, ann, on(hers))).toEqual({ name: 'A hat' })
    await expect(claimReviews(platform, ben, on(hers))).rejects.toThrow(
      'Another moderator has already reviewed this item',
    )
    await expect(claimReviews(platform, ben, on(1))).rejects.toMatchObject({ reason: 'missing' })
  })

  test('a claim ends when it is released, and ten minutes after the last action', async () => {
    const { platform, ann, ben, make, queueOf, on } = await startReviewing(kind)
    const [first, second] = [await make(), await make()]
    const both = await Promise.allSettled(
      [ann, ben].map((reviewer) => claimReviews(platform, reviewer, on(first))),
    )
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const [holder, other] = both[0]?.status === 'fulfilled' ? [ann, ben] : [ben, ann]
    await releaseClaim(platform, other, on(first))
    expect(await queueOf(other)).toEqual({ mine: [], free: [second], others: [[first, holder.username]] })
    await releaseClaim(platform, holder, on(first))
    expect((await queueOf(other)).free).toEqual([first, second])

    await claimReviews(platform, ann, {})
    expect((await queueOf(ann)).mine).toEqual([first, second])
    platform.pass(9 * minute)
    await extendClaims(platform, ann)
    platform.pass(9 * minute)
    expect((await queueOf(ben)).free).toEqual([])
    // Any action in the queue extends all claims.
    await approveAsset(platform, ann, on(first))
    platform.pass(10 * minute - 1)
    expect(await claimReviews(platform, ben, {})).toEqual({ claimed: 0 })
    platform.pass(1)
    await extendClaims(platform, ann)
    expect(await queueOf(ann)).toEqual({ mine: [], free: [second], others: [] })
    expect(await claimReviews(platform, ben, {})).toEqual({ claimed: 1 })
    await expect(approveAsset(platform, ann, on(second))).rejects.toThrow('Ben is reviewing this item')
  })
})
