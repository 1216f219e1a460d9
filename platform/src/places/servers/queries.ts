import type { Selectable } from 'kysely'
import type { Db } from '../../foundation/database.ts'
import { newRunTicket, newTimedId } from '../../foundation/ids.ts'
import { existingPlaces } from '../queries.ts'
import { isPlaceTicket } from '../rules.ts'
import type { PlaceTables } from '../tables.ts'
import { isOpen, takenDown } from '../visible.ts'

export type ServerRun = Selectable<PlaceTables['server_runs']>

/** Records a run, before the orchestrator is asked to start it. */
export async function addRun(
  db: Db,
  placeId: number,
  { now, startedBy }: { now: number; startedBy: string | null },
): Promise<ServerRun> {
  const run = {
    id: newTimedId(now),
    place_id: placeId,
    ticket: newRunTicket(),
    created: now,
    last_ping: 0,
    started_by: startedBy,
  }
  await db.insertInto('server_runs').values(run).execute()
  return run
}

export const findRun = async (db: Db, placeId: number, ticket: string): Promise<ServerRun | undefined> =>
  isPlaceTicket(ticket)
    ? db
        .selectFrom('server_runs')
        .selectAll()
        .where('ticket', '=', ticket)
        .where('place_id', '=', placeId)
        .executeTakeFirst()
    : undefined

export type ServerPlace = Awaited<ReturnType<typeof findServers>>[number]

/** Finds the places of server tickets, and of run tickets unless a later run of the place has sent a heartbeat. */
export const findServers = (db: Db, tickets: readonly string[]) => {
  const columns = [
    'places.id',
    'places.archived',
    'places.services',
    'places.data_root',
    takenDown.as('taken_down'),
  ] as const
  return existingPlaces(db)
    .select(['places.server_ticket as ticket', ...columns])
    .where('places.server_ticket', 'in', tickets)
    .unionAll(
      existingPlaces(db)
        .innerJoin('server_runs as run', 'run.place_id', 'places.id')
        .select(['run.ticket', ...columns])
        .where('run.ticket', 'in', tickets)
        .where((eb) =>
          eb.not(
            eb.exists(
              eb
                .selectFrom('server_runs as later')
                .select('later.id')
                .whereRef('later.place_id', '=', 'run.place_id')
                .whereRef('later.id', '>', 'run.id')
                .where('later.last_ping', '>', 0),
            ),
          ),
        ),
    )
    .execute()
}

/**
 * Records heartbeats of servers, in the order of their places' ids. The first one publishes the place. A run ticket also
 * updates its run. A place that is taken down or archived keeps its last heartbeat.
 *
 * @param heartbeats times by ticket.
 * @returns the heartbeats whose ticket exists.
 */
export async function writeServerHeartbeats(
  db: Db,
  heartbeats: ReadonlyMap<string, number>,
): Promise<Map<string, number>> {
  const found = new Map<string, number>()
  for (const { ticket, placeId, published } of await findPlacesByTicket(db, [...heartbeats.keys()])) {
    const time = heartbeats.get(ticket) ?? 0
    await db
      .updateTable('places')
      .set({ server_ping: Math.floor(time / 1000) })
      .where('id', '=', placeId)
      .where(isOpen)
      .execute()
    // A statement of its own, because it updates the indexes of all lists.
    if (published === null)
      await db
        .updateTable('places')
        .set({ published: time })
        .where('id', '=', placeId)
        .where(isOpen)
        .execute()
    await db.updateTable('server_runs').set({ last_ping: time }).where('ticket', '=', ticket).execute()
    found.set(ticket, time)
  }
  return found
}

interface ServerOf {
  ticket: string
  placeId: number
  published: number | null
}

/** Tickets looked up per statement. */
const ticketsPerStatement = 100

async function findPlacesByTicket(db: Db, tickets: readonly string[]): Promise<ServerOf[]> {
  const found: ServerOf[] = []
  for (let at = 0; at < tickets.length; at += ticketsPerStatement) {
    const some = tickets.slice(at, at + ticketsPerStatement)
    const known = db
      .selectFrom('places')
      .select(['server_ticket as ticket', 'id as placeId', 'published'])
      .where('server_ticket', 'in', some)
      .unionAll(
        db
          .selectFrom('server_runs')
          .innerJoin('places', 'places.id', 'server_runs.place_id')
          .select(['ticket', 'place_id as placeId', 'published'])
          .where('ticket', 'in', some),
      )
    found.push(...(await known.execute()))
  }
  return found.sort((one, other) => one.placeId - other.placeId)
}

/** Returns the last heartbeat of each of these runs that has sent one. */
export async function lastPingsOf(db: Db, runIds: readonly string[]): Promise<Map<string, number>> {
  // PostgreSQL rejects an empty list.
  if (runIds.length === 0) return new Map()
  const runs = await db
    .selectFrom('server_runs')
    .select(['id', 'last_ping'])
    .where('id', 'in', runIds)
    .where('last_ping', '>', 0)
    .execute()
  return new Map(runs.map(({ id, last_ping }) => [id, last_ping]))
}

/** The end of runs. */
export interface RunEnd {
  now: number
  /** Whether their worlds may still arrive. */
  keepsWorlds: boolean
}

/** Deletes a run in the caller's transaction. Returns false if there is none. */
export async function deleteRun(trx: Db, id: string, end: RunEnd): Promise<boolean> {
  const deleted = await trx.deleteFrom('server_runs').where('id', '=', id).returningAll().execute()
  await keepEnded(trx, deleted, end)
  return deleted.length > 0
}

/** Deletes runs that were created before a time, except those whose servers are running. */
export const deleteOldRuns = (
  db: Db,
  before: number,
  running: readonly string[],
  end: RunEnd,
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    let deletion = trx.deleteFrom('server_runs').where('created', '<', before)
    if (running.length > 0) deletion = deletion.where('id', 'not in', running)
    await keepEnded(trx, await deletion.returningAll().execute(), end)
  })

/** Keeps the tickets of runs that have ended, so that their worlds can still be stored. */
async function keepEnded(
  trx: Db,
  runs: readonly ServerRun[],
  { now: ended, keepsWorlds }: RunEnd,
): Promise<void> {
  if (!keepsWorlds || runs.length === 0) return
  await trx
    .insertInto('ended_runs')
    .values(runs.map(({ ticket, place_id, created }) => ({ ticket, place_id, created, ended })))
    .execute()
}
