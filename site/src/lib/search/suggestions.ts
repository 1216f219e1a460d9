interface Named {
  name: string
}

/** What `/search` answers to programs, as far as it is suggested. */
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
  /** Names the picture of a person; null: there is none. */
  portrait: string | null
}

/** As many as a hand holds. */
const max = 8

/** So many of each kind have a place; what others leave free goes to the first kinds. */
const sure = 2

/** The few that are suggested: some of each kind, people first. */
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
  let free = max - kinds.reduce((taken, { length }) => taken + Math.min(length, sure), 0)
  return kinds.flatMap((found) => {
    const more = Math.min(Math.max(0, found.length - sure), free)
    free -= more
    return found.slice(0, sure + more)
  })
}
