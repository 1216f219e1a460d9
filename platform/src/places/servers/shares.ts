import type { Db } from '../../database.ts'
import type { Config } from '../../foundation/config/schema.ts'
import { Refused } from '../../foundation/errors.ts'

/** A server usually ends some minutes after its last player. */
const retrySeconds = 60

/**
 * Checks that one user does not take all servers of the platform: neither with games of their own, nor by starting those of
 * others. The place's own server does not count, because a start joins it.
 *
 * @throws Refused `limited`
 */
export async function requireShare(
  db: Db,
  { Orchestrator }: Pick<Config, 'Orchestrator'>,
  place: { id: number; owner_id: string },
  starterId: string,
): Promise<void> {
  const runs = await db
    .selectFrom('server_runs')
    .innerJoin('places', 'places.id', 'server_runs.place_id')
    .select(['server_runs.place_id', 'server_runs.started_by', 'places.owner_id'])
    .where('server_runs.place_id', '<>', place.id)
    .where((eb) => eb.or([eb('places.owner_id', '=', place.owner_id), eb('started_by', '=', starterId)]))
    .execute()
  const countOf = (counted: typeof runs) => new Set(counted.map(({ place_id }) => place_id)).size
  if (countOf(runs.filter(({ owner_id }) => owner_id === place.owner_id)) >= Orchestrator.ServersPerOwner)
    throw new Refused('servers.owner_share').retryIn(retrySeconds)
  if (countOf(runs.filter(({ started_by }) => started_by === starterId)) >= Orchestrator.ServersPerStarter)
    throw new Refused('servers.starter_share').retryIn(retrySeconds)
}
