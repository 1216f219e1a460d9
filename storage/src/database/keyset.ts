import { type RawBuilder, type SelectQueryBuilder, type StringReference, sql } from 'kysely'

interface PageRequest {
  /** Values of the columns in the last row of the previous page; undefined for the first page. */
  after: readonly (string | number)[] | undefined
  direction?: 'asc' | 'desc'
  limit: number
}

/**
 * Restricts a query to one page of a list. The columns define the order, and together they must identify a row. Order and start
 * are set in one place, because a page that mixes two orders skips or repeats rows.
 */
export function keysetPage<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  columns: readonly (StringReference<DB, TB> | RawBuilder<unknown>)[],
  { after, direction = 'desc', limit }: PageRequest,
): SelectQueryBuilder<DB, TB, Row> {
  const references = columns.map((column) => (typeof column === 'string' ? sql.ref(column) : column))
  const beyond = sql.raw(direction === 'desc' ? '<' : '>')
  const started = after
    ? query.where(sql<boolean>`(${sql.join(references)}) ${beyond} (${sql.join(after)})`)
    : query
  return references
    .reduce((ordered, reference) => ordered.orderBy(reference, direction), started)
    .limit(limit)
}
