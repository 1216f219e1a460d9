import { slugOf } from '@baseplate/platform/foundation/slug'
import type { Platform } from '@baseplate/platform/platform'
import { seedAppearances, seedPlaces, seedTickets, storeHat } from './seed.ts'
import { nameOf as assetNameOf, firstAsset, seedSimulatedAssets } from './simulated-assets.ts'
import { type Member, seedSimulatedUsers } from './simulated-users.ts'

/** Content of a platform for requests to the busiest routes. */
export interface BusiestWorld {
  /** Users with friends, follows, posts and notifications. */
  members: Member[]
  /** Ids of assets with a file. */
  files: number[]
  /** Paths of games. The first ones have players. */
  places: string[]
  /** Path of an item. */
  item: string
  /** Usernames of users who wear five items. */
  dressed: string[]
  /** Tickets of players in the first games. */
  playing: string[]
  /** Unused tickets. */
  issued: string[]
}

const assets = 1_000
const placesOfMaker = 50
const fileBytes = 4_096

/** Fills a platform for the busiest routes. A quarter of the makers of assets play, another quarter has a ticket. */
export async function seedBusiestWorld(platform: Platform, users: number): Promise<BusiestWorld> {
  const { ordinary } = await seedSimulatedUsers(platform, users)
  const makers = await seedSimulatedAssets(platform, assets)
  await seedAppearances(platform, makers)
  const quarter = makers.length / 4
  const places = await seedPlaces(platform, makers[0] ?? '', placesOfMaker)
  const inPlace = places.slice(0, Math.ceil(quarter / 50))
  const playing = await Promise.all(
    inPlace.map((id, at) => seedTickets(platform, makers.slice(at * 50, (at + 1) * 50), id, 'playing')),
  )
  const waiting = makers.slice(quarter, 2 * quarter)
  const wearers = await platform.db
    .selectFrom('users')
    .select('username')
    .where('id', 'in', makers.slice(0, 200))
    .execute()
  return {
    members: ordinary,
    files: [await storeHat(platform, makers[0] ?? '', new Uint8Array(fileBytes))],
    places: places.map((id, at) => `/place/${id}/Place-number-${at}-of-many`),
    item: `/catalog/${firstAsset}/${slugOf(assetNameOf(0))}`,
    dressed: wearers.map(({ username }) => username),
    playing: playing.flat(),
    issued: await seedTickets(platform, waiting, places.at(-1) ?? 0, 'issued'),
  }
}
