import { randomUUID } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { day } from '@baseplate/service/clock'
import { describe, expect, test } from 'vitest'
import { saveDraft } from '../../assets/drafts/save.ts'
import { nextFilesName, settleAssetFiles } from '../../assets/files/replace-asset-file.ts'
import { assetFileName } from '../../assets/rules.ts'
import { fileReferences } from '../../operations/file-references.ts'
import { sweepPictures } from '../../operations/renders/sweep-pictures.ts'
import { storeScreenshot } from '../../operations/screenshots/store.ts'
import { groupIconName } from '../../people/groups/rules.ts'
import { beginUpload } from '../../places/uploads/begin.ts'
import { continueUpload } from '../../places/uploads/receive.ts'
import { placeFileName, settlePlaceFile } from '../../places/versions/place-files.ts'
import { sweepPlaceFiles } from '../../places/versions/sweep.ts'
import { updatePlaceFile } from '../../places/versions/update-file.ts'
import { assetSubject, fileNamesOf, userSubject } from '../../rendering/rules.ts'
import { model } from '../../testing/creations.ts'
import { openDeletionWorld, waitingMs } from '../../testing/deletion-world.ts'
import { picture } from '../../testing/place-world.ts'
import { databases, type TestPlatform } from '../../testing/platforms.ts'

/** Text in every file of Zebedee that has texts. */
const words = 'of Zebedee_9'

/** Opens the world of the deletion with more files of Zebedee, of every kind that a user can store. */
async function openWorld(kind: (typeof databases)[number]) {
  const world = await openDeletionWorld(kind)
  const { platform, zebedee, place, unsold } = world
  await updatePlaceFile(platform, zebedee, place, [Buffer.from(`<roblox/>, the second ${words}`)])
  const upload = randomUUID()
  await beginUpload(platform, zebedee, { id: upload, size: 100, place: `${place}` })
  await continueUpload(platform, zebedee, upload, {
    offset: 0,
    source: [Buffer.from(`<roblox/>, a part ${words}`)],
  })
  await saveDraft(platform, zebedee, { type: '8', key: 'one', name: 'Hat', asset: model })
  await storeScreenshot(platform, zebedee, await picture)
  await platform.db
    .updateTable('groups')
    .set({ icon: 'ab'.repeat(8) })
    .where('id', '=', 2)
    .execute()
  const others = [
    groupIconName({ id: 2, icon: 'ab'.repeat(8) }),
    `${nextFilesName(unsold, 'cd'.repeat(32))}.abcdefgh`,
    ...fileNamesOf(userSubject(zebedee.id)),
    ...fileNamesOf(assetSubject(unsold)),
  ]
  for (const name of others) await platform.files.write(name, [Buffer.from(words)], 100)
  return world
}

/** Returns the files of users that contain a text. */
async function filesThatContain({ config }: TestPlatform, text: string): Promise<string[]> {
  const found: string[] = []
  for (const name of await storedFiles(config.dataDirectory))
    if ((await readFile(join(config.dataDirectory, name), 'latin1')).includes(text)) found.push(name)
  return found
}

/** Lists the files in the folders of the data directory. */
async function storedFiles(directory: string): Promise<string[]> {
  const names = await readdir(directory, { recursive: true })
  const files: string[] = []
  for (const name of names.filter((one) => one.includes('/') && !one.startsWith('keys/')))
    if ((await stat(join(directory, name))).isFile()) files.push(name)
  return files
}

describe.each(databases)('the files of an erased account on %s', (kind) => {
  test('are gone with their content, without a sweep', async () => {
    const { platform, leave, erase } = await openWorld(kind)
    expect(await filesThatContain(platform, words)).not.toEqual([])
    await leave()
    platform.pass(waitingMs)
    await erase()
    expect(await filesThatContain(platform, words)).toEqual([])
    const named = (await Array.fromAsync(fileReferences(platform.db))).map(({ name }) => name)
    const sources = /^place-picture-sources\//
    const left = (await storedFiles(platform.config.dataDirectory)).filter((name) => !sources.test(name))
    expect(left.filter((name) => !named.includes(name))).toEqual([])
  })

  test('leave with the pictures that were just uploaded to their games', async () => {
    const { platform, place, other, leave, erase } = await openWorld(kind)
    const sources = async () =>
      (await storedFiles(platform.config.dataDirectory)).filter((name) => name.includes('picture-sources'))
    expect((await sources()).some((name) => name.includes(`/${place}-`))).toBe(true)
    await leave()
    platform.pass(waitingMs)
    await erase()
    expect((await sources()).every((name) => name.includes(`/${other}-`))).toBe(true)
  })

  test('are removed by the sweeps where an earlier erasure has left them', async () => {
    const { platform, zebedee, place, unsold, leave, erase } = await openWorld(kind)
    await leave()
    platform.pass(waitingMs)
    await erase()
    const left = [
      placeFileName(place),
      ...fileNamesOf(userSubject(zebedee.id)),
      ...fileNamesOf(assetSubject(unsold)),
    ]
    for (const name of left) await platform.files.write(name, [Buffer.from(words)], 100)
    const later = { ...platform, now: () => Date.now() + day }
    await sweepPlaceFiles(later)
    await sweepPictures(later)
    expect(await filesThatContain(platform, words)).toEqual([])
  })

  test('do not come back with a change that was under way', async () => {
    const { platform, place, unsold, leave, erase } = await openWorld(kind)
    await leave()
    platform.pass(waitingMs)
    await erase()
    const next = `${nextFilesName(unsold, 'cd'.repeat(32))}.abcdefgh`
    for (const name of [placeFileName(place), assetFileName(unsold), next])
      await platform.files.write(name, [Buffer.from(words)], 100)
    await settlePlaceFile(platform, place, { force: true })
    await settleAssetFiles(platform)
    expect(await filesThatContain(platform, words)).toEqual([])
  })

  test('do not include the pictures of users and items that remain', async () => {
    const { platform, ada, bought } = await openWorld(kind)
    const kept = [...fileNamesOf(userSubject(ada.id)), ...fileNamesOf(assetSubject(bought))]
    for (const name of kept) await platform.files.write(name, [Buffer.from('kept')], 100)
    await sweepPictures({ ...platform, now: () => Date.now() + day })
    expect((await filesThatContain(platform, 'kept')).toSorted()).toEqual(kept.toSorted())
  })
})
