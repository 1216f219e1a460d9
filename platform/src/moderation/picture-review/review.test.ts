import { describe, expect, test } from 'vitest'
import { permissionLevel } from '../../accounts/rules.ts'
import { removeGroupIcon, updateGroup, viewGroupSettings } from '../../people/groups/settings.ts'
import { viewGroup } from '../../people/groups/view.ts'
import { readIcon } from '../../places/pictures/read.ts'
import { errorsOf } from '../../testing/errors.ts'
import { addGroup, colouredPicture, groupName, startPictures } from '../../testing/picture-world.ts'
import { databases } from '../../testing/platforms.ts'
import { approvePicture, refusePicture } from './review.ts'
import { readWaitingPicture, viewWaitingPictures } from './view.ts'

const gone = { problem: { code: 'review.picture_decided' } }
const missing = { reason: 'missing' }

describe.each(databases)('the review of pictures on %s', (kind) => {
  test('others see the icon from before until a reviewer approves the new one', async () => {
    const { platform, reviewer, stranger, id, uploadIcon, first, seen } = await startPictures(kind)
    await uploadIcon('red')
    expect((await seen()).icon).toBeNull()
    await expect(readIcon(platform, null, { id })).rejects.toMatchObject(missing)
    await approvePicture(platform, reviewer, { picture: await first() })
    const red = (await seen()).icon
    expect(red).toEqual(expect.any(String))
    await (await readIcon(platform, stranger, { id })).file.close()

    await uploadIcon('blue')
    expect((await seen()).icon).toBe(red)
    await approvePicture(platform, reviewer, { picture: await first() })
    expect((await seen()).icon).not.toBe(red)
  })

  test('an approved thumbnail comes last', async () => {
    const { platform, reviewer, add, waiting, seen } = await startPictures(kind)
    await add('red')
    await add('blue')
    expect((await seen()).thumbnails).toEqual([])
    const [red = '', blue = ''] = await waiting()
    await approvePicture(platform, reviewer, { picture: blue })
    await approvePicture(platform, reviewer, { picture: red })
    expect((await seen()).thumbnails).toEqual([1, 2])
  })

  test('a group keeps its icon until a reviewer approves the new one', async () => {
    const { platform, reviewer, maker, stranger } = await startPictures(kind)
    await addGroup(platform, maker)
    const icon = async () => (await viewGroup(platform, stranger, { name: groupName })).icon
    expect(
      await updateGroup(platform, maker, { name: groupName, icon: await colouredPicture('red') }),
    ).toEqual({
      waits: true,
    })
    expect(await icon()).toBeNull()
    const [{ id } = { id: '' }] = (await viewGroupSettings(platform, maker, { name: groupName })).waiting
    await expect(readWaitingPicture(platform, stranger, { id })).rejects.toMatchObject(missing)
    await approvePicture(platform, reviewer, { picture: id })
    expect(await icon()).toEqual(expect.any(String))
    await removeGroupIcon(platform, maker, { name: groupName })
    expect(await icon()).toBeNull()
  })

  test('only its maker and reviewers can fetch a waiting picture', async () => {
    const { platform, reviewer, moderator, maker, stranger, uploadIcon, first } = await startPictures(kind)
    await uploadIcon('red')
    const id = await first()
    for (const viewer of [maker, reviewer, moderator])
      await (await readWaitingPicture(platform, viewer, { id })).close()
    const verified = { ...stranger, permissionLevel: permissionLevel.verified }
    for (const viewer of [stranger, verified])
      await expect(readWaitingPicture(platform, viewer, { id })).rejects.toMatchObject(missing)
    await approvePicture(platform, reviewer, { picture: id })
    await expect(readWaitingPicture(platform, reviewer, { id })).rejects.toMatchObject(missing)
  })

  test('only reviewers see the queue and decide, and not about colleagues of their level', async () => {
    const { platform, reviewer, maker, stranger, uploadIcon, first, seen } = await startPictures(kind)
    await uploadIcon('red')
    const on = { picture: await first(), reason: 'No' }
    for (const actor of [maker, stranger]) {
      await expect(viewWaitingPictures(platform, actor)).rejects.toMatchObject({ reason: 'forbidden' })
      await expect(approvePicture(platform, actor, on)).rejects.toMatchObject({ reason: 'forbidden' })
      await expect(refusePicture(platform, actor, on)).rejects.toMatchObject({ reason: 'forbidden' })
    }
    const level = { permission_level: permissionLevel.catalogManager }
    await platform.db.updateTable('users').set(level).where('id', '=', maker.id).execute()
    await expect(approvePicture(platform, reviewer, on)).rejects.toMatchObject({ reason: 'forbidden' })
    expect((await seen()).icon).toBeNull()
    expect(await viewWaitingPictures(platform, reviewer)).toMatchObject({ waiting: 1 })
  })

  test('approving a picture that was replaced shows nothing', async () => {
    const { platform, reviewer, uploadIcon, first, waiting, seen } = await startPictures(kind)
    await uploadIcon('red')
    const replaced = await first()
    await uploadIcon('blue')
    expect(await waiting()).toHaveLength(1)
    await expect(approvePicture(platform, reviewer, { picture: replaced })).rejects.toMatchObject(gone)
    expect((await seen()).icon).toBeNull()
  })

  test('of several decisions at once, one is made', async () => {
    const { platform, reviewer, moderator, add, first, seen } = await startPictures(kind)
    await add('red')
    const on = { picture: await first(), reason: 'Blurred' }
    const decided = await Promise.allSettled([
      approvePicture(platform, reviewer, on),
      approvePicture(platform, moderator, on),
      refusePicture(platform, moderator, on),
      approvePicture(platform, reviewer, on),
    ])
    const refused = decided.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    expect(refused).toMatchObject([gone, gone, gone])
    const isApproved = decided[2]?.status === 'rejected'
    expect((await seen()).thumbnails).toEqual(isApproved ? [1] : [])
    expect(await platform.db.selectFrom('audit_log').select('action').execute()).toHaveLength(1)
  })

  test('the maker learns of the decision, and the audit log records it', async () => {
    const { platform, reviewer, id, uploadIcon, first, told } = await startPictures(kind)
    await uploadIcon('red')
    await refusePicture(platform, reviewer, { picture: await first(), reason: 'Too dark' })
    expect(await told()).toMatchObject({
      event: 'picture_rejected',
      values: { title: 'Castle', reason: 'Too dark' },
      link: `/place/${id}/Castle/settings`,
    })
    await uploadIcon('blue')
    await approvePicture(platform, reviewer, { picture: await first() })
    expect(await told()).toMatchObject({ event: 'picture_approved', values: { title: 'Castle' } })
    const log = await platform.db
      .selectFrom('audit_log')
      .select(['action', 'subject'])
      .orderBy('action')
      .execute()
    expect(log).toEqual([
      { action: 'approvepicture', subject: `place:${id}` },
      { action: 'refusepicture', subject: `place:${id}` },
    ])
    expect(await errorsOf(refusePicture(platform, reviewer, { picture: 'x' }))).toHaveProperty('reason')
  })
})
