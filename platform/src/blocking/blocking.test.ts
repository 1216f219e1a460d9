import { describe, expect, test } from 'vitest'
import type { Actor } from '../accounts/rules.ts'
import { viewComments } from '../comments/view-comments.ts'
import { moderate } from '../moderation/actions/moderate.ts'
import { report } from '../moderation/reports/report.ts'
import { viewReports, viewSubject } from '../moderation/reports/view.ts'
import { viewNotifications } from '../notifications/list.ts'
import { createParty, joinParty } from '../parties/membership.ts'
import { viewInvitation, viewParty } from '../parties/view.ts'
import { answerPost } from '../people/posts/answer.ts'
import { likePost } from '../people/posts/like.ts'
import { viewFollowedPosts, viewPostsOf, viewThread } from '../people/posts/view.ts'
import { writePost } from '../people/posts/write.ts'
import { viewProfile } from '../people/profiles/view.ts'
import { commentOnPlace } from '../places/comments/comment.ts'
import { follow } from '../social/follow.ts'
import { acceptRequest, requestFriendship } from '../social/friendships.ts'
import { registerPerson } from '../testing/people.ts'
import { databases, openTestPlatform } from '../testing/platforms.ts'
import { createPublishedPlace } from '../testing/published-place.ts'
import { blockUser, unblockUser } from './block.ts'
import { viewMarked } from './list.ts'
import { muteUser, unmuteUser } from './mute.ts'

const address = { address: '127.0.0.1' }

