import { newTimedId, newUserId } from '@baseplate/platform/foundation/ids'
import type { Platform } from '@baseplate/platform/platform'
import { accountRow } from '@baseplate/platform/testing/account-row'
import { isPostgres } from '@baseplate/storage/database/dialect'
import { fillInBulk } from './bulk.ts'

/** Rows of each user, who also has two friends and one post. */
const follows = 10
const notifications = 5

const day = 86_400_000

/** Returns the username of a member by number, from 0. */
export const nameOfMember = (at: number): string => `member_${at}`

/** Creates users with follows, friends, posts and notifications. Returns their ids. */
export async function seedMembers({ db, now }: Platform, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, newUserId)
  const created = now() - day
  const posts = ids.map((author_id) => ({
    id: newTimedId(created),
    author_id,
    created,
    visibility: 'Visible' as const,
  }))
  const text = 'Something that happened today, in a line or two.'
  const counts = { followers: follows, following: follows, friends: 2 }
  const inbox = { last_id: notifications, unread: notifications, read_to: 0, version: notifications }
  const users = ids.map((id, at) => accountRow(nameOfMember(at), { id, created }))
  const of = <Row>(row: Row) => ids.map((user_id) => ({ user_id, ...row }))
  const versions = posts.map(({ id }) => ({ post_id: id, number: 1, text, created }))
  await fillInBulk(db, async (fill) => {
    await fill('users', users)
    await fill('follows', followsOf(ids, created))
    await fill('friendships', friendshipsOf(ids, created))
    // On SQLite, triggers have counted the rows.
    if (isPostgres(db)) await fill('social_counts', of(counts))
    await fill('inboxes', of(inbox))
    await fill('notifications', notificationsOf(ids, created))
    await fill('posts', posts)
    await fill('post_versions', versions)
  })
  return ids
}

/** Returns the indexes of the next `count` users, beginning again with the first user after the last. */
const numbersAfter = (ids: readonly string[], at: number, count: number) =>
  Array.from({ length: count }, (_, index) => (at + index + 1) % ids.length)

const followsOf = (ids: readonly string[], created: number) =>
  ids.flatMap((follower_id, at) =>
    numbersAfter(ids, at, follows).map((other) => ({ follower_id, followed_id: ids[other] ?? '', created })),
  )

/** Returns friendships of each user with the next one. */
const friendshipsOf = (ids: readonly string[], created: number) =>
  ids.map((id, at) => {
    const [low_id = '', high_id = ''] = [id, ids[(at + 1) % ids.length] ?? ''].toSorted()
    return { low_id, high_id, requested_by: null, created }
  })

const notificationsOf = (ids: readonly string[], created: number) =>
  ids.flatMap((user_id, at) =>
    numbersAfter(ids, at, notifications).map((sender, index) => ({
      user_id,
      id: index + 1,
      type: 'follow' as const,
      event: 'follow' as const,
      details: '{}',
      read: 0,
      sender_id: ids[sender] ?? '',
      link: `/user/${nameOfMember(sender)}`,
      created,
    })),
  )
