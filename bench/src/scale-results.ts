import type { Measurement } from './measurement.ts'
import type { Summary } from './swarm/tally.ts'

/** The same load on some number of sites. */
export interface Phase {
  sites: number
  seconds: number
  /** Pages that readers got. */
  pages: number
  pageErrors: readonly string[]
  /** Requests of players. */
  kinds: Record<string, Summary>
  siteSeconds: number
  postgresSeconds: number
  statements: number
  heartbeatStatements: number
  heartbeatMicroseconds: number
}

export interface Scaled {
  players: number
  users: number
  databaseBytes: number
  /** One site without any request. */
  idle: Phase
  /** One site with players, but without readers. */
  playersOnly: Phase
}

/** Maximum share of one site's processor time for each request. */
const mostTimes = 1.1

/** Names of the measurements from which `sizing.ts` computes machines. */
export const sizingNames = {
  idle: 'scale: idle site',
  sitePerPlayer: 'scale: site, for each player',
  postgresPerPlayer: 'scale: PostgreSQL, for each player',
  sitePerPage: 'scale: site, for each page',
  postgresPerPage: 'scale: PostgreSQL, for each page',
  bytesPerUser: 'scale: database, for each user',
} as const

const requestsOf = ({ kinds, pages }: Phase) =>
  Object.values(kinds).reduce((sum, { answers }) => sum + answers, pages)

const errorsOf = ({ kinds, pageErrors }: Phase) =>
  Object.values(kinds).reduce((sum, { errors }) => sum + errors, pageErrors.length)

/** @param phases the load of players and readers on one, then on more sites */
export function measureScale(scaled: Scaled, phases: readonly Phase[]): Measurement[] {
  const [one] = phases
  if (!one) throw new Error('nothing was measured')
  // Otherwise a renamed column would look like a platform without statements.
  if (one.heartbeatStatements === 0) throw new Error('no statement of heartbeats was found')
  return [...phases.flatMap((phase) => measuredOn(phase, one)), ...costs(scaled, one)]
}

function measuredOn(phase: Phase, one: Phase): Measurement[] {
  const name = `scale: ${phase.sites} ${phase.sites === 1 ? 'site' : 'sites'}`
  const perRequest = (seconds: number, of: Phase) => (seconds * 1e6) / requestsOf(of)
  const compared = (key: 'siteSeconds' | 'postgresSeconds') => ({
    value: perRequest(phase[key], phase),
    unit: 'µs a request',
    against: 'one site',
    peer: perRequest(one[key], one),
  })
  const first = Object.values(phase.kinds).find(({ firstError }) => firstError !== undefined)
  return [
    {
      name: `${name}, processor time of sites`,
      ...compared('siteSeconds'),
      target: { atMostShare: mostTimes },
    },
    { name: `${name}, processor time of PostgreSQL`, ...compared('postgresSeconds') },
    {
      name: `${name}, requests`,
      value: requestsOf(phase) / phase.seconds,
      unit: 'requests/s',
      against: `${phase.statements} statements, ${(phase.statements / requestsOf(phase)).toFixed(2)} a request`,
    },
    {
      name: `${name}, statements of heartbeats`,
      value: phase.heartbeatStatements / phase.seconds / phase.sites,
      unit: 'a second and site',
      against: 'limit',
      // A second may end just before or after a measured one.
      target: { atMost: 1 + 1 / phase.seconds },
    },
    {
      name: `${name}, errors`,
      value: errorsOf(phase),
      unit: 'errors',
      against: first?.firstError ?? phase.pageErrors[0] ?? `in ${phase.seconds.toFixed(0)} s`,
      target: { atMost: 0 },
    },
  ]
}

function costs({ players, users, databaseBytes, idle, playersOnly }: Scaled, one: Phase): Measurement[] {
  const perSecond = (key: 'siteSeconds' | 'postgresSeconds', phase: Phase) =>
    (phase[key] * 1e6) / phase.seconds
  const perPlayer = (key: 'siteSeconds' | 'postgresSeconds') =>
    (perSecond(key, playersOnly) - perSecond(key, idle)) / players
  const perPage = (key: 'siteSeconds' | 'postgresSeconds') =>
    (perSecond(key, one) - perSecond(key, playersOnly)) / (one.pages / one.seconds)
  const each = 'with heartbeats and joins'
  const cost = (name: string, value: number, unit: string, against: string): Measurement => ({
    name,
    value,
    unit,
    against,
  })
  const onPaper = (key: 'siteSeconds' | 'postgresSeconds') => (perPlayer(key) * 200_000) / 1e6
  return [
    cost(sizingNames.idle, perSecond('siteSeconds', idle), 'µs a second', 'background jobs'),
    cost(sizingNames.sitePerPlayer, perPlayer('siteSeconds'), 'µs a second', each),
    cost(sizingNames.postgresPerPlayer, perPlayer('postgresSeconds'), 'µs a second', each),
    cost(sizingNames.sitePerPage, perPage('siteSeconds'), 'µs a page', 'mix of pages'),
    cost(sizingNames.postgresPerPage, perPage('postgresSeconds'), 'µs a page', 'mix of pages'),
    cost(sizingNames.bytesPerUser, databaseBytes / users, 'bytes', 'with indexes'),
    cost(
      'scale: 200,000 players, sites',
      onPaper('siteSeconds'),
      'cores',
      `computed from ${players} players`,
    ),
    cost(
      'scale: 200,000 players, PostgreSQL',
      onPaper('postgresSeconds'),
      'cores',
      `computed from ${players} players`,
    ),
    cost(
      'scale: heartbeats in PostgreSQL',
      playersOnly.heartbeatMicroseconds / (playersOnly.kinds.presence?.answers ?? 1),
      'µs a heartbeat',
      'planned and executed',
    ),
  ]
}
