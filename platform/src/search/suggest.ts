import { useCase } from '../accounts/door.ts'
import { type AssetListing, searchCorrected } from '../assets/door.ts'
import { type GroupListing, listGroups } from '../people/door.ts'
import { findNamedPlaces, type PlaceListing } from '../places/door.ts'
import { searchInput } from './input.ts'
import type { Searching } from './search-all.ts'
import { findPeople } from './search-people.ts'

/** Maximum number of suggestions of each kind. */
const suggested = 8

/** Suggestions of a search field for the text that is typed. */
export interface Suggested {
  users: { username: string; portrait: string | null }[]
  places: PlaceListing[]
  assets: AssetListing[]
  groups: GroupListing[]
}

/** Finds the first results of each kind, without the states of people. @throws InvalidFields */
export const suggest = useCase(
  {
    summary:
      'Suggests people, games and items with their pictures, and groups, while the viewer types a search.',
    scope: 'read',
    input: searchInput,
  },
  async (platform: Searching, viewer, { q }): Promise<Suggested> => {
    if (q === '') return { users: [], places: [], assets: [], groups: [] }
    const [users, places, { assets }, { groups }] = await Promise.all([
      findPeople(platform.db, q, suggested),
      findNamedPlaces(platform, q, suggested),
      searchCorrected(platform, viewer, { q }),
      listGroups(platform, { q }),
    ])
    return {
      users: users.map(({ username, portrait }) => ({ username, portrait })),
      places,
      assets: assets.slice(0, suggested),
      groups: groups.slice(0, suggested),
    }
  },
)
