import { noSuchPage } from '../foundation/cursor.ts'

/** Number of people per page. */
export const peoplePerPage = 24

/** Number of results of each kind in a search of everything. People have their whole first page there. */
export const shownOf = { places: 6, assets: 5, groups: 6 } as const

/** A username has only letters, digits and underscores (`usernamePattern` of accounts). */
const inUsernames = /^[A-Za-z0-9_]{1,21}$/

/** Returns the text to look for in `username_key`; undefined when no username can contain it. */
export const usernameKeyOf = (q: string): string | undefined =>
  inUsernames.test(q) ? q.toLowerCase() : undefined

/** Returns the first key after all that begin with this one, in the order of character codes. */
export const afterPrefix = (key: string): string =>
  key.slice(0, -1) + String.fromCharCode(key.charCodeAt(key.length - 1) + 1)

/**
 * Position in the results of a search. Names that begin with the text come first, an equal name before all others. Names that only
 * contain the text come after them.
 */
export interface PeopleCursor {
  among: 'beginnings' | 'parts'
  /** Key of the last username that begins with the text, or the position in the index of names that contain it. */
  after: string
}

export const start: PeopleCursor = { among: 'beginnings', after: '' }

const pattern = /^(beginnings|parts)-([a-z0-9_]{1,40})$/

export const cursorText = ({ among, after }: PeopleCursor): string => `${among}-${after}`

/** @throws Refused `invalid` for a text that is no cursor. */
export function parsePeopleCursor(text: string): PeopleCursor {
  const [, among, after] = pattern.exec(text) ?? []
  if ((among !== 'beginnings' && among !== 'parts') || !after) {
    throw noSuchPage()
  }
  return { among, after }
}
