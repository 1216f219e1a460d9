import type { Database } from '@baseplate/platform/foundation/database'
import { newJoinTicket, newTimedId, newUserId } from '@baseplate/platform/foundation/ids'
import type { Platform } from '@baseplate/platform/platform'
import { accountRow } from '@baseplate/platform/testing/account-row'
import type { Insertable } from 'kysely'
import { type Fill, fillInBulk, idsOf } from './bulk.ts'
import { wordsOf } from './chance.ts'
import { placeRow, seedSessions } from './seed.ts'

/** A user who sends requests or whose pages are requested. */
export interface Member {
  username: string
  /** Cookie of one of the user's sessions. */
  cookie: string
}

/** The simulated users that benchmarks refer to. */
export interface SimulatedUsers {
  /** Typical users from the whole range. */
  ordinary: Member[]
  /** A user whom everyone follows. */
  famous: Member
  /** Users with `most` of everything, as far as the platform's size allows. */
  eager: Member[]
}

/** Rows of an eager user. The famous one has as many notifications. */
const most = { follows: 5_000, friends: 1_000, notifications: 100_000, posts: 200 }

/** Rows of any other user. */
const usual = { follows: 10, friends: 1, notifications: 5, posts: 1 }

const eagerUsers = 20
const ordinaryMembers = 200

/** Users per place and per player. */
const usersPerPlace = 100

const day = 86_400_000
const months = 300 * day

/** The simulated users by number, from 0. */
interface People {
  ids: readonly string[]
  now: number
  famous: number
  eager: ReadonlySet<number>
}

type Rows<Table extends keyof Database> = Generator<Insertable<Database[Table]>>

const firstWords = ['shadow', 'dragon', 'pixel', 'ninja', 'mega', 'happy', 'lucky', 'star', 'moon', 'fire']
const lastWords = ['wolf', 'cat', 'king', 'rider', 'fan', 'girl', 'boy', 'maker', 'hero', 'ghost', 'player']

/** Returns a unique username whose parts occur in many names. */
const usernameOf = (at: number) => `${wordsOf(firstWords, lastWords, at).join('_')}${at}`

/**
 * Creates simulated users, each with ten follows and one friendship, and with posts, notifications, places and players
 * in proportion. A million users have 11,000,000 follows, which take two minutes of processor time and 4 GB on SQLite.
 * Every call creates the same rows under different ids.
 */
export async function seedSimulatedUsers(platform: Platform, users: number): Promise<SimulatedUsers> {
  const spread = (count: number) =>
    Array.from({ length: count }, (_, at) => Math.floor(((at + 0.5) * users) / count))
  const famous = Math.floor(users / 2)
  const eager = new Set(spread(eagerUsers).filter((at) => at !== famous))
  // Sorted, because rows in that order go to the ends of their indexes.
  const ids = Array.from({ length: users }, newUserId).toSorted()
  const people = { ids, now: platform.now(), famous, eager }
  await fillInBulk(platform.db, (fill) => fillAll(fill, people))
  const membersAt = async (numbers: readonly number[]): Promise<Member[]> => {
    const chosen = numbers.map((at) => ids[at] ?? '')
    const cookies = await seedSessions(platform, chosen)
    return numbers.map((at, index) => ({ username: usernameOf(at), cookie: cookies[index] ?? '' }))
  }
  const [first] = await membersAt([famous])
  if (!first) throw new Error('there are no users')
  const ordinary = spread(ordinaryMembers).filter((at) => at !== famous && !eager.has(at))
  return { famous: first, eager: await membersAt([...eager]), ordinary: await membersAt(ordinary) }
}

async function fillAll(fill: Fill, people: People): Promise<void> {
  const { ids, now } = people
  const description = 'Somebody who plays and makes games, and says a little about it here.'
  const created = now - day
  await fill(
    'users',
    ids.values().map((id, at) => accountRow(usernameOf(at), { id, description, created })),
  )
  const counts = ids.map((user_id) => ({ user_id, followers: 0, following: 0, friends: 0 }))
  await fill('follows', followsOf(people, counts))
  await fill('friendships', friendshipsOf(people, counts))
  await fill('social_counts', counts)
  await fill('inboxes', inboxesOf(people))
  await fill('notifications', notificationsOf(people))
  const posts = postsOf(people)
  const text = 'Something that happened today, in a line or two.'
  await fill('posts', posts)
  await fill(
    'post_versions',
    posts.map(({ id, created }) => ({ post_id: id, number: 1, text, created })),
  )
  const places = placesOf(people)
  await fill('asset_ids', idsOf(places))
  await fill('places', places)
  await fill('playing_records', playingOf(people, places))
}

