import { type Clock, day } from '@baseplate/service/clock'
import type { Db } from '../foundation/database.ts'
import { inParts } from '../foundation/in-parts.ts'
import { sweepBudgets } from './budgets/budgets.ts'
import { sweepScores } from './leaderboards/queries.ts'
import { sweepLooks } from './looks/queries.ts'
import { sweepRestores } from './restores/queries.ts'
import { requestLifetime, tombstoneLifetime } from './rules.ts'

/** Removes versions, tombstones, holds, responses, budgets, looks and scores that are too old, and the data of worlds without a place. */
export async function sweepGameData({ db, now }: { db: Db; now: Clock }): Promise<void> {
  const time = now()
  await inParts(
    (limit) =>
      db
        .selectFrom('data_values')
        .select(['entry_id', 'version'])
        .where('expires', '<', time)
        .limit(limit)
        .execute(),
    async (values) => {
      for (const { entry_id, version } of values)
        await db
          .deleteFrom('data_values')
          .where('entry_id', '=', entry_id)
          .where('version', '=', version)
          .execute()
    },
  )
  await inParts(
    (limit) =>
      db
        .selectFrom('data_entries')
        .select('id')
        .where('deleted', '=', 1)
        .where('updated', '<', time - tombstoneLifetime)
        .limit(limit)
        .execute(),
    (entries) => removeEntries(db, entries),
  )
  await db
    .deleteFrom('data_holds')
    .where('since', '<', time - 7 * day)
    .execute()
  await db
    .deleteFrom('data_requests')
    .where('created', '<', time - requestLifetime)
    .execute()
  await sweepBudgets(db, time)
  await sweepLooks(db, time)
  await sweepRestores(db, time)
  await sweepScores(db, time)
  await sweepWorlds(db)
}

const removeEntries = async (db: Db, entries: readonly { id: string }[]): Promise<void> => {
  await db
    .deleteFrom('data_entries')
    .where(
      'id',
      'in',
      entries.map(({ id }) => id),
    )
    .execute()
}

/** Tables whose rows belong to a world. The last one shows that a world has data, should the process stop in between. */
const tablesOfWorlds = [
  'data_messages',
  'data_leaderboards',
  'data_scores',
  'data_stores',
  'data_holds',
  'data_looks',
  'data_restores',
  'data_usage',
] as const

/** The data of a world stay until its place and all places that share it are erased. */
async function sweepWorlds(db: Db): Promise<void> {
  const kept = db
    .selectFrom('data_usage')
    .select('world_id')
    .union(db.selectFrom('data_messages').select('world_id'))
    .union(db.selectFrom('data_leaderboards').select('world_id'))
    .as('kept')
  const worlds = await db
    .selectFrom(kept)
    .select('world_id')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('places')
            .select('places.id')
            .where((eb) =>
              eb.or([
                eb('places.id', '=', eb.ref('kept.world_id')),
                eb('places.data_root', '=', eb.ref('kept.world_id')),
              ]),
            ),
        ),
      ),
    )
    .execute()
  for (const { world_id } of worlds) {
    await inParts(
      (limit) =>
        db.selectFrom('data_entries').select('id').where('world_id', '=', world_id).limit(limit).execute(),
      (entries) => removeEntries(db, entries),
    )
    for (const table of tablesOfWorlds) await db.deleteFrom(table).where('world_id', '=', world_id).execute()
  }
}
