import { type RawBuilder, type SelectQueryBuilder, type StringReference, sql } from 'kysely'

interface Part {
  /** The values that the last row of the part before has in those columns; undefined: from the beginning. */
  after: readonly (string | number)[] | undefined
  direction?: 'asc' | 'desc'
  limit: number
}

/**
 * One part of a list, in the order of columns, or what is worked out of them, that together tell each row from all others. The
 * order and where a part begins are said here in one place: where they differ, rows are left out or come twice.
 */
export function keysetPage<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  columns: readonly (StringReference<DB, TB> | RawBuilder<unknown>)[],
  { after, direction = 'desc', limit }: Part,
): SelectQueryBuilder<DB, TB, Row> {
  const references = columns.map((column) => (typeof column === 'string' ? sql.ref(column) : column))
  const beyond = sql.raw(direction === 'desc' ? '<' : '>')
  const begun = after
    ? query.where(sql<boolean>`(${sql.join(references)}) ${beyond} (${sql.join(after)})`)
    : query
  return references.reduce((ordered, reference) => ordered.orderBy(reference, direction), begun).limit(limit)
}
