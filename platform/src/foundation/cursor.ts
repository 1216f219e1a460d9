import { Refused } from './errors.ts'

/** Where a list that has the newest first goes on: behind the row of this time and id. */
export interface Cursor {
  created: number
  id: string
}

/** The same in a list of what has a number for an id. */
export interface NumberedCursor {
  created: number
  id: number
}

/** One part of a list, and the cursor of the next one; null at the end. */
export interface Page<Row> {
  rows: Row[]
  next: string | null
}

/** Files take so many rows at once from the database. */
export const rowsPerRead = 500

const pattern = /^(\d{1,15})-([\w:-]{1,140})$/

/**
 * Undefined without a text: a list from its beginning.
 *
 * @throws Refused `invalid` when the text is none that we have handed out.
 */
export function parseCursor(text: string | undefined): Cursor | undefined {
  if (text === undefined) return undefined
  const [, created, id] = pattern.exec(text) ?? []
  if (!created || !id) throw noSuchPage()
  return { created: Number(created), id }
}

/** @throws as `parseCursor` */
export function parseNumberedCursor(text: string | undefined): NumberedCursor | undefined {
  const cursor = parseCursor(text)
  // No database takes more digits for an integer.
  if (cursor && !/^\d{1,9}$/.test(cursor.id)) throw noSuchPage()
  return cursor && { created: cursor.created, id: Number(cursor.id) }
}

/** The refusal of a cursor that the list never handed out. */
export const noSuchPage = () => new Refused('invalid', 'This part of the list does not exist')

const cursorOf = ({ created, id }: Cursor) => `${created}-${id}`

/** The first `limit` rows of those that were read, which were one more than that when the list goes on. */
export function toPage<Row extends Cursor>(read: readonly Row[], limit: number): Page<Row> {
  const rows = read.slice(0, limit)
  const last = rows.at(-1)
  return { rows, next: last && read.length > limit ? cursorOf(last) : null }
}

/** All rows of a list, for a file: read part by part as they are taken, so that memory does not grow with them. */
export async function* everyRow<Row>(read: (cursor: string | undefined) => Promise<Page<Row>>) {
  for (let cursor: string | undefined; ; ) {
    const { rows, next } = await read(cursor)
    yield* rows
    if (next === null) return
    cursor = next
  }
}
