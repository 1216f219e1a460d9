import { Refused } from '@baseplate/platform/foundation/errors'
import { type Caller, requireDataServer, worldOf } from '@baseplate/platform/game-data/door'
import { findPlace, parsePlaceId } from '@baseplate/platform/places/door'
import { placeNotFound } from '@baseplate/platform/places/rules'
import type { Platform } from '@baseplate/platform/platform'
import { serverTicketOf } from '../../credentials.ts'
import type { ClassicContext } from '../call.ts'

/**
 * Returns the game server that writes.
 *
 * @throws Refused as `requireDataServer`; `missing`: it names a place outside its world
 */
export async function requireWriter(platform: Platform, c: ClassicContext): Promise<Caller> {
  const caller = await requireDataServer(platform, serverTicketOf(c))
  if (!isUnnamed(c) && sentPlaceOf(c) !== caller.server?.placeId) {
    const place = await findSentPlace(platform, c)
    if (!place || worldOf(place) !== caller.worldId) throw placeNotFound()
  }
  return caller
}

/**
 * Returns the game server that reads; null: its place does not use the services of the platform, so it has no data. Servers that name
 * such a place need no ticket, because no script tells them one.
 *
 * @throws Refused as `requireWriter`
 */
export async function findReader(platform: Platform, c: ClassicContext): Promise<Caller | null> {
  if (!serverTicketOf(c) && (await findSentPlace(platform, c))?.services !== 1) return null
  return requireWriter(platform, c).catch((error: unknown) => {
    if (isRefusal(error, 'data.services_off')) return null
    throw error
  })
}

export const isRefusal = (error: unknown, code: Refused['problem']['code']): boolean =>
  error instanceof Refused && error.problem.code === code

/** Servers of some years send no place, or 0. */
const isUnnamed = ({ req }: ClassicContext): boolean => /^0?$/.test(req.query('placeid') ?? '')

const sentPlaceOf = ({ req }: ClassicContext): number | undefined => parsePlaceId(req.query('placeid') ?? '')

async function findSentPlace({ db }: Platform, c: ClassicContext) {
  const id = sentPlaceOf(c)
  return id === undefined ? undefined : findPlace(db, id)
}
