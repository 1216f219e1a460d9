import type { Actor } from '../accounts/rules.ts'
import type { Db } from '../foundation/database.ts'
import { Refused } from '../foundation/errors.ts'
import { findPlace, type GameServer, type PlayerLookups, requireServerPlace } from '../places/door.ts'
import { placeNotFound } from '../places/rules.ts'

/** A program that reads or writes the data of a game. */
export interface Caller {
  /** Id of the world: a place, whose data other places of its owner may share. */
  worldId: number
  /** The game server. Null: a program of the game's maker. */
  server: GameServer | null
  /** Identifies the caller in idempotency keys and budgets. */
  name: string
}

/** A game server as a caller. */
export interface ServerCaller extends Caller {
  server: GameServer
}

/** Returns the id of the world that a place belongs to. */
export const worldOf = ({ id, data_root }: { id: number; data_root: number | null }): number =>
  data_root ?? id

/**
 * Returns the game server of a ticket as a caller.
 *
 * @throws Refused as `requireServer`; `forbidden`: its place does not use the services of the platform
 */
export async function requireDataServer(
  { playerLookups }: { playerLookups: Pick<PlayerLookups, 'server'> },
  ticket: string | undefined,
): Promise<ServerCaller> {
  const { server, place } = await requireServerPlace(playerLookups.server, ticket)
  if (place.services === 0) throw new Refused('data.services_off')
  return { worldId: worldOf(place), server, name: `server ${server.ticket}` }
}

/**
 * Returns a program of the owner of a place as a caller.
 *
 * @throws Refused `missing`; `forbidden`: the actor does not own the place
 */
export async function requireDataProgram(
  { db }: { db: Db },
  actor: Pick<Actor, 'id' | 'permissionLevel'>,
  placeId: number,
): Promise<Caller> {
  const place = await findPlace(db, placeId)
  if (!place) throw placeNotFound()
  if (place.owner_id !== actor.id) throw new Refused('places.changing_forbidden')
  return { worldId: worldOf(place), server: null, name: `user ${actor.id}` }
}
