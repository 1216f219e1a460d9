import { keysetPage } from '@baseplate/storage/database/keyset'
import { sql } from 'kysely'
import type { Db } from '../../foundation/database.ts'
import { published } from '../queries.ts'
import { isUp } from '../visible.ts'
import type { PlaceRanking } from './ranking.ts'
import { isBehind, type Position } from './rules.ts'

/** The rows of a list that a query reads. */
interface Slice {
  limit: number
  /** Position of the last row of the page before; undefined: read from the beginning. */
  after?: Position | undefined
}

/** Lists public places by players. Places without players follow, newest first. */
export async function findPlayed(
  db: Db,
  ranking: PlaceRanking,
  { limit, after }: Slice,
): Promise<Position[]> {
  const from = after ? ranking.places.findIndex((place) => isBehind(place, after)) : 0
  const played = from < 0 ? [] : ranking.places.slice(from, from + limit)
  if (played.length === limit) return played
  // Both halves use the same ranking, so a place whose players came or left meanwhile is listed exactly once.
  const others: Position[] = []
  for (let last = after?.rank === 0 ? after : undefined; ; ) {
    const read = await findNewest(db, { limit, after: last })
    others.push(...read.filter(({ id }) => !ranking.ranks.has(id)))
    last = read.at(-1)
    if (read.length < limit || played.length + others.length >= limit) break
  }
  return [...played, ...others].slice(0, limit)
}

/** Lists public places, newest first. */
export const findNewest = (db: Db, { limit, after }: Slice): Promise<Position[]> =>
  db
    .selectFrom('places')
    .select((eb) => ['id', published, eb.lit(0).as('rank')])
    .where('listed', '=', 1)
    .where(isUp)
    .$call((query) =>
      keysetPage(query, ['published', 'id'], { after: after && [after.published, after.id], limit }),
    )
    .execute()

const findRanked =
  (rank: 'rating' | 'rising' | 'ranked_ms') =>
  (db: Db, { limit, after }: Slice): Promise<Position[]> =>
    db
      .selectFrom('places')
      .select(['id', published, sql.ref<number>(rank).as('rank')])
      .where('listed', '=', 1)
      .where(isUp)
      .$call((query) =>
        keysetPage(query, [rank, 'published', 'id'], {
          after: after && [after.rank, after.published, after.id],
          limit,
        }),
      )
      .execute()

/** Lists public places, best rated first, then newest first. */
export const findRated = findRanked('rating')

/** Lists public places, those whose visits grow fastest first. Places that were never visited follow, newest first. */
export const findRising = findRanked('rising')

/** Lists public places by the total time that players have spent in them, longest first. */
export const findMostPlayed = findRanked('ranked_ms')

const byPopularity = ['popularity', 'published', 'id'] as const

/** Lists public places, the most popular first. */
export const findPopular = (db: Db, { limit, after }: Slice): Promise<Position[]> =>
  db
    .selectFrom('places')
    .select(['id', published, 'popularity as rank'])
    .where('listed', '=', 1)
    .where(isUp)
    .$call((query) =>
      keysetPage(query, ['popularity', 'id'], { after: after && [after.rank, after.id], limit }),
    )
    .execute()

/** Lists public places of a genre, the most popular first. */
export const findByGenre = (db: Db, genre: string, { limit, after }: Slice): Promise<Position[]> =>
  db
    .selectFrom('places')
    .select(['id', published, 'popularity as rank'])
    .where('listed', '=', 1)
    .where('genre', '=', genre)
    // Repeats the condition of the partial index, which SQLite would not use otherwise.
    .where('genre', '<>', sql.lit(''))
    .where(isUp)
    .$call((query) =>
      keysetPage(query, byPopularity, {
        after: after && [after.rank, after.published, after.id],
        limit,
      }),
    )
    .execute()

/** Lists public places with a tag, the most popular first. */
export const findTagged = (
  db: Db,
  tagKey: string,
  { limit, after }: Slice,
): Promise<(Position & { key: string; genre: string })[]> =>
  db
    .selectFrom('place_tags')
    .innerJoin('places', 'places.id', 'place_tags.place_id')
    .select(['places.id', published, 'places.genre'])
    .select(['place_tags.popularity as rank', 'places.name_key as key'])
    .where('place_tags.tag_key', '=', tagKey)
    .where('places.listed', '=', 1)
    .where(isUp)
    .$call((query) =>
      keysetPage(query, ['place_tags.popularity', 'place_tags.place_id'], {
        after: after && [after.rank, after.id],
        limit,
      }),
    )
    .execute()
