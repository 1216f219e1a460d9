import { text } from 'node:stream/consumers'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { viewQueue } from '../../moderation/asset-review/queue.ts'
import { approveAsset, refuseAsset } from '../../moderation/takedowns/review-asset.ts'
import { listReviewedCreations } from '../../moderation/takedowns/view-review.ts'
import { viewNotifications } from '../../notifications/list.ts'
import { assetSubject, previewName } from '../../rendering/rules.ts'
import { fileOf, imageOf, model, picture, startCreations } from '../../testing/creations.ts'
import { errorsOf } from '../../testing/errors.ts'
import { registerPerson } from '../../testing/people.ts'
import { databases } from '../../testing/platforms.ts'
import { findAsset } from '../queries.ts'
import { viewAsset } from '../view-item.ts'
import { readRenderedPicture } from './picture.ts'

describe.each(databases)('reviewing creations on %s', (kind) => {
  test('decides once when two managers review at the same time, and notifies the creator once', async () => {
    const { platform, maker, manager, make } = await startCreations(kind)
    const { id, slug } = await make({ name: 'A <b>"shirt"</b> & more' })
    const imageId = imageOf(await fileOf(platform, id))
    expect((await viewQueue(platform, manager)).assets).toMatchObject([
      { id, creatorUsername: 'Maker', imageId },
    ])
    const verdicts = await Promise.allSettled([
      approveAsset(platform, manager, { id: String(id) }),
      refuseAsset(platform, manager, { id: String(id), reason: ' Too blue ' }),
    ])
    expect(verdicts.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const approved = verdicts[0].status === 'fulfilled'
    const visibility = approved ? 'Visible' : 'Moderated'
    for (const one of [id, imageId]) expect(await findAsset(platform.db, one)).toMatchObject({ visibility })
    const { notifications } = await viewNotifications(platform, maker)
    expect(notifications).toMatchObject([
      approved
        ? {
            type: 'assetapproved',
            note: '“A <b>"shirt"</b> & more” was approved',
            link: `/catalog/${id}/${slug}`,
          }
        : {
            type: 'assetrefused',
            note: '“A <b>"shirt"</b> & more” was not approved: Too blue',
            link: `/catalog/${id}/${slug}`,
          },
    ])
    const log = await platform.db.selectFrom('audit_log').selectAll().execute()
    expect(log).toMatchObject([{ action: approved ? 'approveasset' : 'refuseasset', subject: `asset:${id}` }])
  })

  test('tells the creator why an asset was refused, and does not serve it', async () => {
    const { platform, maker, manager, make } = await startCreations(kind)
    const first = await make({ type: '13', name: 'First' }, await picture(2000, 1000))
    platform.pass(1)
    const second = await make({ type: '8', name: 'Second', price: '' }, model)
    expect((await viewQueue(platform, manager)).assets.map(({ id }) => id)).toEqual([first.id, second.id])
    expect(await errorsOf(refuseAsset(platform, manager, { id: String(first.id), reason: ' ' }))).toEqual({
      reason: 'Enter a reason of 1 to 300 characters',
    })
    const imageId = imageOf(await fileOf(platform, first.id))
    const { width, height } = await sharp(await fileOf(platform, imageId)).metadata()
    expect([width, height]).toEqual([1024, 512])
    await refuseAsset(platform, manager, { id: String(first.id), reason: 'Unkind words' })
    for (const id of [first.id, imageId])
      await expect(fileOf(platform, id)).rejects.toMatchObject({ reason: 'missing' })
    expect((await listReviewedCreations(platform, maker)).assets).toMatchObject([
      { id: second.id, visibility: 'Pending', reason: null, forSale: false, imageId: null },
      { id: first.id, visibility: 'Moderated', reason: 'Unkind words' },
    ])
    expect((await viewQueue(platform, manager)).assets).toMatchObject([
      { id: second.id, outline: { classes: [{ name: 'Hat', count: 1 }], addresses: [] } },
    ])
    expect(await fileOf(platform, second.id)).toEqual(model)
    const again = approveAsset(platform, manager, { id: String(first.id) })
    await expect(again).rejects.toThrow('Another moderator has already reviewed this item')
    await expect(approveAsset(platform, manager, { id: '1' })).rejects.toMatchObject({ reason: 'missing' })
    await expect(approveAsset(platform, maker, { id: String(second.id) })).rejects.toMatchObject({
      reason: 'forbidden',
    })
  })

  test('shows the rendered picture of a pending item to its creator and to reviewers alone', async () => {
    const { platform, maker, manager, make } = await startCreations(kind)
    const { id } = await make()
    const stranger = await registerPerson(platform, 'Stranger')
    const name = previewName(assetSubject(id))
    await platform.files.write(name, [Buffer.from('a picture')], 9)
    await platform.db.updateTable('assets').set({ thumbnail: 'abc' }).where('id', '=', id).execute()
    expect((await viewAsset(platform, maker, { id })).pendingPictures).toMatchObject({ thumbnail: 'abc' })
    expect((await listReviewedCreations(platform, maker)).assets).toMatchObject([{ thumbnail: 'abc' }])
    for (const viewer of [maker, manager]) {
      const rendered = await readRenderedPicture(platform, viewer, { id })
      expect([rendered.name, await text(rendered.file.stream())]).toEqual(['abc', 'a picture'])
    }
    const hidden = { reason: 'missing' }
    await expect(readRenderedPicture(platform, stranger, { id })).rejects.toMatchObject(hidden)
    await refuseAsset(platform, manager, { id: String(id), reason: 'Too blue' })
    await expect(readRenderedPicture(platform, maker, { id })).rejects.toMatchObject(hidden)
    expect((await listReviewedCreations(platform, maker)).assets).toMatchObject([{ thumbnail: null }])
  })
})
