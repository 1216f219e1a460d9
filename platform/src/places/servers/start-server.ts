import type { Actor } from '../../accounts/rules.ts'
import type { Db } from '../../database.ts'
import { addressGroup } from '../../foundation/address-group.ts'
import { type Clock, minute } from '../../foundation/clock.ts'
import type { Config } from '../../foundation/config/schema.ts'
import { Refused } from '../../foundation/errors.ts'
import type { Files } from '../../foundation/files.ts'
import { createLimit, type Limit } from '../../foundation/limits.ts'
import type { Logger } from '../../foundation/log.ts'
import { findPlace, findTakenDown, type PlaceRow } from '../queries.ts'
import { mayEnter } from '../rules.ts'
import { closeTakenDown } from '../takedown-enforcement.ts'
import { placeFileName } from '../versions/place-files.ts'
import type { Orchestrator } from './client.ts'
import { addRun } from './queries.ts'
import { startFault } from './rules.ts'

export interface Launching {
  db: Db
  now: Clock
  files: Files
  log: Logger
  config: Pick<Config, 'Gameservers' | 'baseUrl'>
  orchestrator: Orchestrator
}

interface Starting extends Launching {
  startLimit: Limit
}

/** Requests to start a server from one address (decisions, section 6). */
export const createStartLimit = (): Limit =>
  createLimit({
    points: 20,
    windowSeconds: (10 * minute) / 1_000,
    message: 'Too many servers were started from your network. Try again in ten minutes.',
  })

/**
 * Has the place's dedicated server started. It is up when its status says `ready`; one that runs stays as it is.
 *
 * @param from the address of who asks.
 * @throws Refused `forbidden`: the actor is moderated; `limited`; `missing`: no such place, no way in, or no place file;
 * `invalid`: players do not join a dedicated server there; `failed`: the orchestrator did not start it.
 */
export async function startServer(
  platform: Starting,
  actor: Actor,
  placeId: number,
  from: string,
  privateTicket?: string,
): Promise<void> {
  if (actor.standing) throw new Refused('forbidden', 'You cannot currently play games')
  await platform.startLimit.spend(addressGroup(from))
  const place = await findPlace(platform.db, placeId)
  if (!place || !mayEnter(actor, place, privateTicket)) throw new Refused('missing', 'Place not found')
  await launchServer(platform, place)
}

/**
 * Asks for the server of a place whose players join a dedicated one.
 *
 * @throws Refused `missing`: no place file, or the place is taken down; `invalid`; `failed`: as above.
 */
export async function launchServer(platform: Launching, place: PlaceRow): Promise<void> {
  if (place.taken_down === 1) throw new Refused('missing', 'Place not found')
  const { Hosting } = platform.config.Gameservers
  const fault = startFault(place, Hosting)
  if (fault) throw new Refused('invalid', fault)
  const file = await platform.files.open(placeFileName(place.id))
  if (!file) throw new Refused('missing', 'File not found')
  await file.close()
  const { id, ticket } = await addRun(platform.db, place.id, platform.now())
  try {
    await platform.orchestrator.start(place.id, {
      serveUrl: `${platform.config.baseUrl}/game/${place.id}/serve`,
      run: id,
      ticket,
    })
  } catch (error) {
    platform.log.warn(
      { placeId: place.id, error: (error as Error).message },
      'a dedicated server could not be started',
    )
    throw new Refused('failed', 'Failed to start dedicated server')
  }
  // If the place was taken down meanwhile, its server was asked to end before this one existed.
  if ((await findTakenDown(platform.db, [place.id])).length === 0) return
  await closeTakenDown(platform, [place.id])
  throw new Refused('missing', 'Place not found')
}
