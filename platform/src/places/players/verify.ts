import { type Clock, day } from '@baseplate/service/clock'
import { Refused } from '../../foundation/errors.ts'
import { sha256 } from '../../foundation/ids.ts'
import { requireServerPlace } from '../servers/require-server.ts'
import { placeOfKey } from '../sessions/player-key.ts'
import type { PlayerLookups } from './lookups.ts'
import { type Connecting, whyNotAdmit } from './rules.ts'

/** A player whom a game server may let in. */
export interface VerifiedPlayer {
  number: number
  username: string
  permissionLevel: number
  /** Whole days since the player registered. */
  ageDays: number
  /** Numbers of friends whom the same server has verified. */
  friendsHere: number[]
}

/**
 * Verifies that a player who connects to a game server is the one for whom the site made the join script with this key. One of several
 * calls with the same key succeeds, whichever processes they reach.
 *
 * @param ticket of the game server
 * @throws Refused as `requireServer`; `forbidden`: the session is unknown or has ended, is for another place or player, is in use, or
 * its player was kicked or is moderated.
 */
export async function verifyPlayer(
  { playerLookups: lookups, now }: { playerLookups: PlayerLookups; now: Clock },
  ticket: string | undefined,
  { key, ...player }: Pick<Connecting, 'number' | 'username'> & { key: string },
): Promise<VerifiedPlayer> {
  const keyedPlace = placeOfKey(key)
  const find = async () =>
    keyedPlace === undefined
      ? undefined
      : lookups.session({ placeId: keyedPlace, hash: sha256(key), username: player.username })
  const [{ server }, found] = await Promise.all([requireServerPlace(lookups.server, ticket), find()])
  const connecting = { ...player, placeId: server.placeId }
  const why = whyNotAdmit(found, connecting, now())
  if (why !== undefined || !found) throw new Refused(why ?? 'players.session_not_found')
  if (!(await lookups.claim({ ticket: found.ticket, server: server.ticket }))) {
    // Another call was faster, or the session has ended meanwhile.
    throw new Refused(whyNotAdmit(await find(), connecting, now()) ?? 'players.session_in_use')
  }
  return {
    number: player.number,
    username: found.username,
    permissionLevel: found.permission_level,
    ageDays: Math.floor((now() - found.registered) / day),
    friendsHere: await lookups.friendsHere(found.ticket),
  }
}
