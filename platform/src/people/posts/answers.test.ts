import { describe, expect, test } from 'vitest'
import { deletePost } from '../../moderation/takedowns/moderate-post.ts'
import { viewNotifications } from '../../notifications/list.ts'
import { follow } from '../../social/follow.ts'
import { registerPerson } from '../../testing/people.ts'
import { databases, openTestPlatform } from '../../testing/platforms.ts'
import { answerPost } from './answer.ts'
import { likePost, unlikePost } from './like.ts'
import { viewFollowedPosts, viewPostsOf, viewThread } from './view.ts'
import { writePost } from './write.ts'

describe.each(databases)('likes and answers on %s', (kind) => {
  async function start() {
    const platform = await openTestPlatform(kind)
    const moderator = { ...(await registerPerson(platform, 'Moderator')), permissionLevel: 4 }
    const [author, reader] = [
      await registerPerson(platform, 'Author'),
      await registerPerson(platform, 'Reader'),
    ]
    const { id } = await writePost(platform, author, { content: 'Hello' })
    platform.pass(1)
    return { platform, moderator, author, reader, id }
  }

  test('a like counts once, can be withdrawn, and is deleted with its account', async () => {
    const { platform, moderator, author, reader, id } = await start()
    await Promise.all([likePost(platform, reader, { id }), likePost(platform, reader, { id })])
    await likePost(platform, moderator, { id })
    const post = async (viewer = reader) => (await viewPostsOf(platform.db, viewer, author.id)).posts[0]
    expect(await post()).toMatchObject({ likes: 2, liked: true })
    expect(await post(author)).toMatchObject({ likes: 2, liked: false })
    await unlikePost(platform, reader, { id })
    await unlikePost(platform, reader, { id })
    expect(await post()).toMatchObject({ likes: 1, liked: false })
    await platform.db.deleteFrom('users').where('id', '=', moderator.id).execute()
    expect(await post()).toMatchObject({ likes: 0 })
    await deletePost(platform, author, { id })
    await expect(likePost(platform, reader, { id })).rejects.toMatchObject({ reason: 'missing' })
  })

  test('answers are on the page of their post alone, and its author is notified', async () => {
    const { platform, author, reader, id } = await start()
    await follow(platform, author, { username: 'Reader' })
    const first = await answerPost(platform, reader, { id, content: 'Hi' })
    expect(first.address).toBe(`/user/Author/post/${id}#post-${first.id}`)
    platform.pass(1)
    await answerPost(platform, author, { id: first.id, content: 'Hi again' })
    const { post, answers } = await viewThread(platform, reader, { id: first.id })
    expect(post).toMatchObject({ id, answers: 2, answerTo: null })
    expect(answers.map(({ content, answerTo }) => [content[0]?.text, answerTo])).toEqual([
      ['Hi', id],
      ['Hi again', id],
    ])
    expect((await viewPostsOf(platform.db, author, reader.id)).posts).toEqual([])
    expect((await viewFollowedPosts(platform.db, author)).posts).toEqual([])
    const { notifications } = await viewNotifications(platform, author)
    expect(notifications).toMatchObject([{ event: 'post_answered', sender: 'Reader', link: first.address }])
  })

  test('a removed answer is seen by its author and moderators, and is not counted', async () => {
    const { platform, moderator, author, reader, id } = await start()
    const answer = await answerPost(platform, reader, { id, content: 'Rude' })
    await deletePost(platform, moderator, { id: answer.id, reason: 'Rude' })
    const seen = async (viewer: typeof reader) => {
      const { post, answers } = await viewThread(platform, viewer, { id })
      return [post.answers, answers.map(({ visibility }) => visibility)]
    }
    expect(await seen(author)).toEqual([0, []])
    for (const viewer of [reader, moderator]) expect(await seen(viewer)).toEqual([0, ['Moderated']])
    await deletePost(platform, reader, { id: answer.id })
    expect(await seen(moderator)).toEqual([0, []])
    await deletePost(platform, author, { id })
    await expect(answerPost(platform, reader, { id, content: 'Late' })).rejects.toMatchObject({
      reason: 'missing',
    })
  })
})
