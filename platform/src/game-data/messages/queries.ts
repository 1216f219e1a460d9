import type { Clock } from '@baseplate/service/clock'
import { isPostgres } from '@baseplate/storage/database/dialect'
import { sql } from 'kysely'
import type { Db } from '../../foundation/database.ts'
import { inParts } from '../../foundation/in-parts.ts'
import { messageLifetime, type ServerMessage } from './rules.ts'

/**
 * Locks the messages of worlds until the end of the transaction, in one order for all transactions. So messages are committed in the
 * order of their ids, and a reader that continues after an id misses none. SQLite needs nothing, because its transactions run one
 * after the other.
 */
export async function lockMessages(db: Db, worldIds: readonly number[]): Promise<void> {
  if (!isPostgres(db)) return
  for (const worldId of worldIds.toSorted((a, b) => a - b))
    await sql`select pg_advisory_xact_lock(hashtextextended(${`messages ${worldId}`}, 0))`.execute(db)
}

/** Returns the id of the newest message of a world; 0: it has none. */
export async function findNewestId(db: Db, worldId: number): Promise<number> {
  const { newest } = await db
    .selectFrom('data_messages')
    .select((eb) => eb.fn.max<number | null>('id').as('newest'))
    .where('world_id', '=', worldId)
    .executeTakeFirstOrThrow()
  return Number(newest ?? 0)
}

/** A place in the messages of a world. */
export interface MessagePosition {
  worldId: number
  /** Id of the last message that was read. */
  after: number
}

/** Lists messages after an id that are not older than a minute, the oldest first. @param topics undefined: all */
export const listMessagesAfter = (
  db: Db,
  { worldId, after }: MessagePosition,
  { topics, limit, now }: { topics?: ReadonlySet<string>; limit: number; now: number },
): Promise<ServerMessage[]> =>
  db
    .selectFrom('data_messages')
    .select(['id', 'topic', 'body'])
    .where('world_id', '=', worldId)
    .where('id', '>', after)
    .where('created', '>=', now - messageLifetime)
    .$if(topics !== undefined, (query) => query.where('topic', 'in', [...(topics ?? [])]))
    .orderBy('id')
    .limit(limit)
    .execute()

/** Returns the worlds that have messages after these positions. */
export async function listWorldsWithNews(db: Db, positions: readonly MessagePosition[]): Promise<number[]> {
  const found = await db
    .selectFrom('data_messages')
    .select('world_id')
    .distinct()
    .where((eb) =>
      eb.or(
        positions.map(({ worldId, after }) => eb.and([eb('world_id', '=', worldId), eb('id', '>', after)])),
      ),
    )
    .execute()
  return found.map(({ world_id }) => world_id)
}

/**
 * Removes messages that are too old. The newest one of each world stays as an empty row, so that no id is used again when the clock
 * is set back.
 */
export async function sweepMessages({ db, now }: { db: Db; now: Clock }): Promise<void> {
  const oldest = now() - messageLifetime
  await inParts(
    (limit) =>
      db
        .selectFrom('data_messages as old')
        .select(['old.world_id', 'old.id'])
        .where('old.created', '<', oldest)
        .where(({ exists, selectFrom }) =>
          exists(
            selectFrom('data_messages as newer')
              .select('newer.id')
              .whereRef('newer.world_id', '=', 'old.world_id')
              .whereRef('newer.id', '>', 'old.id'),
          ),
        )
        .orderBy('old.created')
        .limit(limit)
        .execute(),
    async (old) => {
      await db
        .deleteFrom('data_messages')
        .where(({ eb, refTuple, tuple }) =>
          eb(
            refTuple('world_id', 'id'),
            'in',
            old.map(({ world_id, id }) => tuple(world_id, id)),
          ),
        )
        .execute()
    },
  )
  await db
    .updateTable('data_messages')
    .set({ body: '', topic: '' })
    .where('created', '<', oldest)
    .where('body', '<>', '')
    .execute()
}
