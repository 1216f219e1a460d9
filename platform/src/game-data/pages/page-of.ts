/** Makes a page of up to `limit` rows. The caller reads one row more, which shows that another page follows. */
export function pageOf<Row>(
  read: readonly Row[],
  limit: number,
  cursorOf: (last: Row) => string,
): { rows: Row[]; next: string | null } {
  const rows = read.slice(0, limit)
  const last = rows.at(-1)
  return { rows, next: last !== undefined && read.length > limit ? cursorOf(last) : null }
}
