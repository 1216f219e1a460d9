import { type Clock, second } from '@baseplate/service/clock'
import type { Config } from '../../foundation/config/schema.ts'
import type { Db } from '../../foundation/database.ts'
import { Refused } from '../../foundation/errors.ts'
import { type Orchestrator, OrchestratorFailure } from './client.ts'

/** A server usually ends some minutes after its last player. */
const retrySeconds = 60

/** By then, the orchestrator lists a server that it has been asked to start. */
const startingMs = 15 * second

/**
 * Checks that one user does not take all servers of the platform: neither with games of their own, nor by starting those of
 * others. The place's own server does not count, because a start joins it.
 *
 * @throws Refused `limited`
 */
export async function requireShare(
  platform: {
    db: Db
    now: Clock
    config: { Orchestrator: Pick<Config['Orchestrator'], 'ServersPerOwner' | 'ServersPerStarter'> }
    orchestrator: Pick<Orchestrator, 'servers'>
  },
  place: { id: number; owner_id: string },
  starterId: string,
): Promise<void> {
  const { ServersPerOwner, ServersPerStarter } = platform.config.Orchestrator
  const recorded = await platform.db
    .selectFrom('server_runs')
    .innerJoin('places', 'places.id', 'server_runs.place_id')
    .select([
      'server_runs.id',
      'server_runs.created',
      'server_runs.place_id',
      'server_runs.started_by',
      'places.owner_id',
    ])
    .where('server_runs.place_id', '<>', place.id)
    .where((eb) => eb.or([eb('places.owner_id', '=', place.owner_id), eb('started_by', '=', starterId)]))
    .execute()
  if (recorded.length < Math.min(ServersPerOwner, ServersPerStarter)) return
  const running = await runningOf(platform.orchestrator)
  const runs = recorded.filter(
    ({ id, created }) => running?.has(id) !== false || platform.now() - created < startingMs,
  )
  const countOf = (counted: typeof runs) => new Set(counted.map(({ place_id }) => place_id)).size
  if (countOf(runs.filter(({ owner_id }) => owner_id === place.owner_id)) >= ServersPerOwner)
    throw new Refused('servers.owner_share').retryIn(retrySeconds)
  if (countOf(runs.filter(({ started_by }) => started_by === starterId)) >= ServersPerStarter)
    throw new Refused('servers.starter_share').retryIn(retrySeconds)
}

/** Returns the runs that have a server; undefined while the orchestrator cannot be asked. */
async function runningOf(orchestrator: Pick<Orchestrator, 'servers'>): Promise<Set<string> | undefined> {
  try {
    const { servers } = await orchestrator.servers()
    return new Set(servers.flatMap(({ state, run }) => (state === 'failed' ? [] : (run ?? []))))
  } catch (error) {
    if (error instanceof OrchestratorFailure) return undefined
    throw error
  }
}
