interface Place {
  id: number
  slug: string
}

/** Returns the address of the data of a game. */
export const dataAddress = ({ id, slug }: Place): string => `/place/${id}/${slug}/data`

/** Returns the address of a list of entries, or of the scopes of a store. Parameters without a value are left out. */
export const entriesAddress = (
  place: Place,
  query: { store: string; scope?: string | undefined; prefix?: string; cursor?: string },
): string => `${dataAddress(place)}/entries?${parametersOf(query)}`

/** Returns the address of an entry. */
export const entryAddress = (
  place: Place,
  { store, scope, key, ...query }: { store: string; scope: string; key: string } & Record<string, string>,
): string => `${dataAddress(place)}/entry?${parametersOf({ store, scope, key, ...query })}`

/** Returns the address of the data of a player. */
export const playersDataAddress = (place: Place, player: string | number): string =>
  `${dataAddress(place)}/player?${parametersOf({ player: String(player) })}`

const parametersOf = (query: Readonly<Record<string, string | undefined>>): string =>
  String(
    new URLSearchParams(
      Object.entries(query).filter(
        (pair): pair is [string, string] => pair[1] !== undefined && pair[1] !== '',
      ),
    ),
  )
