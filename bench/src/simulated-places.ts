import type { Database } from '@baseplate/platform/database'
import { ratingOf } from '@baseplate/platform/places/votes/rules'
import type { Platform } from '@baseplate/platform/platform'
import type { Insertable } from 'kysely'
import { fillInBulk } from './bulk.ts'
import { chanceFrom } from './chance.ts'
import { placeRow } from './place-row.ts'
import { seedTickets, seedUsers } from './seed.ts'

const owners = 1_000
const day = 86_400_000

const firstWords = ['Sky', 'Dragon', 'Pixel', 'Ninja', 'Mega', 'Happy', 'Lucky', 'Star', 'Moon', 'Fire']
const lastWords = [
  'Tycoon',
  'Obby',
  'Harbour',
  'Race',
  'Battle',
  'Tower',
  'Hotel',
  'Island',
  'Pizza',
  'Escape',
]

/** Returns a unique name whose words occur in many names. */
const nameOf = (at: number) =>
  `${firstWords[at % firstWords.length]} ${lastWords[Math.floor(at / firstWords.length) % lastWords.length]} ${at}`

/** Creates public places with votes, and a thousand players in some of them. */
export async function seedSimulatedPlaces(platform: Platform, count: number): Promise<void> {
  const users = await seedUsers(platform, owners)
  const places = [...placesOf(users, count, platform.now())]
  await fillInBulk(platform.db, async (fill) => {
    await fill(
      'asset_ids',
      places.map(({ id }) => ({ id })),
    )
    await fill('places', places)
  })
  // A few places have many players, and many have one.
  const chance = chanceFrom(2)
  const playing = new Map<number, string[]>()
  for (const user of users) {
    const { id = 0 } = places[Math.floor(chance() ** 3 * places.length)] ?? {}
    playing.set(id, [...(playing.get(id) ?? []), user])
  }
  for (const [id, players] of playing) await seedTickets(platform, players, id, 'playing')
  // Outlasts any benchmark.
  await platform.db
    .updateTable('playing_records')
    .set({ last_ping: platform.now() + day })
    .execute()
}

function* placesOf(
  users: readonly string[],
  count: number,
  now: number,
): Generator<Insertable<Database['places']>> {
  const chance = chanceFrom(1)
  for (let at = 0; at < count; at++) {
    const votes = Math.floor(chance() ** 4 * 500)
    const likes = Math.floor(votes * chance())
    const counts = { likes, dislikes: votes - likes }
    yield {
      ...placeRow({
        id: 100_000_000 + at,
        name: nameOf(at),
        owner_id: users[at % users.length] ?? '',
        created: now - Math.floor(chance() * 300 * day),
        updated: now,
      }),
      like_count: counts.likes,
      dislike_count: counts.dislikes,
      ranked_likes: counts.likes,
      ranked_dislikes: counts.dislikes,
      rating: ratingOf(counts),
    }
  }
}
