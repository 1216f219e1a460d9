import { expect, test } from 'vitest'
import { updateProfile } from '../accounts/update-profile.ts'
import { commentOnAsset } from '../catalog/comment.ts'
import { updateAsset } from '../catalog/settings.ts'
import { createAsset } from '../catalog/store-asset.ts'
import { createPlace } from '../places/create.ts'
import { updateView } from '../places/update-view.ts'
import { editPost, writePost } from '../posts/write.ts'
import { registerPerson } from './people.ts'
import { openTestPlatform } from './platforms.ts'

test('what the operator does not want to be read is in nothing that others see', async () => {
  const platform = await openTestPlatform('SQLite', { Filtering: { Words: ['darn'] } })
  const { db } = platform
  const author = await registerPerson(platform, 'Author')
  const said = { name: 'A darn thing', description: 'Darn', content: 'darn it', price: '0', forSale: 'on' }

  const post = await writePost(platform, author, said)
  await editPost(platform, author, post.id, { content: 'darn that' })
  await updateProfile(platform, author, { ...said, theme: 'Light' })
  const place = await createPlace(platform, author, said)
  const asset = await createAsset(
    platform,
    author,
    { type: 8, name: 'Hat' },
    (async function* () {
      yield Buffer.from('hat')
    })(),
  )
  await updateAsset(platform, author, asset.id, said)
  await commentOnAsset(platform, author, asset.id, said, '1')

  const kept = {
    posts: await db.selectFrom('post_versions').select('text').orderBy('number').execute(),
    users: await db.selectFrom('users').select('description').execute(),
    places: await db.selectFrom('places').select(['name', 'name_key', 'description']).execute(),
    assets: await db.selectFrom('assets').select(['name', 'name_key', 'description']).execute(),
    comments: await db.selectFrom('comments').select('content').execute(),
  }
  const thing = { name: 'A #### thing', name_key: 'a #### thing', description: '####' }
  expect(kept).toEqual({
    posts: [{ text: '#### it' }, { text: '#### that' }],
    users: [{ description: '####' }],
    places: [thing],
    assets: [thing],
    comments: [{ content: '#### it' }],
  })
  await updateView(platform, author, place.id, { ...said, name: 'Darn again' })
  expect(await db.selectFrom('places').select('name').execute()).toEqual([{ name: '#### again' }])
})
