import type { Config } from '../../foundation/config/schema.ts'
import type { PlainCode } from '../../foundation/problem.ts'
import { admitsFromList, type EndReason } from '../rules.ts'
import { joinTicketLifetime, presenceLifetime } from '../sessions/rules.ts'

/** Whether only players whom the site knows may be in the game servers of a place. @param services whether the place has services */
export const verifiesPlayers = (config: Pick<Config, 'Engine' | 'Players'>, services: boolean): boolean =>
  config.Players.Verify !== 'off' || services || admitsFromList(config)

/** A session that a game server asks about, found by the key of its player. */
interface KeyedSession {
  place_id: number
  number: number | null
  username: string
  verified: number | null
  ended: number | null
  end_reason: EndReason | null
  last_ping: number
}

/** The player that connected, as the game server knows it. */
export interface Connecting {
  placeId: number
  number: number
  username: string
}

/** Returns why a session does not admit a connection; undefined: it does. */
export function whyNotAdmit(
  session: KeyedSession | undefined,
  player: Connecting,
  now: number,
): PlainCode | undefined {
  if (!session) return 'players.session_not_found'
  if (session.place_id !== player.placeId) return 'players.session_elsewhere'
  if (session.number !== player.number || session.username !== player.username)
    return 'players.session_of_another'
  if (session.end_reason === 'moderated') return 'players.moderated'
  if (session.end_reason === 'kicked') return 'players.kicked'
  if (!isLive(session, now)) return 'players.session_not_found'
  return session.verified === null ? undefined : 'players.session_in_use'
}

/** A session of a place that concerns its game servers. */
export interface ServedSession {
  ticket: string
  number: number | null
  username: string
  permissionLevel: number
  /** Ticket of the game server that verified the player, or has acknowledged a list with the player. */
  verifiedBy: string | null
  created: number
  /** Null: the client has not fetched its script. Only lists that are acknowledged have such players. */
  started: number | null
  lastPing: number
  ended: number | null
  endReason: EndReason | null
  /** Text to a player whom a maker removed. */
  endText: string | null
}

const isLive = ({ ended, last_ping }: { ended: number | null; last_ping: number }, now: number) =>
  ended === null && last_ping >= now - presenceLifetime

/**
 * Whether a session admits its player: it has not ended, and its client or its server was heard from recently, or its ticket may still
 * be spent.
 */
export const isAdmitted = ({ created, started, ended, lastPing }: ServedSession, now: number): boolean =>
  started === null
    ? ended === null && created > now - joinTicketLifetime
    : isLive({ ended, last_ping: lastPing }, now)

/** Why a player has to leave a game server. `left`: the player joined another game, or said goodbye. */
export type LeaveReason = EndReason | 'not verified'

/** A player who has to leave a game server. */
export interface Leaving<Reason = LeaveReason> {
  number: number
  reason: Reason
  /** The maker's words to a player whom a maker removed. */
  text?: string
}

/** Returns the maker's words to a player who has to leave, if there are any. */
const textOf = ({ endText }: Pick<ServedSession, 'endText'>) => (endText === null ? {} : { text: endText })

/**
 * Returns the sessions of a game server whose players have to leave. A session that ended because nobody was heard of for a while,
 * such as during an outage of the site, removes nobody. Neither does one whose player is back under the same number.
 */
export function leavingOf(
  sessions: readonly ServedSession[],
  server: string,
  now: number,
): (ServedSession & Leaving<EndReason>)[] {
  const back = new Set(sessions.filter((session) => isAdmitted(session, now)).map(({ number }) => number))
  return sessions.flatMap((session) => {
    const { ended, endReason: reason, number, verifiedBy } = session
    const leaves = ended !== null && verifiedBy === server && number !== null && !back.has(number)
    return leaves && reason !== null ? [{ ...session, number, reason, ...textOf(session) }] : []
  })
}

/** Consequences of the players whom a game server reports as connected. */
interface Report {
  leave: Leaving[]
  /** Tickets of the players whom it has verified. The report is their heartbeat. */
  present: string[]
  /** Tickets of sessions that have ended, and whose players are no longer connected. */
  gone: string[]
}

/** @param verifies whether players of the place have to be verified. Otherwise, unknown players may stay. */
export function judgeReport(
  sessions: readonly ServedSession[],
  connected: readonly number[],
  { server, verifies }: { server: string; verifies: boolean },
): Report {
  const own = sessions.filter(({ verifiedBy }) => verifiedBy === server)
  // A player who connects has spent the ticket.
  const open = new Map(
    own
      .filter(({ started, ended }) => started !== null && ended === null)
      .map((session) => [session.number, session]),
  )
  const over = new Map(own.filter(({ ended }) => ended !== null).map((session) => [session.number, session]))
  const report: Report = { leave: [], present: [], gone: [] }
  for (const number of new Set(connected)) {
    const playing = open.get(number)
    const ended = over.get(number)
    if (playing) report.present.push(playing.ticket)
    else if (ended?.endReason) report.leave.push({ number, reason: ended.endReason, ...textOf(ended) })
    else if (!ended && verifies) report.leave.push({ number, reason: 'not verified' })
  }
  const here = new Set<number | null>(connected)
  report.gone = own
    .filter(({ ended, number }) => ended !== null && (!here.has(number) || open.has(number)))
    .map(({ ticket }) => ticket)
  return report
}
