import { type Clock, minute, second } from '@baseplate/service/clock'
import type { BrandingReader } from '../../foundation/branding.ts'
import type { Db } from '../../foundation/database.ts'
import { shareFor } from '../../foundation/share-for.ts'
import { type PlaceListing, readListings } from './listings.ts'
import { findPopularNow } from './popular.ts'
import { findByGenre, findNewest, findRated, findRising } from './queries.ts'
import type { PlaceRankings } from './ranking.ts'
import type { Position } from './rules.ts'
import { dropRepeated, placesPerShelf, shownGenres } from './shelf-rules.ts'

/** A row of places with something in common. */
export interface Shelf {
  kind: 'playing' | 'rising' | 'rated' | 'new' | 'genre'
  /** Only with the kind `genre`. */
  genre?: string
  places: PlaceListing[]
}

/** The shelves that are the same for all readers. */
export interface PlaceShelves {
  read(): Promise<Shelf[]>
}

interface Shelving {
  db: Db
  now: Clock
  branding: Pick<BrandingReader, 'read'>
  placeRankings: PlaceRankings
}

/** Creates the shelves. All requests within a second share them. Genres are chosen once a minute. */
export function createPlaceShelves(platform: Shelving): PlaceShelves {
  const { now } = platform
  const genres = shareFor(now, minute, () => chooseGenres(platform))
  return { read: shareFor(now, second, async () => readShelves(platform, await genres())) }
}

interface Found {
  kind: Shelf['kind']
  genre?: string
  ids: readonly number[]
}

async function readShelves({ db, placeRankings }: Shelving, genres: readonly string[]): Promise<Shelf[]> {
  const slice = { limit: placesPerShelf }
  const ranking = await placeRankings.read()
  const found = await Promise.all([
    shelf('playing', findPopularNow(db, ranking, placesPerShelf)),
    shelf('rising', ranked(findRising(db, slice))),
    shelf('rated', ranked(findRated(db, slice))),
    ...genres.map(async (genre) => ({ ...(await shelf('genre', findByGenre(db, genre, slice))), genre })),
    shelf('new', findNewest(db, slice)),
  ])
  const kept = dropRepeated<Found>(found)
  const listed = await readListings(db, ranking, [...new Set(kept.flatMap(({ ids }) => ids))])
  const byId = new Map(listed.map((listing) => [listing.id, listing]))
  return kept.map(({ ids, ...shelfOf }) => ({
    ...shelfOf,
    places: ids.flatMap((id) => byId.get(id) ?? []),
  }))
}

/** Leaves out places that have no rank: they were never visited, or have no votes. */
const ranked = async (found: Promise<Position[]>) => (await found).filter(({ rank }) => rank > 0)

const shelf = async (kind: Shelf['kind'], found: Promise<{ id: number }[]>): Promise<Found> => ({
  kind,
  ids: (await found).map(({ id }) => id),
})

/** Chooses the genres whose best place is the most popular. */
async function chooseGenres({ db, branding }: Shelving): Promise<string[]> {
  const { genres } = await branding.read()
  const best = await Promise.all(
    genres.map(async (genre) => ({ genre, found: await findByGenre(db, genre, { limit: 2 }) })),
  )
  return best
    .filter(({ found }) => found.length > 1)
    .toSorted((one, other) => (other.found[0]?.rank ?? 0) - (one.found[0]?.rank ?? 0))
    .slice(0, shownGenres)
    .map(({ genre }) => genre)
}
