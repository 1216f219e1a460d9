import { describe, expect, test } from 'vitest'
import { type Actor, permissionLevel } from '../../accounts/rules.ts'
import { storeAsset } from '../../assets/files/store-asset.ts'
import { findAsset } from '../../assets/queries.ts'
import { assetType } from '../../assets/types.ts'
import { withhold } from '../../assets/visibility.ts'
import { minute } from '../../foundation/clock.ts'
import { viewNotifications } from '../../notifications/list.ts'
import { viewAttention } from '../../operations/metrics/attention.ts'
import { errorsOf } from '../../testing/errors.ts'
import { registerPerson } from '../../testing/people.ts'
import { type DatabaseKind, databases, openTestPlatform } from '../../testing/platforms.ts'
import { appeal as appealDecision } from '../appeals/appeal.ts'
import { decideAppeal } from '../appeals/decide-appeal.ts'
import { viewAppeals } from '../appeals/view-appeals.ts'
import { moderateAsset } from '../takedowns/moderate-asset.ts'
import { claimReviews, extendClaims, releaseClaim } from './claims.ts'
import { viewQueue } from './queue.ts'
import { approveAsset, refuseAsset } from './review.ts'
import { listReviewedCreations, viewAssetReview } from './view.ts'

async function start(kind: DatabaseKind) {
  const platform = await openTestPlatform(kind)
  const administrator = await registerPerson(platform, 'Administrator')
  const maker = await registerPerson(platform, 'Maker')
  const staff = async (username: string, level: number): Promise<Actor> => ({
    ...(await registerPerson(platform, username)),
    permissionLevel: level,
  })
  const [ann, ben] = [
    await staff('Ann', permissionLevel.catalogManager),
    await staff('Ben', permissionLevel.moderator),
  ]
  /** Waits for approval, a minute after the one before. */
  const make = async (name = 'A hat', by = maker) => {
    const file = [Buffer.from('a hat')]
    platform.pass(minute)
    return (await storeAsset(platform, by, { type: assetType.hat, name }, file)).id
  }
  const queueOf = async (actor: Actor) => {
    const { assets, others } = await viewQueue(platform, actor)
    return {
      mine: assets.filter(({ until }) => until !== null).map(({ id }) => id),
      free: assets.filter(({ until }) => until === null).map(({ id }) => id),
      others: others.map(({ id, holder }) => [id, holder]),
    }
  }
  const on = (id: number, fields = {}) => ({ id: String(id), ...fields })
  const told = async (actor: Actor) => (await viewNotifications(platform, actor)).notifications[0]
  const audited = async () =>
    (
      await platform.db.selectFrom('audit_log').select(['action', 'subject']).orderBy('created').execute()
    ).map(({ action, subject }) => [action, subject])
  const appealAsset = (actor: Actor, id: number, input: object) =>
    appealDecision(platform, actor, { type: 'asset', id }, input)
  const decideAssetAppeal = (actor: Actor, input: object) => decideAppeal(platform, actor, 'asset', input)
  const viewItemAppeals = async (actor: Actor, input: object) => {
    const viewed = await viewAppeals(platform, actor, { about: 'items', ...input })
    return viewed.about === 'items' ? viewed.appeals : []
  }
  return {
    platform,
    administrator,
    maker,
    ann,
    ben,
    make,
    queueOf,
    on,
    told,
    audited,
    appealAsset,
    decideAssetAppeal,
    viewItemAppeals,
  }
}

