import type { Clock } from '@baseplate/service/clock'
import type { Config } from '../../foundation/config/schema.ts'
import type { Db } from '../../foundation/database.ts'
import { Refused } from '../../foundation/errors.ts'
import type { PlaceRow } from '../queries.ts'
import { findRun, type ServerRun } from './queries.ts'
import { type Credentials, mayReadPlaceFile, runTicketLifetime } from './rules.ts'

export interface Reading {
  db: Db
  now: Clock
  config: Pick<Config, 'Gameservers' | 'Orchestrator'>
}

/** Returns the run if the caller is its server. @throws Refused `forbidden`: the caller may not read the place's file. */
export async function permitReading(
  { db, now, config }: Reading,
  place: PlaceRow,
  credentials: Credentials,
): Promise<ServerRun | undefined> {
  const run = credentials.ticket === undefined ? undefined : await findRun(db, place.id, credentials.ticket)
  if (run && now() - run.created < runTicketLifetime(config.Orchestrator.ReadySeconds)) return run
  if (mayReadPlaceFile(place, config.Gameservers.Key, credentials)) return undefined
  throw new Refused('servers.key_required')
}
