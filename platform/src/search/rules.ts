import { noSuchPage } from '../foundation/cursor.ts'

/** One page of results. */
export const peoplePerPage = 24

/** What a search of everything shows of each but people, whose first page it has. */
export const shownOf = { places: 4, assets: 5, groups: 6 } as const

/** Names are found by all parts of them that have so many characters; by fewer, when they begin with those. */
export const minPartLength = 3

/** Letters, digits and underscores are all that a username may have (accounts' `usernamePattern`). */
const inUsernames = /^[A-Za-z0-9_]{1,21}$/

/** What to look for in `username_key`; undefined when no name can have it. */
export const nameKeyOf = (q: string): string | undefined =>
  inUsernames.test(q) ? q.toLowerCase() : undefined

/** The first key behind all that begin with this one, in the order of the characters' codes. */
export const behind = (key: string): string =>
  key.slice(0, -1) + String.fromCharCode(key.charCodeAt(key.length - 1) + 1)

/**
 * Where a search goes on. First come names that begin with what was searched for, the name itself before all,
 * then those that have it further in.
 */
export interface PeopleCursor {
  among: 'beginnings' | 'parts'
  /** Of beginnings the username's key; of parts whatever the database has them in order by. */
  after: string
}

export const start: PeopleCursor = { among: 'beginnings', after: '' }

const pattern = /^(beginnings|parts)-([a-z0-9_]{1,40})$/

export const cursorText = ({ among, after }: PeopleCursor): string => `${among}-${after}`

/** @throws Refused `invalid` when the text is none that we have handed out. */
export function parsePeopleCursor(text: string): PeopleCursor {
  const [, among, after] = pattern.exec(text) ?? []
  if ((among !== 'beginnings' && among !== 'parts') || !after) {
    throw noSuchPage()
  }
  return { among, after }
}
