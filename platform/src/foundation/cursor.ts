import { Refused } from './errors.ts'

/** Where a list that has the newest first goes on: behind the row of this time and id. */
export interface Cursor {
  created: number
  id: string
}

/** One part of a list, and the cursor of the next one; null at the end. */
export interface Part<Row> {
  rows: Row[]
  next: string | null
}

const pattern = /^(\d{1,15})-([a-z0-9]{1,40})$/

/** @throws Refused `invalid` when the text is none that we have handed out. */
export function parseCursor(text: string): Cursor {
  const [, created, id] = pattern.exec(text) ?? []
  if (!created || !id) throw new Refused('invalid', 'This part of the list does not exist')
  return { created: Number(created), id }
}

const cursorOf = ({ created, id }: Cursor) => `${created}-${id}`

/** The first `limit` rows of those that were read, which were one more than that when the list goes on. */
export function partOf<Row extends Cursor>(read: readonly Row[], limit: number): Part<Row> {
  const rows = read.slice(0, limit)
  const last = rows.at(-1)
  return { rows, next: last && read.length > limit ? cursorOf(last) : null }
}
