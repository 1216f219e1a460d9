import type { Clock } from '@baseplate/service/clock'
import type { Db } from '../foundation/database.ts'
import { inParts } from '../foundation/in-parts.ts'
import { slugOf } from '../foundation/slug.ts'
import { enqueueEvent } from '../webhooks/door.ts'
import { addBytes } from './entries/queries.ts'
import { eraseScores } from './leaderboards/queries.ts'
import { eraseLooksAt } from './looks/queries.ts'
import { findNumberOf, selectOwnEntries } from './queries.ts'
import { eraseRestoresOf } from './restores/queries.ts'

/** Entries that one transaction erases. Their values may be large. */
const entriesPerPart = 10

/**
 * Erases the data of a player from all games: the player's own data, and entries that name no other player. Entries about several
 * players stay, without the number. The makers' webhooks are told, so that they can erase copies.
 */
export async function erasePlayersData({ db, now }: { db: Db; now: Clock }, userId: string): Promise<void> {
  const number = await findNumberOf(db, userId)
  if (number === undefined) return
  await inParts(
    () =>
      db
        .selectFrom('data_entries')
        .selectAll()
        .where('id', 'in', selectOwnEntries(db, number))
        .limit(entriesPerPart)
        .execute(),
    async (entries) => {
      await db.transaction().execute(async (trx) => {
        for (const entry of entries) {
          const { numDeletedRows } = await trx
            .deleteFrom('data_entries')
            .where('id', '=', entry.id)
            .executeTakeFirst()
          if (numDeletedRows > 0n) await addBytes(trx, entry, -entry.bytes)
        }
        for (const [worldId, erased] of Map.groupBy(entries, ({ world_id }) => world_id))
          await announce(trx, { worldId, number, entries: erased.length }, now())
      })
    },
  )
  await inParts(
    (limit) =>
      db.selectFrom('data_players').select('entry_id').where('number', '=', number).limit(limit).execute(),
    async (named) => {
      for (const { entry_id } of named)
        await db.transaction().execute((trx) => removeName(trx, entry_id, number))
    },
  )
  await db.deleteFrom('data_holds').where('number', '=', number).execute()
  await eraseScores(db, number)
  await eraseLooksAt(db, number)
  await eraseRestoresOf(db, number)
}

/** Removes a player from the players whom an entry names. */
async function removeName(trx: Db, entryId: string, number: number): Promise<void> {
  const others = await trx
    .selectFrom('data_players')
    .select('number')
    .where('entry_id', '=', entryId)
    .where('number', '<>', number)
    .orderBy('number')
    .execute()
  const players = others.map((other) => other.number).join(',')
  await trx.updateTable('data_entries').set({ players }).where('id', '=', entryId).execute()
  await trx.deleteFrom('data_players').where('entry_id', '=', entryId).where('number', '=', number).execute()
}

async function announce(
  trx: Db,
  { worldId, number, entries }: { worldId: number; number: number; entries: number },
  now: number,
): Promise<void> {
  const place = await trx
    .selectFrom('places')
    .select(['id', 'name', 'owner_id'])
    .where('id', '=', worldId)
    .executeTakeFirst()
  if (!place) return
  const { id, name, owner_id: ownerId } = place
  await enqueueEvent(
    trx,
    {
      type: 'data.erased',
      ownerId,
      subject: `place:${id}`,
      link: `/place/${id}/${slugOf(name)}`,
      data: () => ({ place: { id, name }, player: number, entries }),
    },
    now,
  )
}
