import { noSuchPage } from '../../foundation/cursor.ts'
import { isSearchable } from '../../foundation/name-key.ts'

/** A place's position in a list that is ordered by rank, then newest first, then by id. */
export interface Position {
  /** Players or rating, depending on the order; 0 in the list of newest places. */
  rank: number
  created: number
  id: number
}

const positionPattern = /^(\d{1,9})-(\d{1,15})-(\d{1,9})$/

export const positionText = ({ rank, created, id }: Position) => `${rank}-${created}-${id}`

/** Parses a cursor that `positionText` made. @throws Refused `invalid` */
export function parsePosition(text: string): Position {
  const [, rank, created, id] = positionPattern.exec(text) ?? []
  if (!rank || !created || !id) throw noSuchPage()
  return { rank: Number(rank), created: Number(created), id: Number(id) }
}

/** A place's position among the places whose names start with the key. */
export interface NamePosition {
  key: string
  id: number
}

/**
 * A place's position in the results of a search. Names that start with the key come first, by name. Names that contain it
 * elsewhere follow, by id.
 */
export type SearchPosition = { among: 'beginnings'; after: NamePosition } | { among: 'parts'; after: number }

const searchPattern = /^(?:beginnings-(\d{1,9})-([\w-]{1,8000})|parts-(\d{1,9}))$/

export const searchPositionText = (position: SearchPosition): string =>
  position.among === 'parts'
    ? `parts-${position.after}`
    : `beginnings-${position.after.id}-${Buffer.from(position.after.key).toString('base64url')}`

/** Parses a cursor that `searchPositionText` made. @throws Refused `invalid` */
export function parseSearchPosition(text: string): SearchPosition {
  const [, id, key, part] = searchPattern.exec(text) ?? []
  if (part) return { among: 'parts', after: Number(part) }
  if (!id || !key) throw noSuchPage()
  const name = Buffer.from(key, 'base64url').toString()
  if (!isSearchable(name)) throw noSuchPage()
  return { among: 'beginnings', after: { key: name, id: Number(id) } }
}
