interface Named {
  name: string
}

/** The part of the JSON of `/search` that suggestions use. */
export interface Answer {
  users: { username: string; portrait: string | null }[]
  places: (Named & { id: number; slug: string })[]
  assets: (Named & { id: number; slug: string })[]
  groups: (Named & { id: number })[]
}

export interface Suggestion {
  kind: 'Person' | 'Game' | 'Item' | 'Group'
  name: string
  href: string
  /** Name of a person's picture; null if there is none. */
  portrait: string | null
}

/** Maximum number of suggestions. */
const max = 8

/** Guaranteed suggestions of each kind. Unused ones go to the first kinds. */
const guaranteed = 2

/** Returns a few suggestions of each kind, people first. */
export function suggestionsOf({ users, places, assets, groups }: Answer): Suggestion[] {
  const kinds: Suggestion[][] = [
    users.map(({ username, portrait }) => ({
      kind: 'Person',
      name: username,
      href: `/user/${username}`,
      portrait,
    })),
    places.map(({ id, slug, name }) => ({
      kind: 'Game',
      name,
      href: `/place/${id}/${slug}`,
      portrait: null,
    })),
    assets.map(({ id, slug, name }) => ({
      kind: 'Item',
      name,
      href: `/catalog/${id}/${slug}`,
      portrait: null,
    })),
    groups.map(({ name }) => ({
      kind: 'Group',
      name,
      href: `/groups/${encodeURIComponent(name)}`,
      portrait: null,
    })),
  ]
  let free = max - kinds.reduce((taken, { length }) => taken + Math.min(length, guaranteed), 0)
  return kinds.flatMap((found) => {
    const more = Math.min(Math.max(0, found.length - guaranteed), free)
    free -= more
    return found.slice(0, guaranteed + more)
  })
}
