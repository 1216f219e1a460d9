import { describe, expect, test } from 'vitest'
import { type Actor, permissionLevel } from '../../accounts/rules.ts'
import type { Comment } from '../../comments/view-comments.ts'
import { createCommentLimit } from '../../comments/write.ts'
import { newTimedId } from '../../foundation/ids.ts'
import { createMemoryCounts } from '../../foundation/limit-counts.ts'
import { moderateAsset } from '../../moderation/takedowns/moderate-asset.ts'
import { deleteAssetComment } from '../../moderation/takedowns/moderate-comment.ts'
import { viewNotifications } from '../../notifications/list.ts'
import { startTestEconomy } from '../../testing/economy.ts'
import { registerPerson } from '../../testing/people.ts'
import { databases, openTestPlatform } from '../../testing/platforms.ts'
import { storeAsset } from '../files/store-asset.ts'
import { giveAsset } from '../ownership/queries.ts'
import { viewAsset } from '../view-item.ts'
import { commentOnAsset } from './comment.ts'

describe.each(databases)('asset details and comments on %s', (kind) => {
  async function start() {
    const economy = await startTestEconomy()
    const platform = await openTestPlatform(kind, {}, { ECONOMY_URL: economy.address })
    const moderator = {
      ...(await registerPerson(platform, 'Moderator')),
      permissionLevel: permissionLevel.moderator,
    }
    const [maker, reader] = [
      await registerPerson(platform, 'Maker'),
      await registerPerson(platform, 'Reader'),
    ]
    const { id } = await storeAsset(platform, maker, { type: 8, name: 'Straw hat' }, [Buffer.from('hat')])
    await platform.db.updateTable('assets').set({ visibility: 'Visible' }).where('id', '=', id).execute()
    let address = 0
    const say = async (actor = reader, content = 'Nice', replyId?: string, asset = id) => {
      platform.pass(1)
      const comment = { id: asset, content, replyId }
      return (await commentOnAsset(platform, actor, comment, { address: `${address++}` })).id
    }
    const view = async (viewer = reader, cursor?: string) =>
      viewAsset(platform, viewer, { id, comments: cursor })
    return { platform, economy, moderator, maker, reader, id, say, view }
  }

  test('returns the details to the creator and to others, and refuses without the ledger', async () => {
    const { platform, economy, maker, reader, moderator, id, view } = await start()
    await economy.mint(reader, 5)
    const detail = detailOf(id, maker, platform.now())
    expect(await view()).toEqual(detail)
    // The top bar has cached the balance, which another process changes.
    expect(await platform.economy.balanceOf(reader.id)).toBe(5n)
    await economy.mint(reader, 2)
    expect(await view()).toMatchObject({ balance: 7n })
    expect(await view(maker)).toEqual({
      ...detail,
      isCreator: true,
      owned: true,
      manages: true,
      balance: 0n,
      balanceAfter: 0n,
    })
    await moderateAsset(platform, moderator, { id, visibility: 'Moderated', reason: 'x' })
    const [missing, invalid] = [{ reason: 'missing' }, { reason: 'invalid' }]
    await expect(view()).rejects.toMatchObject(missing)
    const comment = (by: Actor) => commentOnAsset(platform, by, { id, content: 'Why?' }, { address: '' })
    await expect(comment(reader)).rejects.toMatchObject(missing)
    expect(await view(maker)).toMatchObject({ visibility: 'Moderated', canComment: false })
    await expect(comment(maker)).rejects.toMatchObject(invalid)
    // Owners see the page of a moderated asset, and may ask about it there.
    await giveAsset(platform.db, { userId: reader.id, assetId: id }, platform.now())
    await comment(reader)
    expect(await view()).toMatchObject({ owned: true, comments: [{ content: 'Why?' }] })
    expect(await view(moderator)).toMatchObject({ visibility: 'Moderated', manages: true })
    await economy.close()
    platform.pass(10_000)
    await expect(view(moderator)).rejects.toMatchObject({
      reason: 'failed',
      message: 'Cannot connect to Economy service',
    })
  })

  test('nests replies nine levels deep, and notifies the creator of comments by others', async () => {
    const { platform, maker, reader, id, say, view } = await start()
    const first = await say(reader, ' Nice\r\nhat ')
    const chain = [first]
    for (let depth = 1; depth <= 9; depth++) chain.push(await say(maker, `Reply ${depth}`, chain.at(-1)))
    await expect(say(reader, 'Too deep', chain.at(-1))).rejects.toMatchObject({ reason: 'invalid' })
    const second = await say(reader, 'Second')
    const { comments } = await view()
    expect(comments.map(({ content }) => content)).toEqual(['Second', 'Nice\nhat'])
    const texts: (string | null)[] = []
    for (let at: Comment | undefined = comments[1]; at; at = at.replies[0]) texts.push(at.content)
    expect(texts).toEqual(['Nice\nhat', ...Array.from({ length: 9 }, (_, n) => `Reply ${n + 1}`)])
    const { notifications } = await viewNotifications(platform, maker)
    expect(notifications).toHaveLength(2)
    expect(notifications[0]).toMatchObject({
      type: 'comment',
      note: 'commented on “Straw hat”',
      sender: 'Reader',
      link: `/catalog/${id}/Straw-hat`,
    })
    const other = await storeAsset(platform, maker, { type: 8, name: 'Another' }, [Buffer.from('hat')])
    await platform.db
      .updateTable('assets')
      .set({ visibility: 'Visible' })
      .where('id', '=', other.id)
      .execute()
    const noParent = { reason: 'invalid', message: 'The comment that you reply to no longer exists' }
    await expect(say(reader, 'x', second, other.id)).rejects.toMatchObject(noParent)
    for (const none of ['none', '\0']) await expect(say(reader, 'x', none)).rejects.toMatchObject(noParent)
    await expect(say(reader, 'x', undefined, 999_999_999)).rejects.toMatchObject({ reason: 'missing' })
  })

  test('hides a comment that was taken down, and keeps its replies', async () => {
    const { platform, moderator, maker, reader, id, say, view } = await start()
    const root = await say(reader, 'Rude')
    const reply = await say(maker, 'Why?', root)
    const leaf = await say(reader, 'Because', reply)
    const alone = await say(reader, 'Alone')
    await expect(deleteAssetComment(platform, maker, { id, commentId: root })).rejects.toMatchObject({
      reason: 'forbidden',
    })
    for (const none of ['none', '\0', ''])
      await expect(deleteAssetComment(platform, maker, { id, commentId: none })).rejects.toMatchObject({
        reason: 'missing',
      })
    for (const reason of [undefined, ' ', '\u200b', 'x'.repeat(301)])
      await expect(
        deleteAssetComment(platform, moderator, { id, commentId: root, reason }),
      ).rejects.toMatchObject({
        errors: { reason: 'Enter a reason of 1 to 300 characters' },
      })
    await deleteAssetComment(platform, moderator, { id, commentId: root, reason: 'Insults' })
    expect(await viewNotifications(platform, reader)).toMatchObject({
      notifications: [{ type: 'moderation', note: 'Your comment on “Straw hat” was removed: Insults' }],
    })
    await deleteAssetComment(platform, reader, { id, commentId: alone })
    await deleteAssetComment(platform, reader, { id, commentId: alone })
    await expect(deleteAssetComment(platform, maker, { id, commentId: alone })).rejects.toMatchObject({
      reason: 'missing',
    })
    await expect(say(maker, 'Hello?', root)).rejects.toMatchObject({ reason: 'invalid' })
    for (const viewer of [reader, moderator]) {
      const { comments } = await view(viewer)
      expect(comments).toMatchObject([
        { id: root, author: null, content: null, replies: [{ content: 'Why?', replies: [{ id: leaf }] }] },
      ])
    }
    await deleteAssetComment(platform, reader, { id, commentId: leaf })
    await deleteAssetComment(platform, maker, { id, commentId: reply })
    expect((await view()).comments).toEqual([])
    const audited = await platform.db.selectFrom('audit_log').selectAll().execute()
    expect(audited).toMatchObject([
      {
        action: 'moderatecomment',
        subject: `comment:${root}`,
        after: '{"visibility":"Moderated","reason":"Insults"}',
      },
    ])
  })

  test('accepts five comments a minute from an address, without counting refused ones', async () => {
    const { platform, reader, maker, id } = await start()
    platform.commentLimit = createCommentLimit(createMemoryCounts())
    for (const content of [undefined, '', ' \n ', '\u200b']) {
      const refused = commentOnAsset(platform, reader, { id, content }, { address: '1' })
      await expect(refused).rejects.toMatchObject({ errors: { content: 'Comment must have content' } })
    }
    const say = (content: string, address = '1', replyId = '') =>
      commentOnAsset(platform, reader, { id, content, replyId }, { address })
    for (let n = 0; n < 5; n++) {
      await say('Nice')
      await expect(say('')).rejects.toMatchObject({ errors: {} })
      await expect(say('x', '1', 'none')).rejects.toMatchObject({ reason: 'invalid' })
    }
    await expect(say('Nice')).rejects.toMatchObject({ reason: 'limited' })
    const another = commentOnAsset(platform, maker, { id, content: 'x' }, { address: '1' })
    await expect(another).rejects.toMatchObject({ reason: 'limited' })
    await say('Nice', '2')
  })

  test('shows the newest replies of a very long conversation, the oldest first', async () => {
    const { platform, reader, maker, id, say, view } = await start()
    const root = await say(reader, 'What do you think?')
    const first = await say(maker, 'First', root)
    const replies = Array.from({ length: 999 }, (_, n) => ({
      id: newTimedId(platform.now() + 1 + n),
      asset_id: id,
      author_id: reader.id,
      parent_id: root,
      root_id: root,
      depth: 1,
      content: `${n}`,
      created: platform.now() + 1 + n,
      visibility: 'Visible' as const,
    }))
    await platform.db.insertInto('comments').values(replies).execute()
    platform.pass(1_000)
    await say(maker, 'Last', first)
    const { comments } = await view()
    const contents = comments[0]?.replies.map(({ content }) => content)
    expect(contents).toEqual([...replies.map(({ content }) => content), 'Last'])
  })

  test('pages conversations, the newest first', async () => {
    const { say, view } = await start()
    for (let n = 0; n < 25; n++) await say(undefined, `${n}`)
    const { comments, nextComments } = await view()
    expect(comments).toHaveLength(20)
    const rest = await view(undefined, nextComments ?? '')
    expect([...comments, ...rest.comments].map(({ content }) => content)).toEqual(
      Array.from({ length: 25 }, (_, n) => String(24 - n)),
    )
    expect(rest.nextComments).toBeNull()
    await expect(view(undefined, "'")).rejects.toMatchObject({ reason: 'invalid' })
  })
})

/** A new hat, as a user with 5 micro-units sees it. */
const detailOf = (id: number, maker: Actor, created: number) => ({
  id: String(id),
  name: 'Straw hat',
  slug: 'Straw-hat',
  type: 8,
  description: { text: '', updated: created },
  creator: { id: maker.id, username: 'Maker' },
  isCreator: false,
  created: new Date(created),
  forSale: false,
  price: 0,
  sold: 0,
  favourited: false,
  wished: false,
  favourites: 0,
  byCreator: [],
  related: [],
  owned: false,
  visibility: 'Visible',
  thumbnail: null,
  pendingPictures: null,
  canComment: true,
  comments: [],
  nextComments: null,
  balance: 5n,
  currentFee: 0.1,
  buying: false,
  manages: false,
  canRerender: false,
  canBuy: false,
  balanceAfter: 5n,
})
