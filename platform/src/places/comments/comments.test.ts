import { describe, expect, test } from 'vitest'
import { permissionLevel } from '../../accounts/rules.ts'
import { viewComments } from '../../comments/view-comments.ts'
import { createCommentLimit } from '../../comments/write.ts'
import { createMemoryCounts } from '../../foundation/limit-counts.ts'
import { report } from '../../moderation/reports/report.ts'
import { deleteAssetComment, deletePlaceComment } from '../../moderation/takedowns/moderate-comment.ts'
import { moderatePlace } from '../../moderation/takedowns/moderate-place.ts'
import { viewNotifications } from '../../notifications/list.ts'
import { registerPerson } from '../../testing/people.ts'
import { databases, openTestPlatform } from '../../testing/platforms.ts'
import { createPublishedPlace } from '../../testing/published-place.ts'
import { commentOnPlace } from './comment.ts'

describe.each(databases)('comments on places on %s', (kind) => {
  async function start() {
    const platform = await openTestPlatform(kind)
    const moderator = {
      ...(await registerPerson(platform, 'Moderator')),
      permissionLevel: permissionLevel.moderator,
    }
    const maker = await registerPerson(platform, 'Maker')
    const reader = await registerPerson(platform, 'Reader')
    const { id } = await createPublishedPlace(platform, maker, { name: 'Harbour', description: '' })
    let address = 0
    const say = async (actor = reader, fields: object = {}, place = id) => {
      platform.pass(1)
      const input = { content: 'Nice', ...fields }
      return (await commentOnPlace(platform, actor, { id: place, ...input }, { address: `${address++}` })).id
    }
    const thread = { about: 'place', id, version: 0 } as const
    const view = async (viewer = reader) => (await viewComments(platform.db, viewer, thread)).comments
    return { platform, moderator, maker, reader, id, say, view }
  }

  test('nest replies, notify the maker, and are deleted by their authors', async () => {
    const { platform, maker, reader, id, say, view } = await start()
    const first = await say()
    const reply = await say(maker, { content: 'Thanks', replyId: first })
    expect(await view()).toMatchObject([
      { id: first, author: { username: 'Reader' }, replies: [{ id: reply, content: 'Thanks' }] },
    ])
    expect((await viewNotifications(platform, maker)).notifications).toMatchObject([
      { note: 'commented on “Harbour”', sender: 'Reader', link: `/place/${id}/Harbour?tab=comments` },
    ])
    const other = await createPublishedPlace(platform, maker, { name: 'Elsewhere', description: '' })
    await expect(say(reader, { replyId: first }, other.id)).rejects.toMatchObject({ reason: 'invalid' })
    await expect(say(reader, { content: ' ' })).rejects.toMatchObject({
      errors: { content: expect.anything() },
    })
    await expect(say(reader, { version: '3' })).rejects.toMatchObject({ reason: 'missing' })
    const its = { id, commentId: reply }
    await expect(deleteAssetComment(platform, maker, its)).rejects.toMatchObject({ reason: 'missing' })
    await deletePlaceComment(platform, maker, its)
    expect(await view()).toMatchObject([{ id: first, replies: [] }])
  })

  test('are reported and taken down like comments on items', async () => {
    const { platform, moderator, maker, reader, id, say, view } = await start()
    const rude = await say(reader, { content: 'Rude' })
    await report(platform, maker, { type: 'comment', id: rude, category: 'Harassment' })
    expect(await platform.db.selectFrom('reports').selectAll().execute()).toMatchObject([
      {
        title: 'Comment of Reader on Harbour',
        text: 'Rude',
        address: `/place/${id}/Harbour?tab=comments#comment-${rude}`,
      },
    ])
    await deletePlaceComment(platform, moderator, { id, commentId: rude, reason: 'Insults' })
    expect(await view()).toEqual([])
    expect((await viewNotifications(platform, reader)).notifications).toMatchObject([
      { note: 'Your comment on “Harbour” was removed: Insults' },
    ])
  })

  test('need access to the place, and are closed while it is taken down', async () => {
    const { platform, moderator, maker, reader, id, say } = await start()
    await platform.db.updateTable('places').set({ private_server: 1 }).execute()
    await expect(say()).rejects.toMatchObject({ reason: 'missing' })
    await platform.db.updateTable('places').set({ private_server: 0 }).execute()
    platform.commentLimit = createCommentLimit(createMemoryCounts())
    const here = { address: '1' }
    for (let n = 0; n < 5; n++) await commentOnPlace(platform, reader, { id, content: 'x' }, here)
    await expect(commentOnPlace(platform, maker, { id, content: 'x' }, here)).rejects.toMatchObject({
      reason: 'limited',
    })
    await moderatePlace(platform, moderator, { id, visibility: 'Moderated', reason: 'x' })
    await expect(say()).rejects.toMatchObject({ reason: 'missing' })
    await expect(say(maker)).rejects.toMatchObject({ reason: 'invalid' })
  })
})
