import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { registerPerson } from '../../testing/people.ts'
import { databases, openTestPlatform } from '../../testing/platforms.ts'
import { createPublishedPlace } from '../../testing/published-place.ts'
import { updatePrivacy } from '../settings.ts'
import { updateView } from '../update-view.ts'
import { viewPlace } from '../view.ts'
import { readIcon, readThumbnail } from './read.ts'
import { removeIcon } from './remove-icon.ts'
import { sweepPlacePictures } from './sweep.ts'
import { addThumbnail, moveThumbnail, removeThumbnail } from './thumbnails.ts'

const picture = (background: string) =>
  sharp({ create: { width: 40, height: 30, channels: 3, background } })
    .png()
    .toBuffer()

describe.each(databases)('pictures of a place on %s', (kind) => {
  async function start() {
    const platform = await openTestPlatform(kind, { Places: { Thumbnails: 3 } })
    const maker = await registerPerson(platform, 'Maker')
    const other = await registerPerson(platform, 'Other')
    const { id } = await createPublishedPlace(platform, maker, { name: 'A place' })
    const at = (...names: string[]) => join(platform.config.dataDirectory, ...names)
    return {
      platform,
      maker,
      other,
      id,
      at,
      add: async (colour: string) => addThumbnail(platform, maker, { id, picture: await picture(colour) }),
      order: async () => (await viewPlace(platform, maker, { id })).thumbnails,
      stored: async (folder: string) => (await readdir(at(folder)).catch(() => [])).sort(),
    }
  }

  test('keeps thumbnails in order and within their limit, under concurrent changes', async () => {
    const { platform, maker, id, add, order, stored } = await start()
    const added = await Promise.allSettled(['red', 'green', 'blue', 'white'].map(add))
    expect(added.filter(({ status }) => status === 'rejected')).toMatchObject([
      { reason: { errors: { picture: 'This place already has 3 pictures. Remove one to add another.' } } },
    ])
    expect(await order()).toEqual([1, 2, 3])
    const move = (thumbnail: string, to: string) => moveThumbnail(platform, maker, { id, thumbnail, to })
    await move('1', 'earlier')
    await move('3', 'later')
    await move('9', 'later')
    expect(await order()).toEqual([1, 2, 3])
    await Promise.all([move('1', 'later'), move('2', 'later')])
    expect((await order()).toSorted()).toEqual([1, 2, 3])
    await expect(move('1', 'up')).rejects.toMatchObject({ errors: { to: 'Choose a direction' } })
    await Promise.all(
      [1, 1, 3].map((thumbnail) => removeThumbnail(platform, maker, { id, thumbnail: `${thumbnail}` })),
    )
    expect(await order()).toEqual([2])
    // A number may be used again. The name in the address tells cached pictures apart.
    await add('black')
    expect(await order()).toEqual([2, 3])
    expect(await stored('place-thumbnails')).toEqual([`${id}-2.avif`, `${id}-3.avif`])
  })

  test('shows pictures to users who see the place, and lets only its managers change them', async () => {
    const { platform, maker, other, id, add } = await start()
    await add('red')
    const see = async (viewer: typeof other | null, ticket?: string) => {
      const { file } = await readThumbnail(platform, viewer, { id, index: 1, privateServer: ticket })
      await file.close()
    }
    await see(null)
    await updatePrivacy(platform, maker, { id, privateServer: 'true' })
    await expect(see(null)).rejects.toMatchObject({ reason: 'missing' })
    await expect(see(other)).rejects.toMatchObject({ reason: 'missing' })
    const { privateTicket } = await viewPlace(platform, maker, { id })
    await see(other, privateTicket)
    await see(maker)
    await updatePrivacy(platform, maker, { id, privateServer: 'false' })
    for (const change of [
      async () => addThumbnail(platform, other, { id, picture: await picture('red') }),
      () => removeThumbnail(platform, other, { id, thumbnail: '1' }),
      () => moveThumbnail(platform, other, { id, thumbnail: '1', to: 'later' }),
      () => removeIcon(platform, other, { id }),
    ]) {
      await expect(change()).rejects.toMatchObject({ reason: 'forbidden' })
    }
  })

  test('refuses an upload that is not a picture or is too large', async () => {
    const { platform, maker, id } = await start()
    for (const [uploaded, message] of [
      [undefined, 'Choose a picture'],
      ['too large', 'Pictures must be less than 8MB in size'],
      [Buffer.from('<svg/>'), 'This isn’t a PNG, JPEG, WebP or GIF image'],
    ] as const) {
      await expect(addThumbnail(platform, maker, { id, picture: uploaded })).rejects.toMatchObject({
        errors: { picture: message },
      })
    }
  })

  test('repairs differences between rows and files that a crash left', async () => {
    const { platform, maker, id, at, add, order, stored } = await start()
    const { id: bare } = await createPublishedPlace(platform, maker, { name: 'Without pictures' })
    for (const colour of ['red', 'green', 'blue']) await add(colour)
    await updateView(platform, maker, { id, name: 'A place', icon: await picture('red') })
    // Files whose rows were never committed, and a row whose file is gone.
    await writeFile(at('icons', `${bare}.avif`), 'without a row')
    for (const name of [`${id}-9.avif`, `${bare}-1.avif`]) {
      await writeFile(at('place-thumbnails', name), 'without a row')
    }
    await rm(at('place-thumbnails', `${id}-1.avif`))
    await sweepPlacePictures(platform)
    // The missing file was restored from its source.
    expect(await order()).toEqual([1, 2, 3])
    await rm(at('place-picture-sources'), { recursive: true })
    await rm(at('place-thumbnails', `${id}-2.avif`))
    await sweepPlacePictures(platform)
    expect(await order()).toEqual([1, 3])
    expect(await stored('place-thumbnails')).toEqual([`${id}-1.avif`, `${id}-3.avif`])
    expect(await stored('icons')).toEqual([`${id}.avif`])
    await (await readIcon(platform, null, { id })).file.close()

    await rm(at('icons', `${id}.avif`))
    await sweepPlacePictures(platform)
    expect((await viewPlace(platform, maker, { id })).icon).toBeNull()
  })
})
