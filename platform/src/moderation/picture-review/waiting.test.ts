import { hour } from '@baseplate/service/clock'
import { describe, expect, test } from 'vitest'
import { viewStorage } from '../../accounts/storage/quota.ts'
import { updateGroup, viewGroupSettings, withdrawGroupIcon } from '../../people/groups/settings.ts'
import { archivePlace } from '../../places/archive.ts'
import { erasePlace } from '../../places/erase.ts'
import { placeFileReferences } from '../../places/file-references.ts'
import { sweepWaitingPictures } from '../../places/pictures/waiting/sweep.ts'
import { withdrawPicture } from '../../places/pictures/waiting/withdraw.ts'
import { errorsOf } from '../../testing/errors.ts'
import { addGroup, colouredPicture, groupName, startPictures } from '../../testing/picture-world.ts'
import { databases } from '../../testing/platforms.ts'
import { storedNames } from '../../testing/stored-names.ts'
import { moderatePlace } from '../takedowns/moderate-place.ts'
import { approvePicture, refusePicture } from './review.ts'
import { readWaitingPicture, viewWaitingPictures } from './view.ts'

const gone = { problem: { code: 'review.picture_decided' } }
const missing = { reason: 'missing' }

describe.each(databases)('pictures that wait for review on %s', (kind) => {
  test('makers withdraw their pictures, and others do not', async () => {
    const { platform, reviewer, maker, stranger, id, uploadIcon, first, waiting } = await startPictures(kind)
    await addGroup(platform, maker)
    await updateGroup(platform, maker, { name: groupName, icon: await colouredPicture('red') })
    await uploadIcon('red')
    const [icon = '', [{ id: groupIcon = '' } = {}]] = [
      await first(),
      (await viewGroupSettings(platform, maker, { name: groupName })).waiting,
    ]
    const forbidden = { reason: 'forbidden' }
    await expect(withdrawPicture(platform, stranger, { id, picture: icon })).rejects.toMatchObject(forbidden)
    const foreign = withdrawGroupIcon(platform, stranger, { name: groupName, picture: groupIcon })
    await expect(foreign).rejects.toMatchObject(forbidden)
    // The picture of another game or group stays.
    await withdrawPicture(platform, maker, { id, picture: groupIcon })
    await withdrawGroupIcon(platform, maker, { name: groupName, picture: icon })
    expect(await viewWaitingPictures(platform, reviewer)).toMatchObject({ waiting: 2 })
    await withdrawPicture(platform, maker, { id, picture: icon })
    await withdrawGroupIcon(platform, maker, { name: groupName, picture: groupIcon })
    expect(await waiting()).toEqual([])
    expect(await viewWaitingPictures(platform, reviewer)).toEqual({ pictures: [], waiting: 0 })
    await expect(approvePicture(platform, reviewer, { picture: icon })).rejects.toMatchObject(gone)
  })

  test('waiting pictures count to the storage and to the limit of pictures', async () => {
    const { platform, reviewer, maker, add, waiting, first } = await startPictures(kind, {
      Places: { Thumbnails: 2 },
    })
    const used = async () => (await viewStorage(platform, maker.id)).used
    const before = await used()
    await add('red')
    await add('blue')
    expect(await used()).toBeGreaterThan(before)
    expect(await errorsOf(add('green'))).toHaveProperty('picture')
    const both = await used()
    await approvePicture(platform, reviewer, { picture: await first() })
    expect(await used()).toBe(both)
    expect(await errorsOf(add('green'))).toHaveProperty('picture')
    await refusePicture(platform, reviewer, { picture: await first(), reason: 'No' })
    expect(await used()).toBeLessThan(both)
    expect(await waiting()).toEqual([])
  })

  test('pictures of taken-down and deleted games cannot be decided, and those of archived ones can', async () => {
    const { platform, reviewer, moderator, maker, id, uploadIcon, first } = await startPictures(kind)
    await uploadIcon('red')
    const picture = await first()
    const queue = async () => (await viewWaitingPictures(platform, reviewer)).waiting
    await moderatePlace(platform, moderator, { id, visibility: 'Moderated', reason: 'Stolen' })
    expect(await queue()).toBe(0)
    await expect(approvePicture(platform, reviewer, { picture })).rejects.toMatchObject(gone)
    await moderatePlace(platform, moderator, { id, visibility: 'Visible' })
    await archivePlace(platform, maker, { id })
    expect(await queue()).toBe(1)
    await platform.db.updateTable('places').set({ deleted: 1 }).where('id', '=', id).execute()
    expect(await queue()).toBe(0)
    await expect(approvePicture(platform, reviewer, { picture })).rejects.toMatchObject(gone)
    await expect(readWaitingPicture(platform, reviewer, { id: picture })).rejects.toMatchObject(missing)
  })

  test('a waiting picture leaves with its game, and its file and bytes with it', async () => {
    const { platform, maker, id, uploadIcon, add } = await startPictures(kind)
    await uploadIcon('red')
    await add('blue')
    expect(await storedNames(platform.files, 'waiting-pictures')).toHaveLength(2)
    await erasePlace(platform, id)
    expect(await storedNames(platform.files, 'waiting-pictures')).toEqual([])
    expect(await viewStorage(platform, maker.id)).toMatchObject({ used: 0 })
  })

  test('backups have waiting pictures, and the sweep removes only others', async () => {
    const { platform, uploadIcon, first } = await startPictures(kind)
    await uploadIcon('red')
    const [replaced, later] = [await first(), { ...platform, now: () => Date.now() + 2 * hour }]
    await uploadIcon('blue')
    const kept = `${await first()}.avif`
    expect(await storedNames(platform.files, 'waiting-pictures')).toEqual(
      [`${replaced}.avif`, kept].toSorted(),
    )
    await sweepWaitingPictures(later)
    expect(await storedNames(platform.files, 'waiting-pictures')).toEqual([kept])
    const references = await Array.fromAsync(placeFileReferences(platform.db))
    expect(references.map(({ name }) => name)).toContain(`waiting-pictures/${kept}`)
  })

  test('pictures of reviewers, and all where the configuration says so, are shown at once', async () => {
    const { moderator, uploadIcon, waiting, seen } = await startPictures(kind)
    await uploadIcon('red')
    expect(await uploadIcon('blue', moderator)).toEqual({ waits: false })
    expect((await seen()).icon).toEqual(expect.any(String))
    // The icon that waited is older than the one that is shown.
    expect(await waiting()).toEqual([])
    const open = await startPictures(kind, { Moderation: {} })
    expect(await open.uploadIcon('red')).toEqual({ waits: false })
    expect((await open.seen()).icon).toEqual(expect.any(String))
  })
})
