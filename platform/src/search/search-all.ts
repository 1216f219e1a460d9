import type { Clock } from '@baseplate/service/clock'
import { useCase } from '../accounts/door.ts'
import { type AssetListing, searchCorrected } from '../assets/door.ts'
import type { Db } from '../foundation/database.ts'
import type { Spelling } from '../foundation/spelling.ts'
import { type GroupListing, listGroups } from '../people/door.ts'
import { groupsPerPage } from '../people/groups/rules.ts'
import { listPlaces, type PlaceListing, type PlaceRankings } from '../places/door.ts'
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
interface AllFound extends PeopleFound {
  places: PlaceListing[]
  assets: AssetListing[]
  groups: GroupListing[]
  /** The text that some kinds were searched for instead, because nothing matches `q`; null: no correction. */
  corrected: string | null
  found: Record<'users' | 'places' | 'assets' | 'groups', Count>
}

const nothing: Count = { count: 0, more: false }

/** @throws InvalidFields */
export const searchAll = useCase(
  {
    summary:
      "Finds people, public places, approved items and open groups whose names contain `q`, in the order of each kind's own search.",
    scope: 'read',
    input: searchInput,
  },
  async (platform: Searching, viewer, { q }): Promise<AllFound> => {
    if (q === '') {
      const none = { users: nothing, places: nothing, assets: nothing, groups: nothing }
      return { q, corrected: null, users: [], next: null, places: [], assets: [], groups: [], found: none }
    }
    const [people, games, catalog, clubs] = await Promise.all([
      searchPeople(platform, viewer, { q }),
      listPlaces(platform, viewer, { q }),
      searchCorrected(platform, viewer, { q }),
      listGroups(platform, { q }),
    ])
    const found = {
      places: { ...games, rows: games.places, more: games.next !== null },
      assets: { ...catalog, rows: catalog.assets },
      // Groups have only one page.
      groups: { ...clubs, rows: clubs.groups, more: clubs.groups.length === groupsPerPage },
    }
    const kinds = Object.values(found)
    const isMatched = kinds.some(({ rows, corrected }) => rows.length > 0 && corrected === null)
    // Next to results for the text itself, results for a corrected text would only be guesses.
    const shown = <Row>(kind: Kind<Row>): Kind<Row> =>
      isMatched && kind.corrected !== null ? { rows: [], more: false, corrected: null } : kind
    const [places, assets, groups] = [shown(found.places), shown(found.assets), shown(found.groups)]
    return {
      ...people,
      corrected: places.corrected ?? assets.corrected ?? groups.corrected,
      places: places.rows.slice(0, shownOf.places),
      assets: assets.rows.slice(0, shownOf.assets),
      groups: groups.rows.slice(0, shownOf.groups),
      found: {
        users: { count: people.users.length, more: people.next !== null },
        places: countOf(places),
        assets: countOf(assets),
        groups: countOf(groups),
      },
    }
  },
)

/** Results of one kind. */
interface Kind<Row> {
  rows: Row[]
  more: boolean
  /** The text that was searched for instead; null: the rows match the text itself. */
  corrected: string | null
}

const countOf = ({ rows, more }: Kind<unknown>): Count => ({ count: rows.length, more })
