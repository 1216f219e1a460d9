import type { Files } from '@baseplate/storage/files'
import type { Config } from '../../foundation/config/schema.ts'
import type { Db } from '../../foundation/database.ts'
import { Refused } from '../../foundation/errors.ts'
import { findPlace, findPlaceByServerTicket } from '../queries.ts'
import { fileNotFound, placeNotFound, requireUnarchived } from '../rules.ts'
import { openPlaceFile } from '../versions/place-files.ts'
import type { Orchestrator } from './client.ts'
import { permitReading, type Reading } from './permit-reading.ts'
import { type Credentials, dedicatedPort, isOpenToAll, requireDedicatedHosting } from './rules.ts'

type Hosting = { db: Db; config: Pick<Config, 'Gameservers'> }

/** The place of a self-hosted game server. */
interface SelfHosted {
  placeId: number
  port: number
  /** The place's server ticket. */
  ticket: string
  /** Whether the place has services. */
  services: boolean
}

/**
 * Finds the place of a server ticket, for a server that the place's owner hosts.
 *
 * @throws Refused `invalid`: hosting is `Dedicated`, or no place has the ticket; `missing`: the place is taken down; `conflict`: it is
 * archived.
 */
export async function hostPlace(platform: Hosting, serverTicket: string | undefined): Promise<SelfHosted> {
  if (platform.config.Gameservers.Hosting === 'Dedicated') {
    throw new Refused('servers.selfhosted_unsupported')
  }
  if (!serverTicket) throw new Refused('input.request_invalid')
  const place = await findPlaceByServerTicket(platform.db, serverTicket)
  if (!place) throw new Refused('servers.ticket_invalid')
  if (place.taken_down === 1) throw placeNotFound()
  requireUnarchived(place)
  return {
    placeId: place.id,
    port: place.server_port,
    ticket: place.server_ticket,
    services: place.services === 1,
  }
}

/** The place of a dedicated game server. */
interface Served {
  port: number
  /** Ticket of the server's heartbeats: its run ticket, or the place's server ticket if an operator started it by hand. */
  ticket: string
  /** Whether the server reads the place file without a ticket. A server with a run ticket never does. */
  isOpen: boolean
  /** Whether the place has services. */
  services: boolean
}

/**
 * Returns the parameters of the serve script of a place's dedicated server.
 *
 * @param listenPort port that the server listens on. Ignored unless the caller has a run ticket.
 * @throws Refused `invalid` when hosting is `Selfhosted`; `missing`: no such place, it is taken down, or it has no file;
 * `forbidden`; `conflict`: it is archived.
 */
export async function servePlace(
  platform: Reading & { orchestrator: Orchestrator; files: Files },
  placeId: number,
  credentials: Credentials,
  listenPort?: number,
): Promise<Served> {
  requireDedicatedHosting(platform.config.Gameservers.Hosting)
  const place = await findPlace(platform.db, placeId)
  if (!place || place.taken_down === 1) throw placeNotFound()
  requireUnarchived(place)
  const run = await permitReading(platform, place, credentials)
  // Without its file the server would start with an empty world and no error.
  const file = await openPlaceFile(platform.files, place)
  if (!file) throw fileNotFound()
  await file.close()
  // If the place's own port was taken, the orchestrator's server listens on another one.
  const runPort = run ? listenPort : undefined
  const port = runPort ?? (await platform.orchestrator.portOf(placeId)) ?? dedicatedPort(placeId)
  return {
    port,
    ticket: run?.ticket ?? place.server_ticket,
    services: place.services === 1,
    isOpen: run === undefined && isOpenToAll(place, platform.config.Gameservers.Key),
  }
}
