import { expect, test } from 'vitest'
import { updatePrivacy } from '../../accounts/privacy/update.ts'
import { startTestEconomy } from '../../testing/economy.ts'
import { registerPerson } from '../../testing/people.ts'
import { databases, openTestPlatform } from '../../testing/platforms.ts'
import { storeAsset } from '../files/store-asset.ts'
import { viewAsset } from '../view-item.ts'
import { commentOnAsset } from './comment.ts'

test.each(databases)('tells viewers from whom the creator takes no comments on %s', async (kind) => {
  const { address } = await startTestEconomy()
  const platform = await openTestPlatform(kind, {}, { ECONOMY_URL: address })
  const [maker, reader] = [await registerPerson(platform, 'Maker'), await registerPerson(platform, 'Reader')]
  const { id } = await storeAsset(platform, maker, { type: 8, name: 'Straw hat' }, [Buffer.from('hat')])
  await platform.db.updateTable('assets').set({ visibility: 'Visible' }).where('id', '=', id).execute()

  await updatePrivacy(platform, maker, { comments: 'Nobody' })
  expect(await viewAsset(platform, reader, { id })).toMatchObject({ canComment: false })
  expect(await viewAsset(platform, maker, { id })).toMatchObject({ canComment: true })
  await expect(
    commentOnAsset(platform, reader, { id, content: 'Nice' }, { address: '' }),
  ).rejects.toMatchObject({
    problem: { code: 'comments.refused' },
  })

  await updatePrivacy(platform, maker, { comments: 'Everybody' })
  expect(await viewAsset(platform, reader, { id })).toMatchObject({ canComment: true })
})