/** Number of rows of a user. */
const countOf = ({ ids, eager }: People, kind: keyof typeof most, at: number) =>
  eager.has(at) ? Math.min(most[kind], Math.floor(ids.length / 2)) : usual[kind]

/** Returns other users than this one, each once, spread over all of them. */
const othersOf = ({ ids }: People, at: number, count: number) =>
  Array.from({ length: count }, (_, index) => {
    const offset = 1 + Math.floor((index * (ids.length - 1)) / count)
    return (at + offset) % ids.length
  })

interface Counts {
  user_id: string
  followers: number
  following: number
  friends: number
}

/** Increases a count of a user. */
function add(counts: Counts[], at: number, kind: 'followers' | 'following' | 'friends'): void {
  const row = counts[at]
  if (row) row[kind]++
}

/** Yields follows. Everyone also follows the famous one. */
function* followsOf(people: People, counts: Counts[]): Rows<'follows'> {
  const { ids, now, famous } = people
  for (const [at, follower_id] of ids.entries()) {
    const followed = new Set(othersOf(people, at, countOf(people, 'follows', at)))
    if (at !== famous) followed.add(famous)
    for (const other of [...followed].sort((one, another) => one - another)) {
      add(counts, at, 'following')
      add(counts, other, 'followers')
      yield { follower_id, followed_id: ids[other] ?? '', created: now - ((at * 7_919 + other) % months) }
    }
  }
}

/** Yields friendships of each user with users of higher numbers. */
function* friendshipsOf(people: People, counts: Counts[]): Rows<'friendships'> {
  const { ids, now } = people
  for (const [at, low_id] of ids.entries()) {
    const last = Math.min(at + countOf(people, 'friends', at), ids.length - 1)
    for (let other = at + 1; other <= last; other++) {
      add(counts, at, 'friends')
      add(counts, other, 'friends')
      yield { low_id, high_id: ids[other] ?? '', requested_by: null, created: now - ((at * 7_919) % months) }
    }
  }
}

/** Number of notifications of a user. Half of them are read. */
const notificationsFor = (people: People, at: number) =>
  at === people.famous
    ? Math.min(most.notifications, people.ids.length)
    : countOf(people, 'notifications', at)

function* inboxesOf(people: People): Rows<'inboxes'> {
  for (const [at, user_id] of people.ids.entries()) {
    const count = notificationsFor(people, at)
    const read_to = Math.floor(count / 2)
    yield { user_id, last_id: count, unread: count - read_to, read_to, version: count }
  }
}

function* notificationsOf(people: People): Rows<'notifications'> {
  const { ids, now } = people
  const follow = { type: 'follow', event: 'follow', details: '{}', read: 0 } as const
  for (const [at, user_id] of ids.entries()) {
    const count = notificationsFor(people, at)
    for (let id = 1; id <= count; id++) {
      const sender = (at + id * 7_919) % ids.length
      const created = now - Math.floor(((count - id) * 60 * day) / count)
      const link = `/user/${usernameOf(sender)}`
      yield { user_id, id, ...follow, sender_id: ids[sender] ?? '', link, created }
    }
  }
}

/** Returns posts in the order of time. Those of the eager users are spread over the others. */
function postsOf(people: People): Insertable<Database['posts']>[] {
  const { ids, now } = people
  const authors = ids.flatMap((id, at) => Array.from({ length: countOf(people, 'posts', at) }, () => id))
  return authors.map((_, post) => {
    const created = now - Math.floor(((authors.length - post) * months) / authors.length)
    const author_id = authors[(post * 7_919) % authors.length] ?? ''
    return { id: newTimedId(created), author_id, created, visibility: 'Visible' }
  })
}

const placesOf = ({ ids, now }: People) =>
  Array.from({ length: Math.ceil(ids.length / usersPerPlace) }, (_, place) =>
    placeRow({
      id: 100_000_000 + place,
      name: `Place number ${place} of many`,
      owner_id: ids[place * usersPerPlace] ?? '',
      created: now - ((place * 7_919) % months),
      updated: now,
    }),
  )

function* playingOf({ ids, now }: People, places: readonly { id: number }[]): Rows<'playing_records'> {
  for (let at = 0; at < ids.length; at += usersPerPlace) {
    // A few places have many players. Sessions outlast any benchmark.
    const place_id = places[Math.floor((at / ids.length) ** 2 * places.length)]?.id ?? 0
    const times = { created: now, started: now, ended: null, last_ping: now + day }
    yield { ticket: newJoinTicket(), place_id, user_id: ids[at] ?? '', ...times }
  }
}