describe.each(databases)('the queue on %s', (kind) => {
  test('who made something sees its place; a replaced file waits behind what was there first', async () => {
    const { platform, maker, ann, make, on } = await start(kind)
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

  test('two who take at the same moment get different items, and neither decides on the other’s', async () => {
    const { platform, ann, ben, maker, make, queueOf, on, audited } = await start(kind)
    const ids: number[] = []
    for (let count = 0; count < 8; count++) ids.push(await make())
    await expect(claimReviews(platform, maker, {})).rejects.toMatchObject({ reason: 'forbidden' })
    const taken = await Promise.all([claimReviews(platform, ann, {}), claimReviews(platform, ben, {})])
    expect(taken.map(({ taken }) => taken).toSorted()).toEqual([3, 5])
    const [annes, bens] = [await queueOf(ann), await queueOf(ben)]
    expect([...annes.mine, ...bens.mine].toSorted()).toEqual(ids.toSorted())
    expect([annes.free, bens.free]).toEqual([[], []])
    expect(annes.others).toEqual(bens.mine.map((id) => [id, 'Ben']))
    expect(new Set((await audited()).map(([action]) => action))).toEqual(new Set(['takeasset']))
    expect(await audited()).toHaveLength(8)

    const [hers = 0] = annes.mine
    const refusal =
      'Ann looks at this: it is theirs until they decide, put it back, or do nothing for 10 minutes'
    const decisions = [
      () => approveAsset(platform, ben, on(hers)),
      () => refuseAsset(platform, ben, on(hers, { reason: 'No' })),
      () => moderateAsset(platform, ben, hers, { visibility: 'Visible' }),
      () => moderateAsset(platform, ben, hers, { visibility: 'Moderated', reason: 'No' }),
      () => claimReviews(platform, ben, on(hers)),
    ]
    for (const decide of decisions) await expect(decide()).rejects.toThrow(refusal)
    expect(await findAsset(platform.db, hers)).toMatchObject({ visibility: 'Pending' })
    expect(await approveAsset(platform, ann, on(hers))).toEqual({ name: 'A hat' })
    await expect(claimReviews(platform, ben, on(hers))).rejects.toThrow('Somebody has reviewed this already')
    await expect(claimReviews(platform, ben, on(1))).rejects.toMatchObject({ reason: 'missing' })
  })

  test('what is taken is free again when it is put back, and after ten minutes of nothing', async () => {
    const { platform, ann, ben, make, queueOf, on } = await start(kind)
    const [first, second] = [await make(), await make()]
    const both = await Promise.allSettled([ann, ben].map((who) => claimReviews(platform, who, on(first))))
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
    // Whatever one does about one of them keeps the others.
    await approveAsset(platform, ann, on(first))
    platform.pass(10 * minute - 1)
    expect(await claimReviews(platform, ben, {})).toEqual({ taken: 0 })
    platform.pass(1)
    await extendClaims(platform, ann)
    expect(await queueOf(ann)).toEqual({ mine: [], free: [second], others: [] })
    expect(await claimReviews(platform, ben, {})).toEqual({ taken: 1 })
    await expect(approveAsset(platform, ann, on(second))).rejects.toThrow('Ben looks at this')
  })
})

describe.each(databases)('appeals for items on %s', (kind) => {
  test('what was refused is appealed against once, and another moderator shows it to everybody', async () => {
    const { platform, administrator, maker, ann, ben, make, on, told, audited, ...appeals } =
      await start(kind)
    const { appealAsset, decideAssetAppeal, viewItemAppeals } = appeals
    const id = await make()
    const appeal = (text: string, actor = maker) => appealAsset(actor, id, { text })
    await expect(appeal('Early')).rejects.toThrow('There is nothing that you could appeal against')
    await refuseAsset(platform, ben, on(id, { reason: 'Too tall' }))
    expect(await viewAssetReview(platform, maker, id)).toMatchObject({ reason: 'Too tall', mayAppeal: true })
    expect((await told(maker))?.link).toBe(`/catalog/${id}/A-hat`)
    expect(await errorsOf(appeal(' '))).toEqual({ text: 'Say why it should be shown' })
    expect(await errorsOf(appealAsset(maker, id, {}))).toEqual({
      text: 'Say why it should be shown',
    })
    expect(await errorsOf(appeal('x'.repeat(1001)))).toEqual({ text: 'At most 1000 characters' })
    await expect(appeal('Mine', ann)).rejects.toMatchObject({ reason: 'forbidden' })
    const twice = await Promise.allSettled([appeal('It is not tall'), appeal('It is not tall')])
    expect(twice.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await expect(appeal('Again')).rejects.toThrow('You have appealed already')
    expect((await listReviewedCreations(platform, maker)).assets[0]).toMatchObject({
      visibility: 'Moderated',
      reason: 'Too tall',
      appeal: { text: 'It is not tall', decided: null },
    })

    const counted = async () =>
      (await viewAttention(platform, administrator)).find(({ what }) => what === 'itemappeals')?.count
    expect(await counted()).toBe(1)
    const verdict = on(id, { number: '1', decision: 'Granted', answer: 'You are right' })
    await expect(decideAssetAppeal(ann, verdict)).rejects.toMatchObject({ reason: 'forbidden' })
    await expect(decideAssetAppeal(ben, verdict)).rejects.toThrow('You refused this yourself')
    const own = { ...maker, permissionLevel: permissionLevel.moderator }
    await expect(decideAssetAppeal(own, verdict)).rejects.toThrow('You made this yourself')
    expect(await viewItemAppeals(ben, {})).toMatchObject([
      {
        id,
        reason: 'Too tall',
        moderator: 'Ben',
        text: 'It is not tall',
        whyNot: expect.stringContaining('refused'),
      },
    ])
    expect(await errorsOf(decideAssetAppeal(administrator, on(id, { number: '1' })))).toEqual({
      decision: 'Choose whether it is granted',
      answer: 'Say why: its creator reads it',
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

  test('one that is not granted leaves it as it is; another refusal is another matter', async () => {
    const { platform, administrator, maker, ben, make, on, told, audited, ...appeals } = await start(kind)
    const { appealAsset, decideAssetAppeal, viewItemAppeals } = appeals
    const id = await make()
    await approveAsset(platform, ben, on(id))
    await moderateAsset(platform, ben, id, { visibility: 'Moderated', reason: 'Stolen' })
    expect((await told(maker))?.note).toBe('“A hat” was taken out of the catalog: Stolen')
    await appealAsset(maker, id, { text: 'I made it' })
    const verdict = on(id, { number: '1', decision: 'Refused', answer: 'It is a copy' })
    platform.pass(1)
    await decideAssetAppeal(administrator, verdict)
    expect(await findAsset(platform.db, id)).toMatchObject({ visibility: 'Moderated' })
    expect((await told(maker))?.note).toBe('Your appeal for “A hat” was not granted: It is a copy')
    expect(await viewAssetReview(platform, maker, id)).toMatchObject({
      reason: 'Stolen',
      mayAppeal: false,
      appeal: { decision: 'Refused', answer: 'It is a copy' },
    })
    await expect(decideAssetAppeal(administrator, verdict)).rejects.toThrow('This appeal is decided')
    expect((await audited()).at(-1)).toEqual(['refuseassetappeal', `asset:${id}`])

    // Shown again and taken away again: that is appealed against once, too, as long as it is so.
    await moderateAsset(platform, ben, id, { visibility: 'Visible' })
    expect(await viewAssetReview(platform, maker, id)).toMatchObject({ reason: null, appeal: null })
    await moderateAsset(platform, ben, id, { visibility: 'Moderated', reason: 'Still' })
    expect(await viewAssetReview(platform, maker, id)).toMatchObject({ reason: 'Still', mayAppeal: true })
    await appealAsset(maker, id, { text: 'Why?' })
    await moderateAsset(platform, ben, id, { visibility: 'Visible' })
    expect(await viewItemAppeals(administrator, {})).toEqual([])
    const late = decideAssetAppeal(administrator, { ...verdict, number: '2' })
    await expect(late).rejects.toThrow('What this appeal is about has ended')
    await expect(decideAssetAppeal(administrator, on(1, verdict))).rejects.toThrow()
  })
})
