import { noSuchPage } from '../../foundation/cursor.ts'

/** A place's position in a list that is ordered by rank, then newest first, then by id. */
export interface Position {
  /** Players, rating or another number, depending on the order; 0 in the list of newest places. */
  rank: number
  created: number
  id: number
}

const positionPattern = /^(\d{1,15})-(\d{1,15})-(\d{1,9})$/

/** Whether a position follows another one. */
export const isBehind = (position: Position, after: Position): boolean =>
  (position.rank - after.rank || position.created - after.created || position.id - after.id) < 0

export const positionText = ({ rank, created, id }: Position) => `${rank}-${created}-${id}`

/** Parses a cursor that `positionText` made. @throws Refused `invalid` */
export function parsePosition(text: string): Position {
  const [, rank, created, id] = positionPattern.exec(text) ?? []
  if (!rank || !created || !id) throw noSuchPage()
  return { rank: Number(rank), created: Number(created), id: Number(id) }
}
