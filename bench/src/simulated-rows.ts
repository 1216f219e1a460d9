import type { Database } from '@baseplate/platform/database'
import { newJoinTicket, newTimedId } from '@baseplate/platform/foundation/ids'
import { accountRow } from '@baseplate/platform/testing/account-row'
import type { Insertable } from 'kysely'
import { placeRow } from './place-row.ts'

/** The simulated users by number, from 0. A count is complete when all rows that it counts have been generated. */
export interface People {
  ids: readonly string[]
  now: number
  chance: () => number
  famous: number
  eager: ReadonlySet<number>
  followers: Int32Array
  following: Int32Array
  friends: Int32Array
}

type Rows<Table extends keyof Database> = Generator<Insertable<Database[Table]>>

const followsEach = 10
const friendshipsEach = 1
const day = 86_400_000

/** Maxima for the eager users. The famous one has as many notifications and posts. */
const mostFollowed = 5_000
const mostFriends = 1_000
const mostNotifications = 100_000
const mostPosts = 200

/** Number of notifications of any other user. */
const notifications = 5

/** Users per place and per player. */
const usersPerPlace = 100
const usersPerPlayer = 100

const firstWords = ['shadow', 'dragon', 'pixel', 'ninja', 'mega', 'happy', 'lucky', 'star', 'moon', 'fire']
const lastWords = ['wolf', 'cat', 'king', 'rider', 'fan', 'girl', 'boy', 'maker', 'hero', 'ghost', 'player']

/** Returns a unique username whose parts occur in many names. */
export function usernameOf(at: number): string {
  const first = firstWords[at % firstWords.length]
  const last = lastWords[Math.floor(at / firstWords.length) % lastWords.length]
  return `${first}_${last}${at}`
}

export function* usersOf({ ids, now }: People): Rows<'users'> {
  for (const [at, id] of ids.entries()) {
    const description = 'Somebody who plays and makes games, and says a little about it here.'
    yield accountRow(usernameOf(at), { id, description, created: now - day })
  }
}

/** Yields follows. Few users have many followers, and everyone follows the famous one. */
export function* followsOf(people: People): Rows<'follows'> {
  const { ids, now, chance, famous, eager, followers, following } = people
  for (const [at, follower_id] of ids.entries()) {
    const followed = new Set<number>(at === famous ? [] : [famous])
    const wanted = eager.has(at)
      ? Math.min(mostFollowed, Math.floor(ids.length / 2))
      : Math.floor(chance() * (followsEach * 2 - 1)) + 1
    while (followed.size < wanted) {
      const other = Math.floor(ids.length * chance() ** 2)
      if (other !== at) followed.add(other)
    }
    following[at] = followed.size
    for (const other of [...followed].sort((one, another) => one - another)) {
      followers[other] = (followers[other] ?? 0) + 1
      yield { follower_id, followed_id: ids[other] ?? '', created: now - Math.floor(chance() * 300 * day) }
    }
  }
}

/** Yields friendships. One in ten is an unanswered request. */
export function* friendshipsOf(people: People): Rows<'friendships'> {
  const { ids, now, chance, eager, friends } = people
  for (const [at, low_id] of ids.entries()) {
    const left = ids.length - 1 - at
    const wanted = eager.has(at) ? mostFriends : Math.floor(chance() * (friendshipsEach * 2 + 1))
    const others = new Set<number>()
    while (others.size < Math.min(wanted, Math.floor(left / 2)))
      others.add(at + 1 + Math.floor(chance() * left))
    for (const other of [...others].sort((one, another) => one - another)) {
      const high_id = ids[other] ?? ''
      const asked = chance() < 0.1
      if (!asked) {
        friends[at] = (friends[at] ?? 0) + 1
        friends[other] = (friends[other] ?? 0) + 1
      }
      const requested_by = asked ? (chance() < 0.5 ? low_id : high_id) : null
      yield { low_id, high_id, requested_by, created: now - Math.floor(chance() * 300 * day) }
    }
  }
}

export function* countsOf({ ids, followers, following, friends }: People): Rows<'social_counts'> {
  for (const [at, user_id] of ids.entries()) {
    yield {
      user_id,
      followers: followers[at] ?? 0,
      following: following[at] ?? 0,
      friends: friends[at] ?? 0,
    }
  }
}

/** Number of notifications of a user. Everyone has some, half of them read. */
const notificationsFor = ({ ids, eager, famous }: People, at: number) =>
  eager.has(at) || at === famous ? Math.min(mostNotifications, ids.length) : notifications

const readOf = (count: number) => Math.floor(count / 2)

export function* inboxesOf(people: People): Rows<'inboxes'> {
  for (const [at, user_id] of people.ids.entries()) {
    const count = notificationsFor(people, at)
    const read_to = readOf(count)
    yield { user_id, last_id: count, unread: count - read_to, read_to, version: count }
  }
}

export function* notificationsOf(people: People): Rows<'notifications'> {
  const { ids, now, chance } = people
  for (const [at, user_id] of ids.entries()) {
    const count = notificationsFor(people, at)
    for (let id = 1; id <= count; id++) {
      const sender = Math.floor(chance() * ids.length)
      yield {
        user_id,
        id,
        type: 'follow',
        event: 'follow',
        details: '{}',
        sender_id: ids[sender] ?? '',
        link: `/user/${usernameOf(sender)}`,
        read: 0,
        created: now - Math.floor(((count - id) * 60 * day) / count),
      }
    }
  }
}

/** Yields posts in the order of time: one per user on average, and many of a few users. */
export function* postsOf({ ids, now, chance, eager, famous }: People): Rows<'posts'> {
  const busy = [...eager, famous].flatMap((at) => Array.from({ length: mostPosts }, () => at))
  const count = ids.length + busy.length
  for (let post = 0; post < count; post++) {
    const created = now - Math.floor(((count - post) * 300 * day) / count)
    const author = post % Math.ceil(count / busy.length) === 0 ? busy.pop() : undefined
    const author_id = ids[author ?? Math.floor(chance() * ids.length)] ?? ''
    yield { id: newTimedId(created), author_id, created, visibility: 'Visible' }
  }
}

export function* placesOf({ ids, now, chance }: People): Rows<'places'> {
  for (let place = 0; place < ids.length / usersPerPlace; place++) {
    yield placeRow({
      id: 100_000_000 + place,
      name: `Place number ${place} of many`,
      owner_id: ids[Math.floor(chance() * ids.length)] ?? '',
      created: now - Math.floor(chance() * 300 * day),
      updated: now,
    })
  }
}

/** Yields one group per user, with a similar name. */
export function* groupsOf({ ids, now }: People): Rows<'groups'> {
  for (const [at, owner_id] of ids.entries()) {
    const name = usernameOf(at).replace('_', ' ')
    yield { id: 200_000_000 + at, name, name_key: name, owner_id, created: now, member_count: 1, open: 1 }
  }
}

export function* playingOf({ ids, now, chance }: People, places: readonly number[]): Rows<'playing_records'> {
  for (let at = 0; at < ids.length; at += usersPerPlayer) {
    yield {
      ticket: newJoinTicket(),
      place_id: places[Math.floor(chance() ** 2 * places.length)] ?? 0,
      user_id: ids[at] ?? '',
      created: now,
      started: now,
      ended: null,
      // Outlasts any benchmark.
      last_ping: now + day,
    }
  }
}
