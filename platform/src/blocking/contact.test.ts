import { describe, expect, test } from 'vitest'
import { updatePrivacy } from '../accounts/privacy/update.ts'
import type { Actor } from '../accounts/rules.ts'
import { viewProfile } from '../people/profiles/view.ts'
import { commentOnPlace } from '../places/comments/comment.ts'
import { follow } from '../social/follow.ts'
import { acceptRequest, requestFriendship } from '../social/friendships.ts'
import { acceptsComments } from '../social/permit-comment.ts'
import { registerPerson } from '../testing/people.ts'
import { databases, openTestPlatform } from '../testing/platforms.ts'
import { createPublishedPlace } from '../testing/published-place.ts'
import { blockUser } from './block.ts'

describe.each(databases)('contact with a user on %s', (kind) => {
  async function start() {
    const platform = await openTestPlatform(kind)
    const anna = await registerPerson(platform, 'Anna')
    const ben = await registerPerson(platform, 'Ben')
    const cleo = await registerPerson(platform, 'Cleo')
    const { id } = await createPublishedPlace(platform, anna, { name: 'Garden' })
    const comment = (actor: Actor) =>
      commentOnPlace(platform, actor, { id, content: 'Hi' }, { address: '127.0.0.1' })
    return { platform, anna, ben, cleo, comment }
  }

  test('is refused in the same way by a block and by a setting', async () => {
    const { platform, anna, ben, cleo, comment } = await start()
    const set = (audience: string) =>
      updatePrivacy(platform, anna, { requests: audience, follows: audience, comments: audience })
    const attempt = async (actor: Actor) => {
      const outcomes = await Promise.allSettled([
        follow(platform, actor, { username: 'Anna' }),
        comment(actor),
      ])
      const { acceptsFollows, acceptsRequests } = await viewProfile(platform, actor, { username: 'Anna' })
      const refusals = outcomes.map((outcome) => outcome.status === 'rejected' && outcome.reason.problem)
      const canComment = await acceptsComments(platform.db, actor, anna.id)
      return { acceptsFollows, acceptsRequests, canComment, refusals }
    }
    await blockUser(platform, anna, { username: 'Ben' })
    await set('Nobody')
    const refused = await attempt(cleo)
    expect(refused.refusals).toMatchObject([{ code: 'friends.follow_refused' }, { code: 'comments.refused' }])
    expect(refused.canComment).toBe(false)
    expect(await attempt(ben)).toEqual(refused)
    await set('Everybody')
    expect(await attempt(ben)).toEqual(refused)
    expect(await attempt(cleo)).toMatchObject({ canComment: true, refusals: [false, false] })
  })

  test('is reserved for friends by a setting', async () => {
    const { platform, anna, ben, cleo, comment } = await start()
    await updatePrivacy(platform, anna, { follows: 'Friends', comments: 'Friends' })
    await requestFriendship(platform, anna, { username: 'Ben' })
    await acceptRequest(platform, ben, { username: 'Anna' })
    await follow(platform, ben, { username: 'Anna' })
    await comment(ben)
    await comment(anna)
    await expect(follow(platform, cleo, { username: 'Anna' })).rejects.toMatchObject({ reason: 'forbidden' })
    await expect(comment(cleo)).rejects.toMatchObject({ reason: 'forbidden' })
  })
})
