import { type Clock, minute } from '@baseplate/service/clock'
import type { Logger } from '@baseplate/service/log'
import { addressGroup } from '@baseplate/service/network/address-group'
import type { Files } from '@baseplate/storage/files'
import { type Sender, useCase } from '../../accounts/door.ts'
import type { Config } from '../../foundation/config/schema.ts'
import type { Db } from '../../foundation/database.ts'
import { Refused } from '../../foundation/errors.ts'
import type { LimitCounts } from '../../foundation/limit-counts.ts'
import { createLimit, type Limit } from '../../foundation/limits.ts'
import { requireNotBanned } from '../bans/queries.ts'
import { entryInput } from '../input.ts'
import { findClosed, findPlace, type PlaceRow } from '../queries.ts'
import { cannotPlay, fileNotFound, mayEnter, placeNotFound, requireUnarchived } from '../rules.ts'
import { placeFileName } from '../versions/place-files.ts'
import { findCurrentVersion } from '../versions/queries.ts'
import { type Orchestrator, OrchestratorTimeout } from './client.ts'
import type { ClosingAnnouncer } from './closing.ts'
import { addRun } from './queries.ts'
import { whyNotStart } from './rules.ts'
import { requireShare } from './shares.ts'
import { closeServersOf } from './takedown-enforcement.ts'

export interface Launching {
  db: Db
  now: Clock
  files: Files
  log: Logger
  config: Pick<Config, 'Gameservers' | 'Orchestrator' | 'baseUrl'>
  orchestrator: Orchestrator
  playerLists: ClosingAnnouncer
}

interface Starting extends Launching {
  startLimit: Limit
}

/** By then, a slow start has usually succeeded or failed. If not, the retry joins it. */
const retrySeconds = 10

/** Limits starts of servers per address: docs/reference/site-api.md#rate-limits. */
export const createStartLimit = (counts: LimitCounts): Limit =>
  createLimit(counts, {
    points: 20,
    windowSeconds: (10 * minute) / 1_000,
    code: 'limits.server_starts',
  })

/**
 * @throws Refused `forbidden`: the actor is moderated, or banned from the place; `limited`; `missing`: the actor may not enter the
 * place, or it has no file; `invalid`: its players do not join a dedicated server; `failed`: the orchestrator did not start it;
 * `late`: it has not answered yet.
 */
export const startServer = useCase(
  {
    summary:
      "Starts the place's dedicated server unless it is running. Players can join once its status is `ready`.",
    scope: 'social',
    input: entryInput,
  },
  async (
    platform: Starting,
    actor,
    { id: placeId, privateTicket },
    { address }: Pick<Sender, 'address'>,
  ): Promise<void> => {
    if (actor.standing) throw cannotPlay()
    await platform.startLimit.spend(addressGroup(address))
    const place = await findPlace(platform.db, placeId)
    if (!place || !mayEnter(actor, place, privateTicket)) throw placeNotFound()
    await requireNotBanned(platform.db, placeId, [actor.id], platform.now())
    await launchServer(platform, place, actor.id)
  },
)

/**
 * Records a run and asks the orchestrator to start it.
 *
 * @param startedBy the player who takes a share of the servers; null: staff, who have no limit.
 * @throws Refused `missing`: the place has no file, or is taken down; `conflict`: it is archived; `limited`:
 * the owner or the player has enough servers; `invalid`, `failed` and `late` as for `startServer`.
 */
export async function launchServer(
  platform: Launching,
  place: PlaceRow,
  startedBy: string | null,
): Promise<void> {
  if (place.taken_down === 1) throw placeNotFound()
  requireUnarchived(place)
  const { baseUrl, Gameservers } = platform.config
  const refusal = whyNotStart(place, Gameservers.Hosting)
  if (refusal) throw new Refused(refusal)
  const file = await platform.files.open(placeFileName(place.id))
  if (!file) throw fileNotFound()
  await file.close()
  if (startedBy !== null) await requireShare(platform, place, startedBy)
  const placeVersion = await findCurrentVersion(platform.db, place.id)
  const { id, ticket } = await addRun(platform.db, place.id, { now: platform.now(), startedBy })
  try {
    await platform.orchestrator.start(place.id, {
      serveUrl: `${baseUrl}/game/${place.id}/serve`,
      run: id,
      ticket,
      baseUrl,
      placeName: place.name,
      maxPlayers: place.max_players,
      placeVersion,
    })
  } catch (error) {
    platform.log.warn(
      { placeId: place.id, error: (error as Error).message },
      'a dedicated server could not be started',
    )
    if (error instanceof OrchestratorTimeout)
      throw new Refused('servers.starting_slowly').retryIn(retrySeconds)
    throw new Refused('servers.starting_failed')
  }
  // A takedown or an archiving at the same moment may have closed the place's server before this one existed.
  if ((await findClosed(platform.db, [place.id])).length === 0) return
  await closeServersOf(platform, [place.id])
  throw placeNotFound()
}
