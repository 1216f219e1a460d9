import { createHmac } from 'node:crypto'
import { sha256 } from '../../foundation/ids.ts'
import type { EndReason } from '../rules.ts'
import type { Closing } from '../servers/closing.ts'
import { isAdmitted, type Leaving, leavingOf, type ServedSession } from './rules.ts'

/** A player who may enter the game servers of a place. */
export interface AdmittedPlayer {
  username: string
  number: number
  /** Key with which an engine signs the player in. */
  key: string
  permissionLevel: number
}

/** The players of a game server: who may enter, and who has to leave. */
export interface PlayerList {
  /** Changes with the list. Equal lists have the same version in every process. */
  version: string
  players(): AdmittedPlayer[]
  leave: (Leaving<EndReason> & { username: string })[]
  /** The announced closing of the server. */
  closing: Closing | null
  /** The sessions of the players who may enter. */
  admitted: readonly Pick<ServedSession, 'ticket' | 'verifiedBy'>[]
  /** Tickets of the sessions of the players who have to leave. */
  leaving: string[]
}

/** @param server ticket of the game server, and its announced closing */
export function playerListOf(
  sessions: readonly ServedSession[],
  { server, closing }: { server: string; closing: Closing | null },
  now: number,
): PlayerList {
  const admitted = sessions
    .filter((session) => isAdmitted(session, now))
    .sort((one, other) => (one.ticket < other.ticket ? -1 : 1))
  const leaving = leavingOf(sessions, server, now).sort((one, other) => (one.ticket < other.ticket ? -1 : 1))
  const told = [
    admitted.map(({ ticket, username, permissionLevel }) => [ticket, username, permissionLevel]),
    leaving.map(({ ticket, reason }) => [ticket, reason]),
    ...(closing ? [closing.closesAt] : []),
  ]
  return {
    version: sha256(JSON.stringify(told)).slice(0, 16),
    players: () =>
      admitted.flatMap(({ ticket, number, username, permissionLevel }) =>
        number === null ? [] : [{ username, number, key: engineKeyOf(ticket), permissionLevel }],
      ),
    leave: leaving.map(({ number, username, reason, text }) => ({
      number,
      username,
      reason,
      ...(text !== undefined && { text }),
    })),
    closing,
    admitted,
    leaving: leaving.map(({ ticket }) => ticket),
  }
}

/** Returns the key that a launcher derives from its join ticket as well, so that it never crosses the network. */
const engineKeyOf = (joinTicket: string) => createHmac('sha256', joinTicket).update('engine').digest('hex')
