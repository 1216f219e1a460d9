import type { Db } from '../../database.ts'
import type { Config } from '../../foundation/config/schema.ts'
import { Refused } from '../../foundation/errors.ts'
import type { Files } from '../../foundation/files.ts'
import { findPlace, findPlaceByServerTicket } from '../queries.ts'
import { openPlaceFile } from '../versions/place-files.ts'
import type { Orchestrator } from './client.ts'
import { permitReading, type Reading } from './permit-reading.ts'
import { type Credentials, dedicatedPort, isOpenToAll } from './rules.ts'

type Hosting = { db: Db; config: Pick<Config, 'Gameservers'> }

/** What a maker's own game server needs to know of its place. */
export interface SelfHosted {
  placeId: number
  port: number
}

/**
 * The place that a server ticket belongs to, for a server that its maker runs.
 *
 * @throws Refused `invalid`: hosting is `Dedicated`, or no place has the ticket; `missing`: its place is taken down.
 */
export async function hostPlace(platform: Hosting, serverTicket: string | undefined): Promise<SelfHosted> {
  if (platform.config.Gameservers.Hosting === 'Dedicated') {
    throw new Refused('invalid', 'Selfhosted servers are not supported')
  }
  if (!serverTicket) throw new Refused('invalid', 'Invalid Request')
  const place = await findPlaceByServerTicket(platform.db, serverTicket)
  if (!place) throw new Refused('invalid', 'Invalid Server ticket')
  if (place.taken_down === 1) throw new Refused('missing', 'Place not found')
  return { placeId: place.id, port: place.server_port }
}

/** What a dedicated game server needs to know of its place. */
export interface Served {
  port: number
  /** The ticket with which the server reports its presence: that of its start, or the place's own if it was started by hand. */
  ticket: string
  /** Whether its file can be read without credentials. */
  isOpen: boolean
}

/**
 * A place as its dedicated server runs it.
 *
 * @param ownPort port that the server listens on. Trusted only from the server of a start.
 * @throws Refused `invalid` when hosting is `Selfhosted`; `missing` (`Place not found`, `File not found`); `forbidden`.
 */
export async function servePlace(
  platform: Reading & { orchestrator: Orchestrator; files: Files },
  placeId: number,
  credentials: Credentials,
  ownPort?: number,
): Promise<Served> {
  if (platform.config.Gameservers.Hosting === 'Selfhosted') {
    throw new Refused('invalid', 'Dedicated servers are not supported')
  }
  const place = await findPlace(platform.db, placeId)
  if (!place || place.taken_down === 1) throw new Refused('missing', 'Place not found')
  const run = await permitReading(platform, place, credentials)
  // A server without its place's file would come up empty, and nobody would know why.
  const file = await openPlaceFile(platform.files, place)
  if (!file) throw new Refused('missing', 'File not found')
  await file.close()
  // The orchestrator has put the server where there was room; one that somebody starts by hand gets the place's own port.
  const known = run ? ownPort : undefined
  const port = known ?? (await platform.orchestrator.portOf(placeId)) ?? dedicatedPort(placeId)
  return {
    port,
    ticket: run?.ticket ?? place.server_ticket,
    isOpen: run === undefined && isOpenToAll(place, platform.config.Gameservers.Key),
  }
}
