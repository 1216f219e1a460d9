import { noSuchPage } from '../../foundation/cursor.ts'

/** A place's position in a list that is ordered by rank, then newest first, then by id. */
export interface Position {
  /** Players, rating or another number, depending on the order; 0 in the list of newest places. */
  rank: number
  /** When the place was published, in Unix milliseconds. */
  published: number
  id: number
}

const positionPattern = /^(\d{1,15})-(\d{1,15})-(\d{1,9})$/

/** Whether a position follows another one. */
export const isBehind = (position: Position, after: Position): boolean =>
  (position.rank - after.rank || position.published - after.published || position.id - after.id) < 0

export const positionText = ({ rank, published, id }: Position) => `${rank}-${published}-${id}`

/** Parses a cursor that `positionText` made. @throws Refused `invalid` */
export function parsePosition(text: string): Position {
  const [, rank, published, id] = positionPattern.exec(text) ?? []
  if (!rank || !published || !id) throw noSuchPage()
  return { rank: Number(rank), published: Number(published), id: Number(id) }
}
