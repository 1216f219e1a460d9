import { describe, expect, test } from 'vitest'
import { updatePrivacy } from '../../accounts/privacy/update.ts'
import { listNewestAssets } from '../../assets/catalog/feed.ts'
import { viewPostFeed } from '../../people/posts/feed.ts'
import { editPost, writePost } from '../../people/posts/write.ts'
import { listNewestPlaces } from '../../places/lists/feed.ts'
import { updatePrivacy as updatePlacePrivacy } from '../../places/settings.ts'
import { startAssets } from '../../testing/assets.ts'
import { databases } from '../../testing/platforms.ts'
import { createPublishedPlace } from '../../testing/published-place.ts'
import { moderate } from '../actions/moderate.ts'
import { moderatePlace } from './moderate-place.ts'

const limit = 30

describe.each(databases)('feeds on %s', (kind) => {
  test('have the newest public games and approved items, and nothing that is hidden', async () => {
    const { platform, administrator, creator, store, show } = await startAssets(kind)
    const names = ['Old', 'Private', 'Taken down', 'New']
    const ids: number[] = []
    for (const name of names) {
      platform.pass(1_000)
      ids.push((await createPublishedPlace(platform, creator, { name, description: `About ${name}` })).id)
    }
    await updatePlacePrivacy(platform, creator, { id: ids[1] ?? 0, privateServer: 'on' })
    await moderatePlace(platform, administrator, { id: ids[2] ?? 0, visibility: 'Moderated', reason: 'x' })
    const shown = await store('<roblox/>')
    const [pending, moderated] = [await store('<roblox></roblox>'), await store('<roblox> </roblox>')]
    await show(shown, 'Visible')
    await show(pending, 'Pending')
    await show(moderated, 'Moderated')

    expect(await listNewestPlaces(platform, null)).toMatchObject([
      { id: ids[3], name: 'New', description: 'About New', owner: 'Creator' },
      { id: ids[0], name: 'Old' },
    ])
    expect(await listNewestAssets(platform, limit)).toMatchObject([{ id: shown, creator: 'Creator' }])
    await moderate(platform, administrator, { username: 'Creator', type: 'Termination', reason: 'x' })
    expect(await listNewestPlaces(platform, null)).toEqual([])
  })

  test('have the newest versions of posts, and only of authors who offer a feed', async () => {
    const { platform, administrator, creator } = await startAssets(kind)
    const write = async (content: string) => (await writePost(platform, creator, { content })).id
    const [edited, moderated, deleted] = [await write('first'), await write('rude'), await write('gone')]
    await editPost(platform, creator, { id: edited, content: 'second' })
    const hide = (id: string, visibility: 'Moderated' | 'Deleted') =>
      platform.db.updateTable('posts').set({ visibility }).where('id', '=', id).execute()
    await hide(moderated, 'Moderated')
    await hide(deleted, 'Deleted')
    const feed = () => viewPostFeed(platform, null, { username: 'creator' })
    const absent = { problem: { code: 'accounts.not_found' } }
    await expect(feed()).rejects.toMatchObject(absent)

    await updatePrivacy(platform, creator, { postFeed: 'Everybody' })
    expect(await feed()).toMatchObject({ author: 'Creator', posts: [{ id: edited, text: 'second' }] })
    await updatePrivacy(platform, creator, { online: 'Nobody' })
    expect((await feed()).posts).toHaveLength(1)
    await moderate(platform, administrator, { username: 'Creator', type: 'Termination', reason: 'x' })
    await expect(feed()).rejects.toMatchObject(absent)
  })
})
