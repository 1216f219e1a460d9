interface Named {
  name: string
}

/** The results that suggestions are chosen from. */
export interface SearchResults {
  users: { username: string; portrait: string | null }[]
  places: (Named & { id: number; slug: string; picture: string })[]
  assets: (Named & { id: number; slug: string; picture: string })[]
  groups: Named[]
}

export interface Suggestion {
  kind: 'person' | 'game' | 'item' | 'group'
  name: string
  href: string
  /** Name of a person's picture; null if there is none. */
  portrait: string | null
  /** URL of the picture of a game or an item; null for other kinds. */
  picture: string | null
}

/** Names of the kinds. A person's picture shows that it is a person. */
export const kindNames = {
  game: 'search.kind.game',
  item: 'search.kind.item',
  group: 'search.kind.group',
} as const

/** Maximum number of suggestions. */
const max = 8

/** Guaranteed suggestions of each kind. Unused ones go to the first kinds. */
const guaranteed = 2

/** Returns a few suggestions of each kind, people first. */
export function suggestionsOf({ users, places, assets, groups }: SearchResults): Suggestion[] {
  const kinds: Suggestion[][] = [
    users.map(({ username, portrait }) => ({
      kind: 'person',
      name: username,
      href: `/user/${username}`,
      portrait,
      picture: null,
    })),
    places.map(({ id, slug, name, picture }) => ({
      kind: 'game',
      name,
      href: `/place/${id}/${slug}`,
      portrait: null,
      picture,
    })),
    assets.map(({ id, slug, name, picture }) => ({
      kind: 'item',
      name,
      href: `/catalog/${id}/${slug}`,
      portrait: null,
      picture,
    })),
    groups.map(({ name }) => ({
      kind: 'group',
      name,
      href: `/groups/${encodeURIComponent(name)}`,
      portrait: null,
      picture: null,
    })),
  ]
  let free = max - kinds.reduce((taken, { length }) => taken + Math.min(length, guaranteed), 0)
  return kinds.flatMap((found) => {
    const more = Math.min(Math.max(0, found.length - guaranteed), free)
    free -= more
    return found.slice(0, guaranteed + more)
  })
}
