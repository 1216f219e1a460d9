import { ratingOf } from '@baseplate/platform/places/votes/rules'
import type { Platform } from '@baseplate/platform/platform'
import { fillInBulk, idsOf } from './bulk.ts'
import { chanceFrom, wordsOf } from './chance.ts'
import { placeRow, seedTickets, seedUsers } from './seed.ts'

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

/** Creates public places with votes, and a thousand players in some of them. Returns the ids of the players. */
export async function seedSimulatedPlaces({ db, now }: Platform, count: number): Promise<string[]> {
  const users = await seedUsers({ db, now }, owners)
  const chance = chanceFrom(1)
  const places = Array.from({ length: count }, (_, at) => {
    const votes = Math.floor(chance() ** 4 * 500)
    const likes = Math.floor(votes * chance())
    const dislikes = votes - likes
    const name = `${wordsOf(firstWords, lastWords, at).join(' ')} ${at}`
    const times = { created: now() - Math.floor(chance() * 300 * day), updated: now() }
    return {
      ...placeRow({ id: 100_000_000 + at, name, owner_id: users[at % users.length] ?? '', ...times }),
      like_count: likes,
      dislike_count: dislikes,
      ranked_likes: likes,
      ranked_dislikes: dislikes,
      rating: ratingOf({ likes, dislikes }),
    }
  })
  await fillInBulk(db, async (fill) => {
    await fill('asset_ids', idsOf(places))
    await fill('places', places)
  })
  // A few places have many players, and many have one.
  const playing = Map.groupBy(users, () => places[Math.floor(chance() ** 3 * places.length)]?.id ?? 0)
  for (const [id, players] of playing) await seedTickets({ db, now }, players, id, 'playing')
  // Outlasts any benchmark.
  const last_ping = now() + day
  await db.updateTable('playing_records').set({ last_ping }).execute()
  return users
}
