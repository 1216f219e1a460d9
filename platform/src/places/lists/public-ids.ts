import type { Db } from '../../foundation/database.ts'
import { isUp } from '../visible.ts'

/** Ids of places: docs/reference/site-api.md#ids-and-slugs. They are random, so equal ranges have about equally many places. */
const firstId = 100_000_000
const lastId = 999_999_999

/** Ranges of ids that share their first two digits. */
export const idRanges = { first: 10, last: 99 } as const
const idsPerRange = 10_000_000

/** Lists public places by id, at most `limit`. @param range the first two digits; undefined: all places. */
export function listPublicIds(
  db: Db,
  { range, limit }: { range?: number | undefined; limit: number },
): Promise<{ id: number; updated: number }[]> {
  const from = range === undefined ? firstId : range * idsPerRange
  const to = range === undefined ? lastId : from + idsPerRange - 1
  return db
    .selectFrom('places')
    .select(['id', 'updated'])
    .where('id', '>=', from)
    .where('id', '<=', to)
    .where('listed', '=', 1)
    .where(isUp)
    .orderBy('id')
    .limit(limit)
    .execute()
}
