import { Refused } from '../../foundation/errors.ts'
import { isSearchable } from '../../foundation/name-key.ts'

/** Where a place stands in a list: by rank, of one rank the newest first, then by id. */
export interface Position {
  /** By what the list is sorted: players, or the rating; 0 where there is nothing but newness. */
  rank: number
  created: number
  id: number
}

const positionPattern = /^(\d{1,9})-(\d{1,15})-(\d{1,9})$/

export const positionText = ({ rank, created, id }: Position) => `${rank}-${created}-${id}`

/** @throws Refused `invalid` when the text is none that we have handed out. */
export function parsePosition(text: string): Position {
  const [, rank, created, id] = positionPattern.exec(text) ?? []
  if (!rank || !created || !id) throw unknownPart()
  return { rank: Number(rank), created: Number(created), id: Number(id) }
}

const unknownPart = () => new Refused('invalid', 'This part of the list does not exist')

/** Where a place stands among those whose names begin with what was searched for. */
export interface NamePosition {
  key: string
  id: number
}

/**
 * Where a search goes on. First come names that begin with what was searched for, the name itself before all, then those
 * that have it further in, by id.
 */
export type SearchPosition = { among: 'beginnings'; after: NamePosition } | { among: 'parts'; after: number }

const searchPattern = /^(?:beginnings-(\d{1,9})-([\w-]{1,8000})|parts-(\d{1,9}))$/

export const searchPositionText = (position: SearchPosition): string =>
  position.among === 'parts'
    ? `parts-${position.after}`
    : `beginnings-${position.after.id}-${Buffer.from(position.after.key).toString('base64url')}`

/** @throws Refused `invalid` when the text is none that we have handed out. */
export function parseSearchPosition(text: string): SearchPosition {
  const [, id, key, part] = searchPattern.exec(text) ?? []
  if (part) return { among: 'parts', after: Number(part) }
  if (!id || !key) throw unknownPart()
  const name = Buffer.from(key, 'base64url').toString()
  if (!isSearchable(name)) throw unknownPart()
  return { among: 'beginnings', after: { key: name, id: Number(id) } }
}
