import { expect, test } from 'vitest'
import { replaceFile } from '../../assets/creating/replace-file.ts'
import { startCreations, unit } from '../../testing/creations.ts'
import { mosaic } from '../../testing/mosaics.ts'
import { registerPerson } from '../../testing/people.ts'
import { databases } from '../../testing/platforms.ts'
import { startReviewing } from '../../testing/review-world.ts'
import { approveAsset, refuseAsset } from '../takedowns/review-asset.ts'
import { claimReviews } from './claims.ts'
import { viewQueue } from './queue.ts'

test.each(databases)(
  'on %s, reviewers see earlier decisions about the creator and about similar items',
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

test.each(databases)('on %s, reviewers see refused items whose pictures look alike', async (kind) => {
  const { platform, economy, manager, make } = await startCreations(kind)
  const copier = await registerPerson(platform, 'Copier')
  await economy.mint(copier, 100 * unit)
  const draw = (seed: number, width: number, format: 'png' | 'jpeg') =>
    mosaic(seed, { width }).toFormat(format).toBuffer()
  const decal = async (name: string, picture: Buffer) =>
    (await make({ type: '13', name }, picture, copier)).id
  const refused = (await make({ type: '13', name: 'A flag' }, await draw(1, 400, 'png'))).id
  await refuseAsset(platform, manager, { id: String(refused), reason: 'Not here' })

  const again = await decal('Colours', await draw(1, 260, 'jpeg'))
  const other = await decal('Others', await draw(2, 400, 'png'))
  const replaced = await decal('Replaced', await draw(3, 300, 'png'))
  await replaceFile(platform, copier, { id: replaced, asset: await draw(1, 300, 'png') })
  for (const id of [again, other, replaced]) await claimReviews(platform, manager, { id: String(id) })
  const { assets } = await viewQueue(platform, manager)
  const similarTo = (id: number) => assets.find((asset) => asset.id === id)?.similar
  const found = [{ id: refused, likeness: 'picture', reason: 'Not here' }]
  expect(similarTo(again)).toMatchObject(found)
  expect(similarTo(replaced)).toMatchObject(found)
  expect(similarTo(other)).toEqual([])
})