describe.each(databases)('blocks and mutes on %s', (kind) => {
  async function start() {
    const platform = await openTestPlatform(kind)
    const moderator = await registerPerson(platform, 'Founder')
    const anna = await registerPerson(platform, 'Anna')
    const ben = await registerPerson(platform, 'Ben')
    const cleo = await registerPerson(platform, 'Cleo')
    const { id } = await createPublishedPlace(platform, cleo, { name: 'Harbour' })
    const thread = { about: 'place', id, version: 0 } as const
    const comment = (actor: Actor, content: string, replyId?: string, placeId = id) =>
      commentOnPlace(platform, actor, { id: placeId, content, ...(replyId && { replyId }) }, address)
    const commentsFor = async (viewer: Actor) =>
      (await viewComments(platform.db, viewer, thread)).comments.map(({ content, replies }) => ({
        content,
        replies: replies.map((reply) => reply.content),
      }))
    const postsFor = async (viewer: Actor, author: Actor) =>
      (await viewPostsOf(platform.db, viewer, author.id)).posts.map(({ content }) => content[0]?.text)
    const unread = async (actor: Actor) => (await viewNotifications(platform, actor)).unread
    return { platform, moderator, anna, ben, cleo, comment, commentsFor, postsFor, unread }
  }

  test('a block hides posts, answers and comments in both directions, and moderators see through it', async () => {
    const { platform, moderator, anna, ben, cleo, comment, commentsFor, postsFor } = await start()
    const post = await writePost(platform, anna, { content: 'Post of Anna' })
    await answerPost(platform, ben, { id: post.id, content: 'Answer of Ben' })
    const first = await comment(ben, 'First by Ben')
    await comment(anna, 'Reply of Anna', first.id)
    await blockUser(platform, anna, { username: 'ben' })
    await blockUser(platform, anna, { username: 'Ben' })
    expect(await postsFor(ben, anna)).toEqual([])
    expect(await postsFor(moderator, anna)).toEqual(['Post of Anna'])
    await expect(viewThread(platform, ben, { id: post.id })).rejects.toMatchObject({ reason: 'missing' })
    expect((await viewThread(platform, anna, { id: post.id })).answers).toEqual([])
    expect((await viewThread(platform, cleo, { id: post.id })).answers).toHaveLength(1)
    expect(await commentsFor(anna)).toEqual([{ content: null, replies: ['Reply of Anna'] }])
    expect(await commentsFor(ben)).toEqual([{ content: 'First by Ben', replies: [] }])
    const everything = [{ content: 'First by Ben', replies: ['Reply of Anna'] }]
    expect(await commentsFor(cleo)).toEqual(everything)
    expect(await commentsFor(moderator)).toEqual(everything)
    await unblockUser(platform, anna, { username: 'Ben' })
    expect(await commentsFor(anna)).toEqual(everything)
  })

  test('a block refuses answers, likes, replies and comments on content of the other user', async () => {
    const { platform, anna, ben, comment } = await start()
    const post = await writePost(platform, anna, { content: 'Hello' })
    const first = await comment(anna, 'A comment')
    const { id } = await createPublishedPlace(platform, anna, { name: 'Garden' })
    await blockUser(platform, anna, { username: 'Ben' })
    const missing = { reason: 'missing' }
    await expect(answerPost(platform, ben, { id: post.id, content: 'Hi' })).rejects.toMatchObject(missing)
    await expect(likePost(platform, ben, { id: post.id })).rejects.toMatchObject(missing)
    await expect(comment(ben, 'A reply', first.id)).rejects.toThrow('no longer exists')
    await expect(comment(ben, 'Hi', undefined, id)).rejects.toMatchObject({
      reason: 'forbidden',
      problem: { code: 'comments.refused' },
    })
  })

  test('a block hides presence from both users, and relations that it ended stay ended', async () => {
    const { platform, anna, ben } = await start()
    await requestFriendship(platform, anna, { username: 'Ben' })
    await acceptRequest(platform, ben, { username: 'Anna' })
    await follow(platform, ben, { username: 'Anna' })
    await blockUser(platform, anna, { username: 'Ben' })
    const unknown = { online: false, lastSeen: null, friends: false, follower: false, following: false }
    const view = await viewProfile(platform, ben, { username: 'Anna' })
    expect(view).toMatchObject({ ...unknown, blocked: false, acceptsRequests: false, friendsShown: false })
    expect(view).not.toHaveProperty('blockedBy')
    expect(await viewProfile(platform, anna, { username: 'Ben' })).toMatchObject({
      ...unknown,
      blocked: true,
    })
    expect(await viewProfile(platform, anna, { username: 'Anna' })).toMatchObject({
      friendCount: 0,
      followerCount: 0,
    })
    await unblockUser(platform, anna, { username: 'Ben' })
    expect(await viewProfile(platform, ben, { username: 'Anna' })).toMatchObject({
      online: true,
      friends: false,
    })
    await requestFriendship(platform, ben, { username: 'Anna' })
  })

  test('the blocker leaves a shared party, and a blocked user cannot join the blocker’s party', async () => {
    const { platform, anna, ben, cleo } = await start()
    await createParty(platform, cleo)
    const { code = '' } = (await viewParty(platform, cleo)) ?? {}
    await joinParty(platform, anna, { code })
    await joinParty(platform, ben, { code })
    await blockUser(platform, anna, { username: 'Ben' })
    const members = (await viewParty(platform, ben))?.members.map(({ username }) => username).sort()
    expect(members).toEqual(['Ben', 'Cleo'])
    expect(await viewParty(platform, anna)).toBeNull()
    await expect(joinParty(platform, anna, { code })).rejects.toMatchObject({
      problem: { code: 'parties.refused' },
    })
    await unblockUser(platform, anna, { username: 'Ben' })
    await joinParty(platform, anna, { code })
  })

  test('to a blocked user, the blocker’s party looks like one that has ended', async () => {
    const { platform, anna, ben } = await start()
    await createParty(platform, anna)
    const { code = '' } = (await viewParty(platform, anna)) ?? {}
    await blockUser(platform, anna, { username: 'Ben' })
    await expect(viewInvitation(platform, ben, { code })).rejects.toMatchObject({ reason: 'missing' })
    expect(await viewInvitation(platform, null, { code })).toMatchObject({ members: [{ username: 'Anna' }] })
  })

  test('a blocked user cannot join the party of a suspended blocker, who comes back to it', async () => {
    const { platform, moderator, anna, ben, cleo } = await start()
    await createParty(platform, cleo)
    const { code = '' } = (await viewParty(platform, cleo)) ?? {}
    await joinParty(platform, anna, { code })
    await blockUser(platform, anna, { username: 'Ben' })
    await moderate(platform, moderator, { username: 'Anna', type: 'Warning', reason: 'x' })
    await expect(joinParty(platform, ben, { code })).rejects.toMatchObject({
      problem: { code: 'parties.not_found' },
    })
  })

  test('a blocked user can report a text of the blocker, and does not see it quoted', async () => {
    const { platform, moderator, anna, ben, comment } = await start()
    const post = await writePost(platform, anna, { content: 'Post of Anna' })
    const said = await comment(anna, 'Comment of Anna')
    await blockUser(platform, anna, { username: 'Ben' })
    for (const about of [
      { type: 'post', id: post.id },
      { type: 'comment', id: said.id },
    ]) {
      expect((await viewSubject(platform, ben, about)).text).toBe('')
      expect((await viewSubject(platform, moderator, about)).text).toContain('of Anna')
      await report(platform, ben, { ...about, category: 'Harassment' })
    }
    const { reports } = await viewReports(platform, moderator, {})
    expect(reports.map(({ text }) => text).sort()).toEqual(['Comment of Anna', 'Post of Anna'])
  })

  test('a moderator cannot answer or like the posts of a user who has blocked them', async () => {
    const { platform, moderator, anna } = await start()
    const post = await writePost(platform, anna, { content: 'Post of Anna' })
    await blockUser(platform, anna, { username: 'Founder' })
    expect((await viewThread(platform, moderator, { id: post.id })).post.id).toBe(post.id)
    const refused = { reason: 'forbidden', problem: { code: 'posts.refused' } }
    const { id } = post
    await expect(answerPost(platform, moderator, { id, content: 'Hi' })).rejects.toMatchObject(refused)
    await expect(likePost(platform, moderator, { id })).rejects.toMatchObject(refused)
  })

  test('a mute hides posts, comments and notifications from the muter alone', async () => {
    const { platform, anna, ben, cleo, comment, commentsFor, postsFor, unread } = await start()
    await follow(platform, anna, { username: 'Ben' })
    await follow(platform, ben, { username: 'Anna' })
    expect(await unread(anna)).toBe(1)
    await writePost(platform, ben, { content: 'Post of Ben' })
    await comment(ben, 'Comment of Ben')
    const feed = async () => (await viewFollowedPosts(platform.db, anna)).posts.length
    expect([await feed(), (await commentsFor(anna)).length]).toEqual([1, 1])
    await muteUser(platform, anna, { username: 'Ben' })
    await muteUser(platform, anna, { username: 'Ben' })
    expect(await unread(anna)).toBe(0)
    await requestFriendship(platform, ben, { username: 'Anna' })
    expect(await unread(anna)).toBe(0)
    expect([await feed(), await commentsFor(anna), await postsFor(anna, ben)]).toEqual([0, [], []])
    expect(await viewProfile(platform, anna, { username: 'Ben' })).toMatchObject({
      muted: true,
      online: true,
      follower: true,
    })
    expect(await viewProfile(platform, ben, { username: 'Anna' })).toMatchObject({
      muted: false,
      online: true,
    })
    expect((await commentsFor(cleo)).length).toBe(1)
    await unmuteUser(platform, anna, { username: 'Ben' })
    expect([await feed(), (await commentsFor(anna)).length]).toEqual([1, 1])
  })

  test('lists show whom the actor has blocked and muted, the latest first', async () => {
    const { platform, anna } = await start()
    for (const username of ['Ben', 'Cleo']) {
      platform.pass(1)
      await blockUser(platform, anna, { username })
      await muteUser(platform, anna, { username })
    }
    for (const list of ['blocked', 'muted'] as const) {
      const { [list]: marked } = await viewMarked(platform, anna, {})
      expect(marked?.people.map(({ username }) => username)).toEqual(['Cleo', 'Ben'])
    }
    const self = { problem: { code: 'blocking.self' } }
    for (const mark of [blockUser, muteUser])
      await expect(mark(platform, anna, { username: 'anna' })).rejects.toMatchObject(self)
  })

  test('a request, a follow and a join at the moment of a block leave nothing behind', async () => {
    const { platform, anna, ben } = await start()
    for (let round = 0; round < 8; round++) {
      await createParty(platform, anna)
      const { code = '' } = (await viewParty(platform, anna)) ?? {}
      await Promise.allSettled([
        requestFriendship(platform, ben, { username: 'Anna' }),
        follow(platform, ben, { username: 'Anna' }),
        joinParty(platform, ben, { code }),
        blockUser(platform, anna, { username: 'Ben' }),
        requestFriendship(platform, anna, { username: 'Ben' }),
      ])
      const rows = async (table: 'follows' | 'friendships' | 'notifications') =>
        (await platform.db.selectFrom(table).selectAll().execute()).length
      expect([await rows('follows'), await rows('friendships'), await rows('notifications')]).toEqual([
        0, 0, 0,
      ])
      const together = (await viewParty(platform, ben))?.members.map(({ username }) => username) ?? []
      expect(together).not.toContain('Anna')
      const counts = await platform.db.selectFrom('social_counts').selectAll().execute()
      for (const { followers, following, friends } of counts)
        expect([followers, following, friends]).toEqual([0, 0, 0])
      await unblockUser(platform, anna, { username: 'Ben' })
      await platform.db.deleteFrom('party_members').execute()
    }
  })
})
