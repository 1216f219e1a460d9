import { minute } from '@baseplate/service/clock'
import { describe, expect, test } from 'vitest'
import type { Actor } from '../../accounts/rules.ts'
import { createMemoryCounts } from '../../foundation/limit-counts.ts'
import { deletePost, restorePost } from '../../moderation/takedowns/moderate-post.ts'
import { follow } from '../../social/follow.ts'
import { registerPerson } from '../../testing/people.ts'
import { databases, openTestPlatform, type TestPlatform } from '../../testing/platforms.ts'
import { viewFollowedPosts, viewPostsOf } from './view.ts'
import { createPostLimit, editPost, writePost } from './write.ts'

describe.each(databases)('posts on %s', (kind) => {
  async function start() {
    const platform = await openTestPlatform(kind)
    const moderator = { ...(await registerPerson(platform, 'Moderator')), permissionLevel: 4 }
    const [author, reader] = [
      await registerPerson(platform, 'Author'),
      await registerPerson(platform, 'Reader'),
    ]
    return { platform, moderator, author, reader }
  }

  /** Writes a post one millisecond after the last one, without the rate limit. */
  async function write(platform: TestPlatform, actor: Actor, content: string) {
    platform.pass(1)
    platform.postLimit = createPostLimit(createMemoryCounts())
    return (await writePost(platform, actor, { content })).id
  }

  const textsOf = async (platform: TestPlatform, viewer: Actor, author: Actor) =>
    (await viewPostsOf(platform.db, viewer, author.id)).posts.map(({ content }) => content[0]?.text)

  test('show others the text before an edit', async () => {
    const { platform, author, reader } = await start()
    const id = await write(platform, author, '  Hello\r\nthere\0  ')
    const written = platform.now()
    platform.pass(minute)
    await editPost(platform, author, { id, content: 'Hello' })
    await editPost(platform, author, { id, content: ' Hello ' })
    expect(await viewPostsOf(platform.db, reader, author.id)).toEqual({
      posts: [
        {
          id,
          created: written,
          visibility: 'Visible',
          author: { id: author.id, username: 'Author', portrait: null },
          content: [
            { id: `${id}-2`, text: 'Hello', updated: written + minute },
            { id: `${id}-1`, text: 'Hello\nthere', updated: written },
          ],
          likes: 0,
          liked: false,
          answers: 0,
          answerTo: null,
        },
      ],
      next: null,
    })
  })

  test.each([undefined, '', ' \n\t ', '\u200b\u2060', '\0'])('refuse %j as content', async (content) => {
    const { platform, author } = await start()
    const refused = { errors: { content: 'A post must have content' } }
    await expect(writePost(platform, author, { content })).rejects.toMatchObject(refused)
    const id = await write(platform, author, 'x')
    await expect(editPost(platform, author, { id, content })).rejects.toMatchObject(refused)
  })

  test('have at most 1000 characters, where each line end counts as one', async () => {
    const { platform, author } = await start()
    await write(platform, author, `${'x\r\n'.repeat(499)}xx `)
    const refused = { errors: { content: 'Use at most 1000 characters' } }
    await expect(writePost(platform, author, { content: 'x'.repeat(1001) })).rejects.toMatchObject(refused)
  })

  test('are edited and deleted by their author only', async () => {
    const { platform, author, reader, moderator } = await start()
    const id = await write(platform, author, 'Mine')
    const forbidden = { reason: 'forbidden' }
    await expect(editPost(platform, reader, { id, content: 'Yours' })).rejects.toMatchObject(forbidden)
    await expect(editPost(platform, moderator, { id, content: 'Ours' })).rejects.toMatchObject(forbidden)
    await expect(deletePost(platform, reader, { id })).rejects.toMatchObject(forbidden)
    await expect(restorePost(platform, reader, { id })).rejects.toMatchObject(forbidden)
    const missing = { reason: 'missing', message: 'Post not found' }
    await expect(editPost(platform, author, { id: 'none', content: 'x' })).rejects.toMatchObject(missing)
    await expect(deletePost(platform, author, { id: 'none' })).rejects.toMatchObject(missing)
    expect(await textsOf(platform, reader, author)).toEqual(['Mine'])
  })

  test('are hidden from everybody but kept when their author deletes them', async () => {
    const { platform, author, reader, moderator } = await start()
    await follow(platform, reader, { username: 'author' })
    const id = await write(platform, author, 'Gone')
    await deletePost(platform, author, { id })
    for (const viewer of [author, reader, moderator]) {
      expect(await viewPostsOf(platform.db, viewer, author.id)).toEqual({ posts: [], next: null })
    }
    expect((await viewFollowedPosts(platform.db, reader)).posts).toEqual([])
    const missing = { reason: 'missing' }
    await expect(editPost(platform, author, { id, content: 'Back' })).rejects.toMatchObject(missing)
    await expect(deletePost(platform, author, { id })).rejects.toMatchObject(missing)
    await expect(restorePost(platform, moderator, { id })).rejects.toMatchObject(missing)
    const stored = await platform.db.selectFrom('post_versions').select('text').execute()
    expect(stored).toEqual([{ text: 'Gone' }])
  })

  test('are visible to their author and moderators when a moderator removed them, and can be restored', async () => {
    const { platform, author, reader, moderator } = await start()
    await follow(platform, reader, { username: 'author' })
    const id = await write(platform, author, 'Rude')
    await expect(deletePost(platform, moderator, { id })).rejects.toMatchObject({
      errors: { reason: 'Enter a reason of 1 to 300 characters' },
    })
    await deletePost(platform, moderator, { id, reason: 'Insults' })
    await deletePost(platform, moderator, { id, reason: 'Insults' })
    expect(await textsOf(platform, reader, author)).toEqual([])
    expect((await viewFollowedPosts(platform.db, reader)).posts).toEqual([])
    for (const viewer of [author, moderator]) {
      const [post] = (await viewPostsOf(platform.db, viewer, author.id)).posts
      expect(post).toMatchObject({ id, visibility: 'Moderated', removalReason: 'Insults' })
    }
    await expect(editPost(platform, author, { id, content: 'Kind' })).rejects.toMatchObject({
      reason: 'forbidden',
    })
    await restorePost(platform, moderator, { id })
    expect(await textsOf(platform, reader, author)).toEqual(['Rude'])
    const audited = await platform.db.selectFrom('audit_log').selectAll().orderBy('action').execute()
    expect(audited.map(({ action, subject, before, after }) => [action, subject, before, after])).toEqual([
      [
        'moderatepost',
        `post:${id}`,
        '{"visibility":"Visible"}',
        '{"visibility":"Moderated","reason":"Insults"}',
      ],
      ['restorepost', `post:${id}`, '{"visibility":"Moderated"}', '{"visibility":"Visible"}'],
    ])
  })

  test('get one version for each of several simultaneous edits, which do not undo a removal', async () => {
    const { platform, author, reader, moderator } = await start()
    const id = await write(platform, author, 'First')
    const edit = (content: string) => editPost(platform, author, { id, content })
    await Promise.all([edit('A'), edit('B'), edit('C')])
    const [post] = (await viewPostsOf(platform.db, reader, author.id)).posts
    expect(post?.content.map(({ id }) => id)).toEqual([`${id}-4`, `${id}-3`, `${id}-2`, `${id}-1`])
    expect(new Set(post?.content.map(({ text }) => text))).toEqual(new Set(['First', 'A', 'B', 'C']))

    await Promise.allSettled([
      edit('D'),
      deletePost(platform, moderator, { id, reason: 'Insults' }),
      edit('E'),
    ])
    expect(await textsOf(platform, reader, author)).toEqual([])
    await Promise.allSettled([restorePost(platform, moderator, { id }), deletePost(platform, author, { id })])
    await deletePost(platform, author, { id }).catch(() => {})
    expect(await textsOf(platform, author, author)).toEqual([])
  })

  test('have at most 20 versions, and at most ten posts and edits in ten minutes', async () => {
    const { platform, author, reader } = await start()
    const id = await write(platform, author, '1')
    for (let version = 2; version <= 20; version++) {
      platform.postLimit = createPostLimit(createMemoryCounts())
      await editPost(platform, author, { id, content: String(version) })
    }
    platform.postLimit = createPostLimit(createMemoryCounts())
    await expect(editPost(platform, author, { id, content: '21' })).rejects.toMatchObject({
      reason: 'invalid',
      message: 'This post already has 20 versions. Write a new post instead.',
    })
    for (let more = 0; more < 9; more++) await writePost(platform, author, { content: 'More' })
    await expect(writePost(platform, author, { content: '' })).rejects.toMatchObject({ errors: {} })
    await expect(writePost(platform, author, { content: 'Too much' })).rejects.toMatchObject({
      reason: 'limited',
      message: 'You have posted a lot in a short time. Try again in 10 minutes.',
    })
    await writePost(platform, reader, { content: 'Another author' })
  })

  test('are listed by page without a gap or a duplicate', async () => {
    const { platform, author, reader, moderator } = await start()
    const ids: string[] = []
    for (let post = 0; post < 45; post++) ids.unshift(await write(platform, author, `Post ${post}`))
    await deletePost(platform, author, { id: ids[3] ?? '' })
    await deletePost(platform, moderator, { id: ids[5] ?? '', reason: 'Insults' })
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const { posts, next } = await viewPostsOf(platform.db, reader, author.id, cursor)
      expect(posts.length).toBeLessThanOrEqual(20)
      seen.push(...posts.map(({ id }) => id))
      cursor = next ?? undefined
      // A post written between two pages does not shift the next page.
      await write(platform, author, 'Newer')
    } while (cursor)
    expect(seen).toEqual(ids.filter((_, index) => index !== 3 && index !== 5))
    await expect(viewPostsOf(platform.db, reader, author.id, "'")).rejects.toMatchObject({
      reason: 'invalid',
    })
  })

  test('of followed authors, and of no others, are on the home page, newest first', async () => {
    const { platform, author, reader, moderator } = await start()
    const authors = [author, moderator]
    for (let more = 0; more < 30; more++) authors.push(await registerPerson(platform, `Author_${more}`))
    for (const { username } of authors) await follow(platform, reader, { username })
    const stranger = await registerPerson(platform, 'Stranger')
    const written: string[] = []
    // One author writes a lot, many write now and then, and some never do.
    for (let post = 0; post < 60; post++) {
      const by = post % 3 === 0 ? (authors[post % 25] ?? author) : author
      written.unshift(await write(platform, by, `Post ${post}`))
      await write(platform, stranger, 'Unheard')
    }
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const { posts, next } = await viewFollowedPosts(platform.db, reader, cursor)
      seen.push(...posts.map(({ id }) => id))
      cursor = next ?? undefined
    } while (cursor)
    expect(seen).toEqual(written)
    expect(await viewFollowedPosts(platform.db, stranger)).toEqual({ posts: [], next: null })
  })
})
