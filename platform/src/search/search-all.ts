import type { Actor } from '../accounts/rules.ts'
import type { AssetListing } from '../assets/catalog/queries.ts'
import { searchCatalog } from '../assets/catalog/search.ts'
import type { Db } from '../database.ts'
import type { Clock } from '../foundation/clock.ts'
import { parseInput } from '../foundation/input.ts'
import { nameKeyOf } from '../foundation/name-key.ts'
import type { Spelling } from '../foundation/spelling.ts'
import { listGroups } from '../people/groups/list.ts'
import type { GroupListing } from '../people/groups/queries.ts'
import { groupsPerPage } from '../people/groups/rules.ts'
import { listPlaces } from '../places/lists/list.ts'
import type { PlaceListing } from '../places/lists/queries.ts'
import type { PlaceRankings } from '../places/lists/ranking.ts'
import { searchInput } from './input.ts'
import { shownOf } from './rules.ts'
import { type PeopleFound, searchPeople } from './search-people.ts'

/** The parts of the platform that a search needs. */
export interface Searching {
  db: Db
  now: Clock
  placeRankings: PlaceRankings
  placeSpelling: Spelling
  assetSpelling: Spelling
  groupSpelling: Spelling
}

/** Number of results. With `more`, there are at least this many. */
export interface Count {
  count: number
  more: boolean
}

/** The first page of people, the first few results of every other kind, and the number of each. */
export interface AllFound extends PeopleFound {
  places: PlaceListing[]
  assets: AssetListing[]
  groups: GroupListing[]
  /** The text that some kinds were searched for instead, because nothing matches `q`; null: no correction. */
  corrected: string | null
  found: Record<'users' | 'places' | 'assets' | 'groups', Count>
}

const nothing: Count = { count: 0, more: false }

/**
 * Finds people, public places, approved items and open groups whose names contain `q`, in the order of each kind's own search.
 *
 * @throws InvalidFields
 */
export async function searchAll(platform: Searching, viewer: Actor, input: unknown): Promise<AllFound> {
  const { q } = parseInput(searchInput, input)
  if (q === '') {
    const none = { users: nothing, places: nothing, assets: nothing, groups: nothing }
    return { q, corrected: null, users: [], next: null, places: [], assets: [], groups: [], found: none }
  }
  const [people, games, catalog, groups] = await Promise.all([
    searchPeople(platform, viewer, { q }),
    listPlaces(platform, { q }),
    findAssets(platform, q),
    findGroups(platform, q),
  ])
  return {
    ...people,
    corrected: games.corrected ?? catalog.corrected,
    places: games.places.slice(0, shownOf.places),
    assets: catalog.assets.slice(0, shownOf.assets),
    groups: groups.slice(0, shownOf.groups),
    found: {
      users: { count: people.users.length, more: people.next !== null },
      places: { count: games.places.length, more: games.next !== null },
      assets: { count: catalog.assets.length, more: catalog.more },
      // Groups have only one page.
      groups: { count: groups.length, more: groups.length === groupsPerPage },
    },
  }
}

/** Finds items by name or, if there are none, by the corrected text. */
export async function findAssets(platform: Pick<Searching, 'db' | 'assetSpelling'>, q: string) {
  const found = await searchCatalog(platform, { q })
  if (found.assets.length > 0) return { ...found, corrected: null }
  const corrected = await platform.assetSpelling.correct(nameKeyOf(q))
  const instead = corrected === undefined ? found : await searchCatalog(platform, { q: corrected })
  return { ...instead, corrected: instead.assets.length > 0 ? (corrected ?? null) : null }
}

/** Finds groups by name or, if there are none, by the corrected text. */
export async function findGroups(
  platform: Pick<Searching, 'db' | 'groupSpelling'>,
  q: string,
): Promise<GroupListing[]> {
  const { groups } = await listGroups(platform, { q })
  if (groups.length > 0) return groups
  const corrected = await platform.groupSpelling.correct(nameKeyOf(q))
  return corrected === undefined ? [] : (await listGroups(platform, { q: corrected })).groups
}
