import { describe, expect, test } from 'vitest'
import { permissionLevel } from '../../accounts/rules.ts'
import { findAsset } from '../../assets/queries.ts'
import { viewAttention } from '../../operations/metrics/attention.ts'
import { errorsOf } from '../../testing/errors.ts'
import { databases } from '../../testing/platforms.ts'
import { startReviewing } from '../../testing/review-world.ts'
import { moderateAsset } from '../takedowns/moderate-asset.ts'
import { approveAsset, refuseAsset } from '../takedowns/review-asset.ts'
import { listReviewedCreations, viewAssetReview } from '../takedowns/view-review.ts'

describe.each(databases)('appeals for items on %s', (kind) => {
  test('the creator of a rejected item appeals once', async () => {
    const { platform, maker, ann, ben, make, on, told, appealAsset } = await startReviewing(kind)
    const id = await make()
    const appeal = (text: string, actor = maker) => appealAsset(actor, id, { text })
    await expect(appeal('Early')).rejects.toThrow('There is nothing to appeal')
    await refuseAsset(platform, ben, on(id, { reason: 'Too tall' }))
    expect(await viewAssetReview(platform, maker, id)).toMatchObject({ reason: 'Too tall', mayAppeal: true })
    expect((await told(maker))?.link).toBe(`/catalog/${id}/A-hat`)
    expect(await errorsOf(appeal(' '))).toEqual({ text: 'Say why the decision should be reversed' })
    expect(await errorsOf(appealAsset(maker, id, {}))).toEqual({
      text: 'Say why the decision should be reversed',
    })
    expect(await errorsOf(appeal('x'.repeat(1001)))).toEqual({ text: 'Use at most 1000 characters' })
    await expect(appeal('Mine', ann)).rejects.toMatchObject({ reason: 'forbidden' })
    const twice = await Promise.allSettled([appeal('It is not tall'), appeal('It is not tall')])
    expect(twice.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await expect(appeal('Again')).rejects.toThrow('You have already appealed')
    expect((await listReviewedCreations(platform, maker)).assets[0]).toMatchObject({
      visibility: 'Moderated',
      reason: 'Too tall',
      appeal: { text: 'It is not tall', decided: null },
    })
  })

  test('a moderator who was not involved grants an appeal, which shows the item', async () => {
    const { platform, administrator, maker, ann, ben, make, on, told, audited, ...appeals } =
      await startReviewing(kind)
    const { appealAsset, decideAssetAppeal, viewItemAppeals } = appeals
    const id = await make()
    await refuseAsset(platform, ben, on(id, { reason: 'Too tall' }))
    await appealAsset(maker, id, { text: 'It is not tall' })
    const counted = async () =>
      (await viewAttention(platform, administrator)).find(({ what }) => what === 'itemappeals')?.count
    expect(await counted()).toBe(1)
    const verdict = on(id, { number: '1', decision: 'Granted', answer: 'You are right' })
    await expect(decideAssetAppeal(ann, verdict)).rejects.toMatchObject({ reason: 'forbidden' })
    await expect(decideAssetAppeal(ben, verdict)).rejects.toThrow('You rejected this item or took it down')
    const own = { ...maker, permissionLevel: permissionLevel.moderator }
    await expect(decideAssetAppeal(own, verdict)).rejects.toThrow('You created this item')
    expect(await viewItemAppeals(ben, {})).toMatchObject([
      {
        id,
        reason: 'Too tall',
        moderator: 'Ben',
        text: 'It is not tall',
        isRejected: true,
        whyNot: expect.stringContaining('rejected'),
      },
    ])
    expect(await errorsOf(decideAssetAppeal(administrator, on(id, { number: '1' })))).toEqual({
      decision: 'Choose whether to grant the appeal',
      answer: 'Explain your decision. The user will read it.',
    })
    platform.pass(1)
    const verdicts = await Promise.allSettled([
      decideAssetAppeal(administrator, verdict),
      decideAssetAppeal({ ...ann, permissionLevel: permissionLevel.moderator }, verdict),
    ])
    expect(verdicts.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await findAsset(platform.db, id)).toMatchObject({ visibility: 'Visible' })
    expect(await told(maker)).toMatchObject({
      note: 'Your appeal for “A hat” was granted: You are right',
      sender: null,
    })
    expect(await counted()).toBeUndefined()
    expect(await viewItemAppeals(ben, { state: 'Decided' })).toMatchObject([
      { id, decision: 'Granted', answer: 'You are right' },
    ])
    expect(await audited()).toEqual([
      ['refuseasset', `asset:${id}`],
      ['grantassetappeal', `asset:${id}`],
    ])
  })

  test('a refused appeal leaves the item moderated, and a new takedown can be appealed', async () => {
    const { platform, administrator, maker, ben, make, on, told, audited, ...appeals } =
      await startReviewing(kind)
    const { appealAsset, decideAssetAppeal, viewItemAppeals } = appeals
    const id = await make()
    await approveAsset(platform, ben, on(id))
    await moderateAsset(platform, ben, { id, visibility: 'Moderated', reason: 'Stolen' })
    expect((await told(maker))?.note).toBe('“A hat” was taken down: Stolen')
    await appealAsset(maker, id, { text: 'I made it' })
    const verdict = on(id, { number: '1', decision: 'Refused', answer: 'It is a copy' })
    platform.pass(1)
    await decideAssetAppeal(administrator, verdict)
    expect(await findAsset(platform.db, id)).toMatchObject({ visibility: 'Moderated' })
    expect((await told(maker))?.note).toBe('Your appeal for “A hat” was rejected: It is a copy')
    expect(await viewAssetReview(platform, maker, id)).toMatchObject({
      reason: 'Stolen',
      mayAppeal: false,
      appeal: { decision: 'Refused', answer: 'It is a copy' },
    })
    await expect(decideAssetAppeal(administrator, verdict)).rejects.toThrow(
      'This appeal has already been decided',
    )
    expect((await audited()).at(-1)).toEqual(['refuseassetappeal', `asset:${id}`])

    await moderateAsset(platform, ben, { id, visibility: 'Visible' })
    expect(await viewAssetReview(platform, maker, id)).toMatchObject({ reason: null, appeal: null })
    await moderateAsset(platform, ben, { id, visibility: 'Moderated', reason: 'Still' })
    expect(await viewAssetReview(platform, maker, id)).toMatchObject({ reason: 'Still', mayAppeal: true })
    await appealAsset(maker, id, { text: 'Why?' })
    await moderateAsset(platform, ben, { id, visibility: 'Visible' })
    expect(await viewItemAppeals(administrator, {})).toEqual([])
    const late = decideAssetAppeal(administrator, { ...verdict, number: '2' })
    await expect(late).rejects.toThrow('The decision behind this appeal is no longer in force')
    await expect(decideAssetAppeal(administrator, on(1, verdict))).rejects.toThrow()
  })
})
