import { hour } from '@baseplate/service/clock'
import { describe, expect, test } from 'vitest'
import { viewStorage } from '../accounts/storage/quota.ts'
import { approvePicture, refusePicture } from '../moderation/picture-review/review.ts'
import { readWaitingPicture, viewWaitingPictures } from '../moderation/picture-review/view.ts'
import { erasePlace } from '../places/erase.ts'
import { colouredPicture, startPictures } from '../testing/picture-world.ts'
import { type DatabaseKind, databases } from '../testing/platforms.ts'
import { changeBadge, removeBadgeIcon } from './change.ts'
import { createBadge } from './create.ts'
import { badgeFileReferences, readBadgeIcon, sweepBadgeIcons } from './pictures.ts'
import { viewBadge } from './view.ts'

const missing = { reason: 'missing' }

/** Starts a game with a badge, whose picture waits for review. */
async function start(kind: DatabaseKind) {
  const world = await startPictures(kind)
  const { platform, maker, stranger, id, reviewer } = world
  const fields = { id, name: 'First steps', description: '' }
  const { badge } = await createBadge(platform, maker, { ...fields, icon: await colouredPicture('red') })
  const upload = async (colour: string, by = maker) =>
    changeBadge(platform, by, { ...fields, badge, icon: await colouredPicture(colour) })
  const seen = async () => (await viewBadge(platform, stranger, { id, badge })).badge.icon
  const waiting = async () => (await viewBadge(platform, maker, { id, badge })).waiting?.id ?? ''
  const read = async (hash: string | null) => {
    const icon = await readBadgeIcon(platform, null, { id, badge, hash: hash ?? '' })
    await icon.close()
  }
  const approve = async () => approvePicture(platform, reviewer, { picture: await waiting() })
  const files = () => Array.fromAsync(badgeFileReferences(platform.db), ({ name }) => name)
  return { ...world, badge, upload, seen, waiting, read, approve, files }
}

describe.each(databases)('pictures of badges on %s', (kind) => {
  test('strangers see a picture once a reviewer has approved it', async () => {
    const { platform, reviewer, stranger, maker, waiting, seen, read, approve, told } = await start(kind)
    const id = await waiting()
    expect(await seen()).toBeNull()
    await expect(read(id.split('-')[1] ?? '')).rejects.toMatchObject(missing)
    for (const viewer of [maker, reviewer]) await (await readWaitingPicture(platform, viewer, { id })).close()
    await expect(readWaitingPicture(platform, stranger, { id })).rejects.toMatchObject(missing)
    expect(await viewWaitingPictures(platform, reviewer)).toMatchObject({
      waiting: 1,
      pictures: [{ of: 'badge', title: 'First steps', game: 'Castle' }],
    })
    await approve()
    await read(await seen())
    expect(await told()).toMatchObject({ event: 'picture_approved', values: { title: 'First steps' } })
    expect((await viewWaitingPictures(platform, reviewer)).waiting).toBe(0)
  })

  test('a picture that waits leaves the one that is shown, and a refused one is gone', async () => {
    const { platform, reviewer, upload, seen, waiting, approve } = await start(kind)
    await approve()
    const red = await seen()
    await upload('blue')
    const blue = await waiting()
    expect(await seen()).toBe(red)
    await upload('green')
    const reason = 'Too dark'
    await expect(refusePicture(platform, reviewer, { picture: blue, reason })).rejects.toMatchObject({
      problem: { code: 'review.picture_decided' },
    })
    await refusePicture(platform, reviewer, { picture: await waiting(), reason })
    expect([await seen(), await waiting()]).toEqual([red, ''])
  })

  test('a picture of a reviewer is shown at once', async () => {
    const { upload, moderator, seen, read, waiting } = await start(kind)
    await upload('blue', moderator)
    await read(await seen())
    expect(await waiting()).toBe('')
  })

  test('the files of pictures are kept while a badge has them', async () => {
    const { platform, maker, id, badge, upload, approve, files } = await start(kind)
    await approve()
    await upload('blue')
    const [red = '', blue = ''] = await files()
    platform.pass(2 * hour)
    await sweepBadgeIcons(platform)
    for (const name of [red, blue]) await (await platform.files.open(name))?.close()
    await removeBadgeIcon(platform, maker, { id, badge })
    expect(await files()).toEqual([])
    await sweepBadgeIcons({ ...platform, now: () => Date.now() + 2 * hour })
    expect([await platform.files.open(red), await platform.files.open(blue)]).toEqual([undefined, undefined])
  })

  test('pictures are counted in the storage of the owner, until the game is erased', async () => {
    const { platform, maker, id, upload, approve } = await start(kind)
    const used = async () => (await viewStorage(platform, maker.id)).used
    const before = await used()
    await approve()
    expect(await used()).toBe(before)
    await upload('blue')
    expect(await used()).toBeGreaterThan(before)
    await erasePlace(platform, id)
    expect(await used()).toBe(0)
    expect(await platform.db.selectFrom('badges').select('id').execute()).toEqual([])
  })
})
