import { Refused } from './errors.ts'

/** Cursor of a list that has the newest first: the next page begins after the row with this time and id. */
export interface Cursor {
  created: number
  id: string
}

/** Cursor of a list whose rows have numbers for ids. */
export interface NumberedCursor {
  created: number
  id: number
}

/** The rows of a list that a query reads: at most `limit`, after the cursor or from the beginning. */
export interface PageRequest {
  after?: Cursor | undefined
  limit: number
}

/** A keyset page of a list, and the cursor of the next page; null at the end. */
export interface Page<Row> {
  rows: Row[]
  next: string | null
}

/** Rows per query of an export. */
export const rowsPerRead = 500

const pattern = /^(\d{1,15})-([\w:-]{1,140})$/

/**
 * Parses a cursor. Returns undefined for an absent one, because the list then starts at its beginning.
 *
 * @throws Refused `invalid` when the list never issued such a cursor.
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
  // More digits may exceed the integers of the databases.
  if (cursor && !/^\d{1,9}$/.test(cursor.id)) throw noSuchPage()
  return cursor && { created: cursor.created, id: Number(cursor.id) }
}

/** Refusal of a cursor that the list never issued. */
export const noSuchPage = () => new Refused('input.page_not_found')

const cursorOf = ({ created, id }: Cursor) => `${created}-${id}`

/** Makes a page of up to `limit` rows. The caller reads one row more, which shows that another page follows. */
export function toPage<Row extends Cursor>(read: readonly Row[], limit: number): Page<Row> {
  const rows = read.slice(0, limit)
  const last = rows.at(-1)
  return { rows, next: last && read.length > limit ? cursorOf(last) : null }
}

/** Yields all rows of a list for an export. It reads a page at a time, so that memory does not grow with the list. */
export async function* everyRow<Row>(read: (cursor: string | undefined) => Promise<Page<Row>>) {
  for (let cursor: string | undefined; ; ) {
    const { rows, next } = await read(cursor)
    yield* rows
    if (next === null) return
    cursor = next
  }
}
