import type { Actor } from '../accounts/rules.ts'
import type { AssetListing } from '../assets/catalog/queries.ts'
import { searchCatalog } from '../assets/catalog/search.ts'
import type { Db } from '../database.ts'
import type { Clock } from '../foundation/clock.ts'
import { parseInput } from '../foundation/input.ts'
import { listGroups } from '../people/groups/list.ts'
import type { GroupListing } from '../people/groups/queries.ts'
import { groupsPerPage } from '../people/groups/rules.ts'
import { listPlaces } from '../places/lists/list.ts'
import type { PlaceListing } from '../places/lists/queries.ts'
import type { PlaceRankings } from '../places/lists/ranking.ts'
import type { PlaceSpelling } from '../places/lists/spelling.ts'
import { searchInput } from './input.ts'
import { shownOf } from './rules.ts'
import { type PeopleFound, searchPeople } from './search-people.ts'

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
  found: Record<'users' | 'places' | 'assets' | 'groups', Count>
}

const nothing: Count = { count: 0, more: false }

/**
 * Finds people, public places, approved items and open groups whose names contain `q`, in the order of each kind's own search.
 *
 * @throws InvalidFields
 */
export async function searchAll(
  platform: { db: Db; now: Clock; placeRankings: PlaceRankings; placeSpelling: PlaceSpelling },
  viewer: Actor,
  input: unknown,
): Promise<AllFound> {
  const { q } = parseInput(searchInput, input)
  if (q === '') {
    const none = { users: nothing, places: nothing, assets: nothing, groups: nothing }
    return { q, users: [], next: null, places: [], assets: [], groups: [], found: none }
  }
  const [people, games, catalog, { groups }] = await Promise.all([
    searchPeople(platform, viewer, { q }),
    listPlaces(platform, { q }),
    searchCatalog(platform, { q }),
    listGroups(platform, { q }),
  ])
  return {
    ...people,
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
