import { newUserId } from '@baseplate/platform/foundation/ids'
import type { Platform } from '@baseplate/platform/platform'
import { type Fill, fillInBulk } from './bulk.ts'
import { chanceFrom } from './chance.ts'
import { seedSessions } from './seed.ts'
import {
  countsOf,
  followsOf,
  friendshipsOf,
  groupsOf,
  inboxesOf,
  notificationsOf,
  type People,
  placesOf,
  playingOf,
  postsOf,
  usernameOf,
  usersOf,
} from './simulated-rows.ts'

/** A user who sends requests or whose pages are requested. */
export interface Member {
  id: string
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
  /**
   * Users who each follow 5,000 others and have 1,000 friends and 100,000 notifications, as far as the platform's size
   * allows.
   */
  eager: Member[]
}

const ordinaryMembers = 200

/**
 * Creates simulated users, each with ten follows and one friendship on average, and with posts, notifications, places
 * and players in proportion. A million users have 10,000,000 follows, which take two minutes of processor time and 4 GB
 * on SQLite. Every call creates the same follows under different ids.
 */
export async function seedSimulatedUsers(platform: Platform, users: number): Promise<SimulatedUsers> {
  const people = peopleOf(users, platform.now())
  await fillInBulk(platform.db, (fill) => fillAll(fill, people))
  const spread = Array.from({ length: ordinaryMembers }, (_, at) =>
    Math.floor(((at + 0.5) * users) / ordinaryMembers),
  ).filter((at) => at !== people.famous && !people.eager.has(at))
  const chosen = [people.famous, ...people.eager, ...spread]
  const cookies = await seedSessions(
    platform,
    chosen.map((at) => people.ids[at] ?? ''),
  )
  const [famous, ...others] = chosen.map((at, index) => ({
    id: people.ids[at] ?? '',
    username: usernameOf(at),
    cookie: cookies[index] ?? '',
  }))
  if (!famous) throw new Error('there are no users')
  const eager = people.eager.size
  return { famous, eager: others.slice(0, eager), ordinary: others.slice(eager) }
}

function peopleOf(users: number, now: number): People {
  const chance = chanceFrom(1)
  const famous = Math.floor(users / 2)
  const eager = Array.from({ length: 20 }, () => Math.floor(chance() * users))
  return {
    // Sorted, because rows in that order go to the ends of their indexes.
    ids: Array.from({ length: users }, newUserId).toSorted(),
    now,
    chance,
    famous,
    eager: new Set(eager.filter((at) => at !== famous)),
    followers: new Int32Array(users),
    following: new Int32Array(users),
    friends: new Int32Array(users),
  }
}

async function fillAll(fill: Fill, people: People): Promise<void> {
  await fill('users', usersOf(people))
  await fill('follows', followsOf(people))
  await fill('friendships', friendshipsOf(people))
  await fill('social_counts', countsOf(people))
  await fill('inboxes', inboxesOf(people))
  await fill('notifications', notificationsOf(people))
  const posts = [...postsOf(people)]
  await fill('posts', posts)
  await fill(
    'post_versions',
    posts.map(({ id, created }) => ({
      post_id: id,
      number: 1,
      text: 'Something that happened today, in a line or two.',
      created,
    })),
  )
  await fill('groups', groupsOf(people))
  const places = [...placesOf(people)]
  await fill(
    'asset_ids',
    places.map(({ id }) => ({ id })),
  )
  await fill('places', places)
  await fill(
    'playing_records',
    playingOf(
      people,
      places.map(({ id }) => id),
    ),
  )
}
